"""Judgements: verdicts on statements, which cannot be constructed without their evidence, and the comparisons that give it."""

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import sympy

from netlemma.checks.formula.arithmetic import Enclosure, decimal_text, order
from netlemma.checks.formula.equality import never_zero, same_for_all_sizes
from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.claim import Reading, Verdict, require_evidence
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.notebook_display import Part, Shown
from netlemma.errors import InputError

# Judgements: verdicts on statements, which cannot be constructed without their evidence.


@dataclass(frozen=True)
class Judgement(Shown):
    """The verdict on a statement, constructed by :func:`holds`, :func:`fails`, :func:`agrees` or :func:`unknown`.

    verdict: ``holds``, ``fails``, ``agrees`` or ``unknown``.
    proof: Reason why it holds for all cases of the statement; None unless it holds.
    sizes: Sizes at which values were computed.
    counterexample: ``size``, ``claimed`` and ``true`` of the smallest size at which the statement fails.
    correction: Correct value or formula if it fails.
    remark: Attempts, if it agrees or is unknown.
    evidence: Further results, as plain data.
    """

    verdict: str
    proof: str | None = None
    sizes: tuple[dict[str, int], ...] = ()
    counterexample: Mapping[str, object] | None = None
    correction: str | None = None
    remark: str = ""
    evidence: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        require_evidence(self)
        if self.counterexample and not {"size", "claimed", "true"} <= set(self.counterexample):
            raise ValueError("a counterexample says the size, what is claimed and what is true")

    def _parts(self) -> list[Part]:
        from netlemma.derive.typeset.notebook_displays import judgement_parts

        return judgement_parts(self)


Judge = Callable[[Reading], Judgement]
JUDGES = "netlemma.checks.claims.statements"


def holds(proof: str, sizes: Iterable[Size] = (), **evidence: object) -> Judgement:
    """The judgement that a statement holds in all its cases.

    >>> holds("counted on the one network it speaks of", [{"K": 5}]).sizes
    ({'K': 5},)
    """
    return Judgement("holds", proof, _plain(sizes), evidence=evidence)


def fails(
    size: Size,
    claimed: object,
    true: object,
    correction: str | None = None,
    sizes: Iterable[Size] = (),
    network: str = "",
    **evidence: object,
) -> Judgement:
    """The judgement that a statement fails.

    >>> fails({"w": 3, "D": 2}, claimed=6, true=4).counterexample
    {'size': {'w': 3, 'D': 2}, 'claimed': '6', 'true': '4'}
    """
    counterexample = {"size": dict(size), **({"network": network} if network else {})}
    counterexample |= {"claimed": str(claimed), "true": str(true)}
    return Judgement("fails", None, _plain(sizes), counterexample, correction, evidence=evidence)


def agrees(remark: str, sizes: Iterable[Size], **evidence: object) -> Judgement:
    """The judgement that a statement is true in all cases tried, without a proof for the others.

    >>> agrees("equal at the size tried", [{"K": 2}]).verdict
    'agrees'
    """
    return Judgement("agrees", None, _plain(sizes), remark=remark, evidence=evidence)


def unknown(remark: str, sizes: Iterable[Size] = (), **evidence: object) -> Judgement:
    """The judgement that it is open whether a statement is true in the cases tried.

    >>> unknown("the intervals overlap", [{"K": 2}]).verdict
    'unknown'
    """
    return Judgement("unknown", None, _plain(sizes), remark=remark, evidence=evidence)


def judge_of(statement: Reading) -> Judge:
    """The judge that a statement names, with the parameters of the statement.

    The ``judge`` of a statement is a function below :mod:`netlemma.checks.claims.statements`, such as
    ``khonsari.queues.identity``.

    >>> judge_of(Reading("a.b", "words", "x", "", judge="x.y"))
    Traceback (most recent call last):
        ...
    netlemma.errors.InputError: x: a.b: there is no judge 'x.y' in netlemma.checks.claims.statements
    """
    place = f"{statement.source}: {statement.key}"
    module, _, name = statement.judge.rpartition(".")
    try:
        judge = getattr(importlib.import_module(f"netlemma.checks.claims.statements.{module}"), name, None)
    except ModuleNotFoundError as error:
        if not str(error.name).startswith(JUDGES):
            raise
        judge = None
    if not inspect.isfunction(judge):
        raise InputError(f"{place}: there is no judge {statement.judge!r} in {JUDGES}")
    try:
        accepts = getattr(judge, "accepts", None) or inspect.signature(judge)
        accepts.bind(statement, **statement.parameters)
    except TypeError as error:
        raise InputError(f"{place}: the judge {statement.judge} has other parameters: {error}") from None
    return partial(judge, **statement.parameters)


def verdict_of(statement: Reading, judge: Judge | None = None) -> Verdict:
    """The verdict on a statement, with its words among the evidence."""
    judgement = (judge or judge_of(statement))(statement)
    return Verdict(
        key=statement.key, source=statement.source, locator=statement.locator, reading=statement.reading,
        verdict=judgement.verdict, proof=judgement.proof, sizes=judgement.sizes,
        counterexample=dict(judgement.counterexample) if judgement.counterexample else None,
        correction=judgement.correction, remark=judgement.remark, evidence={"words": statement.words, **judgement.evidence},
    )  # fmt: skip


def _plain(sizes: Iterable[Size]) -> tuple[dict[str, int], ...]:
    return tuple(dict(size) for size in sizes)


# Shared evaluators of judges: comparison of printed formulas with values and expressions, and combination of
# findings.


