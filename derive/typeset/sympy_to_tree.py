"""Conversion of SymPy expressions to trees of usual notation: merged powers, one fraction bar, the sign in front.

>>> w, D = sp.symbols("w D", integer=True, positive=True)
>>> written(D * w * w**D / (4 * w**D - 4)) == written(D * w**(D + 1) / 4 / (w**D - 1))
True
"""

import re

import sympy as sp
from sympy.core.function import AppliedUndef

from netlemma.derive.algebra.expressions import notation
from netlemma.derive.algebra.expressions.notation import PRIME, free_name
from netlemma.derive.typeset import conditions, operand_order
from netlemma.derive.typeset.dimensions import DimensionRanges
from netlemma.derive.typeset.functions import function
from netlemma.derive.typeset.names import DIMENSION, Names
from netlemma.derive.typeset.tree import (
    Big,
    Call,
    Cases,
    CoefficientOf,
    Fraction,
    Joined,
    Listed,
    Name,
    Node,
    Number,
    PlainWords,
    Power,
    Relation,
    SetName,
    Terms,
    Times,
    holds_wide,
    is_wide,
)

_CONSTANTS = {sp.oo: "∞", sp.zoo: "undefined", sp.nan: "undefined", sp.pi: "π", sp.E: "e"}


def written(expr: sp.Expr, names: Names | None = None) -> Node:
    """The expression as a formula tree.

    Parameters
    ----------
    expr : Expr
        SymPy expression.
    names : Names or None, optional
        Names of the symbols, if other formulas have the same.

    Returns
    -------
    Node
        Tree of the formula.
    """
    return _Writer(expr, (names or Names([expr])).within(expr)).write(expr)


