"""Conditions in LaTeX and in words, values by cases, and names bound to expressions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.formula import grammar
from netlemma.checks.formula.ambiguity import ReadingChoices
from netlemma.checks.formula.grammar import Expression, Node, Token
from netlemma.checks.formula.latex.latex_grammar import Commands, Context
from netlemma.checks.formula.latex.tex_tokens import (
    OTHERWISE,
    SKIPPED,
    Modes,
    expanded,
    group,
    is_latex,
    plain_name,
    written,
)
from netlemma.checks.formula.short_notation import parse_short
from netlemma.errors import FormulaError, InputError

# Conditions in LaTeX and in words, ``if $n$ is even``, and values by cases.


ENVIRONMENTS = {"cases", "dcases", "array", "numcases"}
PARITIES = ("even", "odd")
SIGNS = ("=", "!=", "<", "<=", ">", ">=")
JOINTS = {",": "and", ";": "and", "and": "and", r"\wedge": "and", "or": "or", r"\vee": "or"}


class Reader(Commands):
    """A reader of expressions with cases, and of conditions."""

    def condition(self) -> Node | None:
        """The condition that is the whole of the tokens; None if it is empty or says ``otherwise``."""
        self._skip()
        if self._token.kind == "end" or (self._token.text in OTHERWISE and self._advance()):
            self._skip()
            if self._token.kind != "end" and self._token.text != ".":
                self._unexpected()
            return None
        return self._conditions()

    def _conditions(self) -> Node:
        """Conditions joined by commas, ``and`` and ``or``, which is the looser one."""
        alternatives: list[list[Node]] = [[self._single()]]
        while self._token.text in JOINTS:
            joint = JOINTS[self._advance().text]
            if self._token.text in JOINTS:  # ", and"
                joint = JOINTS[self._advance().text]
            self._skip()
            if self._token.kind == "end":
                break
            if joint == "or":
                alternatives.append([])
            alternatives[-1].append(self._single())
        if self._token.text == ".":
            self._advance()
        if self._token.kind != "end":
            self._unexpected()
        return _joined("or", [_joined("and", each) for each in alternatives])

    def _skip(self) -> None:
        while (self._token.kind == "word" and self._token.text in SKIPPED) or self._token.text == ":":
            self._advance()

    def _single(self) -> Node:
        """One comparison, parity, congruence or divisibility."""
        self._skip()
        column = self._token.column
        if self._token.text in PARITIES:  # for even n
            parity = self._advance().text
            self._skip()
            return grammar.Parity(self._expression(), parity, column=column)
        left = self._expression()
        names = [left]
        while self._token.text in (",", "and") and self._shared():
            self._advance()
            names.append(self._expression())
        while self._token.kind == "word" and self._token.text in ("is", "are", "a", "an"):
            self._advance()
        if self._token.text in PARITIES:
            parity = self._advance().text
            return _joined("and", [grammar.Parity(each, parity, column=column) for each in names])
        if self._token.text in (r"\mid", r"\nmid", "|"):
            sign = "=" if self._advance().text != r"\nmid" else "!="
            return _remainder(self._expression(), left, sign, _zero(column))
        if self._token.text in ("multiple", "divisible"):
            while self._token.kind == "word":
                self._advance()
            return _remainder(left, self._expression(), "=", _zero(column))
        if self._token.text == r"\equiv":
            self._advance()
            right = self._expression()
            if isinstance(right, grammar.Call) and right.function == "mod":
                residue, modulus = right.arguments
                return _remainder(_difference(left, residue), modulus, "=", _zero(column))
            self._fail(r"expected \pmod behind this congruence", column)
        return self._compared(left)

    def _shared(self) -> bool:
        """Whether what follows a comma is another name before the same ``even`` or ``odd``."""
        words = [token.text for token in self.tokens[self.position + 1 : self.position + 5]]
        return len(words) > 1 and words[1] in ("even", "odd", "are", "is", "and", ",") and "are" in words

    def _compared(self, left: Node) -> Node:
        parts: list[Node] = []
        while self._token.text in SIGNS:
            sign = self._advance().text
            right = self._expression()
            parts.append(grammar.Comparison(left, sign, right, column=left.column))
            left = right
        if not parts:
            self._fail("expected a condition such as n even or n \\ge 2", self._token.column)
        return _joined("and", parts)

    def _cases(self, token: Token) -> Node:
        r"""``cases``, or an array of two columns behind a brace."""
        self.position -= 1
        if token.text == "\\{":
            self._advance()
            if self._token.text != r"\begin":
                self._fail("a brace begins no formula", token.column)
        begin = self._advance()
        kind = written(self._argument())
        if kind.rstrip("*") not in ENVIRONMENTS:
            self._fail(f"the environment {kind[:20]} is not read in a formula", begin.column)
        if kind == "array":
            self._argument()
        rows: list[list[list[Token]]] = [[[]]]
        depth = 1
        while True:
            each = self._token
            if each.kind == "end":
                self._fail("this environment has no end", begin.column)
            depth += (each.text == r"\begin") - (each.text == r"\end")
            if not depth:
                break
            self._advance()
            if each.text == "{":
                inner, self.position = group(self.tokens, self.position - 1, self.context.text)
                rows[-1][-1] += [each, *inner, Token("character", "}", each.column)]
            elif depth == 1 and each.text == r"\\":
                rows.append([[]])
            elif depth == 1 and each.text == "&":
                rows[-1].append([])
            else:
                rows[-1][-1].append(each)
        self._advance()
        self._argument()
        if self._token.text == "\\}":
            self._advance()
        return self._piecewise([row for row in rows if any(row)], begin.column)

    def _piecewise(self, rows: list[list[list[Token]]], column: int) -> Node:
        pieces: list[tuple[Node, Node]] = []
        default: Node | None = None
        for row in rows:
            value, stated = _halves(row)
            if default is not None:
                self._fail("a case stands behind the one for all others", value[0].column if value else column)
            node = self._inner(
                [token for i, token in enumerate(value) if i + 1 < len(value) or token.text != ","], column
            )
            end = Token("end", "", (stated or value or [Token("", "", column)])[-1].column + 1)
            condition = Reader([*stated, end], self.context).condition()
            if condition is None:
                default = node
            else:
                pieces.append((node, condition))
        if default is None:
            if not pieces:
                self._fail("there are no cases here", column)
            *pieces, (default, last) = pieces
            every = [condition for _, condition in pieces] + [last]
            if not _all_parities(every):
                if self.context.indices:
                    self._fail("these cases need an 'otherwise'", column)
                self.context.limits.append(_joined("or", every))
        return grammar.Piecewise(tuple(pieces), default, column=column) if pieces else default


def _halves(row: list[list[Token]]) -> tuple[list[Token], list[Token]]:
    """The value and the condition of one case, which stand in two columns or are told apart by a word."""
    if len(row) > 1:
        return row[0], [token for part in row[1:] for token in part]
    for index, token in enumerate(row[0]):
        if token.kind == "word" and token.text in ("if", "for", "when", "otherwise", "else"):
            return row[0][:index], row[0][index:]
    return row[0], []


def _all_parities(conditions: list[Node]) -> bool:
    """Whether the conditions are that the same is even, and that it is odd."""
    parities = [each for each in conditions if isinstance(each, grammar.Parity)]
    return len(conditions) == len(parities) == 2 and (
        parities[0].operand == parities[1].operand and parities[0].parity != parities[1].parity
    )


def _joined(word: str, parts: list[Node]) -> Node:
    flat: list[Node] = []
    for each in parts:
        flat += each.operands if isinstance(each, grammar.Junction) and each.word == word else [each]
    return flat[0] if len(flat) == 1 else grammar.Junction(word, tuple(flat), column=flat[0].column)


def _zero(column: int) -> Node:
    return grammar.Number(Fraction(0), column=column)


def _difference(left: Node, right: Node) -> Node:
    if isinstance(right, grammar.Number) and not right.value:
        return left
    return grammar.Chain((left, right), ("-",), column=left.column)


def _remainder(of: Node, by: Node, sign: str, value: Node) -> Node:
    return grammar.Comparison(grammar.Call("mod", (of, by), column=of.column), sign, value, column=of.column)


# Names that a user binds to expressions, as in ``N = 2^n``, and functions, as in ``f(x) = 2^x``.


MOST_PARTS = 5000  # of a formula in which names are replaced


@dataclass(frozen=True)
class Binding:
    """A bound name or function: its parameters, none for a name, and the expression."""

    parameters: tuple[str, ...]
    body: Node


@dataclass(frozen=True)
class Bindings:
    """Bound names; a name of a size in a binding is the size, so that names can be exchanged."""

    bound: Mapping[str, Binding] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """Bound names that are no functions."""
        return [name for name, each in self.bound.items() if not each.parameters]

    @property
    def functions(self) -> list[str]:
        """Bound functions."""
        return [name for name, each in self.bound.items() if each.parameters]

    def with_tokens(
        self, name: str, part: list[Token], text: str, names: Collection[str], choices: ReadingChoices
    ) -> Bindings:
        """These bindings and another, ``NAME = expression``, from tokens of a formula."""
        start = next(index for index, token in enumerate(part) if token.text == "=") + 1
        context = Context(text, {*names, *self.names}, choices, self.functions)
        body = Reader(part[start:], context).whole()
        return Bindings({**self.bound, name: Binding((), self.applied(body, text))})

    def applied(self, node: Node, text: str) -> Node:
        """A tree in which bound names are replaced by their expressions."""
        return _Replacing(self, text).replaced(node, frozenset()) if self.bound else node


class _Replacing:
    """Replaces bound names; with ``at``, all parts get that column, because they come from another text."""

    def __init__(self, bindings: Bindings, text: str, at: int | None = None, parts: int = 0) -> None:
        self.bindings, self.text, self.at, self.parts = bindings, text, at, parts

    def replaced(self, node: Node, indices: frozenset[str]) -> Node:
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise FormulaError(f"with its bound names it has more than {MOST_PARTS} parts", self.text, node.column)
        column = node.column if self.at is None else self.at
        bound = self.bindings.bound
        if isinstance(node, grammar.Name) and node.name in self.bindings.names and node.name not in indices:
            return self._moved(Bindings(), bound[node.name].body, column)
        if isinstance(node, grammar.Call) and node.function in bound:
            parameters = bound[node.function].parameters
            given = [Binding((), self.replaced(each, indices)) for each in node.arguments]
            if len(given) != len(parameters):
                raise FormulaError(f"{node.function} has {len(parameters)} arguments", self.text, column)
            own = Bindings(dict(zip(parameters, given, strict=True)))
            return self._moved(own, bound[node.function].body, column)
        inside = indices | {node.index} if isinstance(node, grammar.Sum) else indices
        changed: dict[str, Any] = {"column": column}
        for each in fields(node):
            value = getattr(node, each.name)
            if isinstance(value, Node):
                changed[each.name] = self.replaced(value, inside if each.name == "body" else indices)
            elif each.name == "pieces":
                changed[each.name] = tuple(tuple(self.replaced(part, indices) for part in pair) for pair in value)
            elif isinstance(value, tuple) and each.name != "operators":
                changed[each.name] = tuple(self.replaced(part, indices) for part in value)
        return replace(node, **changed)

    def _moved(self, bindings: Bindings, body: Node, column: int) -> Node:
        mover = _Replacing(bindings, self.text, column, self.parts)
        found = mover.replaced(body, frozenset())
        self.parts = mover.parts
        return found


def read_bindings(texts: Iterable[str], names: Collection[str]) -> Bindings:
    r"""Bindings from texts such as ``N=2^n`` and ``f(x)=\frac{x}{2}``; a later one may use the earlier ones.

    >>> found = read_bindings(["N=2^n", "M=N+1"], ["n"])
    >>> from netlemma.checks.formula.grammar import parse, unparse
    >>> unparse(found.applied(parse("M/N"), "M/N"))
    '(2^n + 1)/2^n'
    """
    bindings = Bindings()
    for text in texts:
        left, sign, right = text.partition("=")
        name, opened, inside = left.strip().partition("(")
        name = plain_name(name)
        parameters = tuple(each.strip() for each in inside.rstrip(") ").split(",")) if opened else ()
        if not sign or not all(each.isidentifier() for each in (name, *parameters)):
            raise InputError(
                f'`let` is {quoted_text(text)}; it binds a name or a function, as in "N=2^n" or "f(x)=2^x"'
            )
        known = {*names, *bindings.names, *parameters}
        try:
            body = _body(right, known, bindings)
        except FormulaError as error:
            raise InputError(f"`let` {name}: {error}") from None
        if not isinstance(body, Expression):
            raise InputError(f"`let` {name}: a condition stands where an expression is expected")
        usual = {key: each for key, each in bindings.bound.items() if key not in names}
        body = Bindings(usual).applied(body, right)
        bindings = Bindings({**bindings.bound, name: Binding(parameters, body)})
    return bindings


def _body(text: str, known: Collection[str], bindings: Bindings) -> Node:
    if not is_latex(text):
        body = parse_short(text, known, bindings.functions)
        unknown = sorted(grammar.free_names(body) - set(known))
        if unknown:
            raise FormulaError(f"unknown name {quoted_text(unknown[0])}; expected {', '.join(sorted(known))}", text)
        return body
    context = Context(text, known, ReadingChoices(), bindings.functions)
    return Reader(Modes(text, known).whole(expanded(text)), context).whole()
