"""A formula as a paper prints it: its value, bounds or growth, with the conditions and the names that stand behind it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from netlemma.checks.formula import grammar
from netlemma.checks.formula.ambiguity import ReadingChoices, every_reading
from netlemma.checks.formula.formula import MIRRORED, Condition, Formula, accept, parse_condition
from netlemma.checks.formula.grammar import Node, Predicate, Token
from netlemma.checks.formula.latex.clauses import Bindings, Reader
from netlemma.checks.formula.latex.latex_grammar import Context
from netlemma.checks.formula.latex.tex_tokens import (
    CLAUSE,
    DECORATIONS,
    Macros,
    Modes,
    expanded,
    group,
    is_latex,
    place,
    plain_name,
)
from netlemma.checks.formula.short_notation import parse_short
from netlemma.errors import FormulaError

# What a text says of a quantity: its value, bounds, or growth, as in ``\bar d \le \frac{n}{2} = O(n)``.


RELATIONS = {
    "=": "=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    r"\sim": "~",
    r"\approx": "≈",
    r"\in": "=",
    r"\equiv": "=",
}
GROWTH = {"O": "O", "o": "o", r"\Theta": "Theta", r"\Omega": "Omega", r"\omega": "omega", "Theta": "Theta"}
GROWTH |= {"Omega": "Omega"}
_ASYMPTOTIC = list("(1+o(1))")
MIRROR = {**MIRRORED, "~": "~", "≈": "≈"}
OPENING = {"(", "[", "{", "\\{", r"\lfloor", r"\lceil", r"\begin", r"\langle"}
CLOSING = {")", "]", "}", "\\}", r"\rfloor", r"\rceil", r"\end", r"\rangle"}


@dataclass(frozen=True)
class RelationSide:
    """One relation to the quantity: its sign, the tokens of the other side, and those that are taken away first."""

    relation: str
    tokens: list[Token]
    besides: list[Token]


def parts_of(tokens: list[Token], names: Collection[str], text: str) -> list[RelationSide]:
    """The relations that a formula states; a formula alone is the value."""
    body, end = tokens[:-1], tokens[-1]
    sides, signs = _sides(body)
    if not signs:
        return [_part("=", sides[0], end, text)]
    at = _place(sides, names)
    if at is None:
        message = "no side of this relation is the symbol of the quantity; write the relation first, as in \\le n/2"
        raise FormulaError(message, text, sides[0][0].column if sides[0] else 0)
    relation_sides: list[RelationSide] = []
    for step in (1, -1):
        relation, index = "=", at
        while 0 <= index + step < len(sides):
            token = signs[index] if step > 0 else signs[index - 1]
            index += step
            sign = RELATIONS[token.text]
            relation = _chained(relation, sign if step > 0 else MIRROR[sign], token, text)
            following = sides[index + 1][:1] if index + 1 < len(sides) else []
            close = following[0].column if following else end.column
            relation_sides.append(_part(relation, sides[index], Token("end", "", close), text))
    return relation_sides


def _sides(body: list[Token]) -> tuple[list[list[Token]], list[Token]]:
    sides: list[list[Token]] = [[]]
    signs: list[Token] = []
    depth = 0
    for token in body:
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if depth == 0 and token.text in RELATIONS:
            signs.append(token)
            sides.append([])
        elif depth or token.text != "&":
            sides[-1].append(token)
    return sides, signs


def _place(sides: list[list[Token]], names: Collection[str]) -> int | None:
    """Which side is the quantity: an empty one, or a symbol, rather one without a value in the sizes."""
    symbols = [index for index, side in enumerate(sides) if is_symbol(side)]
    unknown = [index for index in symbols if not sides[index] or sides[index][0].text not in names]
    return next(iter(unknown or symbols), None)


def is_symbol(side: list[Token]) -> bool:
    r"""Whether tokens are a symbol such as ``\bar d_{\max}(G)``, or nothing."""
    if len(side) > 2 and side[0].text == side[-1].text == "|":
        return is_symbol(side[1:-1])
    if len(side) > 1 and side[0].text in GROWTH and side[1].text == "(":
        return False
    if [token.text for token in side] == [r"\infty"]:
        return False
    index = 0
    letters = 0
    while index < len(side) and side[index].text in DECORATIONS:
        index += 1
    while index < len(side) and (side[index].text.replace("_", "").isalpha() or side[index].kind == "word"):
        letters += 1
        index += 1
    if index < len(side) and not letters:
        first = side[index]
        if first.text == "{" or (first.kind == "command" and first.text[1:].isalpha() and index == len(side) - 1):
            letters, index = 1, (group(side, index, "")[1] if first.text == "{" else index + 1)
        elif first.text == r"\langle":
            return side[-1].text == r"\rangle"
        elif first.kind == "command" and first.text not in (
            r"\frac",
            r"\sum",
            r"\prod",
            r"\binom",
            r"\sqrt",
            r"\begin",
        ):
            letters, index = 1, index + 1
    while index < len(side) and side[index].text in ("_", "^", "'", "\\"):
        script = side[index].text
        if script in ("'", "\\"):
            index += 1
        else:
            if index + 1 >= len(side):
                return False
            try:
                _, index = group(side, index + 1, "")
            except FormulaError:
                return False
        if script in ("_", "\\"):
            while index < len(side) and side[index].text.isalpha():
                index += 1
    if index < len(side) and side[index].text in ("(", "["):
        depth = 0
        while index < len(side):
            depth += (side[index].text in OPENING) - (side[index].text in CLOSING)
            index += 1
            if not depth:
                break
    return index == len(side) and (letters > 0 or not side)


def _chained(first: str, second: str, at: Token, text: str) -> str:
    """The relation of the ends of a chain of two."""
    if "=" in (first, second):
        return second if first == "=" else first
    if first[0] == second[0] and first[0] in "<>":
        return first if len(first) < len(second) else second
    raise FormulaError("this chain of relations says nothing about its first side", text, at.column)


def _part(relation: str, side: list[Token], end: Token, text: str) -> RelationSide:
    """A side, with the class of growth at its end if it has one; f (1 + o(1)) is ~ f."""
    depth = 0
    if relation == "=" and len(side) > len(_ASYMPTOTIC) and [t.text for t in side[-len(_ASYMPTOTIC) :]] == _ASYMPTOTIC:
        rest = side[: -len(_ASYMPTOTIC)]
        return RelationSide("~", [*rest, Token("end", "", side[-len(_ASYMPTOTIC)].column)], [])
    for index, token in enumerate(side):
        growth = GROWTH.get(token.text)
        opened = index + 1
        if token.text == r"\mathcal" and index + 1 < len(side):
            inner, opened = group(side, index + 1, text)
            growth = GROWTH.get("".join(each.text for each in inner))
        if not depth and growth and opened < len(side) and side[opened].text in ("(", "\\{", "[", r"\big"):
            before = side[:index]
            if before and before[-1].text not in ("+", "-"):
                continue
            if side[-1].text not in CLOSING:
                raise FormulaError(f"nothing can follow {growth}(...)", text, side[-1].column)
            if relation not in ("=", "<="):
                raise FormulaError(f"{growth}(...) stands behind = or \\in", text, token.column)
            inside = [*side[opened + 1 : -1], Token("end", "", side[-1].column)]
            besides = [*before[:-1], Token("end", "", token.column)] if before[:-1] else []
            return RelationSide(growth, inside, besides)
        depth += (token.text in OPENING) - (token.text in CLOSING)
    return RelationSide(relation, [*side, end], [])


# A formula as a paper prints it: its value, with the conditions and the names that stand behind it.


@dataclass(frozen=True)
class StatedFormula:
    """What is said of the quantity.

    formula: Formula in the sizes.
    relation: Relation of the quantity to it: ``=``, ``<=``, ``<``, ``>=``, ``>``, ``~``, ``≈`` or ``O``, ``o``,
    ``Theta``, ``Omega``, ``omega``.
    besides: Formula that is taken from the quantity first, as n in ``n + O(1)``.
    span: Where the formula stands in the text.
    """

    formula: Formula
    relation: str = "="
    besides: Formula | None = None
    span: tuple[int, int] = field(default=(0, 0), compare=False)


@dataclass(frozen=True)
class LatexReading:
    """One way to read a formula.

    stated: What is said of the quantity; empty if it cannot be read this way.
    where: Condition that the text itself states.
    words: Decisions of this reading, empty if nothing is ambiguous.
    error: Why it cannot be read this way.
    choices: Choices of this reading.
    grows: Name of the size that grows, if it is said.
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
    return distinct(every_reading(lambda choices: _reading(tokens, text, names, bound, choices)), text)


