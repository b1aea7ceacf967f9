"""Lemmas as plain text, LaTeX, HTML and JSON: the formulas, and beside them derivation, strength and measured counterpart."""

import json
import re
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, TypeAlias

import sympy as sp

from netlemma.derive.algebra.proof import ARGUED, ENUMERATED, PROVED
from netlemma.derive.core.lemma import Lemma, LemmaKey, Measured, Step
from netlemma.derive.typeset.latex_printer import latex, piece
from netlemma.derive.typeset.mathml_printer import element, mathml
from netlemma.derive.typeset.prose import html_prose, html_words, latex_code, latex_prose, latex_words
from netlemma.derive.typeset.sympy_to_tree import Names, written
from netlemma.derive.typeset.text_printer import case_rows, text
from netlemma.derive.typeset.tree import Cases, Name, Node
from netlemma.errors import NotInGrammar

# Descriptions of a lemma beside its formulas: derivation, strength, measured counterpart.


Lemmas: TypeAlias = "Lemma | Iterable[Lemma]"


def listed(lemmas: Lemmas) -> list[Lemma]:
    """One lemma or several, as a list."""
    return list(lemmas) if isinstance(lemmas, Iterable) else [lemmas]


def family(lemma: Lemma) -> str:
    """The family, or the product, at the beginning of a key.

    >>> from types import SimpleNamespace
    >>> family(SimpleNamespace(key="ring(w)^D.visit_ratio.link")), family(SimpleNamespace(key="toroid.diameter"))
    ('ring(w)^D', 'toroid')
    """
    return LemmaKey.parse(lemma.key).subject


def by_family(lemmas: Iterable[Lemma]) -> dict[str, list[Lemma]]:
    """The lemmas of each family, families in order of first occurrence."""
    found: dict[str, list[Lemma]] = {}
    for lemma in lemmas:
        found.setdefault(family(lemma), []).append(lemma)
    return found


@dataclass(frozen=True)
class WrittenStep:
    """A step as it is printed: formulas on both sides, reason, kind and strength of the proof, and its lines."""

    before: Node
    after: Node
    because: str
    kind: str
    strength: str
    proof: list[str]


@dataclass(frozen=True)
class LemmaFormulas:
    """The formulas of a lemma, with consistent names of bound variables."""

    symbol: Node
    definition: Node
    closed_form: Node
    steps: tuple[WrittenStep, ...]
    special: Node

    @property
    def changes(self) -> list[WrittenStep]:
        """The visible steps, whose two sides are not written alike."""
        return [step for step in self.steps if step.before != step.after]


def formulas(lemma: Lemma, steps: bool = False) -> LemmaFormulas:
    """Write the definition, the closed form and, on request, each step."""
    names = Names([lemma.definition.expression, *(step.after for step in lemma.derivation.steps)], lemma.domain.names)
    once = cache(lambda expr: written(expr, names))
    return LemmaFormulas(
        Name(lemma.symbol.name),
        once(lemma.definition.expression),
        once(lemma.closed_form),
        tuple(written_step(step, names, once) for step in (lemma.derivation.steps if steps else ())),
        once(lemma.special),
    )


def written_step(step: Step, names: Names, write: Callable[[sp.Expr], Node]) -> WrittenStep:
    """A step with its reason and proof in words."""
    names = names.within(step.after)
    proof = [names.words(line) for line in step.proof.describe()]
    return WrittenStep(
        write(step.before), write(step.after), names.words(step.because), step.proof.kind, step.proof.strength, proof
    )


def sentence(words: str) -> str:
    """The words, ending with a full stop.

    >>> sentence("hops per message"), sentence("Done. ")
    ('hops per message.', 'Done.')
    """
    words = words.strip()
    return words if words.endswith((".", "!", "?", ":")) else words + "."


def capital(words: str) -> str:
    """The words, beginning with a capital letter, unless the first one is a symbol or a formula.

    >>> [capital(words) for words in ("mean distance", "a message", "k is the width", "J_0 of two", "w/2 crossings", "a and b")]
    ['Mean distance', 'A message', 'k is the width', 'J_0 of two', 'w/2 crossings', 'a and b']
    """
    first = words.partition(" ")[0].rstrip(".,:;")
    symbol = len(first) == 1 and not re.match(r"a (?!is\b|and\b|are\b|[<>=])", words)
    return words if symbol or re.search(r"[\d_^*/=(]", first) else words[:1].upper() + words[1:]


