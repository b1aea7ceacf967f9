"""How links are drawn: what a picture says of them beside where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

INK, PALE, HOT = "#44546a", "#bcc5cf", "#D55E00"
START, END = "#009E73", "#0072B2"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")  # of Okabe and Ito
WIDER = 1.8  # how much wider than the narrowest link the widest is, in widths of the narrowest


@dataclass(frozen=True)
class Scale:
    """A colour bar: the values at its ends, what they are, whether only whole numbers are values, and marks with their texts."""

    low: float
    high: float
    label: str
    whole: bool = False
    ticks: tuple[tuple[float, str], ...] = ()

    @property
    def longest(self) -> int:
        """Characters of the longest number beside the bar."""
        return max((len(text) for _, text in self.ticks), default=4)


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
    paints : colours of single links.
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
    paints: Mapping[int, str] = field(default_factory=dict)
    caption: tuple[str, ...] = ()
    pale: bool = False
    room: float = 1.0

    def width(self, i: int, plain: float) -> float:
        """The width of a link in points, ``plain`` if nothing is said of it."""
        if self.scale is not None and not (self.ways and i not in self.ways):
            return plain * (1 + WIDER * (self.values[i] - self.scale.low) / (self.scale.high - self.scale.low))
        return plain * 1.9 if i in self.ways else plain

    def colours(self, count: int) -> list[Any]:
        """The colours of all links."""
        if self.scale is not None:
            map_, norm = colour_map(), _norm(self.scale)
            inside = self.ways or range(count)
            return [map_(norm(self.values[i])) if i in inside else PALE for i in range(count)]
        if self.ways or self.pale:
            return [HOT if i in self.ways else PALE for i in range(count)]
        return [self.paints.get(i, INK) for i in range(count)]

    def mappable(self) -> Any:
        """What a colour bar is made from."""
        from matplotlib.cm import ScalarMappable

        assert self.scale is not None
        return ScalarMappable(_norm(self.scale), colour_map())


def colour_map() -> Any:
    """From pale to dark blue: told apart in grey print and by any colour vision."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("load", ["#a3c8e6", "#3f86c0", "#08306b"])


def _norm(scale: Scale) -> Any:
    from matplotlib.colors import Normalize

    return Normalize(scale.low, scale.high)
