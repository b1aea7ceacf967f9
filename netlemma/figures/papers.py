"""List of the figures and tables of the papers, in their order: redrawn, replaced by a drawing of networks, or
explained.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

RINGS = "rings"


@dataclass(frozen=True)
class NetworkDrawing:
    """A network of a figure in the words of ``netlemma draw``: family, sizes, and the option for its contents."""

    family: str
    sizes: str = ""
    option: str = ""

    @property
    def command(self) -> str:
        """The command without the file.

        >>> NetworkDrawing("multicube", "f=2 r=3", "rings").command
        'netlemma draw multicube f=2 r=3 --rings'
        """
        return " ".join(filter(None, ("netlemma draw", self.family, self.sizes, self.option and f"--{self.option}")))


@dataclass(frozen=True)
class PublishedFigure:
    """A figure or a table of a paper.

    name: Name for ``netlemma figure``, if it is redrawn; its drawings are numbered with it.
    source: BibTeX key of the paper.
    locator: Place such as "Figure 5" or "Table II".
    shows: Contents, in the paper's terms.
    drawings: Networks in the figure.
    remark: Differences from the paper; for a figure that is not redrawn, the reason and a replacement.
    """

    name: str
    source: str
    locator: str
    shows: str
    drawings: tuple[NetworkDrawing, ...] = ()
    remark: str = ""

    @property
    def files(self) -> Iterator[tuple[str, NetworkDrawing]]:
        """Name of the file of each drawing, without its ending."""
        for letter, drawing in zip("abcdefgh", self.drawings, strict=False):
            yield self.name + (letter if len(self.drawings) > 1 else ""), drawing


def _drawing(words: str) -> NetworkDrawing:
    """The network that these words name.

    >>> _drawing("four-rings --deadlock")
    NetworkDrawing(family='four-rings', sizes='', option='deadlock')
    """
    family, *others = words.split()
    options = [word[2:] for word in others if word.startswith("--")]
    return NetworkDrawing(family, " ".join(word for word in others if not word.startswith("--")), " ".join(options))


def _read(text: str) -> tuple[PublishedFigure, ...]:
    """The entries of a file such as papers.toml. :raises TypeError: an entry with a field that is unknown, or without one

    >>> _read("[[reed1982]]\\nname = 'reed-2'\\nlocator = 'Figure II'")
    Traceback (most recent call last):
    ...
    TypeError: PublishedFigure.__init__() missing 1 required positional argument: 'shows'
    """
    return tuple(
        PublishedFigure(source=source, **{**entry, "drawings": tuple(map(_drawing, entry.get("drawings", ())))})
        for source, entries in tomllib.loads(text).items()
        for entry in entries
    )


PRINTED = _read(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def by_paper() -> dict[str, tuple[PublishedFigure, ...]]:
    """All figures and tables by paper, in printed order.

    >>> [each.locator for each in by_paper()["min2001"]]
    ['Figure 1', 'Figure 2']
    """
    return {source: tuple(found) for source, found in groupby(PRINTED, key=lambda each: each.source)}


def published_figure(name: str) -> PublishedFigure | None:
    """The figure or table with a name, redrawn or not."""
    return next((each for each in PRINTED if each.name == name), None)


def instead(each: PublishedFigure) -> str:
    """Commands that replace a figure that ``netlemma figure`` does not draw."""
    commands = "; ".join(f"{drawing.command} -o {file}.svg" for file, drawing in each.files)
    return commands or each.remark
