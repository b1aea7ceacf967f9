r"""Numbers, names, brackets and commands such as ``\frac``, which have the arguments that TeX gives them."""

from __future__ import annotations

from fractions import Fraction

from netlemma.checks.base.inputs import nearest, quoted_text
from netlemma.checks.formula import syntax
from netlemma.checks.formula.functions import FUNCTIONS
from netlemma.checks.formula.latex.names import DECORATIONS, FUNCTION_LETTERS, GREEK, plain_name
from netlemma.checks.formula.latex.operators import BRACKETS, Operators, added, is_digit, product
from netlemma.checks.formula.latex.tokens import written
from netlemma.checks.formula.syntax import Node
from netlemma.checks.formula.tokens import Token

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
        return syntax.Number(Fraction(digits if digits[0] != "." else f"0{digits}"), column=column)

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
        return syntax.Call("abs", (node,), column=bar.column)

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
        return syntax.Call(rounded, (node,), column=bracket.column) if rounded else node

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
                self._fail(f'{name} is no function that is known; define it by --let "{name}(x)=..."', token.column)
            return syntax.Call(name, tuple(self._listed()), column=token.column)
        return self._named(name, token.column)

    def _named(self, name: str, column: int) -> Node:
        known = [*self.context.names, *self.context.indices]
        if name not in known:
            if name in ("e", "pi") or name == "i":
                self._fail(f"unknown name {quoted_text(name)}", column)
            hint = nearest(name, known) or f"; expected {', '.join(sorted(known)) or 'no names'}"
            self._fail(f"unknown name {quoted_text(name)}{hint}; bind it by --let {name}=...", column)
        return syntax.Name(name, column=column)

    def _indexed(self, token: Token) -> Node:
        self._advance()
        index = self._argument()
        name = plain_name(f"{token.text}_{written(index)}")
        known = [*self.context.names, *self.context.indices]
        joined = next((each for each in (name, name.replace("_", "")) if each in known), None)
        if joined:
            return syntax.Name(joined, column=token.column)
        if token.text in NUMBERS:
            return syntax.Call(NUMBERS[token.text], (self._inner(index, token.column),), column=token.column)
        return self._named(name, token.column)

    def _application(self, token: Token) -> Node:
        least, most, usage = FUNCTIONS[token.text]
        arguments = self._listed()
        if not least <= len(arguments) <= most or token.text in ("sum", "product", "piecewise"):
            self._fail(f"{token.text} is not read so; write {usage} or its LaTeX", token.column)
        return syntax.Call(token.text, tuple(arguments), column=token.column)

    def _command(self) -> Node:
        token = self._advance()
        command, column = token.text, token.column
        if command == r"\frac":
            above = self._inner(self._argument(), column)
            return product(above, "/", self._inner(self._argument(), column), column)
        if command == r"\binom":
            top = self._inner(self._argument(), column)
            return syntax.Call("binomial", (top, self._inner(self._argument(), column)), column=column)
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
        degree: Node = syntax.Number(Fraction(2), column=column)
        if self._token.text == "[":
            self._advance()
            degree = self._expression()
            if self._token.text != "]":
                self._unexpected()
            self._advance()
        one = syntax.Number(Fraction(1), column=column)
        return syntax.Power(self._inner(self._argument(), column), product(one, "/", degree, column), column=column)

    def _logarithm(self, token: Token) -> Node:
        name, column = token.text.lstrip("\\"), token.column
        base: Node | None = syntax.Number(Fraction(2), column=column) if name in ("lg", "lb") else None
        power: Node | None = None
        while self._token.text in ("_", "^"):
            script = self._advance()
            if script.text == "^":
                power = self._exponent(script)
            else:
                base = self._inner(self._argument(), column)
        if name == "log" and base is None and not self.context.choices.second("log"):
            base = syntax.Number(Fraction(2), column=column)
        of = self._operand()
        node: Node = syntax.Call("log", (of,) if base is None else (of, base), column=column)
        return syntax.Power(node, power, column=column) if power else node

    def _operand(self) -> Node:
        """The argument of a function without parentheses: factors up to the next sign or function."""
        if self._token.text in BRACKETS:
            return self._scripted()
        node = self._scripted()
        while (
            self._starts() and self._token.text not in LOGS and self._token.text not in BIG and self._token.text != "("
        ):
            self._two_numbers()
            node = product(node, "*", self._scripted(), self._token.column)
        return node

    def _extreme(self, token: Token) -> Node:
        if self._token.text in ("_", "^"):
            self._fail("a minimum or maximum over a range is not read; write a list, as in \\min(a, b)", token.column)
        arguments = tuple(self._listed())
        return syntax.Call(BIGGEST[token.text], arguments, column=token.column)

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
        kind = syntax.Sum if token.text == r"\sum" else syntax.Product
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
        one = syntax.Number(Fraction(1), column=column)
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
