"""``netlemma fabric``."""

from typing import Any

from netlemma.cli.command import Answer, call, computing

ACTIONS = ("safety",)


def fabric(words: Any = None, **given: Any) -> Answer:
    """Say what a fabric in service is, which cables deviate, and whether its routes are safe; exit status 1 if it is not well.

    Examples: netlemma fabric ibnetdiscover.out

    netlemma fabric opensm-subnet.lst opensm.fdbs safety

    netlemma fabric ibnetdiscover.out --as "fat-tree k=8"
    """
    words = list(words or [])
    action = words.pop() if words and words[-1] in ACTIONS else ""
    files = [word for word in words if "=" not in word]
    from netlemma.checks.base.inputs import parse_network

    found = call("fabric", *files, **given, **parse_network([word for word in words if "=" in word]))
    if action == "safety":
        with computing() as say:
            found = found.safety(progress=say)
    return Answer(found.as_json(), found, int(not found.well))
