"""``netlemma verify wormhole`` and other comparisons of latency models with simulations: what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from derive.core.claim import Verdict

COLUMNS = ("network", "load", "of saturation", "model")
SIMULATED = ("simulated", "±", "error", "messages", "")


def is_comparison(subjects: Sequence[str]) -> bool:
    """Whether the first of what is to be verified is a comparison of a model with a simulation.

    >>> is_comparison(["wormhole"]), is_comparison(["toroid"])
    (True, False)
    """
    from checks.performance.comparisons import studies

    return bool(subjects) and subjects[0] in studies()


def print_compared(verdicts: Sequence[Verdict]) -> None:
    """A row for each load, and below them the verdicts."""
    from checks.base.verdicts import verdict_table
    from netlemma.console import print_parts, print_table

    every: list[Any] = [row for verdict in verdicts for row in cast(Any, verdict.evidence["rows"])]
    others = tuple(dict.fromkeys(name for row in every for name in row.get("others", {})))
    rows = [row for verdict in verdicts for row in _rows(verdict, others)]
    print_table("", (*COLUMNS, *others, *SIMULATED), rows)
    print_parts(verdict_table(verdicts))
    held = sum(v.verdict == "agrees" for v in verdicts)
    print(f"{held} of {len(verdicts)} models are within their stated error")


def _rows(verdict: Verdict, others: Sequence[str]) -> list[tuple[Any, ...]]:
    from fractions import Fraction

    title = " ".join([verdict.key.partition(".")[2], *(f"{name}={value}" for name, value in verdict.sizes[0].items())])
    rows: Any = verdict.evidence["rows"]
    return [
        (
            title, f"{row['load']:.6f}", f"{float(Fraction(row['share'])):.0%}",
            _latency(row["model"]),
            *(_latency(row["others"][name]) if name in row.get("others", {}) else "" for name in others),
            row["state"] if row["simulated"] is None else f"{row['simulated']:.2f}",
            "" if row["half_width"] is None else f"{row['half_width']:.2f}",
            "" if row["error"] is None else f"{row['error']:+.1%}", row["messages"], row["judged"],
        )
        for row in rows
    ]  # fmt: skip


def _latency(model: float | None) -> str:
    return "saturated" if model is None else f"{model:.2f}"
