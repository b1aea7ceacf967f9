"""Options of ``netlemma deadlock`` that go with a network from files; the reading is done by :mod:`graphs.formats`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from netlemma.cli.network_file import INFINIBAND, OWN_ROUTES

NOTHING: tuple[Any, ...] = (None, "", False, [])


def refuse_without_fabric(of_fabric: Mapping[str, Any]) -> None:
    """:raises InputError: options that go with files of a fabric are given, and no file is"""
    from checks.base.inputs import InputError

    for option, value in of_fabric.items():
        if value not in NOTHING:
            raise InputError(f"{option} goes with the files of an InfiniBand fabric, --infiniband SUBNET TABLES")


def description(
    option: str,
    file: Any,
    scope: str,
    routes: str,
    routing: str,
    by_name: Mapping[str, Any],
    of_infiniband: Mapping[str, Any],
    others: Mapping[str, Any],
) -> dict[str, Any]:
    """A network from files with its routes, or with a routing that has a name, as data for :func:`graphs.formats.loading.load`.

    Parameters
    ----------
    option, file : the option that names the network's file, and what was given for it.
    routes : a file of routes. routing : instead of it, or of the routes that the network's files have, one with a name.
    by_name : the other options that go with a routing that has a name.
    of_infiniband : what else may be known of an InfiniBand fabric. others : what goes with no file.

    Raises
    ------
    InputError : options that do not go together.
    """
    from checks.base.inputs import InputError

    for each, value in {**others, **({} if routing else by_name)}.items():
        if value not in NOTHING:
            unless = f", unless a --routing is named for {option}" if each in by_name else ""
            raise InputError(f"{each} goes with families and products, and {option} names a file{unless}")
    if routes and routing:
        raise InputError("--routes and --routing are two routings: give one")
    if routes and option == INFINIBAND:
        raise InputError("--routes does not go with --infiniband, whose routes are the tables of its switches")
    for each, value in of_infiniband.items():
        if value not in NOTHING and (routing or option != INFINIBAND):
            raise InputError(
                f"{each} goes with --infiniband" + (" and its own tables, not with --routing" if routing else "")
            )
    if not routes and not routing and option not in OWN_ROUTES:
        raise InputError(
            f"{option} needs its routes, --routes FILE.csv, or a routing by name, such as --routing up-down"
        )
    files = dict(zip(("subnet", "tables"), file, strict=True)) if option == INFINIBAND else {"network": file}
    if option == INFINIBAND:
        files |= {each.removeprefix("--"): value for each, value in of_infiniband.items() if value and each != "--lmc"}
    elif routes:
        files["routes"] = routes
    found: dict[str, Any] = {"format": option.removeprefix("--"), "files": files, "scope": scope or "adapters"}
    if routing:
        found["routing"] = {"name": routing, "vcs": by_name["--vcs"]}
    lmc = of_infiniband["--lmc"]
    return {**found, "lmc": lmc} if lmc else found


def decided(fabric: dict[str, Any], switching: str, fewest: bool) -> tuple[str, dict[str, Any]]:
    """The title of a network from files, and the verdict on it as data for JSON."""
    from graphs.deadlock.fabric import decide
    from graphs.formats.loading import load
    from netlemma.console import progress

    read = load(fabric)
    with progress() as say:
        found = decide(read, fabric, switching or "wormhole", fewest, lambda done, every: say(f"{done} of {every}"))
    return read.fabric.title, found.as_json()
