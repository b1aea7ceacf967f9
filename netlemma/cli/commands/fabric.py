"""``netlemma fabric``."""

from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call, computing
from netlemma.errors import InputError

ACTIONS: dict[str, tuple[str, ...]] = {  # with the options that each takes
    "safety": ("engine", "layers"),
    "load": ("traffic", "job", "engine", "layers", "top"),
    "what-if": ("without", "add", "failures", "of", "engine"),
    "route": ("engine", "layers", "output"),
    "topology": (),
    "draw": ("output",),
    "report": ("output",),
}


def fabric(
    words: Any = None,
    *,
    traffic: str = "",
    job: str = "",
    engine: str | None = None,
    layers: int | None = None,
    top: int | None = None,
    without: list[str] | None = None,
    add: list[str] | None = None,
    failures: int | None = None,
    of: str = "",
    output: Path | None = None,
    **given: Any,
) -> Answer:
    """Say what a fabric in service is, which cables deviate, and whether its routes are safe and balanced.

    Exit status 1 if it is miswired or can deadlock.

    Examples: netlemma fabric ibnetdiscover.out

    netlemma fabric opensm-subnet.lst opensm.fdbs safety

    netlemma fabric opensm-subnet.lst opensm.fdbs load --job "node[1-16]"

    netlemma fabric ibnetdiscover.out --as "fat-tree k=8"

    netlemma fabric ibnetdiscover.out what-if --without "leaf1[3]-spine1[1]"

    netlemma fabric ibnetdiscover.out what-if --failures 1

    netlemma fabric ibnetdiscover.out route --engine ftree -o tables
    """
    from netlemma.checks.base.inputs import parse_network

    words = list(words or [])
    action = words.pop() if words and words[-1] in ACTIONS else ""
    options: dict[str, Any] = {
        "traffic": traffic,
        "job": job,
        "engine": engine,
        "top": top,
        "output": output,
        "layers": layers,
    }
    options |= {"without": without, "add": add, "failures": failures, "of": of}
    options = {name: value for name, value in options.items() if value not in (None, "", [])}
    if wrong := [name for name in options if name not in ACTIONS.get(action, ())]:
        fits = ", ".join(name for name, takes in ACTIONS.items() if wrong[0] in takes)
        raise InputError(f"`{wrong[0]}` applies to {fits}, which stands behind the files")
    if action in ("route", "report", "draw") and output is None:
        raise InputError(f"{action} needs `output`: {'a file such as fabric.svg' if action == 'draw' else 'a folder'}")
    files = [word for word in words if "=" not in word]
    found = call("fabric", *files, **given, **parse_network([word for word in words if "=" in word]))
    if action == "topology":
        text = found.topology()
        return Answer({"topology": text}, text.rstrip())
    if action == "draw":
        found.draw(**options)
        return Answer({"drawing": str(output)}, f"written to {output}")
    if action:
        with computing() as say:
            if action in ("safety", "load"):
                options["progress"] = say
            found = getattr(found, action.replace("-", "_"))(**options)
    return Answer(found.as_json(), found, int(not found.well))
