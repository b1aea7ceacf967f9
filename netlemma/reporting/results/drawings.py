"""The drawing of a network, for the page of its family and for the document."""

from base64 import b64encode
from typing import Any

from netlemma.drawing.drawn import pdf, svg


def drawing_result(family: str, size: dict[str, Any]) -> dict[str, Any]:
    """The network of a family as SVG and as PDF.

    >>> sorted(drawing_result("ring", {"K": 3}))
    ['pdf', 'size', 'svg']
    """
    return {"size": size, "svg": svg(family, size), "pdf": b64encode(pdf(family, size)).decode("ascii")}
