"""Formulas as people write them: products without a sign, ``sqrt``, ``log2``, ``ln``, ``log_k``, ``C(n, 2)``, ``n!`` and ``|x|``."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from netlemma.checks.formula.ambiguity import KINDS, ReadingChoices
from netlemma.checks.formula.grammar import (
    FUNCTIONS,
    MULTIPLY,
    OR,
    POWER,
    WORDS,
    Call,
    Chain,
    Name,
    Negative,
    Node,
    Number,
    Parser,
    Power,
    Token,
)

# functions by other names: that of the grammar, and a second argument
ALIASES = {
    "C": ("binomial", None), "binom": ("binomial", None), "choose": ("binomial", None), "ceiling": ("ceil", None),
    "fact": ("factorial", None), "ln": ("log", None), "lg": ("log", 2), "lb": ("log", 2), "ld": ("log", 2), "log2": ("log", 2),
    "log_2": ("log", 2), "log10": ("log", 10), "log_10": ("log", 10),
}  # fmt: skip
BARE = {
    "sqrt",
    "log",
    *(name for name, (function, _) in ALIASES.items() if function == "log"),
}  # also without parentheses


def parse_short(
    text: str,
    names: Collection[str],
    functions: Collection[str] = (),
    choices: ReadingChoices | None = None,
    commas: bool = False,
) -> Node:
    """The syntax tree of a text in which products of the names need no sign; without choices, ambiguous ones are refused.

    >>> from netlemma.checks.formula.grammar import unparse
    >>> [unparse(parse_short(text, ["n", "k"])) for text in ("6n^2", "n(k-1)", "nk/4", "C(n,2)", "sqrt(n)", "|n-k|", "n!", "log_k(n)")]
    ['6*n^2', 'n*(k - 1)', 'n*k/4', 'binomial(n, 2)', 'n^(1/2)', 'abs(n - k)', 'factorial(n)', 'log(n, k)']
    """
    return _ShortParser(text, names, functions, choices).whole(commas)


class _ShortParser(Parser):
    def __init__(
        self, text: str, names: Collection[str], functions: Collection[str], choices: ReadingChoices | None
    ) -> None:
        super().__init__(text)
        self.names, self.functions, self.choices = names, functions, choices
        self.words = [part for word in self.words for part in self._apart(word)]
        self.grouped: list[Node] = []  # in parentheses
        self.bars = 0

    def _apart(self, word: Token) -> list[Token]:
        """A word that is no name as the names side by side in it."""
        known = {*self.names, *self.functions, *FUNCTIONS, *ALIASES, *WORDS, *BARE}
        if word.kind != "name" or word.text in known:
            return [word]
        parts, column = _names_in(word.text, sorted(self.names, key=len, reverse=True)), word.column
        found = []
        for name in parts or [word.text]:
            found.append(Token("name", name, column))
            column += len(name)
        return found

    def second(self, kind: str, column: int) -> bool:
        """Whether the less usual one of two ways to read is taken."""
        if self.choices is None:
            self.fail(" or ".join(KINDS[kind]) + ": write signs and parentheses", column)
        return self.choices.second(kind)

    def begins(self) -> bool:
        word = self.word
        if word.kind == "number":
            return self.words[self.position - 1].kind == "operator"
        opens = word.text == "(" or (word.text == "|" and not self.bars)
        return opens or (word.kind == "name" and word.text not in WORDS)

    def beside(self, node: Node) -> Node | None:
        if not self.begins():
            return None
        word, before, two_before = self.word, self.words[self.position - 1], self.words[self.position - 2]
        touching = before.column + len(before.text) == word.column and word.kind == "name"
        self.number(node)
        factor = self.number(self.expression(POWER))
        exponent = self.position > 2 and two_before.text == "^" and before.kind != "operator" and touching
        if exponent and self.second("raised", word.column):
            return _raised(node, factor)
        if not isinstance(node, Chain) or node.precedence != MULTIPLY or any(node is each for each in self.grouped):
            return Chain((node, factor), ("*",), column=node.column)
        if node.operators[-1] == "/" and not self.second("slash", word.column):
            return _in_last(node, factor)
        return Chain((*node.operands, factor), (*node.operators, "*"), column=node.column)

    def operand(self) -> Node:
        word, following = self.word, self.words[min(self.position + 1, len(self.words) - 1)]
        if word.text == "|":
            node: Node = self._bars()
        elif word.text in BARE and word.text not in self.names and following.text != "(":
            node = self._bare()
        else:
            node = super().operand()
            if word.text == "(":
                self.grouped.append(node)
        while self.word.text == "!":
            node = Call("factorial", (self.number(node),), column=self.advance().column)
        return node

    def _bars(self) -> Node:
        bar = self.advance()
        self.bars += 1
        node = self.number(self.expression(OR))
        self.bars -= 1
        if self.word.text != "|":
            self.fail("this | is not closed", bar.column)
        self.advance()
        return Call("abs", (node,), column=bar.column)

    def _bare(self) -> Node:
        """A function without parentheses, of the factors that follow."""
        function = self.advance()
        node = self.number(self.expression(POWER))
        while self.word.kind == "name" and self.word.text not in {*WORDS, *BARE}:
            node = Chain((node, self.number(self.expression(POWER))), ("*",), column=node.column)
        return self.application(function.text, [node], function.column)

    def call(self, function: Token) -> Node:
        if function.text in self.names and function.text not in self.functions:
            return Name(function.text, column=function.column)  # a factor before parentheses
        return super().call(function)

    def _base(self, name: str) -> str:
        """The base in ``log_d``, if that is a function here."""
        base = name.removeprefix("log_")
        return base if base != name and name not in ALIASES and (base in self.names or base.isdecimal()) else ""

    def arity(self, name: str) -> tuple[int, int, str] | None:
        if self._base(name):
            return 1, 1, f"{name}(x)"
        if name in self.functions:
            return 1, 9, f"{name}(...)"
        if name == "sqrt":
            return 1, 1, "sqrt(x)"
        if name in ALIASES:
            function, _ = ALIASES[name]
            least, most, usage = FUNCTIONS[function]
            return (least, 1 if function == "log" else most, f"{name}(x)" if function == "log" else usage)
        return super().arity(name)

    def application(self, name: str, arguments: list[Node], column: int) -> Node:
        if name in self.functions:
            return Call(name, tuple(map(self.number, arguments)), column=column)
        if name == "sqrt":
            half = Chain((_whole(1, column), _whole(2, column)), ("/",), column=column)
            return Power(self.number(arguments[0]), half, column=column)
        if name == "log" and len(arguments) == 1 and self.choices is not None and not self.choices.second("log"):
            arguments = [*arguments, _whole(2, column)]
        if base := self._base(name):
            number = _whole(int(base), column) if base.isdecimal() else Name(base, column=column)
            return super().application("log", [*arguments, number], column)
        if name in ALIASES:
            name, second = ALIASES[name]
            arguments = [*arguments, *([_whole(second, column)] if second else [])]
        return super().application(name, arguments, column)


def _names_in(text: str, names: list[str]) -> list[str] | None:
    """The names that a text consists of, longer ones first; None if it is not made of them."""
    if not text:
        return []
    for name in names:
        if text.startswith(name) and (rest := _names_in(text[len(name) :], names)) is not None:
            return [name, *rest]
    return None


def _raised(node: Node, factor: Node) -> Node:
    """A factor in the exponent of the last power."""
    if isinstance(node, Power):
        return Power(node.base, Chain((node.exponent, factor), ("*",), column=node.column), column=node.column)
    if isinstance(node, Negative):
        return Negative(_raised(node.operand, factor), column=node.column)
    assert isinstance(node, Chain)
    return Chain((*node.operands[:-1], _raised(node.operands[-1], factor)), node.operators, column=node.column)


def _in_last(node: Chain, factor: Node) -> Node:
    """A factor below the last stroke of a quotient."""
    last = node.operands[-1]
    own = isinstance(last, Chain) and last.precedence == MULTIPLY and set(last.operators) == {"*"}
    below = (
        Chain((*last.operands, factor), (*last.operators, "*"), column=last.column)
        if own and isinstance(last, Chain)
        else Chain((last, factor), ("*",), column=last.column)
    )
    return Chain((*node.operands[:-1], below), node.operators, column=node.column)


def _whole(value: int, column: int) -> Node:
    return Number(Fraction(value), column=column)
