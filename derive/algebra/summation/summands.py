"""Summands as trees of nodes, read from SymPy, and their values in a region: an exponential polynomial, or the question to settle first."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from math import lcm

import sympy as sp
from sympy.core.numbers import Rational
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from netlemma.derive.algebra.integer_regions import AffineRow, Number, Region, row
from netlemma.derive.algebra.summation import exponential_polynomials as affine_terms
from netlemma.derive.algebra.summation.chambers import Tree, restrict
from netlemma.derive.algebra.summation.exponential_polynomials import Term, affine_parts, number, power, variable
from netlemma.errors import CannotClose

# Summands as small trees of nodes, each with one meaning.
#
# `netlemma.derive.algebra.summation.summands` reads an expression into these nodes, and `netlemma.derive.algebra.summation.summands` gives
# them values in a region.


class SummandNode:
    """A part of a summand."""


@dataclass(frozen=True)
class Plain(SummandNode):
    """An exponential polynomial."""

    term: Term


@dataclass(frozen=True)
class Plus(SummandNode):
    """The sum of its arguments."""

    arguments: tuple[SummandNode, ...]


@dataclass(frozen=True)
class SummandProduct(SummandNode):
    """The product of its arguments."""

    arguments: tuple[SummandNode, ...]


@dataclass(frozen=True)
class Raised(SummandNode):
    """A node to a whole power, negative ones included."""

    base: SummandNode
    exponent: int


@dataclass(frozen=True)
class Exponential(SummandNode):
    """A prime or a named base to an affine power."""

    base: str
    exponent: SummandNode


@dataclass(frozen=True)
class MinOrMax(SummandNode):
    """The least (`largest` False) or the greatest of its arguments."""

    arguments: tuple[SummandNode, ...]
    largest: bool


@dataclass(frozen=True)
class Magnitude(SummandNode):
    """The absolute value."""

    argument: SummandNode


@dataclass(frozen=True)
class Quotient(SummandNode):
    """floor(dividend / divisor)."""

    dividend: SummandNode
    divisor: SummandNode


@dataclass(frozen=True)
class FirstCase(SummandNode):
    """The value of the first case whose condition holds."""

    cases: tuple[tuple[SummandNode, SummandNode], ...]


@dataclass(frozen=True)
class Total(SummandNode):
    """The sum of `body` for index = lower, ..., upper; 0 if upper < lower."""

    index: str
    lower: SummandNode
    upper: SummandNode
    body: SummandNode


@dataclass(frozen=True)
class Compare(SummandNode):
    """A condition: the argument is >= 0 (`kind` "ge"), > 0 ("gt"), = 0 ("eq") or not 0 ("ne")."""

    kind: str
    argument: SummandNode


@dataclass(frozen=True)
class Connective(SummandNode):
    """A condition made of conditions by "and", "or" or "not"."""

    kind: str
    arguments: tuple[SummandNode, ...]


@dataclass(frozen=True)
class FixedCondition(SummandNode):
    """A condition that always or never holds."""

    value: bool


def totals_in(node: SummandNode) -> Iterator[Total]:
    """The outermost sums in a tree."""
    if isinstance(node, Total):
        yield node
        return
    for field in fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            for inner in part if isinstance(part, tuple) else (part,):
                if isinstance(inner, SummandNode):
                    yield from totals_in(inner)


def plus(*arguments: SummandNode) -> SummandNode:
    """The sum of nodes; plain nodes are added at once."""
    flat = [a for node in arguments for a in (node.arguments if isinstance(node, Plus) else (node,))]
    plain = sum((a.term for a in flat if isinstance(a, Plain)), number(0))
    rest = tuple(a for a in flat if not isinstance(a, Plain))
    if not rest:
        return Plain(plain)
    if plain.parts:
        rest = (Plain(plain), *rest)
    return rest[0] if len(rest) == 1 else Plus(rest)


def times(*arguments: SummandNode) -> SummandNode:
    """The product of nodes; plain nodes are multiplied at once."""
    flat = [a for node in arguments for a in (node.arguments if isinstance(node, SummandProduct) else (node,))]
    plain = number(1)
    for a in flat:
        if isinstance(a, Plain):
            plain = plain * a.term
    rest = tuple(a for a in flat if not isinstance(a, Plain))
    if not rest or not plain.parts:
        return Plain(plain)
    if plain != number(1):
        rest = (Plain(plain), *rest)
    return rest[0] if len(rest) == 1 else SummandProduct(rest)


def constant_of(node: SummandNode) -> Fraction | None:
    """The value of a constant node, None for other nodes."""
    if isinstance(node, Plain):
        found = affine_parts(node.term)
        if found is not None and not found[0]:
            return Fraction(found[1])
    return None


# Conversion of SymPy expressions to the nodes of `netlemma.derive.algebra.summation.summands`.
#
# The reader gives every bound index its own name, folds exponential polynomials into `Plain` terms, and refuses
# unsupported expressions before any work is done.


LARGEST_POWER = 40
LARGEST_BASE = 10**9


class Reader:
    """Reader of SymPy expressions; it records which names are taken and which of them are integers."""

    def __init__(self, symbols: Mapping[sp.Symbol, str]):
        self.taken = set(symbols.values())
        self.integers = {name for symbol, name in symbols.items() if symbol.is_integer}
        self.indices: set[str] = set()

    def read(self, expression: sp.Basic, scope: Mapping[sp.Symbol, str]) -> SummandNode:
        """The node of an expression.

        Parameters
        ----------
        expression : Basic
            Expression or condition.
        scope : mapping from Symbol to str
            Names of the symbols.

        Returns
        -------
        SummandNode
            SummandNode with the same value.

        Raises
        ------
        CannotClose
            If a part of the expression is not supported.
        """
        if isinstance(expression, Rational):
            return Plain(number(Fraction(int(expression.p), int(expression.q))))
        if isinstance(expression, sp.Symbol):
            return Plain(variable(scope[expression]))
        if isinstance(expression, sp.Sum):
            return self._sum(expression, scope)
        if isinstance(expression, sp.Piecewise):
            return FirstCase(tuple((self.read(c, scope), self.read(value, scope)) for value, c in expression.args))
        if isinstance(expression, sp.Pow):
            return self._power(expression.args[0], expression.args[1], scope)
        if isinstance(expression, (sp.floor, sp.ceiling)):
            return self._rounded(expression, scope)
        if isinstance(expression, (BooleanTrue, BooleanFalse)):
            return FixedCondition(bool(expression))
        if isinstance(expression, sp.binomial):
            return self._binomial(expression, scope)
        arguments = tuple(self.read(argument, scope) for argument in expression.args)
        if isinstance(expression, sp.Add):
            return plus(*arguments)
        if isinstance(expression, sp.Mul):
            return times(*arguments)
        if isinstance(expression, (sp.Min, sp.Max)):
            return MinOrMax(arguments, isinstance(expression, sp.Max))
        if isinstance(expression, sp.Abs):
            return Magnitude(arguments[0])
        if isinstance(expression, sp.Mod):
            dividend, divisor = arguments
            return plus(dividend, times(Plain(number(-1)), divisor, Quotient(dividend, divisor)))
        return self._condition(expression, arguments)

    def _condition(self, expression: sp.Basic, arguments: tuple[SummandNode, ...]) -> SummandNode:
        if isinstance(expression, (sp.And, sp.Or, sp.Not)):
            return Connective(type(expression).__name__.lower(), arguments)
        kinds = {Ge: "ge", Gt: "gt", Le: "ge", Lt: "gt", Eq: "eq", Ne: "ne"}
        for kind, name in kinds.items():
            if isinstance(expression, kind):
                left, right = reversed(arguments) if kind in (Le, Lt) else arguments
                return Compare(name, plus(left, times(Plain(number(-1)), right)))
        raise CannotClose(f"{type(expression).__name__} in {expression} is outside the sums that are closed here")

    def _sum(self, expression: sp.Sum, scope: Mapping[sp.Symbol, str], nested: int = 0) -> SummandNode:
        """The sum over the outermost index but ``nested``, with the inner sums in its body."""
        (index, *limits) = expression.limits[-1 - nested]
        if len(limits) != 2:
            raise CannotClose(f"{expression} has no lower and upper limit for {index}")
        lower, upper = (self.read(limit, scope) for limit in limits)
        name = index.name
        while name in self.taken:
            name += "'"
        self.taken.add(name)
        self.indices.add(name)
        self.integers.add(name)
        inside = {**scope, index: name}
        last = nested + 1 == len(expression.limits)
        body = self.read(expression.function, inside) if last else self._sum(expression, inside, nested + 1)
        return Total(name, lower, upper, body)

    def _power(self, base: sp.Basic, exponent: sp.Basic, scope: Mapping[sp.Symbol, str]) -> SummandNode:
        if exponent.is_Integer:
            return self._whole_power(self.read(base, scope), int(exponent), base)
        if isinstance(base, sp.Mul):
            return times(*(self._power(factor, exponent, scope) for factor in base.args))
        if isinstance(base, sp.Pow):
            return self._power(base.args[0], base.args[1] * exponent, scope)
        if isinstance(base, Rational) and base != 0:
            if max(abs(int(base.p)), int(base.q)) > LARGEST_BASE:
                raise CannotClose(f"the base {base} is too large (at most {LARGEST_BASE})")
            found = self.read(exponent, scope)
            factors = [(str(p), e) for p, e in sp.factorint(abs(int(base.p))).items() if p != 1]
            factors += [(str(p), -e) for p, e in sp.factorint(int(base.q)).items() if p != 1]
            sign = [_alternating(found)] if base < 0 else []
            return times(*sign, *(_exponential(p, times(Plain(number(e)), found)) for p, e in factors))
        if isinstance(base, sp.Symbol):
            if scope[base] in self.indices:
                raise CannotClose(f"{base}**({exponent}) has a summation index as its base")
            return _exponential(scope[base], self.read(exponent, scope))
        raise CannotClose(f"the power {base}**({exponent}) needs a number or a symbol as its base")

    @staticmethod
    def _whole_power(base: SummandNode, exponent: int, shown: sp.Basic) -> SummandNode:
        if abs(exponent) > LARGEST_POWER:
            raise CannotClose(f"the power {exponent} of {shown} is too large (at most {LARGEST_POWER})")
        if exponent > 0 and isinstance(base, Plain):
            return Plain(base.term**exponent)
        value = constant_of(base)
        if value:
            return Plain(number(value**exponent))
        return Raised(base, exponent)

    def _rounded(self, expression: sp.Basic, scope: Mapping[sp.Symbol, str]) -> SummandNode:
        """floor(x / y), or ceiling(x / y) = -floor(-x / y)."""
        above, below = expression.args[0].as_numer_denom()
        minus = Plain(number(-1))
        dividend, divisor = self.read(above, scope), self.read(below, scope)
        if isinstance(expression, sp.floor):
            return Quotient(dividend, divisor)
        return times(minus, Quotient(times(minus, dividend), divisor))

    def _binomial(self, expression: sp.Basic, scope: Mapping[sp.Symbol, str]) -> SummandNode:
        """binomial(x, m) for a number m: a polynomial for x >= 0, and 0 for x < 0 (also where x < m)."""
        top, bottom = expression.args
        if not (bottom.is_Integer and 0 <= bottom <= LARGEST_POWER):
            raise CannotClose(f"{expression} is not a polynomial: such sums are left as finite sums")
        found = self.read(top, scope)
        product: SummandNode = Plain(number(1))
        for i in range(int(bottom)):
            product = times(product, plus(found, Plain(number(-i))), Plain(number(Fraction(1, i + 1))))
        return FirstCase(((Compare("ge", found), product), (FixedCondition(True), Plain(number(0)))))


def _exponential(base: str, exponent: SummandNode) -> SummandNode:
    if isinstance(exponent, Plain) and affine_parts(exponent.term) is not None:
        return Plain(power(base, exponent.term))
    return Exponential(base, exponent)


def _alternating(exponent: SummandNode) -> SummandNode:
    """(-1)^e as 1 - 2 (e mod 2)."""
    two = Plain(number(2))
    parity = plus(exponent, times(Plain(number(-2)), Quotient(exponent, two)))
    return plus(Plain(number(1)), times(Plain(number(-2)), parity))


# The value of a summand in a region: an exponential polynomial, or the question to settle first.


MOST_QUOTIENTS = 24


class Resolver:
    """Values of nodes in regions.

    `totals` gives each inner sum its tree of values, `integers` the names of integers. Every method raises Undecided
    for an open question, and CannotClose for a node without a value of the required kind.
    """

    def __init__(self, totals: Mapping[Total, Tree], integers: Collection[str]):
        self.totals = totals
        self.integers = integers

    def value(self, node: SummandNode, region: Region) -> affine_terms.Term:
        """The exponential polynomial that equals a node throughout the region."""
        match node:
            case Plain(term):
                return term
            case Plus(arguments):
                return sum((self.value(a, region) for a in arguments), affine_terms.number(0))
            case SummandProduct(arguments):
                product = affine_terms.number(1)
                for a in arguments:
                    product = product * self.value(a, region)
                    if not product.parts:
                        break
                return product
            case Total():
                found: affine_terms.Term = restrict(self.totals[node], region)
                return found
            case Raised(base, exponent):
                term = self.value(base, region)
                return term**exponent if exponent >= 0 else self.reciprocal(term, region) ** -exponent
            case Exponential(base, exponent):
                return affine_terms.power(base, self.value(exponent, region))
            case MinOrMax(arguments, largest):
                return self.extreme([self.value(a, region) for a in arguments], largest, region)
            case Magnitude(argument):
                term = self.value(argument, region)
                return term if region.decide_sign(self.sign_row(term)) else -term
            case Quotient(dividend, divisor):
                return self.quotient(self.value(dividend, region), self.value(divisor, region), region)
            case FirstCase(cases):
                for condition, value in cases:
                    if self.truth(condition, region):
                        return self.value(value, region)
                raise CannotClose("a Piecewise has no value where none of its conditions holds: add a last case")
        raise CannotClose(f"{node} is a condition, not a value")

    def truth(self, node: SummandNode, region: Region) -> bool:
        """Whether a condition holds throughout the region (True) or nowhere in it (False)."""
        match node:
            case FixedCondition(value):
                return value
            case Connective("and", arguments):
                return all(self.truth(a, region) for a in arguments)
            case Connective("or", arguments):
                return any(self.truth(a, region) for a in arguments)
            case Connective("not", (argument,)):
                return not self.truth(argument, region)
            case Compare(kind, argument):
                term = self.value(argument, region)
                if kind == "ge":
                    return region.decide_sign(self.sign_row(term))
                if kind == "gt":
                    return not region.decide_sign(self.sign_row(-term))
                zero = region.decide_sign(self.sign_row(term)) and region.decide_sign(self.sign_row(-term))
                return zero if kind == "eq" else not zero
        raise CannotClose(f"{node} is a value, not a condition")

    def affine(self, term: affine_terms.Term) -> tuple[dict[str, Number], Number]:
        """Coefficients and constant of a term that must be affine in integers."""
        found = affine_terms.affine_parts(term)
        if found is None:
            raise CannotClose(f"{affine_terms.text(term)} is not affine, so it cannot decide a case or bound a sum")
        for name in found[0]:
            if name not in self.integers:
                raise CannotClose(f"{name} decides a case but is not declared integer: use integer=True")
        return found

    def sign_row(self, term: affine_terms.Term) -> AffineRow:
        """The row `term >= 0`."""
        return row(*self.affine(term))

    def extreme(self, terms: list[affine_terms.Term], largest: bool, region: Region) -> affine_terms.Term:
        """The least or greatest of several terms."""
        best = terms[0]
        for other in terms[1:]:
            gain = other - best if largest else best - other
            if region.decide_sign(self.sign_row(gain)):
                best = other
        return best

    def reciprocal(self, term: affine_terms.Term, region: Region) -> affine_terms.Term:
        """1/term for an affine term that is certainly not 0; other terms are taken where they are defined."""
        found = affine_terms.affine_parts(term)
        if found is not None and all(name in self.integers for name in found[0]):
            coefficients, constant = found
            opposite = {name: -x for name, x in coefficients.items()}
            scale = lcm(constant.denominator, *(x.denominator for x in coefficients.values()))
            above = row({name: x * scale for name, x in coefficients.items()}, constant * scale - 1)
            below = row({name: x * scale for name, x in opposite.items()}, -constant * scale - 1)
            if not region.implies(above) and not region.implies(below):
                raise CannotClose(f"the denominator {affine_terms.text(term)} may be 0: assume that it is not")
        return affine_terms.reciprocal(term)

    def quotient(self, dividend: affine_terms.Term, divisor: affine_terms.Term, region: Region) -> affine_terms.Term:
        """floor(dividend / divisor)."""
        coefficients, constant = self.affine(divisor)
        if coefficients:
            return self._symbolic_quotient(dividend, divisor, region)
        if not constant:
            raise CannotClose(f"floor({affine_terms.text(dividend)} / 0)")
        return self.floor(dividend * (1 / Fraction(constant)), region)

    def floor(self, term: affine_terms.Term, region: Region) -> affine_terms.Term:
        """The integer part of an affine term with rational coefficients."""
        coefficients, constant = self.affine(term)
        whole = {name: x for name, x in coefficients.items() if Fraction(x).denominator == 1}
        rest = {name: x for name, x in coefficients.items() if name not in whole}
        scale = lcm(*(Fraction(x).denominator for x in rest.values()), 1)
        shift = (constant * scale) // 1
        above = {name: int(x * scale) for name, x in rest.items()}
        residue = region.residue(above.items(), int(shift), scale)
        return affine_terms.affine_term(whole, 0) + affine_terms.affine_term(above, shift - residue) * Fraction(
            1, scale
        )

    def _symbolic_quotient(
        self, dividend: affine_terms.Term, divisor: affine_terms.Term, region: Region
    ) -> affine_terms.Term:
        """The t with t * divisor <= dividend < (t+1) * divisor, if only few t are possible."""
        if not region.implies(self.sign_row(divisor - affine_terms.number(1))):
            raise CannotClose(f"the divisor {affine_terms.text(divisor)} must be known to be at least 1")

        def at_least(t: int) -> AffineRow:
            return self.sign_row(dividend - divisor * t)

        def below(t: int) -> AffineRow:
            return self.sign_row(divisor * t - dividend - affine_terms.number(1))

        try:
            lowest = next(t for t in _outward(MOST_QUOTIENTS, -1) if region.implies(at_least(t)))
            highest = next(t for t in _outward(MOST_QUOTIENTS, 1) if region.implies(below(t + 1)))
        except StopIteration:
            raise CannotClose(
                f"floor(({affine_terms.text(dividend)}) / ({affine_terms.text(divisor)})) can have arbitrarily many values here"
            ) from None
        except affine_terms.NotPolynomial as reason:  # pragma: no cover
            raise CannotClose(str(reason)) from reason
        while region.implies(at_least(lowest + 1)):
            lowest += 1
        while highest > lowest and region.implies(below(highest)):
            highest -= 1
        while lowest < highest:
            middle = (lowest + highest + 1) // 2
            if region.decide_sign(at_least(middle)):
                lowest = middle
            else:
                highest = middle - 1
        return affine_terms.number(lowest)


def _outward(most: int, direction: int) -> range:
    """The integers from 0 outwards in one direction."""
    return range(0, direction * most, direction)
