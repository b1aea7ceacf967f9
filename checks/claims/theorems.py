"""Printed relations between quantities of a queueing network, compared with theorems and with computed values."""

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import sympy
from sympy.core.relational import Equality, GreaterThan, LessThan, Relational, StrictGreaterThan, StrictLessThan

from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.formula.condition import parse_condition
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.core.domain import Size

_HOLDS: Mapping[type, Callable[[Fraction, Fraction], bool]] = {
    Equality: operator.eq,
    GreaterThan: operator.ge,
    LessThan: operator.le,
    StrictGreaterThan: operator.gt,
    StrictLessThan: operator.lt,
}


class Sample(NamedTuple):
    """Exact values of named quantities at one size of a network."""

    size: Size
    values: Mapping[str, Fraction]
    network: str = ""


@dataclass(frozen=True)
class Theorem:
    """A relation that holds everywhere, with its reason."""

    relation: Relational
    because: str


def symbols(*names: str) -> list[sympy.Symbol]:
    """Symbols of positive quantities, such as ``X0``; printed relations use the same ones."""
    return [sympy.Symbol(name, positive=True) for name in names]


def judge_relation(printed: str, theorem: Theorem, samples: Iterable[Sample]) -> Judgement:
    """Compare a printed relation with a theorem, and evaluate it at samples.

    It holds if it is the theorem or weaker (``<=`` for ``<``), and fails at the first sample that contradicts it.

    Parameters
    ----------
    printed : str
        Relation in the grammar of conditions.
    theorem : Theorem
        Theorem about the same quantities.
    samples : iterable of Sample
        Values of the quantities.

    Returns
    -------
    Judgement
        Verdict with its evidence.

    Raises
    ------
    ArithmeticError
        If a sample contradicts the theorem.

    Examples
    --------
    >>> X, N = symbols("X", "N")
    >>> theorem = Theorem(X < N, "why it is so")
    >>> samples = [Sample({"n": 1}, {"X": Fraction(1, 2), "N": Fraction(1)})]
    >>> judge_relation("X <= N", theorem, samples).proof
    'argued: why it is so; computed for 1 case'
    >>> judge_relation("X >= N", theorem, samples).counterexample
    {'size': {'n': 1}, 'claimed': 'X >= 1', 'true': 'X = 1/2'}
    """
    relation = _read(printed, theorem.relation)
    tried: list[Size] = []
    for sample in samples:
        if not _true(theorem.relation, sample):
            raise ArithmeticError(f"{theorem.relation} does not hold at {dict(sample.size)}")
        if not _true(relation, sample):
            left, right = (_value(side, sample) for side in relation.args)
            sign = {Equality: "="}.get(type(relation), getattr(relation, "rel_op", ""))
            return fails(
                sample.size,
                f"{relation.lhs} {sign} {right}",
                f"{relation.lhs} = {left}",
                sympy.sstr(theorem.relation),
                _once(tried),
                sample.network,
            )
        tried.append(sample.size)
    if follows(relation, theorem.relation):
        return holds(
            f"argued: {theorem.because}; computed for {len(tried)} case{'s' * (len(tried) != 1)}", _once(tried)
        )
    return agrees(f"true in the {len(tried)} cases computed; not shown in general", _once(tried))


def follows(relation: Relational, known: Relational) -> bool:
    """Whether a relation is a known one in another form, or weaker only by ``=``.

    Parameters
    ----------
    relation : Relational
        Relation to show.
    known : Relational
        Relation that is known.

    Returns
    -------
    bool
        Whether it follows.

    Examples
    --------
    >>> X, N = symbols("X", "N")
    >>> follows(N - X >= 0, X < N), follows(X < N, X <= N)
    (True, False)
    """
    (printed, strict), (proved, proved_strict) = _slack(relation), _slack(known)
    if isinstance(relation, Equality) or isinstance(known, Equality):
        both = isinstance(relation, Equality) and isinstance(known, Equality)
        return both and (equal(printed, proved) or equal(printed, -proved))
    return (proved_strict or not strict) and (printed == proved or equal(printed, proved))


def _slack(relation: Relational) -> tuple[sympy.Expr, bool]:
    return relation.gts - relation.lts if not isinstance(
        relation, Equality
    ) else relation.lhs - relation.rhs, isinstance(relation, StrictGreaterThan | StrictLessThan)


def _read(text: str, like: Relational) -> Relational:
    condition = parse_condition(text)
    known = {symbol.name: symbol for symbol in like.free_symbols}
    missing = {name: sympy.Symbol(name, positive=True) for name in condition.names - set(known)}
    found = condition.to_sympy({**known, **missing})
    if not isinstance(found, Relational):
        raise TypeError(f"{text} is no single relation")
    return found


def _value(side: sympy.Basic, sample: Sample) -> Fraction:
    return evaluate(side, {symbol: sample.values[symbol.name] for symbol in side.free_symbols})


def _true(relation: Relational, sample: Sample) -> bool:
    left, right = (_value(side, sample) for side in relation.args)
    return _HOLDS[type(relation)](left, right)


def _once(sizes: Iterable[Size]) -> list[Size]:
    return list({tuple(sorted(size.items())): size for size in sizes}.values())
