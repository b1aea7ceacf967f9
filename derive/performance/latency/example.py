"""Example parameters of a model: those of a figure of its paper."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Example:
    """Parameter values in command-line notation, and their source.

    Parameters
    ----------
    source : str
        Key of the paper in derive/references.bib.
    locator : str
        Place in the source.
    values : mapping from str to str
        Values by name, in order of the parameters; defaults may be among them.
    guessed : mapping from str to str, optional
        For each value that the source leaves open, what the source says instead.

    Raises
    ------
    ValueError
        If a guessed parameter has no value.
    """

    source: str
    locator: str
    values: Mapping[str, str]
    guessed: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if strange := set(self.guessed) - set(self.values):
            raise ValueError(f"{', '.join(sorted(strange))}: guessed without a value")

    def word(self, name: str) -> str:
        """One parameter as an argument of the command line.

        Examples
        --------
        >>> Example("x1999", "Figure 1", {"k": "8"}).word("k")
        'k=8'
        """
        return f"{name}={self.values[name]}"

    @property
    def words(self) -> tuple[str, ...]:
        """All parameters as arguments of the command line.

        Examples
        --------
        >>> Example("x1999", "Figure 1", {"k": "8", "flits": "20"}).words
        ('k=8', 'flits=20')
        """
        return tuple(map(self.word, self.values))
