"""About how wide a formula is in print, in points at 10 pt: enough to know when to break a line."""

from __future__ import annotations

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
    Terms,
    Times,
)

_LETTER, _SIGN, _FENCE, _SCRIPT = 6.5, 14.0, 6.0, 0.75


def width(node: Node) -> float:
    """An estimate, rather too wide than too narrow.

    >>> width(Name("w")), width(Power(Name("w"), Number("2")))
    (6.5, 11.375)
    """
    match node:
        case Name():
            head, subscript = node.parts
            return _LETTER * (min(len(head), 5) + _SCRIPT * len(subscript))
        case Listed(items):
            return sum(width(item) + 8 for item in items)
        case Number(digits):
            return _LETTER * len(digits)
        case Terms(terms):
            return sum(width(term) + _SIGN + (2 * _FENCE if isinstance(term, Terms) else 0) for _, term in terms)
        case Times(factors):
            return sum(width(f) + 2 + (2 * _FENCE if isinstance(f, Terms) else 0) for f in factors)
        case Fraction(top, bottom):
            return max(width(top), width(bottom)) + 3
        case Power(base, exponent):
            fence = 0 if isinstance(base, Name | Number) else 2 * _FENCE
            return width(base) + fence + _SCRIPT * width(exponent)
        case Call(function, arguments):
            if function == "binomial":
                return max(map(width, arguments)) + 2 * _FENCE
            return 2 * _FENCE + 5 * len(function) + sum(width(x) + 8 for x in arguments)
        case Big(_, under, over, body):
            spans = [15.0, _SCRIPT * width(under)] + ([_SCRIPT * width(over)] if over is not None else [])
            return max(spans) + 4 + width(body) + (2 * _FENCE if isinstance(body, Terms) else 0)
        case CoefficientOf(variable, index, series):
            return width(variable) + width(index) + width(series) + 4 * _FENCE
        case Cases(rows):
            return 25 + max(width(value) for value, _ in rows) + max(width(test) for _, test in rows)
        case Relation(left, _, right):
            return width(left) + width(right) + 16
        case Congruent(value, residue, _):
            return width(value) + (30 if node.parity else 65 + _LETTER * len(str(residue)))
        case Joined(_, parts):
            return sum(width(part) + 25 for part in parts)
    return _LETTER * len(getattr(node, "text", "xxxx"))
