"""``netlemma sweep``."""

import sys
from pathlib import Path
from typing import Any

import typer

from netlemma.cli.command import Answer, call, source_of, with_sizes

OF_THE_WORK = ("workers", "dask", "repair", "results", "output")  # and not of the points


def sweep(
    words: Any = None,
    *,
    seeds: str = "1",
    results: Path | None = None,
    csv: bool = False,
    json: bool = False,
    **given: Any,
) -> Answer:
    """Simulate many loads, seeds, sizes and lengths in parallel; a sweep that was stopped goes on where it was.

    Without --workers, all cores of this machine simulate. Without --results, nothing is kept.

    Examples: netlemma sweep mesh k=8,16 flits=20,32 --load 0.001:0.009:9 --seeds 1:5 --results sweep.sqlite

    netlemma sweep mesh k=4 flits=8 --routing xy,odd-even --traffic uniform,transpose --load 0.01:0.05:5 -o latency.svg
    """
    from netlemma.api.simulations import planned
    from netlemma.checks.base.inputs import parse_swept
    from netlemma.errors import InputError
    from netlemma.graphs.simulate.sweep.store import Store

    if csv and json:
        raise InputError("--csv and --json are two forms of the same rows: give one of them")
    if not words and results is None:
        raise InputError("nothing to sweep or to show: write a network, or --results sweep.sqlite")
    if not words and (given["read_as"] or given["scope"] or given["without"] or given["capacity"] or given["latency"]):
        raise InputError("a sweep begins with a network: netlemma sweep mesh k=8 flits=20 --load 0.005")
    source, rest = source_of(words, given) if words else (None, [])
    sizes = parse_swept(" ".join(rest), source.lists if source else ())
    asked = with_sizes("sweep", given, sizes) | {"seeds": seeds, "results": results}
    try:
        rows = call("sweep", source, **asked)
    except KeyboardInterrupt:
        if results is None:
            raise
        points = planned(source, **{name: value for name, value in asked.items() if name not in OF_THE_WORK})
        with Store(results, write=False) as store:
            done = sum(point in store for point in points)
        print(f"netlemma: stopped; {results} has {done:,} of {len(points):,} points, and the same command goes on from there",
              file=sys.stderr)  # fmt: skip
        raise typer.Exit(130) from None
    return Answer(rows, rows.as_csv().rstrip("\n") if csv else rows, int(any(row.state == "deadlock" for row in rows)))
