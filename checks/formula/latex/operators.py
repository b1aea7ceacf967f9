r"""Sums, products, quotients and powers in LaTeX, by recursive descent; a product needs no sign."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NoReturn

from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.formula import syntax
from netlemma.checks.formula.grammar import DEEPEST
from netlemma.checks.formula.latex.choices import ReadingChoices
from netlemma.checks.formula.latex.names import CLAUSE, GREEK, OTHERWISE
from netlemma.checks.formula.latex.tokens import group
from netlemma.checks.formula.syntax import MULTIPLY, Node
from netlemma.checks.formula.tokens import FormulaError, Token

BRACKETS = {"(": ")", "[": "]", "\\{": "\\}", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil", r"\langle": r"\rangle"}
COMPARED = {"=", "!=", "<", "<=", ">", ">=", r"\equiv", r"\mid", r"\nmid", r"\in", r"\sim", r"\approx"}
OPERATORS = {"+", "-", "*", "/", "^", "_", "!", ",", ";", ":", ".", ")", "]", "\\}", "&", r"\\", "}", "'"} | COMPARED
JOINED = {"and", "or", "even", "odd", "mod"} | CLAUSE | OTHERWISE | {"is", "as", "all", "every", "any"}


@dataclass
class Context:
    """What the parts of one formula have in common.

    Parameters
    ----------
    text : str
        Formula, for error messages.
    names : collection of str
        Names with a value: sizes of the network, and names that the user bound.
    choices : ReadingChoices
        Choices where notation is ambiguous.
    functions : collection of str, default ()
        Names of functions that the user defined.
    indices : list of str
        Indices of the sums around the part that is read.
    limits : list of Node
        Conditions under which a value is stated, of cases without ``otherwise``.
    depth : int, default 0
        Depth of the part that is read.
    """

    text: str
    names: Collection[str]
    choices: ReadingChoices
    functions: Collection[str] = ()
    indices: list[str] = field(default_factory=list)
    limits: list[Node] = field(default_factory=list)
    depth: int = 0


class Operators:
    """A reader of a list of tokens, the last of which is of the kind ``end``."""

    def __init__(self, tokens: list[Token], context: Context) -> None:
        self.tokens = tokens
        self.context = context
        self.position = 0
        self.bars = 0

    @property
    def _token(self) -> Token:
        return self.tokens[self.position]

    def _advance(self) -> Token:
        self.position += 1
        return self.tokens[self.position - 1]

    def _fail(self, message: str, column: int) -> NoReturn:
        raise FormulaError(message, self.context.text, column)

    def _argument(self) -> list[Token]:
        found, self.position = group(self.tokens, self.position, self.context.text)
        return found

    def _inner(self, tokens: list[Token], column: int) -> Node:
        """The expression that is the whole of some tokens."""
        end = tokens[-1].column + 1 if tokens else column
        return type(self)([*tokens, Token("end", "", end)], self.context).whole()

    def whole(self) -> Node:
        """The expression that is the whole of the tokens.

        Returns
        -------
        Node
            Syntax tree.

        Raises
        ------
        FormulaError
            If they are no expression; the error points at the first wrong token.
        """
        divided = self._divided()
        if divided is not None:
            return divided
        if self._token.kind == "end":
            self._fail("nothing is written here; expected a formula", self._token.column)
        node = self._expression()
        if self._token.kind != "end":
            self._unexpected()
        return node

    def _unexpected(self) -> NoReturn:
        token = self._token
        if token.kind == "end":
            self._fail("the formula ends too early", max(token.column - 1, 0))
        self._fail(f"{quoted_text(token.text)} cannot be read here", token.column)

    def _divided(self) -> Node | None:
        r"""``{a \over b}`` and ``{n \choose k}``, if these tokens are one."""
        depth = 0
        for index, token in enumerate(self.tokens):
            depth += (token.text == "{") - (token.text == "}")
            if not depth and token.text in (r"\over", r"\choose"):
                above = self._inner(self.tokens[:index], token.column)
                below = self._inner(self.tokens[index + 1 : -1], token.column)
                if token.text == r"\over":
                    return product(above, "/", below, token.column)
                return syntax.Call("binomial", (above, below), column=token.column)
        return None

    def _expression(self) -> Node:
        """Terms with signs between them."""
        self.context.depth += 1
        if self.context.depth > DEEPEST:
            self._fail(f"nested more than {DEEPEST} deep", self._token.column)
        node = self._term()
        while self._token.text in ("+", "-", r"\bmod", "mod", r"\pmod", r"\pod"):
            operator = self._advance()
            if operator.text in ("+", "-"):
                node = added(node, operator.text, self._term(), operator.column)
                continue
            divisor = self._modulus(operator)
            if isinstance(node, syntax.Chain) and node.precedence != MULTIPLY:
                if self.context.choices.second("mod"):
                    node = syntax.Call("mod", (node, divisor), column=operator.column)
                else:
                    last = syntax.Call("mod", (node.operands[-1], divisor), column=operator.column)
                    node = syntax.Chain((*node.operands[:-1], last), node.operators, column=node.column)
            else:
                node = syntax.Call("mod", (node, divisor), column=operator.column)
        self.context.depth -= 1
        return node

    def _modulus(self, operator: Token) -> Node:
        if operator.text in (r"\pmod", r"\pod"):
            return self._inner(self._argument(), operator.column)
        return self._scripted()

    def _term(self) -> Node:
        """Factors side by side, or with ``*`` and ``/`` between them."""
        if self._token.text in ("+", "-"):
            sign = self._advance()
            self.context.depth += 1
            if self.context.depth > DEEPEST:
                self._fail(f"nested more than {DEEPEST} deep", sign.column)
            operand = self._term()
            self.context.depth -= 1
            return syntax.Negative(operand, column=sign.column) if sign.text == "-" else operand
        node = self._scripted()
        while True:
            operator = self._token
            if operator.text == "*":
                self._advance()
                node = product(node, "*", self._signed(), operator.column)
            elif operator.text == "/":
                self._advance()
                node = self._over(node, operator)
            elif self._starts():
                self._two_numbers()
                node = product(node, "*", self._scripted(), operator.column)
            else:
                return node

    def _signed(self) -> Node:
        if self._token.text == "-":
            sign = self._advance()
            return syntax.Negative(self._scripted(), column=sign.column)
        return self._scripted()

    def _two_numbers(self) -> None:
        if is_digit(self._token) and self.position and is_digit(self.tokens[self.position - 1]):
            self._fail("two numbers stand side by side; write a sign between them", self._token.column)

    def _over(self, above: Node, slash: Token) -> Node:
        """A quotient; ``1/2n`` can be read in two ways."""
        below = self._signed()
        if not self._starts():
            return product(above, "/", below, slash.column)
        apart = self.context.choices.second("slash")
        if apart:
            return product(above, "/", below, slash.column)
        while self._starts():
            self._two_numbers()
            below = product(below, "*", self._scripted(), slash.column)
        return product(above, "/", below, slash.column)

    def _starts(self) -> bool:
        """Whether a factor begins here."""
        token = self._token
        if token.kind == "end" or token.text in OPERATORS or token.text in (r"\bmod", r"\pmod", r"\pod"):
            return False
        if token.text == "|":
            return not self.bars
        if token.kind == "word" and token.text in JOINED and token.text not in self.context.names:
            return False
        return token.text not in BRACKETS.values() and token.text not in (r"\wedge", r"\vee", r"\to", r"\end", "$")

    def _scripted(self) -> Node:
        """A factor with its factorials and powers."""
        node = self._primary()
        powers = 0
        while self._token.text in ("^", "!"):
            operator = self._advance()
            if operator.text == "!":
                if self._token.text == "!":
                    self._fail("a double factorial is not read; write it as a product", operator.column)
                node = syntax.Call("factorial", (node,), column=operator.column)
                continue
            exponent = self._exponent(operator)
            powers += 1
            if powers > 1 and isinstance(node, syntax.Power) and not self.context.choices.second("power"):
                exponent = syntax.Power(node.exponent, exponent, column=operator.column)
                node = syntax.Power(node.base, exponent, column=node.column)
            else:
                node = syntax.Power(node, exponent, column=operator.column)
        return node

    def _exponent(self, operator: Token) -> Node:
        first = self._token
        sign = self._advance() if first.text == "-" else None  # 2^-1 of Markdown
        bare = is_digit(self._token)
        tokens = self._argument()
        if bare and is_digit(self._token) and not self.context.choices.second("digits"):
            while is_digit(self._token):
                tokens.append(self._advance())
        if len(tokens) == 1 and tokens[0].text in (r"\prime", r"\circ", "*", r"\dagger", "'"):
            self._fail(f"{quoted_text(tokens[0].text)} is no exponent; bind such a name by --let", operator.column)
        if len(tokens) == 1 and tokens[0].text.startswith("\\") and tokens[0].text[1:] not in GREEK:
            # an unbraced command takes its own arguments, as in 2^\frac{n}{2}
            self.position -= 1
            exponent = self._primary()
        else:
            exponent = self._inner(tokens, operator.column)
        return syntax.Negative(exponent, column=sign.column) if sign else exponent

    def _primary(self) -> Node:
        """A number, name or command, or something in brackets."""
        raise NotImplementedError


def is_digit(token: Token) -> bool:
    """Whether a token is a digit."""
    return token.kind == "character" and token.text.isascii() and token.text.isdigit()


def product(left: Node, operator: str, right: Node, column: int) -> Node:
    """A product or quotient of two parts.

    Parameters
    ----------
    left : Node
        First part; one that is a product itself is continued.
    operator : str
        ``*`` or ``/``.
    right : Node
        Second part.
    column : int
        Column of the operator.

    Returns
    -------
    Node
        The product.
    """
    if isinstance(left, syntax.Chain) and left.precedence == MULTIPLY:
        return syntax.Chain((*left.operands, right), (*left.operators, operator), column=left.column)
    return syntax.Chain((left, right), (operator,), column=left.column if left.column else column)


def added(left: Node, operator: str, right: Node, column: int) -> Node:
    """A sum or difference of two parts.

    Parameters
    ----------
    left : Node
        First part; one that is a sum itself is continued.
    operator : str
        ``+`` or ``-``.
    right : Node
        Second part.
    column : int
        Column of the operator.

    Returns
    -------
    Node
        The sum.
    """
    if isinstance(left, syntax.Chain) and left.precedence != MULTIPLY:
        return syntax.Chain((*left.operands, right), (*left.operators, operator), column=left.column)
    return syntax.Chain((left, right), (operator,), column=left.column if left.column else column)
