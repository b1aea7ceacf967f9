"""``netlemma list``."""

from typing import Any

from netlemma.cli.command import Answer, call


def list_(kind: str = "", containing: str = "", **given: Any) -> Answer:
    """List how much there is of each kind, or one kind in detail.

    Examples: netlemma list

    netlemma list lemmas toroid

    netlemma list lemmas "torus argued"

    netlemma list claims "Table II"

    netlemma list lemmas --open

    netlemma list topologies graph
    """
    found = call("list", kind or None, containing, **given)
    return Answer(found)
