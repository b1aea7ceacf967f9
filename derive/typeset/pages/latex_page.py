r"""Lemmas as a LaTeX document for plain pdflatex (article, amsmath, amssymb), or as a fragment of one."""

from collections.abc import Iterable

from netlemma.derive.core.lemma import Lemma
from netlemma.derive.core.lemma_key import LemmaKey
from netlemma.derive.typeset.pages.described import (
    Lemmas,
    by_family,
    capital,
    formulas,
    listed,
    measured,
    sentence,
    strength,
)
from netlemma.derive.typeset.printers.latex import latex, piece
from netlemma.derive.typeset.prose import latex_code, latex_prose, latex_words
from netlemma.derive.typeset.tree import Node

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


def room_beside(symbol: Node) -> float:
    """The line width, in points, that is left beside a symbol and an equals sign."""
    return TEXT_WIDTH - piece(symbol).width - 30


def as_latex(
    lemmas: Lemmas, steps: bool = False, document: bool = True, title: str = "Closed forms of interconnection networks"
) -> str:
    """A section for each family and a numbered statement for each lemma.

    A fragment (``document=False``) needs amsmath, amssymb and a theorem environment ``lemma``.

    Parameters
    ----------
    lemmas : Lemmas
        One lemma or several.
    steps : bool, default False
        True to print the steps of the derivations.
    document : bool, default True
        False for a fragment without preamble.
    title : str, default "Closed forms of interconnection networks"
        Title of the document.

    Returns
    -------
    str
        LaTeX text.
    """
    chosen = listed(lemmas)
    body = [_section(name, members, steps) for name, members in by_family(chosen).items()]
    if not document:
        return "\n".join(body)
    contents = [r"\tableofcontents"] if len(chosen) > 1 else []
    return document_with(title, [*contents, *body])


def document_with(title: str, body: Iterable[str]) -> str:
    """A complete document for plain pdflatex.

    Parameters
    ----------
    title : str
        Title, as plain text.
    body : iterable of str
        Lines of LaTeX.

    Returns
    -------
    str
        LaTeX text.
    """
    opening = [rf"\title{{{latex_words(title)}}}", r"\author{}", r"\date{}", r"\begin{document}", r"\maketitle"]
    return "\n".join([_PREAMBLE + opening[0], *opening[1:], *body, r"\end{document}", ""])


def _section(name: str, lemmas: list[Lemma], steps: bool) -> str:
    return "\n".join([rf"\section{{{latex_words(name)}}}", *(_lemma(lemma, steps) for lemma in lemmas)])


def _lemma(lemma: Lemma, steps: bool) -> str:
    shown = formulas(lemma, steps)
    symbol = latex(shown.symbol)
    room = room_beside(shown.symbol)
    quantity = LemmaKey.parse(lemma.key).quantity.replace("_", " ").replace(".", ", ") or lemma.key
    lines = [
        rf"\subsection{{{latex_words(capital(quantity))}}}",
        r"\begin{lemma}",
        rf"{latex_prose(sentence(lemma.statement))} For {latex_prose(lemma.domain.words())}:",
        rf"{{\normalfont\[ {symbol} = {latex(shown.closed_form, room)} \]}}",
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