def with_sizes(lemma: Lemma) -> str:
    """The sizes put into a lemma, in words."""
    return ", ".join(f"{name} = {value}" for name, value in lemma.sizes.items())


def strength(lemma: Lemma) -> str:
    """Strength of the derivation, and its kinds of proof."""
    reach = {
        PROVED: "proved for all sizes of the domain",
        ARGUED: "argued for all sizes of the domain, the arithmetic re-checked and the conclusion compared at small sizes",
        ENUMERATED: "only enumerated, not proved for all sizes",
    }[lemma.strength]
    return f"{reach} ({', '.join(lemma.proof_kinds)})"


def measured(where: Measured) -> str:
    """The measured counterpart of a lemma on explicit networks, in words.

    >>> from netlemma.derive.core.lemma import Measured
    >>> measured(Measured("toroid", "visit_ratio", ("w", "D"), "link"))
    'visit_ratio of class link on toroid (w, D), routing shortest'
    >>> measured(Measured("ring", "diameter", ("K",), divided_by=Measured("line", "diameter", ("k",))))
    'diameter on ring (K), routing shortest, divided by diameter on line (k), routing shortest'
    """
    of = f" of class {where.device_class}" if where.device_class else ""
    network = f"{where.subject} ({', '.join(where.network)})" if where.network else where.subject
    found = f"{where.quantity}{of} on {network}, routing {' and '.join(where.routings)}"
    if (other := where.divided_by) is None:
        return found
    same = replace(other, quantity=where.quantity, device_class=where.device_class) == replace(where, divided_by=None)
    return f"{found}, divided by " + (f"that of class {other.device_class}" if same else measured(other))


# Lemmas as plain text for a terminal.


COLUMNS = 100
_INDENT = " " * 4
_JOINED = "\u00a0"  # a space at which no line is broken
_WHOLE = re.compile(r"\{[^{}]{1,20}\}|\b(?:if )?\w+ [=≠<>≤≥] \d+\b")


def as_text(lemmas: Lemmas, steps: bool = False, columns: int = COLUMNS) -> str:
    """Key, statement, result, domain, strength, measurement, definition and derivation of each lemma."""
    return "\n\n".join(_lemma_text(lemma, steps, columns) for lemma in listed(lemmas))


def _lemma_text(lemma: Lemma, steps: bool, columns: int) -> str:
    shown = formulas(lemma, steps)
    _prose, _formula = partial(_prose_lines, columns), partial(_formula_lines, columns)
    symbol = text(shown.symbol)
    lines = [lemma.key, *_prose(sentence(lemma.statement), "  "), ""]
    lines += ["  Result:", *_formula(f"{symbol} = ", shown.closed_form)]
    if lemma.sizes:
        lines += [f"  With {with_sizes(lemma)}:", *_formula(f"{symbol} = ", shown.special)]
    lines += _prose(f"Domain: {lemma.domain.words()}", "  ")
    lines += _prose(f"Strength: {strength(lemma)}", "  ")
    lines += _prose(f"Measured: {measured(lemma.measured)}", "  ")
    lines += ["", *_prose(f"Definition: {sentence(lemma.definition.words)}", "  ")]
    lines += _formula(f"{symbol} = ", shown.definition)
    if shown.changes:
        lines += ["", "  Derivation:"]
        for number, step in enumerate(shown.changes, 1):
            lines += _prose(f"{number}. because {sentence(step.because)} [{step.kind}]", "  ", "     ")
            lines += _formula(" " * len(symbol) + " = ", step.after)
            for line in dict.fromkeys(step.proof):
                lines += _prose(f"proof: {line}", "     ", "       ")
    return "\n".join(lines)


