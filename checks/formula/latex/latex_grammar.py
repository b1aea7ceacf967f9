"""Formulas in LaTeX by recursive descent: operators, numbers, names, brackets and commands, with the choices that
ambiguous notation leaves.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.formula import grammar
from netlemma.checks.formula.ambiguity import ReadingChoices
from netlemma.checks.formula.grammar import DEEPEST, FUNCTIONS, MULTIPLY, Node, Token
from netlemma.checks.formula.latex.tex_tokens import (
    CLAUSE,
    DECORATIONS,
    FUNCTION_LETTERS,
    GREEK,
    OTHERWISE,
    group,
    plain_name,
    written,
)
from netlemma.errors import FormulaError

# Sums, products, quotients and powers in LaTeX, by recursive descent; a product needs no sign.


BRACKETS = {"(": ")", "[": "]", "\\{": "\\}", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil", r"\langle": r"\rangle"}
COMPARED = {"=", "!=", "<", "<=", ">", ">=", r"\equiv", r"\mid", r"\nmid", r"\in", r"\sim", r"\approx"}
OPERATORS = {"+", "-", "*", "/", "^", "_", "!", ",", ";", ":", ".", ")", "]", "\\}", "&", r"\\", "}", "'"} | COMPARED
JOINED = {"and", "or", "even", "odd", "mod"} | CLAUSE | OTHERWISE | {"is", "as", "all", "every", "any"}


@dataclass
class Context:
    """What the parts of one formula have in common.

    text: Formula, for error messages.
    names: Names with a value: sizes of the network, and names that the user bound.
    choices: Choices where notation is ambiguous.
    functions: Names of functions that the user defined.
    indices: Indices of the sums around the part that is read.
    limits: Conditions under which a value is stated, of cases without ``otherwise``.
    depth: Depth of the part that is read.
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
        """The expression that is the whole of the tokens."""
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
                    return multiplied(above, "/", below, token.column)
                return grammar.Call("binomial", (above, below), column=token.column)
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
            if isinstance(node, grammar.Chain) and node.precedence != MULTIPLY:
                if self.context.choices.second("mod"):
                    node = grammar.Call("mod", (node, divisor), column=operator.column)
                else:
                    last = grammar.Call("mod", (node.operands[-1], divisor), column=operator.column)
                    node = grammar.Chain((*node.operands[:-1], last), node.operators, column=node.column)
            else:
                node = grammar.Call("mod", (node, divisor), column=operator.column)
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
            return grammar.Negative(operand, column=sign.column) if sign.text == "-" else operand
        node = self._scripted()
        while True:
            operator = self._token
            if operator.text == "*":
                self._advance()
                node = multiplied(node, "*", self._signed(), operator.column)
            elif operator.text == "/":
                self._advance()
                node = self._over(node, operator)
            elif self._starts():
                self._two_numbers()
                node = multiplied(node, "*", self._scripted(), operator.column)
            else:
                return node

    def _signed(self) -> Node:
        if self._token.text == "-":
            sign = self._advance()
            return grammar.Negative(self._scripted(), column=sign.column)
        return self._scripted()

    def _two_numbers(self) -> None:
        if is_digit(self._token) and self.position and is_digit(self.tokens[self.position - 1]):
            self._fail("two numbers stand side by side; write a sign between them", self._token.column)

    def _over(self, above: Node, slash: Token) -> Node:
        """A quotient; ``1/2n`` can be read in two ways."""
        below = self._signed()
        if not self._starts():
            return multiplied(above, "/", below, slash.column)
        apart = self.context.choices.second("slash")
        if apart:
            return multiplied(above, "/", below, slash.column)
        while self._starts():
            self._two_numbers()
            below = multiplied(below, "*", self._scripted(), slash.column)
        return multiplied(above, "/", below, slash.column)

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
                node = grammar.Call("factorial", (node,), column=operator.column)
                continue
            exponent = self._exponent(operator)
            powers += 1
            if powers > 1 and isinstance(node, grammar.Power) and not self.context.choices.second("power"):
                exponent = grammar.Power(node.exponent, exponent, column=operator.column)
                node = grammar.Power(node.base, exponent, column=node.column)
            else:
                node = grammar.Power(node, exponent, column=operator.column)
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
            self._fail(f"{quoted_text(tokens[0].text)} is no exponent; bind such a name by `let`", operator.column)
        if len(tokens) == 1 and tokens[0].text.startswith("\\") and tokens[0].text[1:] not in GREEK:
            # an unbraced command takes its own arguments, as in 2^\frac{n}{2}
            self.position -= 1
            exponent = self._primary()
        else:
            exponent = self._inner(tokens, operator.column)
        return grammar.Negative(exponent, column=sign.column) if sign else exponent

    def _primary(self) -> Node:
        """A number, name or command, or something in brackets."""
        raise NotImplementedError


