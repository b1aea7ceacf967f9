"""Printed statements as data, each with its readings (formulas, or words that a judge decides), and verdicts on them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from netlemma.derive.core.notebook_display import Shown

VERDICTS = ("holds", "fails", "agrees", "unknown")


@dataclass(frozen=True)
class Standing:
    """Whether a reading decides its statement; at most one of the texts is given, and one that is given says that it does not.

    part: Condition on the sizes: the reading is about these sizes only.
    repair: Slip that the reading repairs, such as ``n is read as k``.
    against: Words or assumptions of the source that the reading contradicts.

    >>> Standing().decides, Standing(part="w >= 4").decides
    (True, False)
    """

    part: str = ""
    repair: str = ""
    against: str = ""

    @property
    def decides(self) -> bool:
        """Whether it is a fair reading of all that is printed."""
        return not (self.part or self.repair or self.against)


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
    words : str, default ""
        Words of the source around the formula.
    standing : Standing, optional
        Whether the reading decides the statement.

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
    words: str = ""
    standing: Standing = Standing()


@dataclass(frozen=True)
class Reading(Shown):
    """A reading of words, decided by its own judge (:mod:`netlemma.checks.claims.statements`).

    key: Key of the subject.
    words: Words of the source.
    source: BibTeX key or name of the source.
    locator: Place in the source.
    reading: Interpretation of the words.
    says: Values and formulas of the statement by name, as text, which the judge compares with its own results.
    printed: Equation in LaTeX, in the letters of the source.
    judge: Function that judges it, by its place below :mod:`netlemma.checks.claims.statements`.
    parameters: Further parameters of the judge by name.
    standing: Whether the reading decides the statement.
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
    standing: Standing = Standing()


@dataclass(frozen=True)
class Statement(Shown):
    """What a source prints at one place, with the readings of it.

    readings: Readings, the most reasonable first.
    severity: Severity if it fails: ``result``, ``formula``, ``boundary`` or ``typography``; empty if its readings tell
    it.
    why: Reason for the severity.
    worked: The counterexample worked by hand, in lines of LaTeX text.
    derivation: Derivation of the correction, in LaTeX text.

    >>> said = Statement((Claim("ring.diameter", "floor(K/2)", "notes", "Eq. 1"),))
    >>> said.source, said.locator, said.words
    ('notes', 'Eq. 1', '')
    """

    readings: tuple[Claim | Reading, ...]
    severity: str = ""
    why: str = ""
    worked: tuple[str, ...] = ()
    derivation: str = ""

    @property
    def source(self) -> str:
        """BibTeX key of the source."""
        return self.readings[0].source

    @property
    def locator(self) -> str:
        """Place in the source."""
        return self.readings[0].locator

    @property
    def words(self) -> str:
        """Words of the source, or an empty text for an equation alone."""
        return self.readings[0].words

    @property
    def printed(self) -> str:
        """Equation in LaTeX, in the letters of the source, or an empty text."""
        return self.readings[0].printed


@dataclass(frozen=True)
class Verdict(Shown):
    """A verdict on a formula or statement, with its evidence.

    ``holds``: shown at every size of the domain, by a named proof or by enumeration of a finite domain. ``fails``: there
    is a counterexample, the smallest one found. ``agrees``: equal at all sizes tried, no proof. ``unknown``: neither.

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
        ``holds``, ``fails``, ``agrees`` or ``unknown``.
    proof : str or None
        Reason why it holds at all sizes of the domain; None unless it holds.
    sizes : tuple of dict from str to int
        Sizes at which both sides were compared and agree.
    counterexample : dict or None, optional
        For a claim that fails, ``size`` and the values ``claimed`` and ``true`` there, as text; the smallest size found.
    correction : str or None, optional
        Correct formula, in the grammar of formulas.
    remark : str, default ""
        Further remark, or an empty text.
    evidence : mapping from str to object, optional
        Compared quantities and the number of comparisons.
    domain : str, default ""
        Sizes that the verdict is about, as in ``w >= 2, D >= 1, w even``.

    Raises
    ------
    ValueError
        If the evidence does not belong to the verdict, see :func:`require_evidence`.
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
    domain: str = ""

    def __post_init__(self) -> None:
        require_evidence(self)

    def as_json(self) -> dict:
        """The verdict in the format of ``netlemma verify --json``."""
        names = (
            "key",
            "source",
            "locator",
            "reading",
            "verdict",
            "domain",
            "proof",
            "sizes",
            "counterexample",
            "correction",
            "remark",
        )
        return {n: list(v) if isinstance(v := getattr(self, n), tuple) else v for n in names} | {
            "evidence": dict(self.evidence)
        }


def require_evidence(found: Any) -> None:
    """Check that a verdict or judgement has the evidence of its verdict, and no other.

    >>> Verdict("ring.diameter", "notes", "", "", "holds", None, ())
    Traceback (most recent call last):
        ...
    ValueError: a proof belongs to the verdict holds, and to no other
    """
    if found.verdict not in VERDICTS:
        raise ValueError(f"{found.verdict!r} is no verdict; it is {', '.join(VERDICTS[:-1])} or {VERDICTS[-1]}")
    if (found.verdict == "holds") != bool(found.proof):
        raise ValueError("a proof belongs to the verdict holds, and to no other")
    if (found.verdict == "fails") != bool(found.counterexample):
        raise ValueError("a counterexample belongs to the verdict fails, and to no other")
    if found.counterexample and "size" not in found.counterexample:
        raise ValueError("a counterexample says its size")
    if found.verdict == "agrees" and not found.sizes:
        raise ValueError("an agreement says the sizes tried")
    if found.verdict == "unknown" and not found.remark:
        raise ValueError("an unknown verdict says what was tried")
