r"""What a text says of a quantity: its value, bounds, or growth, as in ``\bar d \le \frac{n}{2} = O(n)``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from netlemma.checks.formula.condition import MIRRORED
from netlemma.checks.formula.latex.names import DECORATIONS
from netlemma.checks.formula.latex.tokens import group
from netlemma.checks.formula.tokens import FormulaError, Token

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
    """The relations that a formula states; a formula alone is the value.

    Parameters
    ----------
    tokens : list of Token
        Tokens of the formula; the last one is its end.
    names : collection of str
        Names with a value.
    text : str
        Formula, for error messages.

    Returns
    -------
    list of RelationSide
        Relations of the quantity to expressions.

    Raises
    ------
    FormulaError
        If no side is the symbol of a quantity, or a chain of relations says nothing about it.
    """
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
