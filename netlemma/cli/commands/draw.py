"""``netlemma draw``."""

from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call, network_of


def draw(words: Any = None, *, output: Path, **given: Any) -> Answer:
    """Draw a network as the papers do: by load, with a route, or with its deadlock.

    Examples: netlemma draw mesh k=4 n=2 --loads -o mesh.svg

    netlemma draw oneway-torus k=4 n=2 --deadlock -o cycle.svg

    netlemma draw links.csv --loads -o loads.svg

    netlemma draw toroid w=4 D=2 --routing dimension-order --traffic tornado -o tornado.svg
    """
    from netlemma.drawing.files import checked_format

    checked_format(output)
    drawing = call("draw", network_of(words, given), output=output, **given)
    return Answer(drawing)
