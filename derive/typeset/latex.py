r"""LaTeX (amsmath), with line breaks where a formula is wider than the page.

>>> from derive.typeset.writing import written
>>> import sympy as sp
>>> w, D = sp.symbols("w D", integer=True, positive=True)
>>> latex(written(D * w * w**D / (4 * w**D - 4)))
'\\frac{D w^{D+1}}{4 (w^{D}-1)}'
"""

from __future__ import annotations

from derive.typeset.latex_marks import ANY_WIDTH, FENCES, OPERATORS, SIGNS, fenced, lines, symbol
from derive.typeset.measure import width
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
    joined,
)
from derive.typeset.words import latex_words


def latex(node: Node, room: float = ANY_WIDTH) -> str:
    """The node in LaTeX, broken into lines if it would be wider than ``room`` points."""
    match node:
        case Name():
            return symbol(node)
        case Number(digits):
            return digits
        case Words("∞"):
            return r"\infty"
        case Words("π"):
            return r"\pi"
        case Words(words):
            return rf"\text{{{latex_words(words)}}}"
        case SetName(name):
            return rf"\mathcal{{{name}}}"
        case Listed(items):
            return ", ".join(map(latex, items))
        case Terms():
            return _terms(node, room)
        case Times():
            return _times(node, room)
        case Fraction(top, bottom):
            return rf"\frac{{{latex(top, room)}}}{{{latex(bottom, room)}}}"
        case Power():
            return _power(node)
        case Call():
            return _call(node, room)
        case Big():
            return _big(node, room)
        case CoefficientOf(variable, index, series):
            return rf"\left[{latex(variable)}^{{{latex(index)}}}\right] {_factor(series, room - 30)}"
        case Cases():
            return _cases(node, room)
    return _test(node)


def _wrapped(node: Node, room: float = ANY_WIDTH) -> str:
    return fenced(latex(node, room - 12))


def _factor(node: Node, room: float = ANY_WIDTH) -> str:
    return _wrapped(node, room) if isinstance(node, Terms) else latex(node, room)


def _terms(node: Terms, room: float) -> str:
    pieces = []
    for position, (negative, term) in enumerate(node.terms):
        sign = "-" if negative else "+" if position else ""
        wrap = isinstance(term, Terms) or (isinstance(term, Cases) and position < len(node.terms) - 1)
        pieces.append((sign, _wrapped(term, room) if wrap else latex(term, room - 12), width(term) + 14))
    if width(node) <= room:
        return "".join(sign + piece for sign, piece, _ in pieces)
    return lines([(sign + piece, wide) for sign, piece, wide in pieces], room)


def _times(node: Times, room: float) -> str:
    pieces: list[tuple[str, float]] = []
    before: Node | None = None
    for position, factor in enumerate(node.factors):
        last = position == len(node.factors) - 1
        wrap = isinstance(factor, Terms) or (joined(factor) and not last)
        left = room if width(node) > room else ANY_WIDTH
        if last and isinstance(factor, Big | Cases | CoefficientOf):
            left = max(room - sum(w for _, w in pieces), 150)
        piece = _wrapped(factor, left) if wrap else latex(factor, left)
        space = (
            r" \cdot "
            if before is not None and ends_in_digit(before) and piece[:1].isdigit()
            else " "
            if before
            else ""
        )
        pieces.append((space + piece, width(factor) + (12 if wrap else 2)))
        before = factor
    if width(node) <= room or isinstance(node.factors[-1], Big | Cases | CoefficientOf):
        return "".join(piece for piece, _ in pieces)
    return lines(pieces, room)


def _power(node: Power) -> str:
    base, exponent = node.base, node.exponent
    if exponent == Fraction(Number("1"), Number("2")):
        return rf"\sqrt{{{latex(base)}}}"
    plain = is_plain_base(base)
    return f"{latex(base) if plain else _wrapped(base)}^{{{_script(exponent)}}}"


def _script(node: Node) -> str:
    """An exponent: fractions in it have a slash."""
    match node:
        case Fraction(top, bottom):
            upper, lower = _script(top), _script(bottom)
            upper = f"({upper})" if isinstance(top, Terms) else upper
            return f"{upper}/{f'({lower})' if isinstance(bottom, Terms | Times) else lower}"
        case Terms(terms):
            signs = ("-" if negative else "+" if position else "" for position, (negative, _) in enumerate(terms))
            return "".join(sign + _script(term) for sign, (_, term) in zip(signs, terms, strict=True))
    return latex(node)


def _call(node: Call, room: float) -> str:
    function, arguments = node.function, node.arguments
    if function == "binomial":
        return rf"\binom{{{latex(arguments[0])}}}{{{latex(arguments[1])}}}"
    if function == "mod":
        return fenced(_argument(node))
    if function == "factorial":
        simple = isinstance(arguments[0], Name | Number)
        return (latex(arguments[0]) if simple else _wrapped(arguments[0])) + "!"
    head = function if len(function) == 1 else rf"\operatorname{{{latex_words(function)}}}"
    opening, closing = FENCES.get(function, ("", ""))
    shown = [_argument(argument, room - 40) for argument in arguments]
    if function not in FENCES:
        return head + fenced(", ".join(shown))
    if width(node) > room and len(arguments) > 1:
        shown = [
            lines([(x + ",\\ ", width(n) + 10) for x, n in zip(shown, arguments, strict=True)], room - 40).rstrip(
                ",\\ "
            )
        ]
    return opening + ",\\, ".join(shown) + closing


def _argument(node: Node, room: float = ANY_WIDTH) -> str:
    """What stands between commas or braces, where a remainder needs no parentheses."""
    if isinstance(node, Call) and node.function == "mod":
        return rf"{_factor(node.arguments[0])} \bmod {_factor(node.arguments[1])}"
    return latex(node, room)


def _big(node: Big, room: float) -> str:
    under = f"{latex(node.under.left)}{OPERATORS.get(node.under.operator, '=')}{latex(node.under.right)}"
    above = f"^{{{latex(node.over)}}}" if node.over is not None else ""
    return rf"{SIGNS[node.kind]}_{{{under}}}{above} {_factor(node.body, room - 25)}"


def _cases(node: Cases, room: float) -> str:
    tests = [_test(test) for _, test in node.rows]
    left = room - 30 - max(width(test) for _, test in node.rows)
    values = [latex(value, max(left, 180)) for value, _ in node.rows]
    values = [rf"\displaystyle {value}" if r"\frac" in value or r"\sum" in value else value for value in values]
    gap = r" \\[1.5ex] " if any(v.startswith(r"\displaystyle") for v in values) else r" \\ "
    rows = gap.join(f"{value} & {test}" for value, test in zip(values, tests, strict=True))
    return rf"\begin{{cases}} {rows} \end{{cases}}"


def _test(node: Node) -> str:
    match node:
        case Relation(left, operator, right):
            return f"{latex(left)} {OPERATORS.get(operator, operator)} {latex(right)}"
        case Congruent(value, residue, modulus):
            if node.parity:
                return rf"{latex(value)} \text{{ {node.parity}}}"
            return rf"{latex(value)} \equiv {residue} \pmod{{{modulus}}}"
        case Joined(word, parts):
            shown = (rf"\left({_test(p)}\right)" if isinstance(p, Joined) else _test(p) for p in parts)
            return rf" \text{{ {word} }} ".join(shown)
    return latex(node)
