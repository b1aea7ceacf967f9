"""Options of ``netlemma deadlock`` that name the files of a fabric; the reading is done by :mod:`graphs.formats`."""

from __future__ import annotations

from typing import Any


def description(
    infiniband: tuple[str, str] | None,
    files: dict[str, str],
    routes: str,
    levels: str,
    lanes: str,
    lmc: int | None,
    scope: str,
    others: dict[str, Any],
) -> dict[str, Any] | None:
    """Which fabric the options describe, None if none.

    Parameters
    ----------
    files : the file of each other format, "" if it is not asked for.
    others : the other options and arguments of the command, and what was given for them.

    Raises
    ------
    InputError : options that do not go together.
    """
    from checks.inputs import InputError

    named = {form: file for form, file in files.items() if file}
    if infiniband:
        named["infiniband"] = infiniband[1]
    of_infiniband = {"levels": levels, "lanes": lanes, "lmc": lmc}
    if not named:
        for option in ("levels", "lanes", "lmc", "scope"):
            if {**of_infiniband, "scope": scope}[option] not in (None, ""):
                raise InputError(
                    f"--{option} goes with the files of a fabric: --infiniband, --anynet, --graphml, --cray"
                )
        return None
    form, *more = named
    if more:
        raise InputError(f"--{form} and --{more[0]} are two fabrics: give one")
    for option, value in others.items():
        if value not in (None, "", False, []):
            raise InputError(f"{option} does not go with --{form}, which names the files of a fabric")
    if infiniband:
        if routes:
            raise InputError("--routes does not go with --infiniband, whose routes are the tables of its switches")
        given = {"subnet": infiniband[0], "tables": infiniband[1], "levels": levels, "lanes": lanes}
    else:
        for option, value in of_infiniband.items():
            if value not in (None, ""):
                raise InputError(f"--{option} goes with --infiniband")
        if form != "anynet" and not routes:
            raise InputError(f"--{form} needs its routes: --routes FILE.csv")
        given = {"network": named[form], "routes": routes}
    found: dict[str, Any] = {"format": form, "files": {name: file for name, file in given.items() if file}}
    return {**found, **({"lmc": lmc} if lmc else {}), "scope": scope or "adapters"}


def decided(fabric: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The title of a fabric, and the verdict on it as data for JSON."""
    from checks.fabric_deadlock import decide
    from graphs.formats.loading import load

    read = load(fabric)
    return read.fabric.title, decide(read, fabric).as_json()
