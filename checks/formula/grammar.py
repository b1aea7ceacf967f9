"""The grammar of users' formulas: words, syntax trees, the parser, and texts that read back as the same tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import FormulaError

# Words of users' formulas: numbers, names and operators, each with its column.


LONGEST_TEXT = 4000

_WORD = re.compile(
    r"(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<operator>\*\*|<=|>=|==|!=|[-+*/^()<>=,!|])"
)
SPELLINGS = {"**": "^", "==": "=", "−": "-", "·": "*", "×": "*", "≤": "<=", "≥": ">=", "≠": "!="}
_BLANK = " \t"


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its kind (``number``, ``name``, ``operator`` or ``end``), spelling and starting column."""

    kind: str
    text: str
    column: int

    def __str__(self) -> str:
        return "the end of the formula" if self.kind == "end" else quoted_text(self.text)


def tokens(text: str) -> list[Token]:
    """The words of a text, the last one of kind ``end``; ``**`` is read as ``^`` and ``==`` as ``=``.

    >>> [token.text for token in tokens("2*w ** D")]
    ['2', '*', 'w', '^', 'D', '']
    """
    if not isinstance(text, str):
        raise FormulaError(f"a formula is a text, not {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise FormulaError(f"{len(text)} characters are too many; a formula has at most {LONGEST_TEXT}", text)
    found = []
    column = 0
    while column < len(text):
        character = text[column]
        match = _WORD.match(text, column)
        if match:
            word = match.group()
            found.append(Token(str(match.lastgroup), SPELLINGS.get(word, word), column))
            column = match.end()
        elif character in SPELLINGS:
            found.append(Token("operator", SPELLINGS[character], column))
            column += 1
        elif character in _BLANK:
            column += 1
        else:
            raise FormulaError(_strange(character), text, column)
    return [*found, Token("end", "", len(text))]


def _strange(character: str) -> str:
    if character in "\r\n":
        return "a line break; write the formula on one line"
    if character == "[":
        return "'[' is not used in a formula; group with parentheses"
    return f"the character {quoted_text(character)} is not used in a formula"


# Functions of formulas, and reserved words.


MANY = 10**6
# name: fewest arguments, most arguments, how it is written
FUNCTIONS = {
    "abs": (1, 1, "abs(x)"),
    "binomial": (2, 2, "binomial(n, k)"),
    "ceil": (1, 1, "ceil(x)"),
    "factorial": (1, 1, "factorial(n)"),
    "fibonacci": (1, 1, "fibonacci(n)"),
    "floor": (1, 1, "floor(x)"),
    "harmonic": (1, 1, "harmonic(n)"),
    "log": (1, 2, "log(x) or log(x, base)"),
    "lucas": (1, 1, "lucas(n)"),
    "max": (1, MANY, "max(x, y, ...)"),
    "min": (1, MANY, "min(x, y, ...)"),
    "mod": (2, 2, "mod(a, b)"),
    "piecewise": (3, MANY, "piecewise(expression, condition, ..., default)"),
    "product": (4, 4, "product(expression, index, lower, upper)"),
    "sum": (4, 4, "sum(expression, index, lower, upper)"),
}
WORDS = frozenset({"and", "or", "not", "even", "odd", "is", "mod"})
# functions that people write, and what to write instead
ELSEWHERE = {"sqrt": "x^(1/2)", "ln": "log(x)", "lg": "log(x, 2)", "log2": "log(x, 2)", "C": "binomial(n, k)"}
SIGNS_ELSEWHERE = {"!": "factorial(n)", "|": "abs(x)"}


# Syntax trees of users' formulas.
#
# Expressions have a number as value; predicates are true or false. Trees are immutable and compare by structure; the
# column where a part begins is kept for error messages and ignored in comparisons.


# How tightly operators bind, the loosest first.
OR, AND, NOT, COMPARE, MOD, ADD, MULTIPLY, NEGATE, POWER, ATOM = range(1, 11)


@dataclass(frozen=True)
class Node:
    """A part of a formula that begins at ``column`` of its text."""

    column: int = field(default=0, compare=False, repr=False, kw_only=True)

    def parts(self) -> tuple[Node, ...]:
        """The parts directly below this one."""
        return ()


class Expression(Node):
    """A part with a number as value."""


class Predicate(Node):
    """A part that is true or false."""


@dataclass(frozen=True)
class Number(Expression):
    """A number."""

    value: Fraction


@dataclass(frozen=True)
class Name(Expression):
    """The name of a size, or of the index of a sum."""

    name: str


@dataclass(frozen=True)
class Negative(Expression):
    """A part with the opposite sign."""

    operand: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True)
