"""Results about papers: verdicts on statements and on published formulas."""

import re
from shlex import quote
from typing import Any

from netlemma.checks.base.verdicts import why
from netlemma.checks.claims.errata import judge_statement
from netlemma.checks.claims.papers import papers
from netlemma.checks.formula.formula_latex import claim_latex, claim_mathml, formula_latex, formula_mathml, is_formula
from netlemma.checks.manuscript.published_formulas import judge_published, published_about
from netlemma.derive import lemma
from netlemma.derive.core.claim import Claim, Reading
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.typeset.latex_printer import latex
from netlemma.derive.typeset.lemma_pages import TEXT_WIDTH
from netlemma.derive.typeset.prose import latex_words
from netlemma.derive.typeset.tree import Name

# Printed statements of papers with the verdicts on their readings.


MARGIN = 80.0  # points of a line of a page, beside a formula and its left side
GROUP = re.compile(r"\\begin\{cases\}.*\\end\{cases\}|\{[^{}]*\}")  # what has no relation of the whole formula
RELATION = re.compile(r"[=<>]|\\(?:le|ge|ne|approx|sim|propto|to|in)\b")


def statement_result(paper: str, key: str) -> dict[str, Any]:
    """The verdict on a printed statement.

    ``printed`` is the equation as the paper prints it, and ``left`` its left side if it has none.
    Of each reading, ``formula`` is its formula, if different, and
    ``right`` the correction, if that is a formula.

    >>> found = statement_result("reed1982", "ring.mean_distance")
    >>> found["key"], found["verdict"], found["readings"][0]["text"]
    ('ring.mean_distance', 'holds', 'piecewise(K^2/(4*(K - 1)), K even, (K + 1)/4)')
    """
    said = papers()[paper].named[key]
    judged = judge_statement(said)
    row = judged.as_json()
    readings = [
        {**_plain(verdict), **_about(reading)} for reading, verdict in zip(said.readings, row["readings"], strict=True)
    ]
    printed = printed_equation(said.readings[0])
    about = {
        "words": said.words,
        "printed": printed,
        "left": left_side(key, row["evidence"].get("lemma", ""), printed["latex"]) if printed else "",
        "severity": row["severity"],
        "why": row["why"],
    }
    deciding = said.readings[row["deciding"]]
    return {**_plain(row), **_about(deciding), **about, "readings": readings}


def _about(reading: Claim | Reading) -> dict[str, Any]:
    """The formula of a reading, typeset, also where the paper prints it so, and whether it decides."""
    standing = reading.standing
    about: dict[str, Any] = {"part": standing.part, "repair": standing.repair, "against": standing.against}
    if isinstance(reading, Reading):
        return {**about, "text": "", "where": "", "formula": None, "typeset": None}
    typeset = formula(reading.formula)
    read = typeset if reading.printed or reading.words else None
    return {**about, "text": reading.formula, "where": reading.where, "formula": read, "typeset": typeset}


def _plain(found: dict[str, Any]) -> dict[str, Any]:
    """The row of a verdict with its sizes counted, and with its command."""
    family = LemmaKey.parse(found["key"]).subject
    right = formula(found["correction"]) if is_formula(found["correction"] or "") else None
    kept = {name: value for name, value in found.items() if name not in ("evidence", "readings", "deciding")}
    return {
        **kept,
        "sizes": len(found["sizes"]),
        "family": family,
        "lemma": found["evidence"].get("lemma", ""),
        "command": f"netlemma errata --all --paper {quote(found['source'])} --key {quote(found['key'])}",
        "right": right,
    }


def left_side(key: str, known: str, code: str) -> str:
    r"""The symbol of what a formula without a relation is the value of, or its name.

    >>> left_side("ring.mean_distance", "ring.mean_distance", r"\begin{cases} 1 & K = 2 \end{cases}")
    'L'
    >>> left_side("clock.rings_per_node", "", "r"), left_side("N_star", "", r"N^* = \frac{R_0}{V_b}")
    ('\\text{rings per node}', '')
    """
    while code != (code := GROUP.sub("", code)):
        pass
    if RELATION.search(code):
        return ""
    quantity = LemmaKey.parse(key).quantity or key
    words = quantity.replace("_", " ").replace(".", ", ")
    return latex(Name(lemma(known).symbol.name)) if known else rf"\text{{{latex_words(words)}}}"


def printed_equation(stated: Claim | Reading) -> dict[str, str] | None:
    """The equation as the paper prints it, in LaTeX, MathML, and LaTeX broken into lines for a page; None for words."""

    code = claim_latex(stated)
    if not code:
        return None
    return {"mathml": claim_mathml(stated), "latex": code, "broken": claim_latex(stated, TEXT_WIDTH - MARGIN)}


def formula(text: str) -> dict[str, str]:
    """A formula typeset as it is written, in the same three formats.

    >>> formula("w*D/4")["latex"]
    '\\\\frac{w D}{4}'
    """

    broken = formula_latex(text, TEXT_WIDTH - MARGIN)
    return {"mathml": formula_mathml(text), "latex": formula_latex(text), "broken": broken}


# Published formulas with the verdicts on them.


def published_result(source: str) -> list[dict[str, Any]]:
    """The verdicts on the published formulas of a source.

    >>> [(each["verdict"], each["kind"]) for each in published_result("OEIS A160048")]
    [('fails', 'convention')]
    """
    rows: list[dict[str, Any]] = []
    place = 0
    for each, found in judge_published(published_about([source])):
        said = found[0].as_json()
        rows.append(
            {
                "source": source,
                "url": each.url,
                "family": each.family,
                "quantity": each.quantity,
                "latex": each.latex,
                "formula": formula(each.reads),
                "let": list(each.let),
                "where": each.where,
                "reading": each.reading,
                "verdict": found.verdict,
                "kind": each.kind if found.verdict == "fails" else "",
                "disagrees": each.disagrees,
                "why": why(found[0]),
                "counterexample": said["counterexample"],
                "place": place,
                "command": f"netlemma paper --published {quote(source)} --json",
            }
        )
        place += len(found)
    return rows
