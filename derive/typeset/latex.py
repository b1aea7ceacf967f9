r"""LaTeX (amsmath), with line breaks where a formula is wider than the page.

>>> from derive.typeset.writing import written
>>> import sympy as sp
>>> w, D = sp.symbols("w D", integer=True, positive=True)
>>> latex(written(D * w * w**D / (4 * w**D - 4)))
'\\frac{D w^{D+1}}{4 (w^{D}-1)}'
"""

from __future__ import annotations

from derive.typeset.latex_marks import (
    ANY_WIDTH,
    LETTER,
    SCRIPT,
    SIGN,
    Piece,
    concatenated,
    fenced,
    lines,
    symbol,
    word,
)
from derive.typeset.tree import (
    Big,
    Call,
    Cases,
    CoefficientOf,
    Congruent,
    Fraction,
    Joined,
    Listed,
    Name,
    Node,
    Number,
    Power,
    Relation,
    SetName,
    Terms,
    Times,
    Words,
    ends_in_digit,
    is_plain_base,
    is_wide,
    joined,
)
from derive.typeset.words import latex_words

_SIGNS = {"sum": r"\sum", "product": r"\prod", "max": r"\max"}
_OPERATORS = {"in": r"\in ", "!=": r"\ne ", "<=": r"\le ", ">=": r"\ge "}
_WORDS = {"∞": r"\infty", "π": r"\pi"}


def latex(node: Node, room: float = ANY_WIDTH) -> str:
    """The node in LaTeX, broken into lines if it would be wider than ``room`` points."""
    return piece(node, room).code


def piece(node: Node, room: float = ANY_WIDTH) -> Piece:
    """The node in LaTeX and its width, which is more than ``room`` only if there is no place for a break."""
    match node:
        case Name():
            return symbol(node)
        case Number(digits):
            return word(digits)
        case Words(words):
            return word(_WORDS.get(words, rf"\text{{{latex_words(words)}}}"), LETTER * len(words))
        case SetName(name):
            return word(rf"\mathcal{{{name}}}", LETTER)
        case Listed(items):
            return concatenated([piece(item) for item in items], ",")
        case Terms() | Times():
            pieces = _terms(node) if isinstance(node, Terms) else _factors(node)
            whole = concatenated(pieces, gap=0)
            return whole if whole.width <= room else _broken(node, room)
        case Fraction(top, bottom):
            over, under = piece(top, room), piece(bottom, room)
            return Piece(rf"\frac{{{over.code}}}{{{under.code}}}", max(over.width, under.width) + 3)
        case Power(base, exponent):
            return _power(base, exponent)
        case Call():
            return _call(node, room)
        case Big():
            head = _head(node)
            return head + _factor(node.body, room - head.width)
        case CoefficientOf(variable, index, series):
            letter, power = piece(variable), piece(index)
            head = Piece(rf"[{letter.code}^{{{power.code}}}]\, ", letter.width + power.width + 15)
            return head + _factor(series, room - head.width)
        case Cases():
            return _cases(node, room)
    return _test(node, room)


def _factor(node: Node, room: float = ANY_WIDTH) -> Piece:
    return fenced(piece(node, room - 14)) if isinstance(node, Terms) else piece(node, room)


def _terms(node: Terms, room: float = ANY_WIDTH) -> list[Piece]:
    pieces = []
    for position, (negative, term) in enumerate(node.terms):
        sign = word("-", SIGN) if negative else word("+", SIGN) if position else word("")
        wrap = isinstance(term, Terms) or (isinstance(term, Cases) and is_wide(term) and position < len(node.terms) - 1)
        shown = fenced(piece(term, room - 28)) if wrap else piece(term, room - 14)
        pieces.append(sign + shown)
    return pieces


def _factors(node: Times, room: float = ANY_WIDTH) -> list[Piece]:
    pieces: list[Piece] = []
    before: Node | None = None
    for factor in node.factors:
        last = factor is node.factors[-1]
        wrap = isinstance(factor, Terms) or (joined(factor) and not last)
        shown = fenced(piece(factor, room - 14)) if wrap else piece(factor, room)
        if before is not None:
            digit = shown.code[:1].isdigit()
            dot = r" \cdot " if digit and ends_in_digit(before) else r"\, " if digit else " "
            shown = word(dot, 8 if digit else 2) + shown
        pieces.append(shown)
        before = factor
    return pieces


def _broken(node: Terms | Times, room: float) -> Piece:
    """On several lines; a sum or cases at the end of a product rather break inside if that is narrow enough."""
    if isinstance(node, Times) and is_wide(node):
        start = concatenated(_factors(node)[:-1], gap=0)
        whole = start + word(" ", 2) + _factor(node.factors[-1], room - start.width)
        if whole.width <= room:
            return whole
    pieces = _terms(node, room - 20) if isinstance(node, Terms) else _factors(node, room - 20)
    return lines(pieces, room)


