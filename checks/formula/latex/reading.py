r"""A formula as a paper prints it: its value, with the conditions and the names that stand behind it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from netlemma.checks.formula import syntax
from netlemma.checks.formula.condition import Condition, parse_condition
from netlemma.checks.formula.formula import Formula, accept
from netlemma.checks.formula.latex.bindings import Bindings
from netlemma.checks.formula.latex.choices import ReadingChoices, every_reading
from netlemma.checks.formula.latex.conditions import Reader
from netlemma.checks.formula.latex.macros import Macros, expanded
from netlemma.checks.formula.latex.names import CLAUSE, plain_name
from netlemma.checks.formula.latex.operators import Context
from netlemma.checks.formula.latex.relations import CLOSING, OPENING, is_symbol, parts_of
from netlemma.checks.formula.latex.tokens import Modes, is_latex, place
from netlemma.checks.formula.syntax import Node
from netlemma.checks.formula.tokens import FormulaError, Token


@dataclass(frozen=True)
class StatedFormula:
    """What is said of the quantity.

    Parameters
    ----------
    formula : Formula
        Formula in the sizes.
    relation : str, default "="
        Relation of the quantity to it: ``=``, ``<=``, ``<``, ``>=``, ``>``, ``~``, ``≈`` or ``O``, ``o``, ``Theta``,
        ``Omega``, ``omega``.
    besides : Formula or None, optional
        Formula that is taken from the quantity first, as n in ``n + O(1)``.
    span : tuple of int, default (0, 0)
        Where the formula stands in the text.
    """

    formula: Formula
    relation: str = "="
    besides: Formula | None = None
    span: tuple[int, int] = field(default=(0, 0), compare=False)


@dataclass(frozen=True)
class LatexReading:
    """One way to read a formula.

    Parameters
    ----------
    stated : tuple of StatedFormula
        What is said of the quantity; empty if it cannot be read this way.
    where : Condition or None, optional
        Condition that the text itself states.
    words : str, default ""
        Decisions of this reading, empty if nothing is ambiguous.
    error : FormulaError or None, optional
        Why it cannot be read this way.
    choices : Choices, optional
        Choices of this reading.
    grows : str, default ""
        Name of the size that grows, if it is said.
    """

    stated: tuple[StatedFormula, ...]
    where: Condition | None = None
    words: str = ""
    error: FormulaError | None = None
    choices: ReadingChoices = field(default_factory=ReadingChoices)
    grows: str = ""

    @property
    def formula(self) -> Formula | None:
        """The first formula."""
        return self.stated[0].formula if self.stated else None

    @property
    def undefined(self) -> bool:
        """Whether a function of this reading is not defined."""
        return any(kind.startswith("call") and self.choices.taken.get(kind) for kind in self.choices.met)


def read_latex(
    text: str,
    names: Collection[str],
    bindings: Bindings | None = None,
    macros: Macros | None = None,
) -> list[LatexReading]:
    r"""Read a formula in LaTeX, in all the ways that its notation allows.

    Parameters
    ----------
    text : str
        Formula, perhaps between dollars, and conditions or bindings of names behind it.
    names : collection of str
        Sizes of the network.
    bindings : Bindings or None, optional
        Names that the user bound.
    macros : Macros or None, optional
        Macros of the paper.

    Returns
    -------
    list of LatexReading
        Readings, the usual one first; those with the same meaning are one.

    Raises
    ------
    FormulaError
        If the text cannot be read in any way.

    Examples
    --------
    >>> found = read_latex(r"\frac{n2^{n-1}}{2^n-1}", ["n"])
    >>> [str(each.formula) for each in found]
    ['n*2^(n - 1)/(2^n - 1)']
    >>> for each in read_latex(r"$1/2n$, where $n$ is even", ["n"]):
    ...     print(each.formula, "|", each.where, "|", each.words)
    1/(2*n) | n even | 1/2n is 1/(2n)
    1/2*n | n even | 1/2n is (1/2)n
    """
    bound = bindings or Bindings()
    known = {*names, *bound.names}
    tokens = Modes(text, known | {"even", "odd"}).whole(expanded(text, macros))
    readings = every_reading(lambda choices: _reading(tokens, text, names, bound, choices))
    distinct: list[LatexReading] = []
    for each in readings:
        if each.error and not each.undefined and any(other.stated for other in readings):
            continue
        if not any(each.stated == other.stated and each.where == other.where for other in distinct):
            distinct.append(each)
    if all(each.error for each in distinct):
        raise distinct[0].error or FormulaError("it cannot be read", text)
    return [replace(each, words="") for each in distinct] if len(distinct) == 1 else distinct


def read_condition(text: str, names: Collection[str], bindings: Bindings | None = None) -> Condition:
    r"""Read a condition, plain or in LaTeX, with names that the user bound.

    Parameters
    ----------
    text : str
        Condition.
    names : collection of str
        Sizes of the network.
    bindings : Bindings or None, optional
        Names that the user bound.

    Returns
    -------
    Condition
        Condition on the sizes.

    Raises
    ------
    FormulaError
        If it cannot be read, or is no condition.

    Examples
    --------
    >>> str(read_condition(r"$n$ even, $n \ge 4$", ["n"])), str(read_condition("n odd", ["n"]))
    ('n even and n >= 4', 'n odd')
    """
    bound = bindings or Bindings()
    if not is_latex(text):
        condition = parse_condition(text)
        return Condition(bound.applied(condition.root, text), text) if bound.bound else condition
    known = {*names, *bound.names}
    tokens = Modes(text, known).whole(expanded(text))
    root = Reader(tokens, Context(text, known, ReadingChoices(), bound.functions)).condition()
    if root is None:
        raise FormulaError("expected a condition such as $n$ even", text, 0)
    where = Condition(bound.applied(root, text), text)
    accept(where, names)
    return where


def _reading(
    tokens: list[Token], text: str, names: Collection[str], bindings: Bindings, choices: ReadingChoices
) -> LatexReading:
    try:
        stated, where, grows = _read(tokens, text, names, bindings, choices)
    except FormulaError as error:
        return LatexReading((), None, choices.words, error, choices)
    return LatexReading(stated, where, choices.words, None, choices, grows)


def _read(
    tokens: list[Token], text: str, names: Collection[str], bindings: Bindings, choices: ReadingChoices
) -> tuple[tuple[StatedFormula, ...], Condition | None, str]:
    parts = [_trimmed(part) for part in clauses(tokens)]
    parts = [part for index, part in enumerate(parts) if len(part) > 1 or not index]
    bound, stated, grows = bindings, [], ""
    for part in parts[1:]:
        if any(token.text == r"\to" for token in part):
            grows = part[0].text
            continue
        binding = _binding(part, names)
        if binding:
            bound = bound.with_tokens(binding, part, text, names, choices)
        else:
            stated.append(part)
    context = Context(text, {*names, *bound.names}, choices, bound.functions)

    def formula(tokens: list[Token]) -> Formula:
        found = Formula(bound.applied(Reader(tokens, context).whole(), text), text)
        accept(found, names)
        return found

    found = tuple(
        StatedFormula(
            formula(part.tokens),
            part.relation,
            formula(part.besides) if part.besides else None,
            place(part.tokens, text),
        )
        for part in parts_of(parts[0], context.names, text)
    )
    conditions: list[Node] = []
    for part in stated:
        condition = Reader(part, context).condition()
        if condition is not None:
            conditions.append(condition)
    conditions = [*context.limits, *conditions]
    if not conditions:
        return found, None, grows
    joined = conditions[0] if len(conditions) == 1 else syntax.Junction("and", tuple(conditions))
    where = Condition(bound.applied(joined, text), text)
    accept(where, names)
    return found, where, grows


def clauses(tokens: list[Token]) -> list[list[Token]]:
    """The formula, and the clauses behind commas and words such as ``where``; each ends with a token ``end``."""
    tokens = _apart(tokens)
    parts: list[list[Token]] = [[]]
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.text in OPENING) - (token.text in CLOSING)
        splits = token.text in (",", ";") or (token.kind == "word" and token.text in (*CLAUSE, "and", "or"))
        if depth or not splits or token.kind == "end":
            if depth or token.text not in ("&", "\\\\"):
                parts[-1].append(token)
        elif (token.text == "or" and len(parts) > 1) or (token.text == "and" and _continues(tokens, index)):
            parts[-1].append(token)
        else:
            parts[-1].append(Token("end", "", token.column))
            parts.append([])
    if parts[-1][-1:] and parts[-1][-1].kind != "end":
        parts[-1].append(Token("end", "", parts[-1][-1].column + 1))
    return parts


def _apart(tokens: list[Token]) -> list[Token]:
    """The tokens with a condition in parentheses at the end, ``(n even)``, behind a comma."""
    last = next((i for i in range(len(tokens) - 2, -1, -1) if tokens[i].text not in (".", "\\\\", "&")), 0)
    if tokens[last].text != ")":
        return tokens
    depth = 0
    for start in range(last, 0, -1):
        depth += (tokens[start].text == ")") - (tokens[start].text == "(")
        if not depth:
            inside, opened = tokens[start + 1 : last], 0
            stated = False  # signs inside further brackets are those of limits and cases, as in \sum_{j=1}
            for token in inside:
                opened += (token.text in OPENING) - (token.text in CLOSING)
                stated |= not opened and token.text in ("<", "<=", ">", ">=", "=", "even", "odd")
            if stated:
                comma = Token("character", ",", tokens[start].column)
                return [*tokens[:start], comma, *inside, *tokens[last + 1 :]]
            return tokens
    return tokens


def _continues(tokens: list[Token], index: int) -> bool:
    """Whether ``and`` joins names before one ``are even``."""
    return any(token.text == "are" for token in tokens[index : index + 4])


def _trimmed(part: list[Token]) -> list[Token]:
    """A part without the full stop at its end."""
    body, end = part[:-1], part[-1]
    while body and body[-1].text in (".", "\\\\", "&", ":"):
        body.pop()
    return [*body, end]


def _binding(part: list[Token], names: Collection[str]) -> str:
    """The name that a clause binds, as in ``N = 2^n``; empty if it is a condition."""
    texts = [token.text for token in part]
    if "=" in texts and texts.index("=") and not any(sign in texts for sign in ("<", "<=", ">", ">=", "!=")):
        left = part[: texts.index("=")]
        name = plain_name("".join(token.text for token in left))
        if is_symbol(left) and name.isidentifier() and name not in names:
            return name
    return ""
