"""Users' formulas as they are written, plain or in LaTeX, each reading of them judged."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from netlemma.checks.base.sizes import parse_sizes
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.base.verdicts import Readings
from netlemma.checks.formula.condition import Condition
from netlemma.checks.formula.formula import Formula, accept, parse_formula
from netlemma.checks.formula.latex.bindings import Bindings, read_bindings
from netlemma.checks.formula.latex.macros import Macros
from netlemma.checks.formula.latex.reading import LatexReading, StatedFormula, read_condition, read_latex
from netlemma.checks.formula.latex.tokens import is_latex
from netlemma.checks.formula.syntax import Junction, Node
from netlemma.checks.judging.check import judged
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.checks.judging.conventions import under
from netlemma.checks.judging.growth import GROWTH, GrowthClaim
from netlemma.checks.judging.relation import ClaimedRelation
from netlemma.checks.judging.truth import Truth, truth_of
from netlemma.derive.core.claim import Verdict
from netlemma.graphs.sources import source

_RELATION = re.compile(r"\s*[A-Za-z_]*\s*(<=|>=|=|<|>|≤|≥|≈|∼)")


@dataclass(frozen=True)
class WrittenFormula:
    """A formula as it is written, with what is said about it.

    Parameters
    ----------
    formula : str
        Formula, plain or in LaTeX.
    where : str, default ""
        Condition, plain or in LaTeX, or a binding such as ``N = 2^n``.
    let : sequence of str, default ()
        Bindings of names such as ``N=2^n``.
    latex : bool, default False
        Whether it is LaTeX even if it does not look so.
    macros : Macros, optional
        Macros of the paper.
    source : str, default "user"
        Source, for the verdict.
    locator : str, default ""
        Place in the source.
    tolerance : Fraction or None, optional
        Largest relative difference where values are about equal.
    """

    formula: str
    where: str = ""
    let: Sequence[str] = ()
    latex: bool = False
    macros: Macros = field(default_factory=dict)
    source: str = "user"
    locator: str = ""
    tolerance: Fraction | None = None

    @property
    def is_latex(self) -> bool:
        """Whether it is read as LaTeX: it looks so, or it begins with a relation, perhaps behind a name."""
        return self.latex or is_latex(self.formula) or bool(_RELATION.match(self.formula))


def check_written(
    network: Any,
    quantity: str,
    written: WrittenFormula,
    sizes: str = "",
    seconds: float | None = None,
    **conventions: str,
) -> Readings:
    r"""Judge a formula in every way that it can be read.

    Parameters
    ----------
    network : object
        Network, as in :func:`netlemma.checks.judging.check.check`.
    quantity : str
        Quantity, as there.
    written : WrittenFormula
        Formula.
    sizes : str, default ""
        Sizes at which it is tried.
    seconds : float or None, optional
        Time of the answer; no limit if None.
    **conventions : str
        Conventions of counting, as there.

    Returns
    -------
    Readings
        A verdict for each reading; a formula that is not ambiguous has one.

    Raises
    ------
    InputError
        For an unknown network, quantity or name, or a text that cannot be read.

    Examples
    --------
    >>> check_written("hypercube", "mean_distance", WrittenFormula(r"\frac{n 2^{n-1}}{2^n-1}")).verdict
    'holds'
    >>> [(each.reading, each.verdict) for each in check_written("hypercube", "diameter", WrittenFormula("$2n/2n$"))]
    [('1/2n is 1/(2n)', 'fails'), ('1/2n is (1/2)n', 'fails')]
    """
    wanted = parse_sizes(sizes) if sizes.strip() else None
    named, budget = source(network), TimeBudget(seconds)
    plain = None if written.is_latex else parse_formula(written.formula)
    truth = under(truth_of(named, quantity, budget), conventions)
    bindings = read_bindings(written.let, truth.names)
    readings = Readings()
    for reading in _readings(written, plain, truth, bindings):
        group = []
        for stated in reading.stated:
            claim = ClaimEntry(
                named.subject or named.title, quantity, stated.formula, reading.where, None, written.source,
                written.locator, reading.words,
            )  # fmt: skip
            verdict = _verdict(claim, stated, reading, written, truth, wanted, budget)
            if written.is_latex:
                verdict = replace(verdict, evidence={**verdict.evidence, "latex": written.formula, "span": stated.span})
            group.append(verdict)
        readings.add(group or [_unread(f"{named.subject or named.title}.{quantity}", reading, written)])
    return readings


def _verdict(
    claim: ClaimEntry,
    stated: StatedFormula,
    reading: LatexReading,
    written: WrittenFormula,
    truth: Truth,
    wanted: Mapping[str, Sequence[int]] | None,
    budget: TimeBudget,
) -> Verdict:
    if stated.relation in GROWTH:
        return GrowthClaim(stated, reading.grows).judged(claim, truth)
    return judged(replace(claim, relation=ClaimedRelation(stated.relation, written.tolerance)), truth, wanted, budget)


def _readings(written: WrittenFormula, plain: Formula | None, truth: Truth, bindings: Bindings) -> list[LatexReading]:
    names = truth.names
    stated = read_condition(written.where, names, bindings) if written.where.strip() else None
    if plain is None:
        latex_readings = read_latex(written.formula, names, bindings, written.macros)
    else:
        if bindings.bound:
            plain = Formula(bindings.applied(plain.root, plain.text), plain.text)
            accept(plain, names)
        latex_readings = [LatexReading((StatedFormula(plain),))]
    return [replace(each, where=_both(each.where, stated)) for each in latex_readings]


def _both(one: Condition | None, other: Condition | None) -> Condition | None:
    if one is None or other is None:
        return one or other
    parts = [each for c in (one, other) for each in (c.root.parts() if _is_and(c.root) else (c.root,))]
    return Condition(Junction("and", tuple(parts)), f"{one.text}, {other.text}")


def _is_and(root: Node) -> bool:
    return isinstance(root, Junction) and root.word == "and"


def _unread(key: str, reading: LatexReading, written: WrittenFormula) -> Verdict:
    return Verdict(
        key=key, source=written.source, locator=written.locator, reading=reading.words, verdict="unknown", proof=None, sizes=(),
        remark=str(reading.error),
    )  # fmt: skip
