"""Colours, widths and texts of drawn links."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from netlemma.checks.base.inputs import nearest, quoted_text
from netlemma.errors import InputError

INK, PALE, FAINT, HOT = "#44546a", "#bcc5cf", "#94a3b5", "#D55E00"
START, END = "#009E73", "#0072B2"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")  # of Okabe and Ito
TYPE = 8.0  # points of every text
BEHIND = 0.6  # width of links behind others, in widths of these
WIDER = 1.8  # how much wider than the narrowest link the widest is, in widths of the narrowest


WIDTHS = {"column": 3.5, "page": 7.16}  # inches of a column and of a page of a journal


@dataclass(frozen=True)
class Paper:
    """What a drawing is for.

    width: Inches; as wide as it needs to be if 0.
    bare: Whether title and caption are left to the text around it.
    """

    width: float = 0.0
    bare: bool = False


def paper_of(width: str, bare: bool) -> Paper:
    """The paper that is asked for.

    >>> paper_of("column", False)
    Paper(width=3.5, bare=False)
    """
    if width not in ("", *WIDTHS):
        raise InputError(f"no width {quoted_text(width)}{nearest(width, WIDTHS)}; expected {' or '.join(WIDTHS)}")
    return Paper(WIDTHS.get(width, 0.0), bare)


@dataclass(frozen=True)
class Scale:
    """A colour bar.

    low: Value at the lower end.
    high: Value at the upper end.
    label: Meaning of the values.
    whole: Whether values are whole numbers.
    ticks: Marks with their texts.
    """

    low: float
    high: float
    label: str
    whole: bool = False
    ticks: tuple[tuple[float, str], ...] = ()

    @property
    def longest(self) -> int:
        """Number of characters of the longest number beside the bar."""
        return max((len(text) for _, text in self.ticks), default=4)


@dataclass(frozen=True)
class Look:
    """The appearance of links, by their position in the list of links.

    values: Number for each link, which determines its colour and width; empty if links are alike.
    scale: Colour bar of these numbers.
    hot: Marked links.
    texts: Texts at the middle of links.
    ways: +1 or -1 for links with an arrow, from their first node to the second or back; 0 for a thick link without
    arrow. The other links are pale, if any link has one.
    nodes: Colours of single nodes.
    paints: Colours of single links.
    caption: Lines under the drawing.
    pale: Whether all links are pale, as a background.
    room: Distance between nodes relative to the usual distance, for texts and arrows between them.
    behind: Links that are thin and pale behind the others.
    cells: Whether values are those of the cells of a matrix.
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
    behind: frozenset[int] = frozenset()
    cells: bool = False

    @property
    def alike(self) -> bool:
        """Whether no link differs from the others."""
        return not (self.values or self.texts or self.ways or self.paints)

    def width(self, i: int, plain: float) -> float:
        """The width of a link in points."""
        if self.scale is not None and not (self.ways and i not in self.ways):
            return plain * (1 + WIDER * (self.values[i] - self.scale.low) / (self.scale.high - self.scale.low))
        return plain * (1.9 if i in self.ways else BEHIND if i in self.behind else 1)

    def colours(self, count: int) -> list[Any]:
        """The colours of all links."""
        if self.scale is not None:
            map_, norm = colour_map(), _norm(self.scale)
            inside = self.ways or range(count)
            return [map_(norm(self.values[i])) if i in inside else PALE for i in range(count)]
        if self.ways or self.pale:
            return [HOT if i in self.ways else PALE for i in range(count)]
        return [self.paints.get(i, FAINT if i in self.behind else INK) for i in range(count)]

    def mappable(self) -> Any:
        """The source of a colour bar."""
        from matplotlib.cm import ScalarMappable

        assert self.scale is not None
        return ScalarMappable(_norm(self.scale), colour_map(self.cells))


def colour_map(cells: bool = False) -> Any:
    """Colours from pale to dark blue, distinguishable in grey print and with any colour vision; of cells from near-white."""
    from matplotlib.colors import LinearSegmentedColormap

    pale = ["#eaf2fa"] if cells else []
    return LinearSegmentedColormap.from_list("load", [*pale, "#58a0dc", "#2069b0", "#04204f"])


def _norm(scale: Scale) -> Any:
    from matplotlib.colors import Normalize

    return Normalize(scale.low, scale.high)
