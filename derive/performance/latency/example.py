"""The parameters at which a model is shown: those of a figure of its own paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Example:
    """Values of parameters, as they are written on the command line, and where they are printed.

    ``guessed`` says of each value that the source leaves open why it had to be chosen; the others are printed.

    Parameters
    ----------
    source, locator : the key of the paper in derive/references.bib, and the place in it.
    values : by the names of the parameters, in their order; those of which the default is meant may be among them.
    guessed : for names among these, what the source says instead of the value.
    """

    source: str
    locator: str
    values: Mapping[str, str]
    guessed: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if strange := set(self.guessed) - set(self.values):
            raise ValueError(f"{', '.join(sorted(strange))}: guessed and without a value")

    def word(self, name: str) -> str:
        """One parameter as it is written.

        >>> Example("x1999", "Figure 1", {"k": "8"}).word("k")
        'k=8'
        """
        return f"{name}={self.values[name]}"

    @property
    def words(self) -> tuple[str, ...]:
        """All of them.

        >>> Example("x1999", "Figure 1", {"k": "8", "flits": "20"}).words
        ('k=8', 'flits=20')
        """
        return tuple(map(self.word, self.values))
