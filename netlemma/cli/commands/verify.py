"""The command ``verify``: verdicts on lemmas, on files of claims and on models of latency."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from netlemma.cli import completion
from netlemma.cli.options import AcceptAgreement, Dask, Json, Time, Workers

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


if TYPE_CHECKING:
    from checks.base.verdicts import Verdicts

Sizes = Annotated[str, typer.Option("--sizes", help='Sizes to try, such as "w=2..9 D=1..3".')]


def verify(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            help="Families, products or keys of lemmas; all families if none. Or wormhole, adaptive: models by simulation.",
            autocompletion=completion.subject,
        ),
    ] = None,
    sizes: Sizes = "",
    claims: Annotated[
        Path | None,
        typer.Option("--claims", help="Judge the claims of a TOML file instead.", autocompletion=completion.files),
    ] = None,
    values: Annotated[bool, typer.Option("--values", help="Show the values that are compared, size by size.")] = False,
    cycles: Annotated[int | None, typer.Option("--cycles", help="Of these two: simulated at each load.")] = None,
    reading: Annotated[str, typer.Option("--reading", help="Of these two: the reading of the models.")] = "",
    time: Time = "60",
    workers: Workers = None,
    dask: Dask = "",
    accept: AcceptAgreement = False,
    json: Json = False,
) -> None:
    """Verify lemmas (proof, definition and measurement), a file of claims, or latency models by simulation.

    Example: netlemma verify toroid --sizes "w=2..9 D=1..3"

    netlemma verify wormhole

    netlemma verify adaptive
    """
    from checks.base.verdicts import ComparedValues
    from netlemma.api.verdicts import verify as verified
    from netlemma.console import print_json, print_parts, progress

    with progress() as say:
        found = verified(
            subjects or [],
            sizes=sizes,
            claims=claims,
            values=values,
            cycles=cycles,
            reading=reading,
            time=time,
            workers=workers,
            dask=dask,
            progress=say,
        )
    if isinstance(found, ComparedValues):
        print_json(found.as_json()) if json else print_parts(found)
    else:
        report_verdicts(found, json, accept, print_compared if is_comparison(subjects or []) else None)


def report_verdicts(found: Verdicts, json: bool, accept: bool, show: Callable[[Verdicts], None] | None = None) -> None:
    """Print verdicts and stop with their exit status.

    Parameters
    ----------
    found : Verdicts
        Verdicts.
    json : bool
        Whether JSON is printed.
    accept : bool
        Whether ``agrees`` is accepted.
    show : callable, optional
        Function that prints them for people, by default as their display.

    Raises
    ------
    typer.Exit
        With status 1 if one fails, 3 if one agrees (unless that is accepted) or is unknown.
    """
    from netlemma.console import print_json, print_parts

    print_json(found.as_json()) if json else (show or print_parts)(found)
    if status := found.exit_status(accept):
        raise typer.Exit(status)
