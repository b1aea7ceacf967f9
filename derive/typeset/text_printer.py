"""Plain text, in the grammar of formulas where it can express them.

>>> from netlemma.derive.typeset.sympy_to_tree import written
>>> import sympy as sp
>>> w, D = sp.symbols("w D", integer=True, positive=True)
>>> text(written(D * w * w**D / (4 * w**D - 4)))
'D*w^(D + 1)/(4*(w^D - 1))'
>>> half = sp.Piecewise((w**2 / 4, sp.Eq(sp.Mod(w, 2), 0)), ((w**2 - 1) / 4, True))
>>> text(written(half))
'w^2/4 if w even, (w^2 - 1)/4 if w odd'
>>> text(written(half), grammar=True)
'piecewise(w^2/4, w even, (w^2 - 1)/4)'
"""

from netlemma.derive.typeset import tree
from netlemma.errors import NotInGrammar

# Binding strengths of pieces of text, the loosest first.
_CASES, _OR, _AND, _COMPARE, _ADD, _BIG, _MULTIPLY, _POWER, _ATOM = range(9)
_OPERATORS = {"in": "∈", "!=": "≠", "<=": "≤", ">=": "≥"}


_GRAMMAR_FUNCTIONS = frozenset({"floor", "ceil", "min", "max", "abs", "mod", "binomial", "factorial", "log"})


def text(node: tree.Node, grammar: bool = False) -> str:
    """The node on one line."""
    return _Text(grammar).at(node, _CASES)


def case_rows(node: tree.Cases) -> list[tuple[str, str]]:
    """The values and conditions of a formula by cases, for a layout with one line for each."""
    writer = _Text(False)
    return [(writer.at(value, _ADD), writer.condition(condition)) for value, condition in node.rows]