class Chain(Expression):
    """``a + b - c`` or ``a * b / c``: operands from left to right, and the operators between them."""

    operands: tuple[Node, ...]
    operators: tuple[str, ...]

    def parts(self) -> tuple[Node, ...]:
        return self.operands

    @property
    def precedence(self) -> int:
        """The precedence of the operators."""
        return ADD if self.operators[0] in "+-" else MULTIPLY


@dataclass(frozen=True)
class Power(Expression):
    """A power."""

    base: Node
    exponent: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.base, self.exponent)


@dataclass(frozen=True)
class Call(Expression):
    """A function applied to arguments."""

    function: str
    arguments: tuple[Node, ...]

    def parts(self) -> tuple[Node, ...]:
        return self.arguments


@dataclass(frozen=True)
class Sum(Expression):
    """A sum over an index between two limits."""

    body: Node
    index: str
    lower: Node
    upper: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.body, self.lower, self.upper)


@dataclass(frozen=True)
class Product(Sum):
    """A product over an index between two limits."""


@dataclass(frozen=True)
class Piecewise(Expression):
    """The value of the first piece (expression, predicate) whose predicate holds, or else the default."""

    pieces: tuple[tuple[Node, Node], ...]
    default: Node

    def parts(self) -> tuple[Node, ...]:
        return (*(part for piece in self.pieces for part in piece), self.default)


@dataclass(frozen=True)
class Comparison(Predicate):
    """A comparison of two numbers."""

    left: Node
    operator: str
    right: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.left, self.right)


@dataclass(frozen=True)
class Parity(Predicate):
    """``w even`` or ``w odd``; neither holds for a number that is not whole."""

    operand: Node
    parity: str

    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True)
class Not(Predicate):
    """The negation of a predicate."""

    operand: Node

    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True)
class Junction(Predicate):
    """Predicates joined by ``and`` or by ``or``."""

    word: str
    operands: tuple[Node, ...]

    def parts(self) -> tuple[Node, ...]:
        return self.operands


def walk(node: Node) -> Iterator[Node]:
    """The node and all parts below it."""
    yield node
    for part in node.parts():
        yield from walk(part)


def free_names(node: Node) -> frozenset[str]:
    """The names that need a value: all but the indices of sums."""
    if isinstance(node, Name):
        return frozenset({node.name})
    if isinstance(node, Sum):
        return free_names(node.body) - {node.index} | free_names(node.lower) | free_names(node.upper)
    return frozenset().union(*map(free_names, node.parts()))


# Syntax trees of formulas from their words, by precedence climbing (Pratt 1973).
#
# Loosest to tightest: or, and, not, comparisons (= != < <= > >=, even, odd), + -, * /, unary minus, ^ (from the right).
# So ``-w^2`` is ``-(w^2)`` and ``2^-w`` is ``2^(-w)``. ``a mod b`` stands for ``mod(a, b)`` where its operands are
# unambiguous.


DEEPEST = 60
_PARITIES = ("even", "odd")
_INFIX = {"or": OR, "and": AND, "even": COMPARE, "odd": COMPARE, "is": COMPARE, "mod": MOD, "^": POWER}
_INFIX |= dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), COMPARE) | {"+": ADD, "-": ADD, "*": MULTIPLY, "/": MULTIPLY}


def parse(text: str) -> Node:
    """The syntax tree of an expression or a predicate.

    >>> parse("w + 1") == parse("(w+1)")
    True
    """
    return Parser(text).whole(commas=False)


def parse_list(text: str) -> Node:
    """The syntax tree of a predicate in which a comma means ``and``: ``w >= 3, D = 2``."""
    return Parser(text).whole(commas=True)