def compare_formula(
    printed: str,
    true: Callable[[Size], int | Fraction],
    sizes: Iterable[Size],
    domain: Domain,
    closed: sympy.Expr | None = None,
    because: str = "",
    condition: sympy.Basic | bool = True,
    lemma: str = "",
) -> Judgement:
    """Compare a printed formula with true values, smallest size first, and with an expression at all sizes.

    >>> from netlemma.derive.core.domain import Parameter
    >>> domain = Domain((Parameter("K", 2),))
    >>> K = domain.parameters[0].symbol
    >>> compare_formula("K/2", lambda size: size["K"] // 2, [{"K": 2}, {"K": 3}], domain).counterexample
    {'size': {'K': 3}, 'claimed': '3/2', 'true': '1'}
    >>> compare_formula("2*K/2", lambda size: size["K"], [{"K": 2}], domain, K, "one link after each node").proof
    'one link after each node; the same for all sizes, and compared at 1'
    """
    formula = parse_formula(printed, domain.names)
    tried: list[Size] = []
    for size in sizes:
        claimed, value = formula.evaluate(size), Fraction(true(size))
        agreement = order(claimed, value)
        if agreement is None:
            return unknown(f"{printed} is not rational at {dict(size)}", tried)
        if agreement:
            shown = claimed if isinstance(claimed, Fraction) else _middle(claimed)
            judgement = fails(size, shown, value, _text(closed), tried)
            return replace(judgement, evidence={"lemma": lemma}) if lemma else judgement
        tried.append(size)
    symbols = {p.name: p.symbol for p in domain.parameters}
    minima, where = {p.symbol: p.minimum for p in domain.parameters}, sympy.And(*domain.relations, condition)
    if (
        closed is not None
        and all(never_zero(divisor, minima, where) for divisor in formula.cancelled(symbols))
        and same_for_all_sizes(formula.to_sympy(symbols), closed, minima, where)
    ):
        return holds(f"{because}; the same for all sizes, and compared at {len(tried)}", tried)
    return agrees(f"equal at the {len(tried)} sizes tried; not shown for the others", tried)


class ClaimedValue(NamedTuple):
    """The claimed and the true value at a size, one case of a statement.

    ``network`` is named if the statement does not name it. Cases that follow each other with the same ``of`` are parts of
    one size, which is recorded once all of them agree. ``same`` says whether the values agree where they need not be
    equal, ``open`` why it is not known, and ``right`` is the correct value in general. ``told`` is evidence by name; tables
    of several cases are put together.
    """

    size: Size
    claimed: object
    true: object
    network: str = ""
    of: Size | None = None
    same: bool | None = None
    open: str = ""
    right: str | None = None
    told: Mapping[str, object] = {}


def agree(cases: Iterable[ClaimedValue], proof: str = "", right: str | None = None, remark: str = "") -> Judgement:
    """Compare claimed with true values, case by case.

    >>> agree([ClaimedValue({"k": 2}, 3, 3), ClaimedValue({"k": 3}, 5, 6)], "counted", "k*(k + 1)/2").counterexample
    {'size': {'k': 3}, 'claimed': '5', 'true': '6'}
    >>> agree([ClaimedValue({"k": 2}, 3, 3), ClaimedValue({"k": 3}, 6, 6)], "counted at {sizes} sizes").proof
    'counted at 2 sizes'
    """
    tried: list[Size] = []
    told: dict[str, Any] = {}
    for case in cases:
        begun = case.of is not None and tried[-1:] == [case.of]
        before = tried[:-1] if begun else tried
        for table, rows in case.told.items():
            told[table] = {**told.get(table, {}), **rows} if isinstance(rows, Mapping) else rows
        if case.open:
            return unknown(case.open, before, **told)
        if case.claimed != case.true if case.same is None else not case.same:
            return fails(case.size, case.claimed, case.true, case.right or right, before, case.network, **told)
        if not begun:
            tried.append(case.size if case.of is None else case.of)
    reason = (proof or remark).replace("{sizes}", str(len(tried)))
    return holds(reason, tried, **told) if proof else agrees(reason, tried, **told)


def together(*findings: Judgement) -> Judgement:
    """Combine findings on one statement: it fails if a part fails, and holds if every part holds.

    >>> together(holds("a reason"), holds("a reason"), holds("another")).proof
    'a reason; another'
    >>> together(holds("a reason"), fails({}, 1, 2)).verdict
    'fails'
    """
    for verdict in ("fails", "unknown", "agrees"):
        for judgement in findings:
            if judgement.verdict == verdict:
                return judgement
    sizes = {tuple(sorted(size.items())): size for judgement in findings for size in judgement.sizes}
    proofs = dict.fromkeys(str(judgement.proof) for judgement in findings)
    evidence = {name: value for judgement in findings for name, value in judgement.evidence.items()}
    return holds("; ".join(proofs), sizes.values(), **evidence)


def evaluated(formula: Formula, values: Mapping[str, int | Fraction]) -> Fraction:
    """The value of a formula at rational values of its names.

    >>> evaluated(parse_formula("d/n"), {"d": Fraction(4, 3), "n": 2})
    Fraction(2, 3)
    """
    symbols = {name: sympy.Symbol(name) for name in formula.names}
    return evaluate(formula.to_sympy(symbols), {symbol: Fraction(values[name]) for name, symbol in symbols.items()})


def stated_number(text: str) -> Fraction:
    """A number in a statement.

    >>> stated_number("4/3")
    Fraction(4, 3)
    """
    value = parse_formula(text, ()).evaluate({})
    if not isinstance(value, Fraction):
        raise ValueError(f"{text} is not rational")
    return value


def _middle(value: Enclosure) -> str:
    return f"about {decimal_text(value.lo)}"


def _text(closed: sympy.Expr | None) -> str | None:
    from netlemma.derive.typeset.expressions import formula_text

    return None if closed is None else formula_text(closed)