def _power(base: Node, exponent: Node) -> Piece:
    if exponent == Fraction(Number("1"), Number("2")):
        return word(r"\sqrt{", 10) + piece(base) + word("}", 0)
    shown = piece(base) if is_plain_base(base) else fenced(piece(base))
    above = _script(exponent)
    return Piece(f"{shown.code}^{{{above.code}}}", shown.width + SCRIPT * above.width)


def _script(node: Node) -> Piece:
    """An exponent: fractions in it have a slash."""
    match node:
        case Fraction(top, bottom):
            upper, lower = _script(top), _script(bottom)
            upper = fenced(upper) if isinstance(top, Terms) else upper
            return upper + word("/") + (fenced(lower) if isinstance(bottom, Terms | Times) else lower)
        case Terms(((True, term),)):
            return word("-") + _script(term)
    return piece(node)


def _call(node: Call, room: float) -> Piece:
    function, arguments = node.function, node.arguments
    if function == "binomial":
        top, bottom = map(piece, arguments)
        return Piece(rf"\binom{{{top.code}}}{{{bottom.code}}}", max(top.width, bottom.width) + 12)
    if function == "mod":
        return fenced(_argument(node))
    if function == "factorial":
        simple = isinstance(arguments[0], Name | Number)
        return (piece(arguments[0]) if simple else fenced(piece(arguments[0]))) + word("!")
    head = word(
        function if len(function) == 1 else rf"\operatorname{{{latex_words(function)}}}", LETTER * len(function)
    )
    shown = [_argument(argument, room - 40) for argument in arguments]
    listed = [item + word(r",\, ", 7) for item in shown[:-1]] + shown[-1:]
    inside = concatenated(listed, gap=0)
    if inside.width > room - 40:
        inside = lines(listed, room - 40)
    if function in ("floor", "ceil", "abs"):
        return fenced(inside, function)
    if function in ("min", "max", "log"):
        head = word("\\" + function, 18)
    return head + fenced(inside, "{}" if function in ("min", "max") else "()")


def _argument(node: Node, room: float = ANY_WIDTH) -> Piece:
    """What stands between commas or braces, where a remainder needs no parentheses."""
    if isinstance(node, Call) and node.function == "mod":
        left, right = map(_factor, node.arguments)
        return left + word(r" \bmod ", 32) + right
    return piece(node, room)


def _head(node: Big) -> Piece:
    """The large sign with its range."""
    under = _test(node.under)
    over = piece(node.over) if node.over is not None else word("")
    above = f"^{{{over.code}}}" if node.over is not None else ""
    wide = max(15.0, SCRIPT * under.width, SCRIPT * over.width) + 4
    return Piece(rf"{_SIGNS[node.kind]}_{{{under.code}}}{above} ", wide)


def _cases(node: Cases, room: float) -> Piece:
    if node.indicator is not None:
        return fenced(_test(node.indicator, room - 12), "[]")
    values = [piece(value) for value, _ in node.rows]
    tests = [_test(test) for _, test in node.rows]
    if max(p.width for p in values) + max(p.width for p in tests) > room - 30:
        narrow = min(max(p.width for p in values), room * 0.6)
        tests = [_test(test, room - 30 - narrow) for _, test in node.rows]
        left = room - 30 - max(p.width for p in tests)
        values = [piece(value, left) for value, _ in node.rows]
    codes = [rf"\displaystyle {p.code}" if p.is_tall else p.code for p in values]
    gap = r" \\[1.5ex] " if any(p.is_tall for p in values) else r" \\ "
    rows = gap.join(f"{code} & {test.code}" for code, test in zip(codes, tests, strict=True))
    wide = 30 + max(p.width for p in values) + max(p.width for p in tests)
    return Piece(rf"\begin{{cases}} {rows} \end{{cases}}", wide)


def _test(node: Node, room: float = ANY_WIDTH) -> Piece:
    match node:
        case Relation(left, operator, right):
            shown = _OPERATORS.get(operator, operator)
            return piece(left) + word(shown, SIGN) + piece(right)
        case Congruent(value, residue, modulus):
            if node.parity:
                return piece(value) + word(rf" \text{{ {node.parity}}}", 32)
            return piece(value) + word(rf" \equiv {residue} \pmod{{{modulus}}}", 70)
        case Joined(name, parts):
            shown_parts = [fenced(_test(p, room - 45)) if isinstance(p, Joined) else _test(p) for p in parts]
            joint = word(rf" \text{{ {name} }} ", 25)
            pieces = [shown_parts[0], *(joint + p for p in shown_parts[1:])]
            whole = concatenated(pieces, gap=0)
            return whole if whole.width <= room else lines(pieces, room)
    return piece(node, room)
