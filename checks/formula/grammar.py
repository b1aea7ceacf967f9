"""Syntax trees of formulas from their words, by precedence climbing (Pratt 1973).

Loosest to tightest: or, and, not, comparisons (= != < <= > >=, even, odd), + -, * /, unary minus, ^ (from the right).
So ``-w^2`` is ``-(w^2)`` and ``2^-w`` is ``2^(-w)``. ``a mod b`` stands for ``mod(a, b)`` where its operands are
unambiguous.
"""

from fractions import Fraction
from typing import NoReturn

from netlemma.checks.base.inputs import nearest, quoted_text
from netlemma.checks.formula import syntax
from netlemma.checks.formula.functions import ELSEWHERE, FUNCTIONS, WORDS
from netlemma.checks.formula.syntax import (
    ADD,
    AND,
    COMPARE,
    MOD,
    MULTIPLY,
    NEGATE,
    NOT,
    OR,
    POWER,
    Expression,
    Node,
    Predicate,
)
from netlemma.checks.formula.tokens import FormulaError, Token, tokens

DEEPEST = 60
_PARITIES = ("even", "odd")
_INFIX = {"or": OR, "and": AND, "even": COMPARE, "odd": COMPARE, "is": COMPARE, "mod": MOD, "^": POWER}
_INFIX |= dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), COMPARE) | {"+": ADD, "-": ADD, "*": MULTIPLY, "/": MULTIPLY}


def parse(text: str) -> Node:
    """The syntax tree of an expression or a predicate.

    Raises
    ------
    FormulaError
        If the text cannot be read; the error points at the first wrong character.

    Examples
    --------
    >>> parse("w + 1") == parse("(w+1)")
    True
    """
    return _Parser(text).whole(commas=False)


def parse_list(text: str) -> Node:
    """The syntax tree of a predicate in which a comma means ``and``: ``w >= 3, D = 2``."""
    return _Parser(text).whole(commas=True)


class _Parser:
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
        while _INFIX.get(self.word.text, 0) >= loosest:
            operator = self.advance()
            if bare and operator.text == "mod":
                self.fail("it is not clear what mod applies to; write mod(a, b)", operator.column)
            node = self.combine(node, operator)
            if operator.text == "mod" and _INFIX.get(self.word.text, 0) >= ADD:
                self.fail("it is not clear what mod applies to; write mod(a, b)", operator.column)
            bare = True
        self.depth -= 1
        return node

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
            return syntax.Parity(left, parity.text, column=left.column)
        precedence = _INFIX[text]
        right = self.number(self.expression({"^": POWER, "mod": NEGATE}.get(text, precedence + 1)))
        if text == "^":
            return syntax.Power(left, right, column=operator.column)
        if text == "mod":
            return syntax.Call("mod", (left, right), column=operator.column)
        if precedence == COMPARE:
            return self.comparison(syntax.Comparison(left, text, right, column=left.column))
        if isinstance(left, syntax.Chain) and left.precedence == precedence:
            return syntax.Chain((*left.operands, right), (*left.operators, text), column=left.column)
        return syntax.Chain((left, right), (text,), column=left.column)

    def comparison(self, first: syntax.Comparison) -> Node:
        """``first``, and the comparisons that continue it as in ``2 <= w <= 9``."""
        node: Node = first
        last = first
        while _INFIX.get(self.word.text) == COMPARE and self.word.kind == "operator":
            operator = self.advance().text
            right = self.number(self.expression(MOD))
            last = syntax.Comparison(last.right, operator, right, column=last.right.column)
            node = self.junction("and", node, last)
        return node

    def junction(self, word: str, *predicates: Node) -> syntax.Junction:
        flat: list[Node] = []
        for node in predicates:
            flat.extend(node.operands if isinstance(node, syntax.Junction) and node.word == word else [node])
        return syntax.Junction(word, tuple(flat), column=flat[0].column)

    def number(self, node: Node) -> Node:
        if not isinstance(node, Expression):
            self.fail("a condition stands where a number is expected", node.column)
        return node

    def predicate(self, node: Node) -> Node:
        if not isinstance(node, Predicate):
            self.fail("a number stands where a condition such as 'w even' or 'w >= 2' is expected", node.column)
        return node

    def operand(self) -> Node:
        word = self.advance()
        column = word.column
        if word.kind == "number":
            return syntax.Number(Fraction(word.text), column=column)
        if word.text == "-":
            return syntax.Negative(self.number(self.expression(NEGATE)), column=column)
        if word.text == "not":
            return syntax.Not(self.predicate(self.expression(NOT)), column=column)
        if word.text == "(":
            node = self.expression(OR)
            self.close("')'")
            return node
        if word.kind == "name" and self.word.text == "(" and (word.text not in WORDS or word.text in FUNCTIONS):
            return self.call(word)
        if word.kind == "name" and word.text not in WORDS and word.text not in FUNCTIONS:
            return syntax.Name(word.text, column=column)
        if word.text in FUNCTIONS:
            self.fail(f"{word.text} is a function; write {FUNCTIONS[word.text][2]}", column)
        self.position -= 1
        if word.kind == "end":
            self.fail("the formula ends where a number, a name or '(' is expected", column)
        self.fail(f"expected a number, a name or '(', found {word}", column)

    def close(self, expected: str) -> None:
        if self.word.text != ")":
            self.unexpected(expected)
        self.advance()

    def call(self, function: Token) -> Node:
        name, column = function.text, function.column
        if name in ELSEWHERE:
            self.fail(f"there is no function {quoted_text(name)}; write {ELSEWHERE[name]}", column)
        if name not in FUNCTIONS:
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
        least, most, usage = FUNCTIONS[name]
        if not least <= len(arguments) <= most or (name == "piecewise" and len(arguments) % 2 == 0):
            self.fail(f"{name} has {len(arguments)} arguments here; write {usage}", column)
        return self.application(name, arguments, column)

    def application(self, name: str, arguments: list[Node], column: int) -> Node:
        if name == "piecewise":
            values = [self.number(a) for a in (*arguments[:-1:2], arguments[-1])]
            conditions = [self.predicate(a) for a in arguments[1::2]]
            return syntax.Piecewise(tuple(zip(values, conditions, strict=False)), values[-1], column=column)
        values = [self.number(a) for a in arguments]
        if name in ("sum", "product"):
            index = values[1]
            if not isinstance(index, syntax.Name):
                self.fail(f"the second argument of {name} is the name of its index", index.column)
            kind = syntax.Sum if name == "sum" else syntax.Product
            return kind(values[0], index.name, values[2], values[3], column=column)
        return syntax.Call(name, tuple(values), column=column)
