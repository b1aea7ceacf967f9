"""Lemmas as an HTML page whose formulas are MathML: one file, readable offline in any current browser."""

from netlemma.derive.core.lemma import Lemma
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
from netlemma.derive.typeset.printers.mathml import mathml
from netlemma.derive.typeset.printers.mathml_marks import element
from netlemma.derive.typeset.prose import html_prose, html_words
from netlemma.derive.typeset.tree import Node

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
    """A page with a section for each family, or its sections alone.

    Parameters
    ----------
    lemmas : Lemmas
        One lemma or several.
    steps : bool, default False
        True to print the steps of the derivations.
    document : bool, default True
        False for the sections alone, to be put into another page.
    title : str, default "Closed forms of interconnection networks"
        Title of the page.

    Returns
    -------
    str
        HTML text.
    """
    chosen = listed(lemmas)
    families = by_family(chosen)
    body = "\n".join(_section(name, members, steps) for name, members in families.items())
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


def _section(name: str, lemmas: list[Lemma], steps: bool) -> str:
    inside = "\n".join(_lemma(lemma, steps) for lemma in lemmas)
    return f'<section id="{_anchor(name)}">\n<h2>{html_words(name)}</h2>\n{inside}\n</section>'


def _lemma(lemma: Lemma, steps: bool) -> str:
    shown = formulas(lemma, steps)
    symbol = mathml(shown.symbol)
    lines = [
        f"<article>\n<h3><code>{html_words(lemma.key)}</code></h3>",
        f"<p>{html_prose(sentence(lemma.statement))} For {html_prose(lemma.domain.words())}:</p>",
        _equation(symbol, shown.closed_form),
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