class _Text:
    def __init__(self, grammar: bool) -> None:
        self.grammar = grammar

    def at(self, node: tree.Node, needed: int) -> str:
        binds, written = self.piece(node)
        return written if binds >= needed else f"({written})"

    def piece(self, node: tree.Node) -> tuple[int, str]:
        match node:
            case tree.Name(name) | tree.Number(name):
                return _ATOM, name
            case tree.PlainWords(words) | tree.SetName(words):
                if self.grammar:
                    raise NotInGrammar(f"the formula grammar has no word for {words}")
                return _ATOM, words
            case tree.Listed(items):
                return _ATOM, ", ".join(self.at(item, _ADD) for item in items)
            case tree.Terms(terms):
                return _ADD, self.terms(terms)
            case tree.Times(factors):
                most = "*".join(self.at(factor, _MULTIPLY) for factor in factors[:-1])
                binds, last = self.piece(factors[-1])
                if binds == _BIG:
                    return _BIG, f"{most} * {last}"
                return _MULTIPLY, f"{most}*{last if binds >= _MULTIPLY else f'({last})'}"
            case tree.Fraction(top, bottom):
                return _MULTIPLY, f"{self.at(top, _MULTIPLY)}/{self.at(bottom, _POWER)}"
            case tree.Power(base, exponent):
                return _POWER, f"{self.at(base, _ATOM)}^{self.at(exponent, _ATOM)}"
            case tree.Call(function, arguments):
                if self.grammar and function not in _GRAMMAR_FUNCTIONS:
                    raise NotInGrammar(f"the formula grammar has no function {function}")
                return _ATOM, f"{function}({', '.join(self.at(x, _ADD) for x in arguments)})"
            case tree.Indexed(name, below, above, arguments) if not self.grammar:
                listed = ", ".join(self.at(x, _ADD) for x in arguments)
                return _ATOM, f"{self.at(name, _ATOM)}_{self.mark(below)}^{self.mark(above)}({listed})"
            case tree.Phrase(parts) if not self.grammar:
                return _ATOM, "".join(self.at(part, _ADD) for part in parts)
            case tree.Cases():
                return self.cases(node)
            case tree.Big():
                return self.big(node)
            case tree.Bracketed(inside):
                return _ATOM, f"({self.at(inside, _CASES)})"
            case tree.Relation() | tree.Congruent() | tree.Joined() | tree.Negated():
                return self.test(node)
            case tree.CoefficientOf(variable, index, series) if not self.grammar:
                name = f"[{self.at(variable, _ATOM)}^{self.at(index, _ATOM)}]"
                return _BIG, f"{name} {self.at(series, _MULTIPLY)}"
        raise NotInGrammar(f"the formula grammar has no {type(node).__name__}")

    def mark(self, node: tree.Node) -> str:
        """A subscript or superscript of a name, in parentheses unless it is a name or number."""
        shown = self.at(node, _ATOM)
        return f"({shown})" if isinstance(node, tree.Listed) else shown

    def terms(self, terms: tuple[tuple[bool, tree.Node], ...]) -> str:
        written = ""
        for negative, node in terms:
            operator = ("-" if negative else "") if not written else (" - " if negative else " + ")
            written += operator + self.at(node, _BIG)
        return written

    def cases(self, node: tree.Cases) -> tuple[int, str]:
        if not self.grammar and node.indicator is not None:
            return _ATOM, f"[{self.condition(node.indicator)}]"
        if not self.grammar:
            return _CASES, ", ".join(
                f"{value} if {test}".replace(" if otherwise", " otherwise") for value, test in case_rows(node)
            )
        if not node.default:
            raise NotInGrammar("piecewise needs a default")
        arguments = [word for value, test in node.rows[:-1] for word in (self.at(value, _ADD), self.condition(test))]
        return _ATOM, f"piecewise({', '.join([*arguments, self.at(node.rows[-1][0], _ADD)])})"

    def big(self, node: tree.Big) -> tuple[int, str]:
        under, over = node.under, node.over
        if node.kind == "sum" and under.operator == "=" and over is not None and not _over_dimensions(node):
            index, lower, upper = (self.at(x, _ADD) for x in (under.left, under.right, over))
            return _ATOM, f"sum({self.at(node.body, _ADD)}, {index}, {lower}, {upper})"
        if self.grammar:
            raise NotInGrammar(f"the formula grammar has no such {node.kind}")
        sign = {"sum": "Σ", "product": "Π"}.get(node.kind, node.kind)
        span = (
            self.test(under)[1]
            if over is None
            else f"{self.at(under.left, _ADD)}={self.at(under.right, _ADD)}..{self.at(over, _ADD)}"
        )
        return _BIG, f"{sign}{{{span}}} {self.at(node.body, _BIG)}"

    def test(self, node: tree.Node) -> tuple[int, str]:
        match node:
            case tree.Relation(left, operator, right):
                shown = operator if self.grammar else _OPERATORS.get(operator, operator)
                return _COMPARE, f"{self.at(left, _ADD)} {shown} {self.at(right, _COMPARE)}"
            case tree.Congruent(value, residue, modulus):
                if node.parity:
                    return _COMPARE, f"{self.at(value, _ADD)} {node.parity}"
                return _COMPARE, f"mod({self.at(value, _ADD)}, {modulus}) = {residue}"
            case tree.Negated(condition):
                return _COMPARE, f"not ({self.at(condition, _CASES)})"
            case tree.Joined(word, parts):
                binds = _AND if word == "and" else _OR
                return binds, f" {word} ".join(self.at(part, binds + 1) for part in parts)
        raise NotInGrammar(f"{type(node).__name__} is not a condition")

    def condition(self, node: tree.Node) -> str:
        return self.at(node, _CASES)


def _over_dimensions(node: tree.Big) -> bool:
    """Whether the body contains the digits s_j and t_j, which only a sum over dimensions has."""
    return isinstance(node.under.left, tree.Name) and _mentions(node.body, "_" + node.under.left.text)


def _mentions(node: object, ending: str) -> bool:
    if isinstance(node, tree.Name):
        return node.text.endswith(ending)
    if isinstance(node, tuple):
        return any(_mentions(part, ending) for part in node)
    return isinstance(node, tree.Node) and any(_mentions(part, ending) for part in vars(node).values())