def is_digit(token: Token) -> bool:
    """Whether a token is a digit."""
    return token.kind == "character" and token.text.isascii() and token.text.isdigit()


def multiplied(left: Node, operator: str, right: Node, column: int) -> Node:
    """A product or quotient of two parts."""
    if isinstance(left, grammar.Chain) and left.precedence == MULTIPLY:
        return grammar.Chain((*left.operands, right), (*left.operators, operator), column=left.column)
    return grammar.Chain((left, right), (operator,), column=left.column if left.column else column)


def added(left: Node, operator: str, right: Node, column: int) -> Node:
    """A sum or difference of two parts."""
    if isinstance(left, grammar.Chain) and left.precedence != MULTIPLY:
        return grammar.Chain((*left.operands, right), (*left.operators, operator), column=left.column)
    return grammar.Chain((left, right), (operator,), column=left.column if left.column else column)


# Numbers, names, brackets and commands such as ``\frac``, which have the arguments that TeX gives them.


ROUNDED = {r"\lfloor": "floor", r"\lceil": "ceil"}
NUMBERS = {"H": "harmonic", "F": "fibonacci", "L": "lucas"}  # with an index
LOGS = {r"\log", r"\ln", r"\lg", r"\lb", "log", "ln", "lg"}
BIGGEST = {r"\min": "min", r"\max": "max", "min": "min", "max": "max"}
BIG = {r"\sum", r"\prod"}


