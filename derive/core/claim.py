"""Published claims as data (formulas and statements), and verdicts on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.core.shown import Shown


@dataclass(frozen=True)
class Claim(Shown):
    """A formula from a source, as text, with its locator and its reading.

    Parameters
    ----------
    key : str
        Key of the lemma about the same quantity.
    formula : str
        Formula in the grammar of formulas.
    source : str
        BibTeX key or name of the source.
    locator : str
        Place in the source.
    reading : str, default ""
        Conventions under which the formula was read, in words.
    where : str, default ""
        Condition on the sizes, in the grammar of formulas.
    sizes : str, default ""
        The only sizes to which the claim applies, as ``w=2..9 D=1..3``.
    printed : str, default ""
        Whole equation in LaTeX in the letters of the source, if it contains more than the formula.

    Examples
    --------
    >>> Claim("ring.diameter", "floor(K/2)", "notes", "Eq. 1").where
    ''
    """

    key: str
    formula: str
    source: str
    locator: str
    reading: str = ""
    where: str = ""
    sizes: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Statement(Shown):
    """A statement in words, decided by its own judge (:mod:`checks.claims.statements`).

    Parameters
    ----------
    key : str
        Key of the subject.
    words : str
        Words of the source.
    source : str
        BibTeX key or name of the source.
    locator : str
        Place in the source.
    reading : str, default ""
        Interpretation of the words.
    says : mapping from str to str, optional
        Values and formulas of the statement by name, as text, which the judge compares with its own results.
    printed : str, default ""
        Equation in LaTeX, in the letters of the source.
    judge : str, default ""
        Function that judges it, by its place below :mod:`checks.claims.statements`.
    parameters : mapping from str to object, optional
        Further parameters of the judge by name.
    """

    key: str
    words: str
    source: str
    locator: str
    reading: str = ""
    says: Mapping[str, str] = field(default_factory=dict)
    printed: str = ""
    judge: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict(Shown):
    """``holds``, ``fails`` or ``unknown``, with the evidence. Unknown is never a pass.

    Parameters
    ----------
    key : str
        Key of the claim.
    source : str
        Source of the claim.
    locator : str
        Place in the source.
    reading : str
        Conventions under which the claim was read.
    verdict : str
        ``holds``, ``fails`` or ``unknown``.
    proof : str or None
        Reason why it holds for all sizes, or None.
    sizes : tuple of dict from str to int
        Sizes at which both sides were compared.
    counterexample : dict or None, optional
        For a claim that fails, ``size`` and the values ``claimed`` and ``true`` there, as text; the smallest size found.
    correction : str or None, optional
        Correct formula, in the grammar of formulas.
    remark : str, default ""
        Further remark, or an empty text.
    evidence : mapping from str to object, optional
        Compared quantities and the number of comparisons.
    """

    key: str
    source: str
    locator: str
    reading: str
    verdict: str
    proof: str | None
    sizes: tuple[dict[str, int], ...]
    counterexample: dict | None = None
    correction: str | None = None
    remark: str = ""
    evidence: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict:
        """The verdict in the format of ``netlemma verify --json``."""
        names = (
            "key",
            "source",
            "locator",
            "reading",
            "verdict",
            "proof",
            "sizes",
            "counterexample",
            "correction",
            "remark",
        )
        return {n: list(v) if isinstance(v := getattr(self, n), tuple) else v for n in names} | {
            "evidence": dict(self.evidence)
        }