def _prose_lines(columns: int, words: str, indent: str, following: str = "") -> list[str]:
    following = following or indent + "  "
    return textwrap.wrap(
        words,
        columns,
        initial_indent=indent,
        subsequent_indent=following,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _formula_lines(columns: int, head: str, node: Node) -> list[str]:
    """A formula after ``head``; cases are printed one below the other."""
    margin = _INDENT + " " * len(head)
    if not isinstance(node, Cases):
        return _wrapped(columns, _INDENT + head, text(node), margin)
    rows = case_rows(node)
    widest = max(len(value) for value, _ in rows)
    lines = []
    for number, (value, test) in enumerate(rows):
        start = (_INDENT + head if number == 0 else margin) + "{ "
        test = test if test == "otherwise" else f"if {test}"
        row = f"{value:<{widest}}   {test}"
        short = len(start + row) <= columns
        lines += [start + row] if short else _wrapped(columns, start, f"{value}  {test}", margin + "    ")
    return lines


def _wrapped(columns: int, start: str, words: str, margin: str) -> list[str]:
    """Break after spaces, not within ``{t ∈ V}`` or ``r = 6``; a product too long for a line is also broken after a ``*``."""
    words = _WHOLE.sub(lambda part: part[0].replace(" ", _JOINED), words)
    if any(len(word) > columns - len(margin) for word in words.split(" ")):
        words = words.replace("*", "* ")
    lines = textwrap.wrap(
        words, columns, initial_indent=start, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(_JOINED, " ") for line in lines]


# Lemmas as a LaTeX document for plain pdflatex (article, amsmath, amssymb), or as a fragment of one.


TEXT_WIDTH = 455.0
_PREAMBLE = r"""\documentclass[10pt,a4paper]{article}
\usepackage{amsmath,amssymb}
\setlength{\textwidth}{455pt}\setlength{\oddsidemargin}{0pt}\setlength{\evensidemargin}{0pt}
\setlength{\textheight}{680pt}\setlength{\topmargin}{-20pt}
\setlength{\emergencystretch}{4em}\setcounter{MaxMatrixCols}{20}
\allowdisplaybreaks
\newtheorem{lemma}{Lemma}[section]
"""


def formula_latex(lemma: Lemma) -> str:
    """The symbol, an equals sign and the closed form: ``L = \\frac{...}{...}``."""
    shown = formulas(lemma)
    return f"{latex(shown.symbol)} = {latex(shown.closed_form)}"


def room_beside(symbol: Node, width: float = TEXT_WIDTH) -> float:
    """The line width, in points, that is left beside a symbol and an equals sign."""
    return width - piece(symbol).width - 30


def as_latex(
    lemmas: Lemmas, steps: bool = False, document: bool = True, title: str = "Closed forms of interconnection networks"
) -> str:
    """A section for each family and a numbered statement for each lemma.

    A fragment (``document=False``) needs amsmath, amssymb and a theorem environment ``lemma``.
    """
    chosen = listed(lemmas)
    body = [_section_latex(name, members, steps) for name, members in by_family(chosen).items()]
    if not document:
        return "\n".join(body)
    contents = [r"\tableofcontents"] if len(chosen) > 1 else []
    return document_with(title, [*contents, *body])


def document_with(title: str, body: Iterable[str]) -> str:
    """A complete document for plain pdflatex."""
    opening = [rf"\title{{{latex_words(title)}}}", r"\author{}", r"\date{}", r"\begin{document}", r"\maketitle"]
    return "\n".join([_PREAMBLE + opening[0], *opening[1:], *body, r"\end{document}", ""])


def _section_latex(name: str, lemmas: list[Lemma], steps: bool) -> str:
    return "\n".join([rf"\section{{{latex_words(name)}}}", *(_lemma_latex(lemma, steps) for lemma in lemmas)])


def _lemma_latex(lemma: Lemma, steps: bool) -> str:
    shown = formulas(lemma, steps)
    symbol = latex(shown.symbol)
    room = room_beside(shown.symbol)
    quantity = LemmaKey.parse(lemma.key).quantity.replace("_", " ").replace(".", ", ") or lemma.key
    lines = [
        rf"\subsection{{{latex_words(capital(quantity))}}}",
        r"\begin{lemma}",
        rf"{latex_prose(sentence(lemma.statement))} For {latex_prose(lemma.domain.words())}:",
        rf"{{\normalfont\[ {symbol} = {latex(shown.closed_form, room)} \]}}",
        *(
            [rf"With {latex_prose(with_sizes(lemma))}: {{\normalfont\[ {symbol} = {latex(shown.special, room)} \]}}"]
            if lemma.sizes
            else []
        ),
        r"\end{lemma}",
        rf"\noindent\textit{{Definition.}} {latex_prose(capital(sentence(lemma.definition.words)))}",
    ]
    if shown.changes:
        lines += [r"\begin{align*}", rf"{symbol} &= {latex(shown.definition, room)}"]
        for number, step in enumerate(shown.changes, 1):
            reason = f"{number}. Because {sentence(step.because)} [{step.kind}]"
            lines.append(rf"\intertext{{{latex_prose(reason)}}}")
            lines.append(rf"&= {latex(step.after, room)}")
        lines.append(r"\end{align*}")
    else:
        lines.append(rf"\[ {symbol} = {latex(shown.definition, room)} \]")
    ending = f"{capital(strength(lemma))}; measured: {measured(lemma.measured)}.".replace("_", "_\u200b")
    lines.append(rf"\noindent\textit{{Strength.}} {latex_words(ending)} Key: {latex_code(lemma.key)}.\par\medskip")
    return "\n".join(lines)


# Lemmas as slides for a lecture, with the class beamer.


SLIDE_WIDTH = 307.0
_SLIDES = r"""\documentclass[10pt]{beamer}
\usepackage{amsmath,amssymb}
\setbeamertemplate{navigation symbols}{}\setbeamertemplate{footline}[frame number]
\newcommand{\formula}[1]{\sbox0{$\displaystyle #1$}%
  \[ \ifdim\wd0>\linewidth \resizebox{\linewidth}{!}{\usebox0}\else \usebox0\fi \]}
"""


def as_beamer(
    lemmas: Lemmas, steps: bool = True, document: bool = True, title: str = "Closed forms of interconnection networks"
) -> str:
    """Slides on each lemma: its statement and definition, its derivation with a slide for each step, and its result.

    steps: Whether there are slides on the steps.
    """
    frames = [frame for lemma in listed(lemmas) for frame in _frames(lemma, steps)]
    if not document:
        return "\n".join(frames)
    opening = [rf"\title{{{latex_words(title)}}}", r"\date{}", r"\begin{document}", r"\frame{\titlepage}"]
    return "\n".join([_SLIDES + opening[0], *opening[1:], *frames, r"\end{document}", ""])


def _frames(lemma: Lemma, steps: bool) -> list[str]:
    shown = formulas(lemma, steps)
    symbol, room = latex(shown.symbol), room_beside(shown.symbol, SLIDE_WIDTH)
    parts = LemmaKey.parse(lemma.key)
    name = f"{parts.subject}: {parts.quantity.replace('_', ' ').replace('.', ', ')}".removesuffix(": ")

    def frame(about: str, *lines: str) -> str:
        heading = rf"\begin{{frame}}[shrink]{{{latex_words(name)}}}{{{latex_words(about)}}}"
        return "\n".join([heading, r"\medskip", *lines, r"\end{frame}"])

    found = [
        frame(
            "Definition",
            rf"{latex_prose(sentence(lemma.statement))} For {latex_prose(lemma.domain.words())}.\par\medskip",
            latex_prose(capital(sentence(lemma.definition.words))),
            rf"\formula{{{symbol} = {latex(shown.definition, room)}}}",
        )
    ]
    for number, step in enumerate(shown.changes, 1):
        proof = [rf"{latex_prose(capital(sentence(line)))}\par" for line in dict.fromkeys(step.proof)]
        found.append(
            frame(
                f"Step {number} of {len(shown.changes)}: {step.kind}",
                rf"\formula{{{latex(step.before, SLIDE_WIDTH - 20)}}}",
                latex_prose(f"is, because {sentence(step.because)}"),
                rf"\formula{{{latex(step.after, SLIDE_WIDTH - 20)}}}",
                *([r"{\footnotesize", *proof, "}"] if proof else []),
            )
        )
    special = [rf"With {latex_prose(with_sizes(lemma))}: \formula{{{symbol} = {latex(shown.special, room)}}}"]
    ending = rf"{latex_words(capital(strength(lemma)))}."
    result = rf"\formula{{\boxed{{{symbol} = {latex(shown.closed_form, room)}}}}}"
    return [*found, frame("Result", result, *(special if lemma.sizes else []), ending)]


# Lemmas as an HTML page whose formulas are MathML: one file, readable offline in any current browser.


_STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff; }
body { font: 1rem/1.5 Georgia, "DejaVu Serif", serif; }
h1, h2, h3 { line-height: 1.2; } h3 { margin-bottom: 0.3rem; } code { font-size: 0.9em; }
math { overflow-x: auto; overflow-y: hidden; max-width: 100%; padding: 0.35rem 0; }
ol { padding-left: 1.5rem; } .note { color: #555; } section { margin-bottom: 2.5rem; }
"""


def as_mathml(
    lemmas: Lemmas, steps: bool = False, document: bool = True, title: str = "Closed forms of interconnection networks"
) -> str:
    """A page with a section for each family, or its sections alone."""
    chosen = listed(lemmas)
    families = by_family(chosen)
    body = "\n".join(_section_html(name, members, steps) for name, members in families.items())
    if not document:
        return f"<div>\n{body}\n</div>"
    contents = "".join(f'<li><a href="#{_anchor(name)}">{html_words(name)}</a></li>' for name in families)
    listing = f"<nav><ul>{contents}</ul></nav>\n" if len(chosen) > 1 else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{html_words(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{html_words(title)}</h1>\n{listing}{body}\n</body>\n</html>\n"
    )


def _anchor(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name)


def _section_html(name: str, lemmas: list[Lemma], steps: bool) -> str:
    inside = "\n".join(_lemma_html(lemma, steps) for lemma in lemmas)
    return f'<section id="{_anchor(name)}">\n<h2>{html_words(name)}</h2>\n{inside}\n</section>'


def _lemma_html(lemma: Lemma, steps: bool) -> str:
    shown = formulas(lemma, steps)
    symbol = mathml(shown.symbol)
    lines = [
        f"<article>\n<h3><code>{html_words(lemma.key)}</code></h3>",
        f"<p>{html_prose(sentence(lemma.statement))} For {html_prose(lemma.domain.words())}:</p>",
        _equation(symbol, shown.closed_form),
        *([f"<p>With {html_prose(with_sizes(lemma))}:</p>", _equation(symbol, shown.special)] if lemma.sizes else []),
        f"<p>Definition: {html_prose(sentence(lemma.definition.words))}</p>",
        _equation(symbol, shown.definition),
    ]
    if shown.changes:
        lines += ["<p>Derivation:</p>", "<ol>"]
        for step in shown.changes:
            kind = f'<span class="note">[{html_words(step.kind)}]</span>'
            lines.append(f"<li>because {html_prose(sentence(step.because))} {kind}{_equation(symbol, step.after)}</li>")
        lines.append("</ol>")
    ending = f"{capital(strength(lemma))}; measured: {measured(lemma.measured)}."
    lines.append(f'<p class="note">{html_words(ending)}</p>\n</article>')
    return "\n".join(lines)


def _equation(symbol: str, node: Node) -> str:
    return element(f"{symbol}<mo>=</mo>{mathml(node)}")


# Lemmas as JSON.


def as_json(lemmas: Lemmas, steps: bool = False) -> str:
    """One object for one lemma, a list of objects for several."""
    found = [as_data(lemma, steps) for lemma in listed(lemmas)]
    return json.dumps(found if isinstance(lemmas, Iterable) else found[0], indent=2, ensure_ascii=False)


def as_data(lemma: Lemma, steps: bool = False) -> dict[str, Any]:
    """A lemma as plain data: formulas as text, LaTeX and MathML, the closed form also in the formula grammar."""
    shown = formulas(lemma, steps)
    where = lemma.measured
    data: dict[str, Any] = {
        "key": lemma.key,
        "statement": lemma.statement,
        "domain": lemma.domain.describe(),
        "symbol": lemma.symbol.name,
        "definition": {"words": lemma.definition.words, **_forms(shown.definition)},
        "closed_form": {
            **_forms(shown.closed_form),
            "mathml": element(mathml(shown.closed_form)),
            "grammar": _grammar(shown.closed_form),
        },
        "strength": lemma.strength,
        "proof_kinds": list(lemma.proof_kinds),
        "dependencies": list(lemma.dependencies),
        "measured": {
            "subject": where.subject,
            "quantity": where.quantity,
            "network": list(where.network),
            "device_class": where.device_class,
            "routings": list(where.routings),
        },
    }
    if lemma.sizes:
        data["at"] = {"sizes": dict(lemma.sizes), **_forms(shown.special), "grammar": _grammar(shown.special)}
    if steps:
        data["steps"] = _steps(shown)
    return data


def _forms(node: Node) -> dict[str, str]:
    return {"text": text(node), "latex": latex(node)}


def _grammar(node: Node) -> str | None:
    try:
        return text(node, grammar=True)
    except NotInGrammar:
        return None


def _steps(shown: LemmaFormulas) -> list[dict[str, Any]]:
    """All steps; ``shown`` are the visible ones, whose two sides are not written alike."""
    return [
        {
            "before": _forms(step.before),
            "after": _forms(step.after),
            "because": step.because,
            "proof": {"kind": step.kind, "strength": step.strength, "describe": step.proof},
            "shown": step.before != step.after,
        }
        for step in shown.steps
    ]
