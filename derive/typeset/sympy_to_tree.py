"""Conversion of SymPy expressions to trees of usual notation: names, functions, ranges of dimensions, merged powers,
one fraction bar, the sign in front.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy

import sympy as sp
from sympy.core.function import AppliedUndef

from netlemma.derive.algebra import notation
from netlemma.derive.algebra.notation import PRIME, DimensionProduct, DimensionSum, free_name
from netlemma.derive.typeset import conditions, operand_order
from netlemma.derive.typeset.tree import (
    Big,
    Call,
    Cases,
    CoefficientOf,
    Fraction,
    Indexed,
    Joined,
    Listed,
    Name,
    Node,
    Number,
    Phrase,
    PlainWords,
    Power,
    Relation,
    SetName,
    Terms,
    Times,
    holds_wide,
    is_wide,
)

# Names of the symbols of expressions in print.
#
# A size of a network may have the name of a digit (``line(a) x ring(b)``) or of a summation index; the two differ as
# SymPy symbols but would look alike. The size keeps its name and the other symbol gets the next free letter.


DIMENSION = sp.Symbol(f"j{PRIME}")
_LOCAL = (notation.source, notation.destination, notation.device, notation.a, notation.b, DIMENSION)
_PRIMED = re.compile(rf"(?<![\w{PRIME}])([A-Za-z](?:_\d+)?){PRIME}({PRIME}*)(?!\w)")


class Names:
    """The names of the symbols of expressions, the same in all of them.

    >>> k = notation.parameter("k")
    >>> names = Names([sp.Sum(notation.k, (notation.k, 0, k - 1))])
    >>> names(k), names(notation.k), names.words("the offset k'")
    ('k', 'i', 'the offset i')
    """

    def __init__(self, expressions: Iterable[sp.Basic], avoid: Iterable[str] = ()) -> None:
        symbols: set[sp.Symbol] = set()
        functions: set[str] = set()
        self.local = set(_LOCAL)
        for expr in expressions:
            symbols |= expr.atoms(sp.Symbol)
            functions |= {function.func.__name__ for function in expr.atoms(AppliedUndef)}
            self.local |= bound_symbols(expr)
        self.local |= {s for s in symbols if s.name.endswith(PRIME)}
        self.avoid = set(avoid)
        self.taken = {s.name for s in symbols - self.local} | self.avoid
        self.used = self.taken | functions | {s.name.rstrip(PRIME) for s in self.local}
        self.given: dict[sp.Symbol, str] = {}

    def within(self, expr: sp.Basic) -> Names:
        """The same names for one of the expressions, in which only its own symbols are in the way."""
        names = copy(self)
        names.taken = {s.name for s in expr.atoms(sp.Symbol) - self.local} | self.avoid
        return names

    def __call__(self, symbol: sp.Symbol) -> str:
        if symbol not in self.local and not symbol.name.endswith(PRIME):
            return str(symbol.name)
        if symbol.name.endswith(2 * PRIME):  # of another node
            return self(sp.Symbol(symbol.name.removesuffix(PRIME), integer=True)) + PRIME
        name = symbol.name.rstrip(PRIME)
        if name in self.taken and symbol not in self.given:
            self.given[symbol] = free_name(name, {*self.used, *self.given.values()})
        return self.given[symbol] if name in self.taken else name

    def words(self, text: str) -> str:
        """Words of a reason or a proof, whose primed names become those of the formulas."""
        return _PRIMED.sub(lambda found: self._named(found[1]) + found[2], text)

    def _named(self, base: str) -> str:
        known = {s.name: s for s in self.local}
        symbol = known.get(base + PRIME) or known.get(base) or sp.Symbol(base + PRIME)
        self.local.add(symbol)
        return self(symbol)


def bound_symbols(expr: sp.Basic) -> set[sp.Symbol]:
    """The variables bound by sums, products and coefficients."""
    found = {index for e in expr.atoms(sp.Sum, sp.Product) for index in e.variables}
    return found | {e.args[1] for e in expr.atoms(notation.Coefficient)}


# Ranges of dimensions in sums and products over dimensions.
#
# The dimensions of a factor are numbered from 1. An expression may treat some of them differently from the others (those
# that dimension order corrects before a link, that of the link, those after it); by symmetry the choice does not matter,
# so they are numbered consecutively. Where several factors occur, each has its name as an index set instead.


class DimensionRanges:
    """The ranges of dimensions in one expression.

    >>> from netlemma.derive.algebra.notation import a, b, parameter
    >>> n, q, label = parameter("n"), sp.Symbol("q", integer=True), sp.Symbol("ring(w)")
    >>> at, before = DimensionProduct(a, n, sp.Integer(1), label), DimensionProduct(b, n, q, label)
    >>> found = DimensionRanges(at * before * DimensionProduct(a + b, n, n - 1 - q, label))
    >>> found.span(before), found.span(at)
    ((1, q), (q + 1, q + 1))
    """

    def __init__(self, expr: sp.Basic) -> None:
        self.parts: dict[sp.Basic, list[sp.Expr]] = {}
        for product in sorted(expr.atoms(DimensionProduct), key=_earlier):
            self.parts.setdefault(product.args[3], []).append(product)
        self.labels = {e.args[3] for e in expr.atoms(DimensionSum, DimensionProduct)}

    def within(self, expr: sp.Basic) -> DimensionRanges:
        """The ranges in a part of the expression, numbered from 1; factors keep their names."""
        inner = DimensionRanges(expr)
        inner.labels = self.labels
        return inner

    def span(self, expr: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """The numbers of the first and the last dimension."""
        first = sp.Integer(1)
        for other in self.parts.get(expr.args[3], []) if isinstance(expr, DimensionProduct) else []:
            if other == expr:
                break
            first += other.args[2]
        return first, sp.expand(first + expr.args[2] - 1)

    def group(self, expr: sp.Expr) -> str:
        """The name of the index set, if several factors occur."""
        if len(self.labels) < 2:
            return ""
        name = str(expr.args[3])
        if len(self.parts.get(expr.args[3], [])) < 2:
            return name
        first, last = self.span(expr)
        return f"{name} {first}" if first == last else f"{name} {first}..{last}"


def _earlier(product: sp.Expr) -> tuple[int, object]:
    """Sort key: a numeric number of dimensions first, then the single one, then the rest."""
    count = product.args[2]
    return 0 if count.is_Symbol else 1 if count == 1 else 2, sp.default_sort_key(product)


# Functions and counts with a notation of their own, by the names of their SymPy types.


_CALLS = {
    **{"Min": "min", "Max": "max", "Mod": "mod", "Abs": "abs", "ceiling": "ceil", "PathCount": "paths"},
    **{"BoundedRuns": "W", "LongestRuns": "N", "UnmarkedInLongest": "U", "OnAverage": "E"},
    **{
        "Lexicographic": "lex",
        "Bordered": "B",
        "Periods": "P",
        "BorderedApart": "C",
        "PeriodsApart": "Q",
        "SavedHops": "H",
        "GreatestDivisor": "gcd",
        "gA": "g_A",
        "gB": "g_B",
        "DCellServers": "t",
    },
}
_OBJECTS = Name("N")
_SAID = re.compile(r"``\w+(\(.*?\))``: ([^\n]*?)\.?\n")


def explained(expr: sp.Basic) -> list[tuple[str, str]]:
    """The functions of integers in an expression, each as it is written and with what it is.

    >>> from netlemma.derive.algebra.word_counts import Bordered
    >>> explained(Bordered(sp.Symbol("x"), 1, 2))
    [('B(n, m, f)', 'words of n letters from an alphabet of f whose longest border has m letters')]
    """
    types = sorted({type(each) for each in expr.atoms(sp.Function)}, key=lambda each: each.__name__)
    said = ((_CALLS.get(each.__name__), _SAID.match((each.__doc__ or "") + "\n")) for each in types)
    return [(f"{letter}{found[1]}", found[2]) for letter, found in said if letter and found]


def function(name: str, arguments: tuple[Node, ...]) -> Node:
    """A function of arguments; an unknown function is written by its name."""
    match name, arguments:
        case "Ways", (objects, *kinds):
            return _ways(objects, kinds)
        case "FullCells", (objects, cells, most, full):
            return Indexed(_OBJECTS, Number("0"), most, (objects, cells, Phrase((full, PlainWords(" full")))))
        case "DimensionsLeft", (_, _, hops, channel):
            left = Phrase((PlainWords("dimensions left before hop "), channel, PlainWords(" of "), hops))
            return Call("E", (left,))
        case "OthersBusy", (channels, given, free):
            parts = (
                PlainWords("all but "),
                given,
                PlainWords(" busy if "),
                free,
                PlainWords(" of "),
                channels,
                PlainWords(" are free"),
            )
            return Call("P", (Phrase(parts),))
    return Call(_CALLS.get(name, name), arguments)


def _ways(objects: Node, kinds: list[Node]) -> Node:
    """N with the least and the greatest numbers of objects in a cell, as Khonsari et al. write it; several if cells differ."""
    cells, least, most = kinds[::3], kinds[1::3], kinds[2::3]
    below, above = (each[0] if len(each) == 1 else Listed(tuple(each)) for each in (least, most))
    return Indexed(_OBJECTS, below, above, (objects, *cells))


# Conversion of SymPy expressions to trees of usual notation: merged powers, one fraction bar, the sign in front.


_CONSTANTS = {sp.oo: "∞", sp.zoo: "undefined", sp.nan: "undefined", sp.pi: "π", sp.E: "e"}


def written(expr: sp.Expr, names: Names | None = None) -> Node:
    """The expression as a formula tree."""
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
