"""How links are drawn: what a picture says of them beside where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

INK, PALE, HOT = "#44546a", "#c9d0d8", "#D55E00"
START, END = "#009E73", "#0072B2"


@dataclass(frozen=True)
class Scale:
    """A colour bar: the values at its ends, what they are, and whether only whole numbers are values."""

    low: float
    high: float
    label: str
    whole: bool = False


@dataclass(frozen=True)
class Look:
    """What is said of links, by their place in the list of links.

    Parameters
    ----------
    values : a number for each link, which gives its colour and width; none if links are alike.
    scale : the colour bar for them.
    hot : links that are marked.
    texts : what stands at the middle of a link.
    ways : +1 or -1 for links that get an arrow, from their first node to the second or back; 0 for a thick one without arrow.
        Links that have none are pale, if any has.
    nodes : colours of single nodes.
    caption : lines under the drawing.
    pale : whether all links are pale, as a background.
    room : how much farther apart nodes are than usual, for texts and arrows between them.
    """

    values: tuple[float, ...] = ()
    scale: Scale | None = None
    hot: tuple[int, ...] = ()
    texts: Mapping[int, str] = field(default_factory=dict)
    ways: Mapping[int, int] = field(default_factory=dict)
    nodes: Mapping[int, str] = field(default_factory=dict)
    caption: tuple[str, ...] = ()
    pale: bool = False
    room: float = 1.0

    def width(self, i: int, plain: float) -> float:
        """The width of a link in points, ``plain`` if nothing is said of it."""
        if self.scale is not None and self.scale.high > self.scale.low:
            return plain * (1 + 1.8 * (self.values[i] - self.scale.low) / (self.scale.high - self.scale.low))
        return plain * 1.9 if i in self.ways else plain

    def colours(self, count: int) -> list[Any]:
        """The colours of all links."""
        if self.scale is not None:
            map_, norm = colour_map(), _norm(self.scale)
            return [map_(norm(value)) for value in self.values]
        if self.ways or self.pale:
            return [HOT if i in self.ways else PALE for i in range(count)]
        return [INK] * count

    def mappable(self) -> Any:
        """What a colour bar is made from."""
        from matplotlib.cm import ScalarMappable

        assert self.scale is not None
        return ScalarMappable(_norm(self.scale), colour_map())


def colour_map() -> Any:
    """From pale to dark blue: told apart in grey print and by any colour vision."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("load", ["#b8d4ea", "#4a90c8", "#08306b"])


def _norm(scale: Scale) -> Any:
    from matplotlib.colors import Normalize

    return Normalize(scale.low, scale.high if scale.high > scale.low else scale.low + 1)
