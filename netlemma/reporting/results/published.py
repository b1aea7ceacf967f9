"""Published formulas with the verdicts on them."""

from shlex import quote
from typing import Any

from netlemma.checks.base.verdicts import why
from netlemma.checks.manuscript.published_formulas import judge_published, published_about
from netlemma.reporting.results.papers import formula


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
