"""What somebody states, as data to be judged: claims and statements; and the verdict on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.core.shown import Shown


@dataclass(frozen=True)
class Claim(Shown):
    """A formula that somebody states, to be judged: as text, with its source and how it was read.

    Parameters
    ----------
    key : the lemma that it is about.
    formula, where : text in the grammar of formulas, and the condition on sizes under which it is meant.
    source, locator : who states it, and where in the source.
    reading : the conventions under which the formula was read, in words.
    sizes : sizes at which alone it is meant, as ``w=2..9 D=1..3``.
    printed : the whole equation in LaTeX, in the letters of the source, where it has more than the formula.

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
    """What somebody states in words, to be judged by a judge of its own (:mod:`checks.claims.statements`).

    Parameters
    ----------
    key : what it is about.
    words : those of the source.
    source, locator : who states it, and where in the source.
    reading : how the words were understood.
    says : the values and formulas that the words contain, each as text by a name: what the judge compares with what it computes.
    printed : the equation in LaTeX, in the letters of the source.
    judge : the function that judges it, by its place below :mod:`checks.claims.statements`.
    parameters : what else the judge is given, by name.
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
    key, source, locator, reading : what was judged, who states it, where, and how it was read.
    verdict : ``holds``, ``fails`` or ``unknown``.
    proof : why it holds for all sizes, or None.
    sizes : the sizes at which the sides were compared.
    counterexample : of what fails, ``size`` with the values ``claimed`` and ``true`` there, as text; the smallest size found.
    correction : the right formula, in the grammar of formulas.
    remark : what else is to be said, or nothing.
    evidence : what was compared, and how often.
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
        """The verdict in the shape of ``netlemma verify --json``."""
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
