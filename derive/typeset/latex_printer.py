"""Formulas in LaTeX (amsmath), with line breaks where they are wider than the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import NamedTuple

from netlemma.derive.typeset import tree
from netlemma.derive.typeset.prose import GREEK, latex_words
from netlemma.derive.typeset.tree import Name, Node, ends_in_digit, is_plain_base, is_wide, is_word, joined, storeys

# Elements of LaTeX formulas: pieces with estimated widths, parentheses, broken lines.
#
# Widths are estimates in points at 10 pt, too wide rather than too narrow; they only decide line breaks.


ANY_WIDTH = 10**6
LETTER, SIGN, SCRIPT = 5.6, 13.0, 0.75
_FENCE, _INDENT = 6.0, 20.0
_SMALLER = 0.25  # share of its width that a fraction loses inside another one
_FENCES = {
    "floor": (r"\left\lfloor ", r" \right\rfloor"),
    "ceil": (r"\left\lceil ", r" \right\rceil"),
    "abs": (r"\left| ", r" \right|"),
    "{}": (r"\left\{", r"\right\}"),
    "[]": (r"\left[ ", r" \right]"),
}
SIGNS = {"sum": r"\sum", "product": r"\prod", "max": r"\max", "min": r"\min"}
OPERATORS = {"in": r"\in ", "!=": r"\ne ", "<=": r"\le ", ">=": r"\ge "}
WORDS = {"∞": r"\infty", "π": r"\pi"}
_TALL = (r"\frac", r"\sum", r"\prod", r"\binom", r"\begin", r"\left", r"\max")


class LatexPiece(NamedTuple):
    """LaTeX code and its width in points, of which ``stacked`` is in fractions."""

    code: str
    width: float
    stacked: float = 0.0

    def __add__(self, other: LatexPiece) -> LatexPiece:  # type: ignore[override]
        return LatexPiece(self.code + other.code, self.width + other.width, self.stacked + other.stacked)

    @property
    def is_tall(self) -> bool:
        return any(mark in self.code for mark in _TALL)


def word(code: str, width: float | None = None) -> LatexPiece:
    """A piece of code whose width is given, or estimated from its number of letters.

    >>> word("12")
    LatexPiece(code='12', width=11.2, stacked=0.0)
    """
    return LatexPiece(code, LETTER * len(code) if width is None else width)


def concatenated(pieces: Sequence[LatexPiece], between: str = "", gap: float = 2.0) -> LatexPiece:
    """The pieces in a row."""
    wide = sum(p.width + gap for p in pieces)
    return LatexPiece(between.join(p.code for p in pieces), wide, sum(p.stacked for p in pieces))


def symbol(node: Name) -> LatexPiece:
    """A letter or a name with its subscript."""
    head, subscript = node.parts
    shown = "\\" + head if head in GREEK else head if len(head) == 1 else rf"\mathit{{{latex_words(head)}}}"
    wide = LETTER * (1 if head in GREEK else len(head))
    if not subscript:
        return LatexPiece(shown, wide)
    below = subscript if len(subscript) == 1 or subscript.isdigit() else rf"\mathrm{{{latex_words(subscript)}}}"
    return LatexPiece(f"{shown}_{{{below}}}", wide + SCRIPT * LETTER * len(subscript))


def fenced(inside: LatexPiece, kind: str = "()") -> LatexPiece:
    """A piece in parentheses, which grow only around tall content."""
    opening, closing = _FENCES.get(kind, (r"\left(", r"\right)"))
    if kind == "()" and not inside.is_tall:
        opening, closing = "(", ")"
    centred = inside.code.replace(r"\begin{aligned}[t]", r"\begin{aligned}")
    return LatexPiece(opening + centred + closing, inside.width + 2 * _FENCE, inside.stacked)


def stacked(command: str, top: LatexPiece, bottom: LatexPiece) -> LatexPiece:
    """A fraction or a binomial.

    >>> stacked(r"\\binom", word("n"), word("k")).code
    '\\\\binom{n}{k}'
    """
    wide = max(part.width - _SMALLER * part.stacked for part in (top, bottom)) + 2 * _FENCE
    return LatexPiece(f"{command}{{{top.code}}}{{{bottom.code}}}", wide, wide)


def case_table(values: Sequence[LatexPiece], tests: Sequence[LatexPiece]) -> LatexPiece:
    """Values with their conditions behind a brace; tall values get extra space."""
    codes = [rf"\displaystyle {p.code}" if p.is_tall else p.code for p in values]
    gap = r" \\[1.5ex] " if any(p.is_tall for p in values) else r" \\ "
    rows = gap.join(f"{code} & {test.code}" for code, test in zip(codes, tests, strict=True))
    wide = 30 + max(p.width for p in values) + max(p.width for p in tests)
    return LatexPiece(rf"\begin{{cases}} {rows} \end{{cases}}", wide)


def lines(pieces: Sequence[LatexPiece], room: float, sign: str = "") -> LatexPiece:
    """The pieces one after another, on as many lines as needed.

    >>> lines([word("a"), word("+b"), word("+c")], 25).code
    '\\\\begin{aligned}[t] & a+b \\\\\\\\ & \\\\quad {}+c \\\\end{aligned}'
    """
    rows = [pieces[0]]
    for piece in pieces[1:]:
        indent = _INDENT if len(rows) > 1 else 0.0
        if rows[-1].width + indent + piece.width <= room:
            rows[-1] = rows[-1] + piece
        else:
            rows.append(piece)
    if len(rows) == 1:
        return rows[0]
    code = rf" \\ & \quad {{}}{sign}".join(row.code.removeprefix(sign) for row in rows)
    wide = max(rows[0].width, _INDENT + max(row.width for row in rows[1:]))
    return LatexPiece(rf"\begin{{aligned}}[t] & {code} \end{{aligned}}", wide)


# LaTeX (amsmath), with line breaks where a formula is wider than the page.


def _set_once(function: Callable[..., LatexPiece]) -> Callable[..., LatexPiece]:
    """Set each part of a formula once for each room: layouts are tried one after the other, with the same parts."""
    known: dict[tuple[int, float], tuple[Node, LatexPiece]] = {}
    depth = 0

    @wraps(function)
    def remembered(node: Node, room: float = ANY_WIDTH) -> LatexPiece:
        nonlocal depth
        kept = known.get((id(node), room))
        if kept is not None:
            return kept[1]
        depth += 1
        try:
            found = function(node, room)
        finally:
            depth -= 1
        if depth:
            known[id(node), room] = node, found  # the node stays, so that its id means nothing else
        else:
            known.clear()
        return found

    return remembered


def latex(node: Node, room: float = ANY_WIDTH) -> str:
    """The node in LaTeX, broken into lines where needed."""
    return piece(node, room).code


@_set_once
def piece(node: Node, room: float = ANY_WIDTH) -> LatexPiece:
    """The node in LaTeX with its estimated width."""
    match node:
        case tree.Name():
            return symbol(node)
        case tree.Number(digits):
            return word(digits)
        case tree.PlainWords(words):
            return word(WORDS.get(words, rf"\text{{{latex_words(words)}}}"), LETTER * len(words))
        case tree.SetName(name):
            return word(rf"\mathcal{{{name}}}", LETTER)
        case tree.Listed(items):
            return concatenated([piece(item) for item in items], ",")
        case tree.Terms() | tree.Times():
            pieces = _terms(node) if isinstance(node, tree.Terms) else _factors(node)
            whole = concatenated(pieces, gap=0)
            return whole if whole.width <= room else _broken(node, room)
        case tree.Bracketed(inside):
            return fenced(piece(inside, room - 14))
        case tree.Fraction(top, bottom):
            whole = stacked(r"\frac", piece(top), piece(bottom))
            small = room < ANY_WIDTH and storeys(top) > 1
            return _behind(top, bottom, room) if small or whole.width > room else whole
        case tree.Power(base, exponent):
            return _power(base, exponent, room)
        case tree.Call():
            return _call(node, room)
        case tree.Indexed(name, below, above, arguments):
            low, high = _script(below), _script(above)
            wide = SCRIPT * max(low.width, high.width)
            head = LatexPiece(f"{piece(name).code}_{{{low.code}}}^{{{high.code}}}", piece(name).width + wide)
            return head + fenced(concatenated([_argument(x) for x in arguments], r",\, ", 7))
        case tree.Phrase(parts):
            return concatenated([piece(part) for part in parts], gap=0)
        case tree.Big():
            return _big(node, room)
        case tree.CoefficientOf(variable, index, series):
            letter, power = piece(variable), piece(index)
            head = LatexPiece(rf"[{letter.code}^{{{power.code}}}]\, ", letter.width + power.width + 15)
            return head + _factor(series, room - head.width)
        case tree.Cases():
            return _cases(node, room)
    return _test(node, room)


def _factor(node: Node, room: float = ANY_WIDTH) -> LatexPiece:
    return fenced(piece(node, room - 14)) if isinstance(node, tree.Terms) else piece(node, room)


def _behind(top: Node, bottom: Node, room: float) -> LatexPiece:
    """A fraction that is too wide, or too small inside: the widest factor of its numerator is placed behind it, where it can
    be broken into lines.
    """
    factors = top.factors if isinstance(top, tree.Times) else (top,)
    widest = max(range(len(factors)), key=lambda i: piece(factors[i]).width)
    others = factors[:widest] + factors[widest + 1 :]
    if not isinstance(factors[widest], tree.Terms):
        return stacked(r"\frac", piece(top, room), piece(bottom, room))
    left = tree.Times(others) if len(others) > 1 else others[0] if others else tree.Number("1")
    return piece(tree.Times((tree.Fraction(left, bottom), factors[widest])), room)


def _terms(node: tree.Terms, room: float = ANY_WIDTH) -> list[LatexPiece]:
    pieces = []
    for position, (negative, term) in enumerate(node.terms):
        sign = word("-", SIGN) if negative else word("+", SIGN) if position else word("")
        wrap = isinstance(term, tree.Terms) or (
            isinstance(term, tree.Cases) and is_wide(term) and position < len(node.terms) - 1
        )
        shown = fenced(piece(term, room - 28)) if wrap else piece(term, room - 14)
        pieces.append(sign + shown)
    return pieces


def _factors(node: tree.Times, room: float = ANY_WIDTH, broken: Node | None = None) -> list[LatexPiece]:
    """The factors; with ``broken``, only that factor is broken into lines of this width."""
    pieces: list[LatexPiece] = []
    before: Node | None = None
    for factor in node.factors:
        last = factor is node.factors[-1]
        wrap = isinstance(factor, tree.Terms) or (joined(factor) and not last)
        wide = room if broken in (None, factor) else ANY_WIDTH
        shown = fenced(piece(factor, wide - 14)) if wrap else piece(factor, wide)
        if before is not None:
            digit = shown.code[:1].isdigit()
            dotted = (digit and ends_in_digit(before)) or is_word(before) or is_word(factor)
            dot = r" \cdot " if dotted else r"\, " if digit else " "
            shown = word(dot, 8 if digit or dotted else 2) + shown
        pieces.append(shown)
        before = factor
    return pieces


def _broken(node: tree.Terms | tree.Times, room: float) -> LatexPiece:
    """The node on several lines.

    A product is preferably broken inside its last factor (a sum or cases), or inside its widest one if that is narrow
    enough.
    """
    if isinstance(node, tree.Times) and is_wide(node):
        start = concatenated(_factors(node)[:-1], gap=0)
        whole = start + word(" ", 2) + _factor(node.factors[-1], room - start.width)
        if whole.width <= room:
            return whole
    if isinstance(node, tree.Times):
        shown = _factors(node)
        widest = max(range(len(shown)), key=lambda i: shown[i].width)
        beside = sum(each.width for i, each in enumerate(shown) if i != widest)
        whole = concatenated(_factors(node, room - beside, node.factors[widest]), gap=0)
        if whole.width <= room:
            return whole
    if isinstance(node, tree.Terms):
        return lines(_terms(node, room - 20), room)
    return lines(_factors(node, room - 20), room, r" \cdot ")


def _power(base: Node, exponent: Node, room: float) -> LatexPiece:
    if exponent == tree.Fraction(tree.Number("1"), tree.Number("2")):
        return word(r"\sqrt{", 10) + piece(base) + word("}", 0)
    above = _script(exponent)
    wide = SCRIPT * above.width
    shown = piece(base) if is_plain_base(base) else fenced(piece(base, room - wide - 14))
    return LatexPiece(f"{shown.code}^{{{above.code}}}", shown.width + wide)


def _script(node: Node) -> LatexPiece:
    """An exponent; fractions in it are written with a slash."""
    match node:
        case tree.Fraction(top, bottom):
            upper, lower = _script(top), _script(bottom)
            upper = fenced(upper) if isinstance(top, tree.Terms) or is_wide(top) else upper
            whole = isinstance(bottom, tree.Terms | tree.Times | tree.Fraction)
            return upper + word("/") + (fenced(lower) if whole else lower)
        case tree.Terms(((True, term),)):
            return word("-") + _script(term)
    return piece(node)


def _call(node: tree.Call, room: float) -> LatexPiece:
    function, arguments = node.function, node.arguments
    if function == "binomial":
        return stacked(r"\binom", piece(arguments[0]), piece(arguments[1]))
    if function == "mod":
        return fenced(_argument(node))
    if function == "factorial":
        inside = piece(arguments[0])
        return (inside if isinstance(arguments[0], tree.Name | tree.Number) else fenced(inside)) + word("!")
    if function == "log" and len(arguments) == 2:
        base = piece(arguments[1])
        return LatexPiece(rf"\log_{{{base.code}}}", 18 + SCRIPT * base.width) + fenced(_argument(arguments[0]))
    head = word(
        function if len(function) == 1 else rf"\operatorname{{{latex_words(function)}}}", LETTER * len(function)
    )
    if "_" in function:
        head = symbol(tree.Name(function))
    shown = [_argument(argument, room - 40) for argument in arguments]
    listed = [item + word(r",\, ", 7) for item in shown[:-1]] + shown[-1:]
    inside = concatenated(listed, gap=0)
    if inside.width > room - 40:
        shown = [_argument(argument, room - 67) for argument in arguments]
        listed = [item + word(r",\, ", 7) for item in shown[:-1]] + shown[-1:]
        inside = lines(listed, room - 40)
    if function in ("floor", "ceil", "abs"):
        return fenced(inside, function)
    if function in ("min", "max", "log"):
        head = word("\\" + function, 18)
    return head + fenced(inside, "{}" if function in ("min", "max") else "()")


def _argument(node: Node, room: float = ANY_WIDTH) -> LatexPiece:
    """An expression between commas or braces, where a remainder needs no parentheses."""
    if isinstance(node, tree.Call) and node.function == "mod":
        left, right = map(_factor, node.arguments)
        return left + word(r" \bmod ", 32) + right
    return piece(node, room)


def _big(node: tree.Big, room: float) -> LatexPiece:
    """Nested sums in a row; if their ranges take more than half of the line, the summand begins a new one."""
    each, body = [_head(node)], node.body
    while isinstance(body, tree.Big):
        each, body = [*each, _head(body)], body.body
    heads = sum(each[1:], each[0])
    if heads.width > room:
        return lines([*each, _factor(body, room - 40)], room)
    whole = heads + _factor(body)
    if whole.width <= room:
        return whole
    beside = heads + _factor(body, room - heads.width)
    if heads.width <= room / 2 and beside.width <= room:
        return beside
    below = lines([heads, _factor(body, room - 40)], room)
    return min(below, beside, key=lambda shown: shown.width) if heads.width <= room / 2 else below


def _head(node: tree.Big) -> LatexPiece:
    """The large sign with its range."""
    under = _test(node.under)
    over = piece(node.over) if node.over is not None else word("")
    above = f"^{{{over.code}}}" if node.over is not None else ""
    wide = max(15.0, SCRIPT * under.width, SCRIPT * over.width) + 4
    return LatexPiece(rf"{SIGNS[node.kind]}_{{{under.code}}}{above} ", wide)


def _cases(node: tree.Cases, room: float) -> LatexPiece:
    if node.indicator is not None:
        return fenced(_test(node.indicator, room - 12), "[]")
    values = [piece(value) for value, _ in node.rows]
    tests = [_test(test) for _, test in node.rows]
    if max(p.width for p in values) + max(p.width for p in tests) > room - 30:
        narrow = min(max(p.width for p in values), room * 0.6)
        tests = [_test(test, room - 30 - narrow) for _, test in node.rows]
        left = room - 30 - max(p.width for p in tests)
        values = [piece(value, max(left, narrow)) for value, _ in node.rows]
    return case_table(values, tests)


@_set_once
def _test(node: Node, room: float = ANY_WIDTH) -> LatexPiece:
    match node:
        case tree.Relation(left, operator, right):
            shown = OPERATORS.get(operator, operator)
            return piece(left) + word(shown, SIGN) + piece(right)
        case tree.Congruent(value, residue, modulus):
            if node.parity:
                return piece(value) + word(rf" \text{{ {node.parity}}}", 32)
            return piece(value) + word(rf" \equiv {residue} \pmod{{{modulus}}}", 70)
        case tree.Negated(condition):
            return word(r"\text{not } ", 20) + fenced(_test(condition, room - 34))
        case tree.Joined(name, parts):
            shown_parts = [fenced(_test(p, room - 57)) if isinstance(p, tree.Joined) else _test(p) for p in parts]
            pieces = [shown_parts[0], *(word(rf" \text{{ {name} }} ", 25) + p for p in shown_parts[1:])]
            whole = concatenated(pieces, gap=0)
            return whole if whole.width <= room else lines(pieces, room)
    return piece(node, room)
