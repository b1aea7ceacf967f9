"""Names that a user binds to expressions, as in ``N = 2^n``, and functions, as in ``f(x) = 2^x``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from netlemma.checks.base.inputs import InputError, quoted_text
from netlemma.checks.formula import syntax
from netlemma.checks.formula.grammar import parse
from netlemma.checks.formula.latex.choices import ReadingChoices
from netlemma.checks.formula.latex.conditions import Reader
from netlemma.checks.formula.latex.macros import expanded
from netlemma.checks.formula.latex.names import plain_name
from netlemma.checks.formula.latex.operators import Context
from netlemma.checks.formula.latex.tokens import Modes, is_latex
from netlemma.checks.formula.syntax import Expression, Node
from netlemma.checks.formula.tokens import FormulaError, Token

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
        """These bindings and another, ``NAME = expression``, from tokens of a formula.

        Parameters
        ----------
        name : str
            Bound name.
        part : list of Token
            Tokens of the binding.
        text : str
            Formula, for error messages.
        names : collection of str
            Sizes of the network.
        choices : ReadingChoices
            Choices where notation is ambiguous.

        Returns
        -------
        Bindings
            All of them.
        """
        start = next(index for index, token in enumerate(part) if token.text == "=") + 1
        context = Context(text, {*names, *self.names}, choices, self.functions)
        body = Reader(part[start:], context).whole()
        return Bindings({**self.bound, name: Binding((), self.applied(body, text))})

    def applied(self, node: Node, text: str) -> Node:
        """A tree in which bound names are replaced by their expressions.

        Parameters
        ----------
        node : Node
            Syntax tree.
        text : str
            Formula, for error messages.

        Returns
        -------
        Node
            Tree with names of sizes alone.

        Raises
        ------
        FormulaError
            If the tree becomes too large, or a function has another number of arguments.
        """
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
        if isinstance(node, syntax.Name) and node.name in self.bindings.names and node.name not in indices:
            return self._moved(Bindings(), bound[node.name].body, column)
        if isinstance(node, syntax.Call) and node.function in bound:
            parameters = bound[node.function].parameters
            given = [Binding((), self.replaced(each, indices)) for each in node.arguments]
            if len(given) != len(parameters):
                raise FormulaError(f"{node.function} has {len(parameters)} arguments", self.text, column)
            own = Bindings(dict(zip(parameters, given, strict=True)))
            return self._moved(own, bound[node.function].body, column)
        inside = indices | {node.index} if isinstance(node, syntax.Sum) else indices
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

    Parameters
    ----------
    texts : iterable of str
        Bindings as a user writes them, plain or in LaTeX.
    names : collection of str
        Sizes of the network.

    Returns
    -------
    Bindings
        The bindings.

    Raises
    ------
    InputError
        If a text is no binding, or its expression cannot be read.

    Examples
    --------
    >>> found = read_bindings(["N=2^n", "M=N+1"], ["n"])
    >>> from netlemma.checks.formula.unparse import unparse
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
                f'--let is {quoted_text(text)}; it binds a name or a function, as in "N=2^n" or "f(x)=2^x"'
            )
        known = {*names, *bindings.names, *parameters}
        try:
            body = _body(right, known, bindings)
        except FormulaError as error:
            raise InputError(f"--let {name}: {error}") from None
        if not isinstance(body, Expression):
            raise InputError(f"--let {name}: a condition stands where an expression is expected")
        usual = {key: each for key, each in bindings.bound.items() if key not in names}
        body = Bindings(usual).applied(body, right)
        bindings = Bindings({**bindings.bound, name: Binding(parameters, body)})
    return bindings


def _body(text: str, known: Collection[str], bindings: Bindings) -> Node:
    if not is_latex(text):
        body = parse(text)
        unknown = sorted(syntax.free_names(body) - set(known))
        if unknown:
            raise FormulaError(f"unknown name {quoted_text(unknown[0])}; expected {', '.join(sorted(known))}", text)
        return body
    context = Context(text, known, ReadingChoices(), bindings.functions)
    return Reader(Modes(text, known).whole(expanded(text)), context).whole()