class Parser:
    """The parser of one text; :mod:`netlemma.checks.formula.short_notation` reads more."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = tokens(text)
        self.position = 0
        self.depth = 0

    @property
    def word(self) -> Token:
        return self.words[self.position]

    def advance(self) -> Token:
        self.position += 1
        return self.words[self.position - 1]

    def fail(self, message: str, column: int) -> NoReturn:
        raise FormulaError(message, self.text, column)

    def whole(self, commas: bool) -> Node:
        if self.word.kind == "end":
            self.fail("nothing is written here; expected a formula", 0)
        nodes = [self.expression(OR)]
        while commas and self.word.text == ",":
            self.advance()
            nodes.append(self.expression(OR))
        if self.word.kind != "end":
            self.unexpected("the end of the formula")
        return nodes[0] if len(nodes) == 1 else self.junction("and", *map(self.predicate, nodes))

    def unexpected(self, expected: str) -> NoReturn:
        before, word = self.words[self.position - 1], self.word
        if word.text in SIGNS_ELSEWHERE:
            self.fail(f"{word} is not used here; write {SIGNS_ELSEWHERE[word.text]}", word.column)
        if word.kind == "name" and (meant := nearest(word.text, _PARITIES)):
            self.fail(f"{word} after {before} is no condition{meant}", word.column)
        if word.kind in ("number", "name") or word.text == "(":
            written = f"{before.text}*{word.text}" if len(before.text + word.text) < 40 else "a*b"
            self.fail(f"no operator between {before} and {word}; for a product write {written}", word.column)
        if word.kind == "end":
            self.fail(f"the formula ends where an operator or {expected} is expected", word.column)
        self.fail(f"expected an operator or {expected}, found {word}", word.column)

    def expression(self, loosest: int) -> Node:
        """What follows, as far as its operators bind at least as tightly as ``loosest``."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"nested more than {DEEPEST} deep", self.word.column)
        bare = self.word.text == "-"
        node = self.operand()
        while True:
            if _INFIX.get(self.word.text, 0) < loosest:
                beside = self.beside(node) if loosest <= MULTIPLY else None
                if beside is None:
                    break
                node, bare = beside, True
                continue
            operator = self.advance()
            if bare and operator.text == "mod":
                self.fail("it is not clear what mod applies to; write mod(a, b)", operator.column)
            node = self.combine(node, operator)
            if operator.text == "mod" and (_INFIX.get(self.word.text, 0) >= ADD or self.begins()):
                self.fail("it is not clear what mod applies to; write mod(a, b)", operator.column)
            bare = True
        self.depth -= 1
        return node

    def begins(self) -> bool:
        """Whether a factor without a sign before it begins here."""
        return False

    def beside(self, node: Node) -> Node | None:
        """The product with a factor that follows without a sign; None if there is none."""
        return None

    def combine(self, left: Node, operator: Token) -> Node:
        """The operator applied to ``left`` and to what follows."""
        text = operator.text
        if text in ("or", "and"):
            right = self.expression(AND if text == "or" else NOT)
            return self.junction(text, self.predicate(left), self.predicate(right))
        self.number(left)
        if text in ("even", "odd", "is"):
            parity = self.advance() if text == "is" else operator
            if parity.text not in ("even", "odd"):
                self.fail(f"expected 'even' or 'odd' after 'is', found {parity}", parity.column)
            return Parity(left, parity.text, column=left.column)
        precedence = _INFIX[text]
        right = self.number(self.expression({"^": POWER, "mod": NEGATE}.get(text, precedence + 1)))
        if text == "^":
            return Power(left, right, column=operator.column)
        if text == "mod":
            return Call("mod", (left, right), column=operator.column)
        if precedence == COMPARE:
            return self.comparison(Comparison(left, text, right, column=left.column))
        if isinstance(left, Chain) and left.precedence == precedence:
            return Chain((*left.operands, right), (*left.operators, text), column=left.column)
        return Chain((left, right), (text,), column=left.column)

    def comparison(self, first: Comparison) -> Node:
        """``first``, and the comparisons that continue it as in ``2 <= w <= 9``."""
        node: Node = first
        last = first
        while _INFIX.get(self.word.text) == COMPARE and self.word.kind == "operator":
            operator = self.advance().text
            right = self.number(self.expression(MOD))
            last = Comparison(last.right, operator, right, column=last.right.column)
            node = self.junction("and", node, last)
        return node

    def junction(self, word: str, *predicates: Node) -> Junction:
        flat: list[Node] = []
        for node in predicates:
            flat.extend(node.operands if isinstance(node, Junction) and node.word == word else [node])
        return Junction(word, tuple(flat), column=flat[0].column)

    def number(self, node: Node) -> Node:
        if not isinstance(node, Expression):
            self.fail("a condition stands where a number is expected", node.column)
        return node

    def predicate(self, node: Node) -> Node:
        if not isinstance(node, Predicate):
            self.fail("a number stands where a condition such as 'w even' or 'w >= 2' is expected", node.column)
        return node

    def operand(self) -> Node:
        """A number, a name, a function with its arguments, or something in parentheses."""
        word = self.advance()
        column = word.column
        if word.kind == "number":
            return Number(Fraction(word.text), column=column)
        if word.text == "-":
            return Negative(self.number(self.expression(NEGATE)), column=column)
        if word.text == "not":
            return Not(self.predicate(self.expression(NOT)), column=column)
        if word.text == "(":
            node = self.expression(OR)
            self.close("')'")
            return node
        if word.kind == "name" and self.word.text == "(" and (word.text not in WORDS or word.text in FUNCTIONS):
            return self.call(word)
        if word.kind == "name" and word.text not in WORDS and word.text not in FUNCTIONS:
            return Name(word.text, column=column)
        if word.text in FUNCTIONS:
            self.fail(f"{word.text} is a function; write {FUNCTIONS[word.text][2]}", column)
        self.position -= 1
        if word.kind == "end":
            self.fail("the formula ends where a number, a name or '(' is expected", column)
        if word.text in SIGNS_ELSEWHERE:
            self.fail(f"{word} is not used here; write {SIGNS_ELSEWHERE[word.text]}", column)
        self.fail(f"expected a number, a name or '(', found {word}", column)

    def close(self, expected: str) -> None:
        if self.word.text != ")":
            self.unexpected(expected)
        self.advance()

    def call(self, function: Token) -> Node:
        name, column = function.text, function.column
        known = self.arity(name)
        if known is None and name in ELSEWHERE:
            self.fail(f"there is no function {quoted_text(name)}; write {ELSEWHERE[name]}", column)
        if known is None:
            hint = nearest(name, FUNCTIONS) or f"; for a product write {name[:20]}*(...)"
            self.fail(f"there is no function {quoted_text(name)}{hint}", column)
        self.advance()
        arguments = []
        if self.word.text != ")":
            arguments.append(self.expression(OR))
            while self.word.text == ",":
                self.advance()
                arguments.append(self.expression(OR))
        self.close("',' or ')'")
        least, most, usage = known
        if not least <= len(arguments) <= most or (name == "piecewise" and len(arguments) % 2 == 0):
            self.fail(f"{name} has {len(arguments)} arguments here; write {usage}", column)
        return self.application(name, arguments, column)

    def arity(self, name: str) -> tuple[int, int, str] | None:
        """The fewest and most arguments of a function, and how it is written; None if there is none of this name."""
        return FUNCTIONS.get(name)

    def application(self, name: str, arguments: list[Node], column: int) -> Node:
        if name == "piecewise":
            values = [self.number(a) for a in (*arguments[:-1:2], arguments[-1])]
            conditions = [self.predicate(a) for a in arguments[1::2]]
            return Piecewise(tuple(zip(values, conditions, strict=False)), values[-1], column=column)
        values = [self.number(a) for a in arguments]
        if name in ("sum", "product"):
            index = values[1]
            if not isinstance(index, Name):
                self.fail(f"the second argument of {name} is the name of its index", index.column)
            kind = Sum if name == "sum" else Product
            return kind(values[0], index.name, values[2], values[3], column=column)
        return Call(name, tuple(values), column=column)