def distinct(readings: list[LatexReading], text: str) -> list[LatexReading]:
    """The readings that differ, without those that cannot be read; an error if none can."""
    found: list[LatexReading] = []
    for each in readings:
        if each.error and not each.undefined and any(other.stated for other in readings):
            continue
        if not any(each.stated == other.stated and each.where == other.where for other in found):
            found.append(each)
    if all(each.error for each in found):
        raise found[0].error or FormulaError("it cannot be read", text)
    return [replace(each, words="") for each in found] if len(found) == 1 else found


def read_condition(text: str, names: Collection[str], bindings: Bindings | None = None) -> Condition:
    r"""Read a condition, plain or in LaTeX, with names that the user bound.

    >>> str(read_condition(r"$n$ even, $n \ge 4$", ["n"])), str(read_condition("n odd", ["n"]))
    ('n even and n >= 4', 'n odd')
    """
    bound = bindings or Bindings()
    if not is_latex(text):
        short = parse_short(text, {*names, *bound.names}, bound.functions, commas=True)
        if not isinstance(short, Predicate):
            return parse_condition(text)
        condition = Condition(bound.applied(short, text), text)
        accept(condition, names)
        return condition
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
    joined = conditions[0] if len(conditions) == 1 else grammar.Junction("and", tuple(conditions))
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
