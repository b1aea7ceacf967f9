"""Formulas in Rocq: rational numbers, with integers in exponents, conditions and floors.

>>> from netlemma.derive.typeset.sympy_to_tree import written
>>> import sympy as sp
>>> w, D = sp.symbols("w D", integer=True, positive=True)
>>> rational(written(D * w * w**D / (4 * w**D - 4)))
'D * w ^ (D + 1) / (4 * (w ^ D - 1))'
>>> rational(written(D * sp.floor(w / 2)))
'D * (w / 2)%Z'
>>> rational(written(sp.Piecewise((w**2 / 4, sp.Eq(sp.Mod(w, 2), 0)), ((w**2 - 1) / 4, True))))
'if (w mod 2 =? 0)%Z then w ^ 2 / 4 else (w ^ 2 - 1) / 4'
"""

from netlemma.derive.typeset import tree
from netlemma.errors import NotInRocq

_CASES, _ADD, _MULTIPLY, _NEGATE, _POWER, _ATOM = range(6)
_WORDS = """as at by else end fix for forall fun if in is let match mod Prop return Set struct then Type where with
node nodes same channels graph proper size hop walk distance distances sum mean_distance wiener_index
ordered_wiener_index diameter total_distance one_if next numbered line ring oneway_ring clique bus product point power
radius leaving degree number_of_nodes number_of_channels number_of_links sum_Q hyper_wiener_index mean_hops uniform sent
both each mirrored shifted behind transposed distance_polynomial max_channel_load throughput in_turn repeated
line_routes ring_routes oneway_ring_routes clique_routes bus_routes split_ways upward_ways downward_ways by_way admissible
worst_channel_load fraction_of_capacity"""
_RESERVED = frozenset(_WORDS.split())
_RELATIONS = {"=": "=?", "<=": "<=?", "<": "<?"}


def name(text: str) -> str:
    """The name of a size; words of the language and of the theory get an underscore."""
    return f"{text}_" if text in _RESERVED else text


def rational(node: tree.Node, atom: bool = False) -> str:
    """The formula as a rational number."""
    return _Rational().at(node, _ATOM if atom else _CASES)


def hypothesis(condition: tree.Node) -> str:
    """A condition on sizes as a proposition: it computes to true."""
    return f"{_condition(condition)} = true"


def denominators(node: tree.Node) -> list[str]:
    """Propositions that no denominator of the formula is zero, case by case."""
    match node:
        case tree.Fraction(top, tree.Number()):
            return denominators(top)
        case tree.Fraction(top, bottom):
            own = [f"~ {_Rational().at(bottom, _MULTIPLY)} == 0"]
            return [*denominators(top), *own, *denominators(bottom)]
        case tree.Cases(rows):
            parts = [" /\\ ".join(denominators(value)) or "True" for value, _ in rows]
            if set(parts) == {"True"}:
                return []
            return [f"({_chain(parts, node)})"]
        case tree.Terms(terms):
            return [found for _, term in terms for found in denominators(term)]
        case tree.Times(factors):
            return [found for factor in factors for found in denominators(factor)]
        case tree.Power(base, _):
            return denominators(base)
        case tree.Bracketed(inside):
            return denominators(inside)
        case tree.Call("max", values):
            return [found for value in values for found in denominators(value)]
    return []