class _Writer:
    def __init__(self, expr: sp.Expr, names: Names) -> None:
        self.names = names
        self.dimensions = DimensionRanges(expr)

    def write(self, expr: sp.Expr) -> Node:
        negative, node = self.signed(expr)
        return Terms(((True, node),)) if negative else node

    def signed(self, expr: sp.Expr) -> tuple[bool, Node]:
        """Whether the expression is written with a minus in front, and the remainder of it."""
        if isinstance(expr, sp.Add):
            content, primitive = expr.primitive()
            if content.q == 1 or any(sp.denom(t) != 1 or _contains_wide(t) for t in primitive.args):
                return False, self.terms(expr)
        if isinstance(expr, sp.Add | sp.Mul | sp.Pow | sp.Rational):
            return self.product(expr)
        return False, self.atom(expr)

    def terms(self, expr: sp.Add) -> Node:
        written = [self.signed(term) for term in operand_order.ordered_terms(expr)]
        return Terms(tuple(sorted(written, key=lambda term: is_wide(term[1]))))

    def product(self, expr: sp.Expr) -> tuple[bool, Node]:
        parts = operand_order.parts(expr)
        top = [self.power(base, exponent) for base, exponent in parts.top]
        bottom = [self.power(base, exponent) for base, exponent in parts.bottom]
        wide = sorted((node for node in top if holds_wide(node)), key=is_wide)
        narrow = [node for node in top if not holds_wide(node)]
        if parts.over != 1 or (not narrow and (bottom or parts.under != 1 or not wide)):
            narrow.insert(0, Number(str(parts.over)))
        if parts.under != 1:
            bottom.insert(0, Number(str(parts.under)))
        if bottom:
            narrow = [Fraction(_times(narrow), _times(bottom))]
        return parts.negative, _times(narrow + wide)

    def power(self, base: sp.Expr, exponent: sp.Expr) -> Node:
        return self.atom(base) if exponent == 1 else Power(self.write(base), self.write(exponent))

    def atom(self, expr: sp.Expr) -> Node:
        """An expression that is neither sum, product nor power (those occur here only as bases, in parentheses)."""
        if isinstance(expr, sp.Symbol):
            return Name(self.names(expr))
        if expr in _CONSTANTS:
            return PlainWords(_CONSTANTS[expr])
        if isinstance(expr, sp.Piecewise):
            return self.cases(expr)
        if isinstance(expr, sp.Sum | sp.Product):
            return self.ranges(expr)
        if isinstance(expr, notation.Inert):
            return self.inert(expr)
        if isinstance(expr, sp.Add | sp.Mul | sp.Pow | sp.Rational):
            return self.write(expr)
        if isinstance(expr, sp.KroneckerDelta):
            return self.places(sp.S.One, sp.Eq(*reversed(expr.args)))
        if not expr.args:
            return PlainWords(str(expr))
        name = type(expr).__name__
        if isinstance(expr, AppliedUndef):
            name = self.names(sp.Symbol(name + PRIME))
        arguments = expr.args
        if isinstance(expr, sp.Min | sp.Max):
            arguments = tuple(sorted(arguments, key=sp.default_sort_key))
        return function(name, tuple(self.write(x) for x in arguments))

    def cases(self, expr: sp.Piecewise) -> Node:
        tests = [condition for _, condition in expr.args]
        default = tests[-1] == sp.true or conditions.complement(tests) == sp.false
        last: Node = PlainWords("otherwise")
        if tests[-1] == sp.true:
            rest = conditions.complement(tests[:-1])
            tests[-1:] = [] if rest in (None, sp.false) else [rest]
        shown = [conditions.written(test, self.write) for test in tests]
        shown += [last] * (len(expr.args) - len(shown))
        return Cases(tuple((self.write(v), c) for (v, _), c in zip(expr.args, shown, strict=True)), default)

    def ranges(self, expr: sp.Expr) -> Node:
        """A sum or product, nested once for each limit; SymPy's last limit is the outermost."""
        body = self.write(expr.function)
        for index, *limits in expr.limits:
            lower = self.write(limits[0]) if limits else SetName("Z")
            under = Relation(Name(self.names(index)), "=" if limits else "in", lower)
            body = Big(type(expr).__name__.lower(), under, self.write(limits[1]) if limits else None, body)
        return body

    def inert(self, expr: notation.Inert) -> Node:
        match expr:
            case notation.PairSum():
                whole, self.dimensions = self.dimensions, self.dimensions.within(expr.body)
                inner = self._over(notation.destination, "V", self.write(expr.body))
                self.dimensions = whole
                return self._over(notation.source, "V", inner)
            case notation.PairMax():
                ends = Listed(tuple(Name(self.names(end)) for end in (notation.source, notation.destination)))
                return Big("max", Relation(ends, "in", self.set_name("V")), None, self.write(expr.body))
            case notation.DeviceSum():
                return self._over(notation.device, "C", self.write(expr.body))
            case notation.LinkSum():
                return self._over(notation.device, expr.links, self.write(expr.args[0]))
            case notation.WordPairs():
                return Call("pairs", (_times([self.places(*part) for part in expr.places]),))
            case notation.DeviceMax():
                most = Relation(Name(self.names(notation.device)), "in", self.set_name("C"))
                return Big("max", most, None, self.write(expr.body))
            case notation.AdmissibleMax():
                rates = Relation(Name(self.names(sp.Symbol(f"r{PRIME}"))), "in", PlainWords("admissible"))
                return Big("max", rates, None, self.write(expr.body))
            case notation.Extreme():
                _, kind, element, of = expr.args
                among = Relation(Name(self.names(element)), "in", self.set_name(str(of)))
                return Big(str(kind), among, None, self.write(expr.body))
            case notation.WordSum():
                return self._over(notation.word, "W", self.write(expr.args[0]))
            case notation.DimensionSum():
                return self.over_dimensions("sum", expr)
            case notation.DimensionProduct():
                return self.over_dimensions("product", expr)
            case notation.Coefficient():
                series, variable, index = map(self.write, expr.args)
                return CoefficientOf(variable, index, series)
        if isinstance(expr, notation.NotRising):
            return self.not_rising(expr)
        if isinstance(expr, notation.Quantity):
            return Name(str(expr.args[1]))
        if isinstance(expr, notation.PositionMax):
            body, position, upper = map(self.write, expr.args)
            return Big("max", Relation(Number("1"), "<=", Relation(position, "<=", upper)), None, body)
        if isinstance(expr, notation.RangeMax):
            body = self.write(expr.args[0])
            for index, lower, upper in expr.args[1:]:
                low, name, high = map(self.write, (lower, index, upper))
                body = Big("max", Relation(low, "<=", Relation(name, "<=", high)), None, body)
            return body
        if isinstance(expr, notation.Maximum):
            return Call("max", tuple(map(self.write, _alternatives(expr))))
        return function(type(expr).__name__, tuple(map(self.write, expr.args)))

    def not_rising(self, expr: notation.NotRising) -> Node:
        """A sum of an indicator over pairs."""
        tests: list[Node] = [
            Relation(self.write(low), "<=", Relation(Listed(tuple(map(self.write, symbols))), "<=", self.write(high)))
            for (low, high), symbols in expr.ranges.items()
        ]
        step = expr.args[2]
        parts = step.args if isinstance(step, sp.And) else (step,)
        tests += [conditions.written(part, self.write) for part in sorted(parts, key=sp.default_sort_key)]
        tests.append(Relation(self.write(expr.args[0]), ">=", self.write(expr.args[1])))
        holds = Cases(((Number("1"), Joined("and", tuple(tests))), (Number("0"), PlainWords("otherwise"))), True)
        return Big("sum", Relation(Listed((Name("c_1"), Name("c_2"))), "in", self.set_name("C")), None, holds)

    def places(self, count: sp.Expr, condition: sp.Basic) -> Node:
        """The condition on the digits at several places, as an indicator to that power."""
        holds = Cases(
            ((Number("1"), conditions.written(condition, self.write)), (Number("0"), PlainWords("otherwise"))), True
        )
        return holds if count == 1 else Power(holds, self.write(count))

    def set_name(self, name: str) -> Node:
        """A set of nodes or devices; other letters of formulas are not in its way, since sets have a font of their own."""
        return SetName(free_name(name, self.names.avoid))

    def _over(self, element: sp.Symbol, of: str, body: Node) -> Node:
        whole = self.set_name(of) if len(of) == 1 else Name(of)
        return Big("sum", Relation(Name(self.names(element)), "in", whole), None, body)

    def over_dimensions(self, kind: str, expr: sp.Expr) -> Node:
        """Over the dimensions j of one factor, as a range of numbers or as a named group."""
        index = self.names(DIMENSION)
        digits = {end: sp.Symbol(f"{self.names(node)}_{index}{PRIME}", integer=True) for end, node in _ENDS.items()}
        body = self.write(expr.args[0].xreplace(digits))
        first, last = self.dimensions.span(expr)
        group = self.dimensions.group(expr)
        if group:
            return Big(kind, Relation(Name(index), "in", _group(self.names.words(group))), None, body)
        over = self.write(last) if first != last else None
        return Big(kind, Relation(Name(index), "=", self.write(first)), over, body)


_ENDS = {notation.a: notation.source, notation.b: notation.destination}


def _alternatives(expr: notation.Maximum) -> list[sp.Expr]:
    """What a maximum is the largest of, without maxima within maxima."""
    return [y for x in expr.args for y in (_alternatives(x) if isinstance(x, notation.Maximum) else [x])]


def _group(words: str) -> Node:
    """The name of a group of dimensions: the network that their digits are on, such as ring(S_1), or words."""
    network = re.fullmatch(r"([\w-]+)\(([A-Za-z]\w*)\)", words)
    return Call(network[1], (Name(network[2]),)) if network else PlainWords(words)


def _contains_wide(expr: sp.Expr) -> bool:
    return bool(expr.atoms(sp.Piecewise, sp.Sum, sp.Product, notation.Inert))


def _times(factors: list[Node]) -> Node:
    return factors[0] if len(factors) == 1 else Times(tuple(factors))
