"""``netlemma sweep``: options, and what is printed. The sweeping is done by :mod:`netlemma.graphs.simulate.sweep`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from netlemma.cli import completion, options
from netlemma.cli.lazy_options import with_options_of
from netlemma.cli.network_words import computing, source_of

if TYPE_CHECKING:
    from netlemma.graphs.simulate.sweep.rows import Rows

OF_THE_WORK = ("workers", "dask", "repair")  # and not of the points


@with_options_of("sweep", "flits", "results", "seeds")
def sweep(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NETWORK flits=N [NAME=VALUE]...",
            help="A family, a product, files or my.py:function; flits and sizes, each may be a list 8,16 or a range 4..8; "
            "sizes that are lists have semicolons between several. "
            "Without a network, what the file of results has is shown.",
            autocompletion=completion.network,
        ),
    ] = None,
    seeds: Annotated[str, typer.Option("--seeds", help="Of the random numbers: 7, a list 1,2,5 or first:last.")] = "1",
    results: Annotated[Path | None, typer.Option("--results", help="SQLite file, gets results as they arrive.")] = None,
    form: options.Form = "",
    scope: options.Scope = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON, each single run too.")] = False,
    **given: Any,
) -> None:
    """Simulate many loads, seeds, sizes and lengths in parallel; a sweep that was stopped goes on where it was.

    Without --workers, all cores of this machine simulate.

    Example: netlemma sweep mesh k=8,16 flits=20,32 --load 0.001:0.009:9 --seeds 1:5 --results sweep.sqlite
    """
    from netlemma.api.simulations import planned
    from netlemma.api.simulations import sweep as swept
    from netlemma.checks.base.inputs import parse_swept
    from netlemma.errors import InputError
    from netlemma.graphs.simulate.sweep.store import Store

    if results is None:
        raise InputError("the file of results is missing: write --results sweep.sqlite")
    if not words and (form or scope):
        raise InputError("a sweep begins with a network: netlemma sweep mesh k=8 flits=20 --load 0.005")
    source, rest = source_of(words, form, scope) if words else (None, [])
    sizes = parse_swept(" ".join(rest), source.lists if source else ())
    asked = options.with_sizes(swept, given, sizes, ["flits"])
    try:
        with computing() as say:
            rows = swept(source, seeds=seeds, results=results, progress=say, **asked)
    except KeyboardInterrupt:
        points = planned(source, seeds=seeds, **{n: value for n, value in asked.items() if n not in OF_THE_WORK})
        with Store(results, write=False) as store:
            done = sum(point in store for point in points)
        print(f"netlemma: stopped; {results} has {done:,} of {len(points):,} points, and the same command goes on from there",
              file=sys.stderr)  # fmt: skip
        raise typer.Exit(130) from None
    _show(rows, json)


def _show(rows: Rows, json: bool) -> None:
    from netlemma.console import print_json, print_parts

    print_json(rows.as_json()) if json else print_parts(rows)
    if any(row.state == "deadlock" for row in rows):
        raise typer.Exit(1)
