"""Displays of lemmas, derivations, claims and verdicts in notebooks: their parts, and their registration by class."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from netlemma.base.names import assignments
from netlemma.derive.core.claim import Claim, Reading, Verdict
from netlemma.derive.core.lemma import Derivation, Lemma, Step
from netlemma.derive.core.notebook_display import Part, json_of, latex_of, parts_of
from netlemma.derive.typeset.latex_printer import latex
from netlemma.derive.typeset.lemma_pages import (
    TEXT_WIDTH,
    WrittenStep,
    as_data,
    capital,
    formula_latex,
    formulas,
    measured,
    room_beside,
    sentence,
    strength,
    written_step,
)
from netlemma.derive.typeset.mathml_printer import element, mathml
from netlemma.derive.typeset.prose import html_prose, html_words, latex_code, latex_prose, latex_words
from netlemma.derive.typeset.sympy_to_tree import Names, written
from netlemma.derive.typeset.text_printer import text
from netlemma.derive.typeset.tree import Node

# Parts of notebook displays: titles, words, facts, equations, steps and folded parts.
#
# HTML needs no style sheet, script or network: formulas are MathML, and colours are those of the page, light or dark.
# LaTeX needs amsmath. All words are escaped.
#
# JupyterLab removes unknown elements from untrusted notebooks but keeps their text, so a formula would silently lose its
# bars and exponents. The text inside MathML therefore has zero size outside of it, and the LaTeX of each formula follows
# in a hidden element, which JupyterLab also removes: then the LaTeX remains, and JupyterLab renders it.


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


# Displays of lemmas, derivations, claims and verdicts in notebooks, registered for their classes.


Rows = list[tuple[str, object]]


@parts_of.register
def lemma_parts(lemma: Lemma) -> list[Part]:
    """Key, statement, domain and closed form; folded, the definition and every step with its proof."""
    shown = formulas(lemma, steps=True)
    steps = shown.changes
    count = f"derivation in {len(steps)} step{'s' if len(steps) != 1 else ''}" if steps else "nothing left to derive"
    definition: list[Part] = [
        Paragraph(capital(sentence(lemma.definition.words))),
        Steps(shown.symbol, shown.definition, steps),
    ]
    return [
        Title(lemma.key, lemma.strength),
        Paragraph(f"{capital(sentence(lemma.statement))} For {lemma.domain.words()}:"),
        Equation(shown.symbol, shown.closed_form),
        Folded(f"Definition, and {count}", definition),
        Paragraph(f"{capital(strength(lemma))}. Measured: {measured(lemma.measured)}."),
    ]


@json_of.register
def lemma_data(lemma: Lemma, steps: bool = False) -> dict[str, Any]:
    """Formulas as text, LaTeX and MathML, with their statement and domain."""
    return as_data(lemma, steps)


@latex_of.register
def lemma_latex(lemma: Lemma) -> str:
    """The closed form alone, as displayed mathematics; the LaTeX of the parts states its meaning."""
    return f"$\\displaystyle {formula_latex(lemma)}$"


@parts_of.register
def derivation_parts(derivation: Derivation) -> list[Part]:
    """The first formula and every visible step."""
    names = Names([derivation.start, *(step.after for step in derivation.steps)])
    write = partial(written, names=names)
    steps = [written_step(step, names, write) for step in derivation.steps]
    return [
        Title("derivation", f"{len(derivation.steps)} steps"),
        Steps(None, write(derivation.start), [step for step in steps if step.before != step.after]),
    ]


@parts_of.register
def step_parts(step: Step) -> list[Part]:
    """The expressions before and after a step, the reason and the proof."""
    names = Names([step.before, step.after])
    shown = written_step(step, names, partial(written, names=names))
    proof = [Paragraph(line) for line in dict.fromkeys(shown.proof)]
    return [
        Equation(shown.before, shown.after),
        Paragraph(f"because {sentence(shown.because)} [{shown.kind}, {shown.strength}]"),
        *([Folded("Proof", proof)] if proof else []),
    ]


@parts_of.register
def claim_parts(claim: Claim) -> list[Part]:
    """The claim, its source, its sizes and its reading."""
    about: Rows = [("claim", claim.formula), ("where", claim.where), ("sizes", claim.sizes)]
    about += [("source", f"{claim.source} {claim.locator}".strip()), ("reading", claim.reading)]
    return [Title(claim.key), Facts(about)]


@parts_of.register
def statement_parts(statement: Reading) -> list[Part]:
    """The words of a statement, their source, and the values that they contain."""
    about: Rows = [("says", statement.words), ("source", f"{statement.source} {statement.locator}".strip())]
    return [Title(statement.key), Facts([*about, ("reading", statement.reading), *statement.says.items()])]


@parts_of.register
def verdict_parts(verdict: Verdict) -> list[Part]:
    """The verdict with its evidence: source, reason, counterexample and correction."""
    rows: Rows = [
        ("says", verdict.evidence.get("words") or verdict.evidence.get("formula")),
        ("where", verdict.evidence.get("where")),
        ("source", f"{verdict.source} {verdict.locator}".strip()),
        ("reading", verdict.reading),
        *outcome(verdict),
        ("sizes compared", len(verdict.sizes)),
    ]
    return [Title(verdict.key, verdict.verdict), Facts(rows)]


def outcome(found: Any) -> Rows:
    """Proof, counterexample, correction and remark of a verdict or judgement."""
    rows: Rows = [("why", found.proof), ("counterexample", None), ("right", found.correction)]
    if found.counterexample:
        size = assignments(found.counterexample["size"])
        values = ", ".join(f"{name} {value}" for name, value in found.counterexample.items() if name != "size")
        rows[1] = ("counterexample", f"at {size}: {values}" if size else values)
    return [*rows, ("remark", found.remark)]


def judgement_parts(found: Any) -> list[Part]:
    """A verdict without its subject."""
    return [Title("judgement", found.verdict), Facts([*outcome(found), ("sizes compared", len(found.sizes))])]