class _Numbers:
    """What formulas of integers and of rational numbers share."""

    def at(self, node: tree.Node, needed: int) -> str:
        binds, written = self.piece(node)
        return written if binds >= needed else f"({written})"

    def piece(self, node: tree.Node) -> tuple[int, str]:
        match node:
            case tree.Name(text):
                return _ATOM, name(text)
            case tree.Number(text) if text.isdigit():
                return _ATOM, text
            case tree.Bracketed(inside):
                return self.piece(inside)
            case tree.Terms(terms):
                return self.terms(terms)
            case tree.Times(factors):
                first, *rest = factors
                return _MULTIPLY, " * ".join([self.at(first, _MULTIPLY), *(self.at(f, _POWER) for f in rest)])
            case tree.Power(base, exponent):
                return _POWER, f"{self.at(base, _ATOM)} ^ {_Integer().at(exponent, _ATOM)}"
        return self.other(node)

    def terms(self, terms: tuple[tuple[bool, tree.Node], ...]) -> tuple[int, str]:
        (negative, first), *rest = terms
        written = f"- {self.at(first, _POWER)}" if negative else self.at(first, _MULTIPLY)
        for minus, node in rest:
            written += (" - " if minus else " + ") + self.at(node, _MULTIPLY)
        return (_ADD if rest else _NEGATE), written

    def other(self, node: tree.Node) -> tuple[int, str]:
        raise NotInRocq(f"no {type(node).__name__} in exported formulas")


class _Rational(_Numbers):
    def other(self, node: tree.Node) -> tuple[int, str]:
        match node:
            case tree.Fraction(top, bottom):
                return _MULTIPLY, f"{self.at(top, _MULTIPLY)} / {self.at(bottom, _POWER)}"
            case tree.Cases():
                return _CASES, _chain([self.at(value, _ADD) for value, _ in node.rows], node)
            case tree.Call("max", (first, *rest)):
                written = self.at(first, _ATOM)
                for other in rest:
                    written = f"(Qmax {written} {self.at(other, _ATOM)})"
                return _ATOM, written
            case tree.Call():
                return _ATOM, f"({_Integer().at(node, _CASES)})%Z"
        return super().other(node)


class _Integer(_Numbers):
    def other(self, node: tree.Node) -> tuple[int, str]:
        match node:
            case tree.Fraction():
                raise NotInRocq("exponents of the closed form are fractions, which the theory has as integers")
            case tree.Call("floor", (tree.Fraction(top, bottom),)):
                return _MULTIPLY, f"{self.at(top, _MULTIPLY)} / {self.at(bottom, _POWER)}"
            case tree.Call("mod", (value, modulus)):
                return _MULTIPLY, f"{self.at(value, _MULTIPLY)} mod {self.at(modulus, _POWER)}"
            case tree.Call(("min" | "max") as which, (first, *rest)):
                written = self.at(first, _ATOM)
                for other in rest:
                    written = f"(Z.{which} {written} {self.at(other, _ATOM)})"
                return _ATOM, written
            case tree.Call("abs", (value,)):
                return _ATOM, f"(Z.abs {self.at(value, _ATOM)})"
        return super().other(node)


def _chain(values: list[str], cases: tree.Cases) -> str:
    """The values, each behind its condition, the last behind none."""
    if not cases.default:
        raise NotInRocq("no case applies to some sizes")
    tests = [_condition(condition) for _, condition in cases.rows[:-1]]
    return "".join(f"if {test} then {value} else " for test, value in zip(tests, values, strict=False)) + values[-1]


def _condition(node: tree.Node) -> str:
    """A condition on integers that is computed."""
    integer = _Integer()
    match node:
        case tree.Congruent(value, residue, modulus):
            return f"({integer.at(value, _MULTIPLY)} mod {modulus} =? {residue})%Z"
        case tree.Relation(left, ("=" | "<=" | "<") as operator, right):
            return f"({integer.at(left, _ADD)} {_RELATIONS[operator]} {integer.at(right, _ADD)})%Z"
        case tree.Relation(left, (">=" | ">") as operator, right):
            return _condition(tree.Relation(right, operator.replace(">", "<"), left))
        case tree.Relation(left, "!=", right):
            return f"(negb {_condition(tree.Relation(left, '=', right))})"
        case tree.Joined(word, parts):
            function = "andb" if word == "and" else "orb"
            written = _condition(parts[-1])
            for part in reversed(parts[:-1]):
                written = f"({function} {_condition(part)} {written})"
            return written
        case tree.Negated(condition):
            return f"(negb {_condition(condition)})"
    raise NotInRocq(f"no condition {type(node).__name__} in exported formulas")
