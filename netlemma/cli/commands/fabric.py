"""``netlemma fabric``."""

from pathlib import Path
from typing import Any

from netlemma.base.names import spelled_like
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


FOLDERS = {"route": "tables", "report": "report"}
MEANT = {
    "safety": "safe check verify deadlock deadlocks deadlock-free credit-loops",
    "load": "loads hot hottest balance balanced utilisation utilization congestion traffic measure",
    "what-if": "whatif fail fails failure failures without cut simulate",
    "route": "routes routing tables lfts reroute",
    "topology": "slurm topology.conf",
    "draw": "drawing plot picture figure map",
    "report": "page html json monitor",
}  # what others call the actions


def _action(words: list[str]) -> tuple[list[str], str]:
    """The words without the action among them, and the action; an error for words that are neither files nor actions."""
    from netlemma.checks.base.inputs import quoted_text

    place = next((i for i, word in enumerate(words) if word in ACTIONS), len(words))
    action, behind = "".join(words[place : place + 1]), words[place + 1 :]
    for word in (word for word in (*words[:place], *behind) if "=" not in word and not Path(word).exists()):
        if action == "what-if" and word in behind:
            raise InputError(f"what-if {quoted_text(word)}: what fails is said by `without`, a new cable by `add`")
        meant = [name for name, called in MEANT.items() if word.casefold() in called.split()] or spelled_like(
            word, ACTIONS
        )
        if meant and (word in behind or len(words) > 1):
            raise InputError(f"{quoted_text(word)} is no file and no action; did you mean {meant[0]}?")
    return [*words[:place], *behind], action


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

    words, action = _action(list(words or []))
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
        raise InputError(
            f"{action} needs `output`: a {'file such as fabric.svg' if action == 'draw' else f'folder such as {FOLDERS[action]}'}"
        )
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
