"""``netlemma sweep``: options, and what is printed. The sweeping is done by :mod:`graphs.sweep`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from netlemma.cli import options
from netlemma.cli.commands.simulate import given_loads
from netlemma.cli.network_words import source_of
from netlemma.cli.simulator_options import with_simulator_options

if TYPE_CHECKING:
    from graphs.sources import Source
    from graphs.sweep import Row


@with_simulator_options("flits", "load", "seed")
def sweep(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NETWORK flits=N [NAME=VALUE]...]",
            help="A family, a product, files or my.py:function; flits and sizes, each may be a list 8,16 or a range 4..8. "
            "Without a network, what the file of results has is shown.",
        ),
    ] = None,
    load: Annotated[
        str, typer.Option("--load", help="Messages per node and cycle: 0.005, a list, or start:stop:count.")
    ] = "",
    seeds: Annotated[str, typer.Option("--seeds", help="Of the random numbers: 7, a list 1,2,5 or first:last.")] = "1",
    results: Annotated[Path | None, typer.Option("--results", help="SQLite file, gets results as they arrive.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", help="Processes; all cores if not said.")] = None,
    dask: Annotated[
        str, typer.Option("--dask", help="Simulate on the cluster of this scheduler: tcp://host:port.")
    ] = "",
    routing: options.Routing = "",
    routing_file: options.RoutingFile = "",
    vcs: options.Vcs = None,
    form: options.Form = "",
    scope: options.Scope = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON, each single run too.")] = False,
    **simulator: Any,
) -> None:
    """Simulate many loads, seeds, sizes and lengths in parallel; a sweep that was stopped goes on where it was.

    Example: netlemma sweep mesh k=8,16 flits=20,32 --load 0.001:0.009:9 --seeds 1:5 --results sweep.sqlite
    """
    from checks.base.inputs import InputError

    if results is None:
        raise InputError("the file of results is missing: write --results sweep.sqlite")
    if not words:
        if load or workers is not None or dask or form or scope:
            raise InputError("a sweep begins with a network: netlemma sweep mesh k=8 flits=20 --load 0.005")
        _show(results, _stored(results), json)
        return
    source, rest = source_of(words, form, scope)
    asked = _asked(rest, load, seeds) | {"vcs": vcs, "routing_file": routing_file or None} | simulator
    _show(results, _run(source, routing, asked, results, workers, dask), json)


def _asked(parameters: list[str], load: str, seeds: str) -> dict[str, Any]:
    """Lengths, sizes, loads and seeds as numbers."""
    from checks.base.sizes import parse_sizes

    sizes: dict[str, Any] = dict(parse_sizes(" ".join(parameters))) if parameters else {}
    chosen = parse_sizes(f"seeds={seeds.replace(':', '..')}", ["seeds"])["seeds"]
    return {**sizes, "loads": given_loads(load, sizes), "seeds": chosen}


def _run(
    source: Source, routing: str, asked: dict[str, Any], results: Path, workers: int | None, dask: str
) -> list[Row]:
    from graphs.sweep import check_workers, plan, run, store_for
    from netlemma.console import progress

    check_workers(workers, dask)
    points = plan(source, routing or None, **asked)
    with store_for(results, dask) as store:
        try:
            with progress() as say:
                return run(points, store, workers, dask, lambda done, every: say(f"{done:,} of {every:,} points"))
        except KeyboardInterrupt:
            done = sum(point in store for point in points)
            print(f"netlemma: stopped; {results} has {done:,} of {len(points):,} points, and the same command goes on from there",
                  file=sys.stderr)  # fmt: skip
            raise typer.Exit(130) from None


def _stored(results: Path) -> list[Row]:
    from graphs.sweep import Store

    with Store(results, write=False) as store:
        return sorted(store, key=lambda row: row.point)


def _show(results: Path, rows: list[Row], json: bool) -> None:
    from graphs.sweep import summaries
    from netlemma.console import measured, print_json, print_table

    means = summaries(rows)
    if json:
        print_json({"results": str(results), "points": [row.as_json() for row in rows],
                    "means": [each.as_json() for each in means]})  # fmt: skip
    elif not rows:
        print(f"no runs in {results}")
    else:
        shown = [
            (each.point.title, each.point.flits, f"{each.point.load:g}", measured(each.latency), measured(each.half_width), each.seeds,
             each.messages, f"{each.throughput:.4g}", ", ".join(f"{count} {state}" for state, count in each.states.items()))
            for each in means
        ]  # fmt: skip
        columns = (
            "network",
            "flits",
            "load",
            "latency",
            f"± ({rows[0].point.level:.0%})",
            "seeds",
            "messages",
            "throughput",
            "states",
        )
        print_table("", columns, shown)
        print(f"{len(rows):,} runs in {results}; {sum(row.seconds for row in rows):.1f} seconds of simulation")
    if any(row.state == "deadlock" for row in rows):
        raise typer.Exit(1)
