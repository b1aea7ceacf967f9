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


def compared(subjects: Sequence[str], sizes: str, cycles: int | None, reading: str) -> list[Verdict]:
    """The verdicts of a comparison; the model and the simulation at each load are their evidence."""
    from checks.base.inputs import InputError
    from checks.performance.comparisons import study
    from checks.performance.model_parameters import parse_model_sizes
    from checks.performance.model_vs_simulation import compare_latencies
    from netlemma.console import progress

    if len(subjects) > 1:
        raise InputError(f"{subjects[0]} compares a model with a simulation and is verified alone")
    chosen = parse_model_sizes(sizes) if sizes else None
    with progress() as say:
        say("follow routes")
        cases = study(subjects[0]).cases(chosen, cycles, reading or "corrected")
        return [found.verdict() for found in compare_latencies(cases, progress=say)]


def verify_models(
    subjects: Sequence[str], sizes: str, cycles: int | None, reading: str, json: bool, other_options: bool
) -> None:
    """The command; exit status 1 unless all models are within their stated error."""
    from typer import Exit

    from checks.base.inputs import InputError
    from netlemma.console import print_json

    if other_options:
        raise InputError(f"--claims and --values do not go with {subjects[0]}, which compares models with simulations")
    found = compared(subjects, sizes, cycles, reading)
    print_json([v.as_json() for v in found]) if json else print_compared(found)
    if any(v.verdict != "holds" for v in found):
        raise Exit(1)


def print_compared(verdicts: Sequence[Verdict]) -> None:
    """A row for each load, and below them the verdicts."""
    from netlemma.console import VERDICT_COLUMNS, print_table, verdict_rows

    every: list[Any] = [row for verdict in verdicts for row in cast(Any, verdict.evidence["rows"])]
    others = tuple(dict.fromkeys(name for row in every for name in row.get("others", {})))
    rows = [row for verdict in verdicts for row in _rows(verdict, others)]
    print_table("", (*COLUMNS, *others, *SIMULATED), rows)
    print_table("", VERDICT_COLUMNS, verdict_rows(verdicts))
    held = sum(v.verdict == "holds" for v in verdicts)
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
