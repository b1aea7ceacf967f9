"""``netlemma compare``."""

from typing import Any

from netlemma.cli.command import Answer, call


def compare(networks: Any = None, *, csv: bool = False, json: bool = False, **given: Any) -> Answer:
    """Set networks side by side at equal numbers of ends: links, distances, loads, bisection, virtual channels.

    Examples: netlemma compare hypercube "torus n=2" star-graph --nodes 64..1024

    netlemma compare "dragonfly p=h a=2h" fat-tree "hyperx S=s,s T=s" --nodes 1000,10000 -o compare.svg
    """
    from netlemma.errors import InputError

    if csv and json:
        raise InputError("--csv and --json are two forms of the same rows: give one of them")
    comparison = call("compare", *networks or [], **given)
    return Answer(comparison, comparison.as_csv().rstrip("\n") if csv else comparison)
