"""One claim with its texts parsed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from netlemma.checks.formula.condition import Condition
from netlemma.checks.formula.formula import Formula
from netlemma.checks.judging.relation import EQUAL, ClaimedRelation


@dataclass(frozen=True)
class ClaimEntry:
    """One claim with its texts parsed.

    Parameters
    ----------
    family : str
        Name of a family, or product such as ``ring(w)^D``.
    quantity : str
        Quantity of the formula, such as ``mean_distance``.
    formula : Formula
        Formula, as in `parse_formula`.
    where : Condition or None, optional
        Condition on the sizes, as in `parse_condition`.
    sizes : dict from str to sequence of int or None, optional
        The only sizes to which the claim applies, as in `parse_sizes`.
    source : str, default ""
        BibTeX key of the source.
    locator : str, default ""
        Place in the source.
    reading : str, default ""
        Conventions of the source.
    place : str, default ""
        File, and number of the claim in it, for messages.
    relation : Relation, default EQUAL
        Relation of the true value to that of the formula.
    """

    family: str
    quantity: str
    formula: Formula
    where: Condition | None = None
    sizes: dict[str, Sequence[int]] | None = field(default=None, hash=False)
    source: str = ""
    locator: str = ""
    reading: str = ""
    place: str = ""
    relation: ClaimedRelation = EQUAL

    @property
    def key(self) -> str:
        """Key of the lemma about the same quantity."""
        return f"{self.family}.{self.quantity}"