# Texts of syntax trees: a text reads back as the same tree and has no unnecessary parentheses.


def unparse(node: Node, needed: int = OR) -> str:
    """The text of a part, in parentheses if it binds less tightly than required.

    >>> from netlemma.checks.formula.grammar import parse
    >>> unparse(parse("((w))*(D+(-1))^(2)"))
    'w*(D + -1)^2'
    """
    precedence, text = _text(node)
    return text if precedence >= needed else f"({text})"


def _text(node: Node) -> tuple[int, str]:
    match node:
        case Number():
            return ATOM, decimal(node.value)
        case Name():
            return ATOM, node.name
        case Negative():
            return NEGATE, f"-{unparse(node.operand, NEGATE)}"
        case Chain():
            space = " " if node.precedence == ADD else ""
            rest = zip(node.operators, node.operands[1:], strict=True)
            following = "".join(f"{space}{o}{space}{unparse(x, node.precedence + 1)}" for o, x in rest)
            return node.precedence, unparse(node.operands[0], node.precedence) + following
        case Power():
            return POWER, f"{unparse(node.base, ATOM)}^{unparse(node.exponent, POWER)}"
        case Call():
            return ATOM, f"{node.function}({', '.join(map(unparse, node.arguments))})"
        case Sum():
            name = "product" if isinstance(node, Product) else "sum"
            return ATOM, f"{name}({unparse(node.body)}, {node.index}, {unparse(node.lower)}, {unparse(node.upper)})"
        case Piecewise():
            return ATOM, f"piecewise({', '.join(map(unparse, node.parts()))})"
        case Comparison():
            return COMPARE, f"{unparse(node.left, ADD)} {node.operator} {unparse(node.right, ADD)}"
        case Parity():
            return COMPARE, f"{unparse(node.operand, ADD)} {node.parity}"
        case Not():
            return NOT, f"not {unparse(node.operand, NOT)}"
        case Junction():
            precedence = AND if node.word == "and" else OR
            return precedence, f" {node.word} ".join(unparse(x, precedence + 1) for x in node.operands)
    raise TypeError(f"no text for {type(node).__name__}")


def decimal(value: Fraction) -> str:
    """A number as a decimal; its denominator has no prime factors but 2 and 5.

    >>> decimal(Fraction(3, 8)), decimal(Fraction(7))
    ('0.375', '7')
    """
    rest = value.denominator
    twos = (rest & -rest).bit_length() - 1
    rest >>= twos
    fives = 0
    while rest > 1:
        rest, remainder = divmod(rest, 5)
        if remainder:
            raise ValueError("not a decimal fraction")
        fives += 1
    places = max(twos, fives)
    digits = str((value * 10**places).numerator).rjust(places + 1, "0")
    return digits if not places else f"{digits[:-places]}.{digits[-places:]}"