class Commands(Operators):
    """A reader of expressions without cases."""

    def _primary(self) -> Node:
        token = self._token
        text, column = token.text, token.column
        if is_digit(token) or (text == "." and is_digit(self.tokens[self.position + 1])):
            return self._number()
        if text == "{":
            return self._inner(self._argument(), column)
        if text == "|":
            return self._bars()
        if text in BRACKETS and self.tokens[self.position + 1].text != r"\begin":
            return self._brackets()
        if token.kind == "word" or (token.kind == "character" and text.isalpha()):
            return self._name()
        if token.kind == "command":
            return self._command()
        return self._unexpected()

    def _number(self) -> Node:
        """Digits, perhaps with a decimal point, or with groups of three as in ``1{,}000``."""
        column = self._token.column
        digits = ""
        while is_digit(self._token) or self._token.text in (".", "{"):
            if self._token.text == "{":
                comma = self.tokens[self.position : self.position + 6]
                if written(comma[:3]) != "{,}" or not all(map(is_digit, comma[3:])) or "." in digits:
                    break
                self.position += 3
            elif self._token.text == "." and ("." in digits or not is_digit(self.tokens[self.position + 1])):
                break
            else:
                digit = self._advance()
                digits += digit.text
                if not self._joined(digit):
                    break
        if len(digits) > 1000:
            self._fail("a number of more than 1000 digits is not read", column)
        return grammar.Number(Fraction(digits if digits[0] != "." else f"0{digits}"), column=column)

    def _joined(self, digit: Token) -> bool:
        r"""Whether what follows a digit belongs to the same number; ``1\,000`` does, ``1 000`` does not."""
        following = self._token
        between = self.context.text[digit.column + 1 : following.column]
        return following.column <= digit.column + 1 or following.text == "{" or between == "\\,"

    def _bars(self) -> Node:
        bar = self._advance()
        self.bars += 1
        node = self._expression()
        self.bars -= 1
        if self._token.text != "|":
            self._fail("this | is not closed", bar.column)
        self._advance()
        return grammar.Call("abs", (node,), column=bar.column)

    def _brackets(self) -> Node:
        bracket = self._advance()
        bars, self.bars = self.bars, 0
        node = self._expression()
        self.bars = bars
        if self._token.text != BRACKETS[bracket.text]:
            if self._token.kind == "end":
                self._fail(f"{quoted_text(bracket.text)} is not closed", bracket.column)
            self._unexpected()
        self._advance()
        rounded = ROUNDED.get(bracket.text)
        return grammar.Call(rounded, (node,), column=bracket.column) if rounded else node

    def _listed(self) -> list[Node]:
        """Expressions with commas between them, in brackets."""
        bracket = self._token
        closing = BRACKETS.get(bracket.text)
        if bracket.text == "{":
            tokens = self._argument()
            inner = type(self)([*tokens, Token("end", "", bracket.column)], self.context)
            texts = [each.text for each in tokens]
            if "," in texts and texts.count("(") == 1 and (texts[0], texts[-1]) == ("(", ")"):
                return inner._listed()
            return inner._listed_until("")
        if closing is None:
            self._fail("expected arguments in parentheses", bracket.column)
        self._advance()
        return self._listed_until(closing)

    def _listed_until(self, closing: str) -> list[Node]:
        nodes = [self._expression()]
        while self._token.text in (",", ";"):
            self._advance()
            nodes.append(self._expression())
        if self._token.text != closing:
            self._unexpected()
        if closing:
            self._advance()
        return nodes

    def _name(self) -> Node:
        """A name with its index, a number with an index such as H_n, or a function in words."""
        token = self._advance()
        name, known = token.text, self.context.names
        if name in LOGS and name not in known:
            return self._logarithm(token)
        if name in BIGGEST and name not in known:
            return self._extreme(token)
        if name in FUNCTIONS and name not in known and self._token.text in BRACKETS:
            return self._application(token)
        if self._token.text == "_":
            return self._indexed(token)
        called = name in self.context.functions
        unclear = (called or name in FUNCTION_LETTERS) and self._token.text == "("
        if unclear and self.context.choices.second("call", name):
            if not called:
                self._fail(f'{name} is no function that is known; define it by `let="{name}(x)=..."`', token.column)
            return grammar.Call(name, tuple(self._listed()), column=token.column)
        return self._named(name, token.column)

    def _named(self, name: str, column: int) -> Node:
        known = [*self.context.names, *self.context.indices]
        if name not in known:
            if name in ("e", "pi") or name == "i":
                self._fail(f"unknown name {quoted_text(name)}", column)
            hint = nearest(name, known) or f"; expected {', '.join(sorted(known)) or 'no names'}"
            self._fail(f"unknown name {quoted_text(name)}{hint}; bind it by `let={name}=...`", column)
        return grammar.Name(name, column=column)

    def _indexed(self, token: Token) -> Node:
        self._advance()
        index = self._argument()
        name = plain_name(f"{token.text}_{written(index)}")
        known = [*self.context.names, *self.context.indices]
        joined = next((each for each in (name, name.replace("_", "")) if each in known), None)
        if joined:
            return grammar.Name(joined, column=token.column)
        if token.text in NUMBERS:
            return grammar.Call(NUMBERS[token.text], (self._inner(index, token.column),), column=token.column)
        return self._named(name, token.column)

    def _application(self, token: Token) -> Node:
        least, most, usage = FUNCTIONS[token.text]
        arguments = self._listed()
        if not least <= len(arguments) <= most or token.text in ("sum", "product", "piecewise"):
            self._fail(f"{token.text} is not read so; write {usage} or its LaTeX", token.column)
        return grammar.Call(token.text, tuple(arguments), column=token.column)

    def _command(self) -> Node:
        token = self._advance()
        command, column = token.text, token.column
        if command == r"\frac":
            above = self._inner(self._argument(), column)
            return multiplied(above, "/", self._inner(self._argument(), column), column)
        if command == r"\binom":
            top = self._inner(self._argument(), column)
            return grammar.Call("binomial", (top, self._inner(self._argument(), column)), column=column)
        if command == r"\sqrt":
            return self._root(column)
        if command in LOGS:
            return self._logarithm(token)
        if command in BIGGEST:
            return self._extreme(token)
        if command in BIG:
            return self._big(token)
        if command == r"\begin" or command == "\\{":
            return self._cases(token)
        if command in DECORATIONS:
            name = Token("word", plain_name(command + written(self._argument())), column)
            self._position_of_name(name)
            return self._name()
        if command[1:] in GREEK:
            self._position_of_name(
                Token("word", command[1:].replace("ell", "l" if "l" in self.context.names else "ell"), column)
            )
            return self._name()
        self._fail(f"the command {quoted_text(command)} is not read", column)

    def _position_of_name(self, name: Token) -> None:
        """Go back to a name in place of the command that was read."""
        self.position -= 1
        self.tokens[self.position] = name

    def _cases(self, token: Token) -> Node:
        self._fail(f"{quoted_text(token.text)} cannot be read here", token.column)

    def _root(self, column: int) -> Node:
        degree: Node = grammar.Number(Fraction(2), column=column)
        if self._token.text == "[":
            self._advance()
            degree = self._expression()
            if self._token.text != "]":
                self._unexpected()
            self._advance()
        one = grammar.Number(Fraction(1), column=column)
        return grammar.Power(self._inner(self._argument(), column), multiplied(one, "/", degree, column), column=column)

    def _logarithm(self, token: Token) -> Node:
        name, column = token.text.lstrip("\\"), token.column
        base: Node | None = grammar.Number(Fraction(2), column=column) if name in ("lg", "lb") else None
        power: Node | None = None
        while self._token.text in ("_", "^"):
            script = self._advance()
            if script.text == "^":
                power = self._exponent(script)
            else:
                base = self._inner(self._argument(), column)
        if name == "log" and base is None and not self.context.choices.second("log"):
            base = grammar.Number(Fraction(2), column=column)
        of = self._operand()
        node: Node = grammar.Call("log", (of,) if base is None else (of, base), column=column)
        return grammar.Power(node, power, column=column) if power else node

    def _operand(self) -> Node:
        """The argument of a function without parentheses: factors up to the next sign or function."""
        if self._token.text in BRACKETS:
            return self._scripted()
        node = self._scripted()
        while (
            self._starts() and self._token.text not in LOGS and self._token.text not in BIG and self._token.text != "("
        ):
            self._two_numbers()
            node = multiplied(node, "*", self._scripted(), self._token.column)
        return node

    def _extreme(self, token: Token) -> Node:
        if self._token.text in ("_", "^"):
            self._fail("a minimum or maximum over a range is not read; write a list, as in \\min(a, b)", token.column)
        arguments = tuple(self._listed())
        return grammar.Call(BIGGEST[token.text], arguments, column=token.column)

    def _big(self, token: Token) -> Node:
        """A sum or product; its body reaches to the next sign."""
        limits: dict[str, list[Token]] = {}
        while self._token.text in ("_", "^"):
            script = self._advance()
            limits[script.text] = self._argument()
        if "_" not in limits:
            self._fail("the limits are missing; write them as in \\sum_{i=1}^{n}", token.column)
        index, lower, upper = self._limits(limits, token.column)
        self.context.indices.append(index)
        body = self._term()
        self.context.indices.pop()
        kind = grammar.Sum if token.text == r"\sum" else grammar.Product
        return kind(body, index, lower, upper, column=token.column)

    def _limits(self, limits: dict[str, list[Token]], column: int) -> tuple[str, Node, Node]:
        below = limits["_"]
        parts: list[list[Token]] = [[]]
        signs: list[str] = []
        for token in below:
            if token.text in ("=", "<", "<="):
                signs.append(token.text)
                parts.append([])
            else:
                parts[-1].append(token)
        place = 1 if len(signs) == 2 else 0
        index = parts[place][0].text if len(parts) > place and len(parts[place]) == 1 else ""
        one = grammar.Number(Fraction(1), column=column)
        if index.startswith("\\"):
            index = index[1:] if index[1:] in GREEK else ""
        if not index.isidentifier() or not signs or any(len(each) == 0 for each in parts):
            self._fail("these limits are not read; write them as in \\sum_{i=1}^{n} or \\sum_{0 \\le i < n}", column)
        if signs == ["="] and "^" in limits:
            above = limits["^"]
            if above and above[0].text == r"\infty":
                self._fail("a sum without end has no place in a formula of sizes", column)
            return index, self._inner(parts[1], column), self._inner(above, column)
        if len(signs) == 2 and "=" not in signs and "^" not in limits:
            lower, upper = self._inner(parts[0], column), self._inner(parts[2], column)
            if signs[0] == "<":
                lower = added(lower, "+", one, column)
            return index, lower, added(upper, "-", one, column) if signs[1] == "<" else upper
        self._fail("these limits do not say where the index begins and ends", column)
