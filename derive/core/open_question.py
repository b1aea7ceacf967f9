"""Quantities without a closed form that is shown for all sizes: what is known of them, and why no more."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class OpenQuestion:
    """A quantity of a family or of products that has bounds or a conjecture instead of a lemma.

    Parameters
    ----------
    key : str
        Family or product and quantity, as those of lemmas.
    domain : str
        Sizes for which it is open.
    known : str
        Bounds or conjecture, in words and formulas.
    stuck : str
        Why it is no lemma.
    tried : mapping from str to str
        Measured value of each network that was tried: a product, or a family with its sizes, as text.
    bounds : callable
        Least and largest value that the bounds or the conjecture allow, from the factors of such a product or the sizes of the family.

    Examples
    --------
    >>> from netlemma.derive.discovery import open_questions
    >>> question = open_questions()["mesh.vertex_forwarding_index"]
    >>> question.tried["line(4)^2"], question.domain
    ('83/3', 'k >= 3, n >= 2')
    """

    key: str
    domain: str
    known: str
    stuck: str
    tried: Mapping[str, str]
    bounds: Callable[..., tuple[Fraction, Fraction]] = field(compare=False)

    @property
    def status(self) -> str:
        """The networks that were tried with some of their values, and why it is no lemma."""
        shown = ", ".join(f"{value} on {network}" for network, value in list(self.tried.items())[:4])
        return f"open; {len(self.tried)} networks tried: {shown} and others; {self.stuck}"
