"""Evaluators for statements of all papers: equality of formulas at samples and for all values, and references of a
paper to its own figures and equations.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import Signature, cleandoc, signature
from typing import Any, NamedTuple

import sympy

from netlemma.checks.claims.judgement import (
    ClaimedValue,
    Judge,
    Judgement,
    agree,
    evaluated,
    fails,
    holds,
    stated_number,
)
from netlemma.checks.claims.papers import papers
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size

# Evaluators of formulas in statements of all papers: equality at samples, and equality for all values.


POINT = {
    "rate": "1/100",
    "S": "30",
    "M": "20",
    "variance": "100",
    "V": "3",
    "rho": "3/10",
    "C": "1/9",
    "x": "30",
    "s": "20",
}


class FormulaSample(NamedTuple):
    """Rational values of the names of a formula at a size, and the computed or counted value that the formula is compared with.

    ``network`` and ``of`` are those of :class:`netlemma.checks.claims.judgement.ClaimedValue`.
    """

    size: Size
    values: Mapping[str, Any]
    true: object
    network: str = ""
    of: Size | None = None


def by_cases(cases: Callable[..., Iterable[ClaimedValue]]) -> Judge:
    """The judge of statements of which each case agrees.

    The statement gives the judge's parameters: ``because``, the reason why it holds in all cases (without it the verdict
    is at best ``agrees``), ``right``, the correct value or formula, ``remark``, the attempts if there is no reason, and
    the parameters of ``cases``.
    """

    def judge(reading: Reading, because: str = "", right: str = "", remark: str = "", **options: object) -> Judgement:
        """Parameters
        ----------
        reading : Reading
            Reading to judge.
        because : str, default ""
            Reason why it holds in all cases; without it the verdict is at best ``agrees``.
        right : str, default ""
            Correct value or formula.
        remark : str, default ""
            Attempts, if there is no reason.
        **options : object
            Parameters of the cases.

        Returns
        -------
        Judgement
            Verdict with its evidence.
        """
        return agree(cases(reading, **options), because, right or None, remark)

    usual = list(signature(judge).parameters.values())[1:-1]  # beside the reading and the parameters of the cases
    vars(judge)["accepts"] = Signature([*signature(cases).parameters.values(), *usual])
    judge.__name__, judge.__qualname__, judge.__module__ = cases.__name__, cases.__name__, cases.__module__
    judge.__doc__ = f"{cleandoc(cases.__doc__ or '')}\n\n{cleandoc(judge.__doc__ or '')}"
    return judge


def at_samples(samples: Callable[..., Iterable[FormulaSample]]) -> Judge:
    """The judge of statements whose formulas have the value of each sample, with the parameters of :func:`by_cases`."""

    def cases(reading: Reading, **options: object) -> Iterator[ClaimedValue]:
        formulas = [parse_formula(text) for text in reading.says.values()]
        for size, values, true, network, of in samples(**options):
            yield from (ClaimedValue(size, evaluated(formula, values), true, network, of) for formula in formulas)

    reading, *_ = signature(cases).parameters.values()
    vars(cases)["__signature__"] = Signature([reading, *signature(samples).parameters.values()])
    cases.__name__, cases.__module__, cases.__doc__ = samples.__name__, samples.__module__, samples.__doc__
    return by_cases(cases)


def identity(reading: Reading, right: str, because: str) -> Judgement:
    """Judge the one formula of a statement, which is equal to a correct one for all positive values of its names."""
    printed, true = (read(text) for text in (*reading.says.values(), right))
    if equal(printed, true):
        return holds(f"identical {because}")
    names = sorted(symbol.name for symbol in printed.free_symbols | true.free_symbols)
    at = {sympy.Symbol(name, positive=True): sympy.Rational(POINT[name]) for name in names}
    size = {name: POINT[name] for name in names}
    return fails(size, printed.subs(at), true.subs(at), sympy.sstr(true))  # type: ignore[arg-type]


def computed(reading: Reading, number: str, formula: str, how: str) -> Judgement:
    """Judge a number of a statement by a formula of its other numbers."""
    numbers = {name: stated_number(text) for name, text in reading.says.items()}
    claimed, true = numbers[number], evaluated(parse_formula(formula), numbers)
    return holds(f"{how} = {true}") if claimed == true else fails({}, claimed, true, f"{how} = {true}")


def read(text: str) -> sympy.Expr:
    """A formula in symbols of positive quantities."""
    formula = parse_formula(text)
    return formula.to_sympy({name: sympy.Symbol(name, positive=True) for name in formula.names})


# Judges of references of a paper to its own figures and equations.


def printed_at(reading: Reading, key: str) -> Judgement:
    """Where the paper prints something, by the locators of its statements."""
    printed = [each for each in papers()[reading.source].statements if each.readings[0].key.startswith(key)]
    claimed = reading.says["place"]
    places = sorted({place.strip() for each in printed for place in each.locator.split(";")})
    if claimed not in places:
        return fails({}, claimed, ", ".join(places), ", ".join(places))
    return holds(f"{key} is printed in {claimed}")
