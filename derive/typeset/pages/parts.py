r"""Parts of notebook displays: titles, words, facts, equations, steps and folded parts.

HTML needs no style sheet, script or network: formulas are MathML, and colours are those of the page, light or dark.
LaTeX needs amsmath. All words are escaped.

JupyterLab removes unknown elements from untrusted notebooks but keeps their text, so a formula would silently lose its
bars and exponents. The text inside MathML therefore has zero size outside of it, and the LaTeX of each formula follows
in a hidden element, which JupyterLab also removes: then the LaTeX remains, and JupyterLab renders it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from netlemma.derive.core.shown import Part
from netlemma.derive.typeset.pages.described import WrittenStep, sentence
from netlemma.derive.typeset.pages.latex_page import TEXT_WIDTH, room_beside
from netlemma.derive.typeset.printers.latex import latex
from netlemma.derive.typeset.printers.mathml import mathml
from netlemma.derive.typeset.printers.mathml_marks import element
from netlemma.derive.typeset.printers.text import text
from netlemma.derive.typeset.prose import html_prose, html_words, latex_code, latex_prose, latex_words
from netlemma.derive.typeset.tree import Node

_LEFT = ' style="text-align:left;vertical-align:top"'
_WIDE = ' style="overflow-x:auto;overflow-y:hidden"'
_HIDDEN, _SIZED = ' style="font-size:0px"', ' style="font-size:1rem"'
_FRAMED = ' style="border:1px solid;border-radius:0.3em;padding:0 0.4em"'


@dataclass(frozen=True)
class Title:
    """The name of the displayed object, with its main result in a frame.

    >>> Title("ring.diameter", "holds").html().replace(_FRAMED, "")
    '<p><b><code>ring.diameter</code></b> <span>holds</span></p>'
    """

    name: str
    framed: str = ""

    def html(self) -> str:
        """The part as HTML."""
        frame = f" <span{_FRAMED}>{html_words(self.framed)}</span>" if self.framed else ""
        return f"<p><b><code>{html_words(self.name)}</code></b>{frame}</p>"

    def latex(self) -> str:
        """The part as LaTeX."""
        frame = rf" \textbf{{{latex_words(self.framed)}}}" if self.framed else ""
        return rf"\par\noindent {latex_code(self.name)}{frame}\par"

    def text(self) -> str:
        """The part as plain text."""
        return f"{self.name}: {self.framed}" if self.framed else self.name


@dataclass(frozen=True)
class Paragraph:
    """A paragraph in which single letters are typeset as symbols."""

    words: str

    def html(self) -> str:
        """The part as HTML."""
        return f"<p>{html_prose(self.words)}</p>"

    def latex(self) -> str:
        """The part as LaTeX."""
        return rf"\par\noindent {latex_prose(self.words)}\par"

    def text(self) -> str:
        """The part as plain text."""
        return self.words


@dataclass(frozen=True)
class Facts:
    """Names with their values; names without a value are left out.

    >>> Facts([("why", "x & y"), ("remark", "")]).html().replace(_LEFT, "")
    '<table><tbody><tr><th scope="row">why</th><td>x &amp; y</td></tr></tbody></table>'
    """

    rows: Sequence[tuple[str, object]]

    @property
    def told(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.rows if value not in (None, "")]

    def html(self) -> str:
        """The part as HTML."""
        rows = (
            f'<tr><th scope="row"{_LEFT}>{html_words(name)}</th><td{_LEFT}>{html_words(value)}</td></tr>'
            for name, value in self.told
        )
        return f"<table><tbody>{''.join(rows)}</tbody></table>"

    def latex(self) -> str:
        """The part as LaTeX."""
        lines = [rf"\item[{{{latex_words(name)}:}}] {latex_words(value)}" for name, value in self.told]
        return "\n".join([r"\begin{description}", *lines, r"\end{description}"]) if lines else ""

    def text(self) -> str:
        """The part as plain text."""
        return "\n".join(f"  {name}: {value}" for name, value in self.told)


@dataclass(frozen=True)
class Equation:
    """``left = right`` as a displayed formula; the left-hand side may be missing."""

    left: Node | None
    right: Node

    def html(self) -> str:
        """The part as HTML."""
        left = f"{mathml(self.left)}<mo>=</mo>" if self.left is not None else ""
        code = f"{latex(self.left)} = " if self.left is not None else ""
        return _displayed(left + mathml(self.right), code + latex(self.right))

    def latex(self) -> str:
        """The part as LaTeX."""
        if self.left is None:
            return rf"\[ {latex(self.right, TEXT_WIDTH)} \]"
        return rf"\[ {latex(self.left)} = {latex(self.right, room_beside(self.left))} \]"

    def text(self) -> str:
        """The part as plain text."""
        return "    " + (f"{text(self.left)} = " if self.left is not None else "") + text(self.right)


@dataclass(frozen=True)
class Steps:
    """The steps of a derivation, each with its reason, its proof and its resulting formula.

    ``start`` is the formula before the first step, and ``name`` the left-hand side of the chain.
    """

    name: Node | None
    start: Node
    steps: Sequence[WrittenStep]

    def html(self) -> str:
        """The part as HTML."""
        sign = f"{mathml(self.name) if self.name is not None else ''}<mo>=</mo>"
        code = f"{latex(self.name) if self.name is not None else ''} = "
        items = "".join(
            f"<li>{_reason(step)}{_displayed(sign + mathml(step.after), code + latex(step.after))}</li>"
            for step in self.steps
        )
        return f"{Equation(self.name, self.start).html()}<ol>{items}</ol>"

    def latex(self) -> str:
        """The part as LaTeX."""
        name = latex(self.name) if self.name is not None else ""
        room = room_beside(self.name) if self.name is not None else TEXT_WIDTH - 20
        lines = [rf"{name} &= {latex(self.start, room)}" if name else rf"& {latex(self.start, room)}"]
        for number, step in enumerate(self.steps, 1):
            reason = f"{number}. Because {sentence(step.because)} [{step.kind}]"
            lines += [rf"\intertext{{{latex_prose(reason)}}}", rf"&= {latex(step.after, room)}"]
        return "\n".join([r"\begin{align*}", *lines, r"\end{align*}"])

    def text(self) -> str:
        """The part as plain text."""
        reasons = [f"  {n}. because {sentence(step.because)} [{step.kind}]" for n, step in enumerate(self.steps, 1)]
        return "\n".join([Equation(self.name, self.start).text(), *reasons])


def _displayed(markup: str, code: str) -> str:
    """A formula as MathML, with its LaTeX as a fallback where MathML elements are removed."""
    formula = element(markup).replace("<math", f"<math{_SIZED}", 1)
    instead = f"<template>$\\displaystyle {html_words(code)}$</template>"
    return f"<div{_WIDE}><div{_HIDDEN}>{formula}</div>{instead}</div>"


def _reason(step: WrittenStep) -> str:
    proof = "".join(f"<li>{html_words(line)}</li>" for line in dict.fromkeys(step.proof))
    inside = f"<details><summary>proof: {html_words(step.kind)}</summary><ul>{proof}</ul></details>" if proof else ""
    kind = "" if proof else f" [{html_words(step.kind)}]"
    return f"because {html_prose(sentence(step.because))}{kind}{inside}"


@dataclass(frozen=True)
class Folded:
    """Parts that open with their summary; LaTeX prints them below it, a terminal omits them."""

    summary: str
    parts: Sequence[Part]

    def html(self) -> str:
        """The part as HTML."""
        inside = "".join(part.html() for part in self.parts)
        return f"<details><summary>{html_prose(self.summary)}</summary>{inside}</details>"

    def latex(self) -> str:
        """The part as LaTeX."""
        return "\n".join(
            [rf"\par\noindent\textit{{{latex_prose(self.summary)}.}}\par", *(p.latex() for p in self.parts)]
        )

    def text(self) -> str:
        """The part as plain text."""
        return f"  ({self.summary})"
