"""Texts of syntax trees: a text reads back as the same tree and has no unnecessary parentheses."""

from fractions import Fraction

from netlemma.checks.formula import syntax
from netlemma.checks.formula.syntax import ADD, AND, ATOM, COMPARE, NEGATE, NOT, OR, POWER, Node


def unparse(node: Node, needed: int = OR) -> str:
    """The text of a part, in parentheses if it binds less tightly than required.

    Parameters
    ----------
    node : Node
        Part of the syntax tree.
    needed : int, default OR
        Required precedence.

    Returns
    -------
    str
        Text of the formula.

    Examples
    --------
    >>> from netlemma.checks.formula.grammar import parse
    >>> unparse(parse("((w))*(D+(-1))^(2)"))
    'w*(D + -1)^2'
    """
    precedence, text = _text(node)
    return text if precedence >= needed else f"({text})"


def _text(node: Node) -> tuple[int, str]:
    match node:
        case syntax.Number():
            return ATOM, decimal(node.value)
        case syntax.Name():
            return ATOM, node.name
        case syntax.Negative():
            return NEGATE, f"-{unparse(node.operand, NEGATE)}"
        case syntax.Chain():
            space = " " if node.precedence == ADD else ""
            rest = zip(node.operators, node.operands[1:], strict=True)
            following = "".join(f"{space}{o}{space}{unparse(x, node.precedence + 1)}" for o, x in rest)
            return node.precedence, unparse(node.operands[0], node.precedence) + following
        case syntax.Power():
            return POWER, f"{unparse(node.base, ATOM)}^{unparse(node.exponent, POWER)}"
        case syntax.Call():
            return ATOM, f"{node.function}({', '.join(map(unparse, node.arguments))})"
        case syntax.Sum():
            name = "product" if isinstance(node, syntax.Product) else "sum"
            return ATOM, f"{name}({unparse(node.body)}, {node.index}, {unparse(node.lower)}, {unparse(node.upper)})"
        case syntax.Piecewise():
            return ATOM, f"piecewise({', '.join(map(unparse, node.parts()))})"
        case syntax.Comparison():
            return COMPARE, f"{unparse(node.left, ADD)} {node.operator} {unparse(node.right, ADD)}"
        case syntax.Parity():
            return COMPARE, f"{unparse(node.operand, ADD)} {node.parity}"
        case syntax.Not():
            return NOT, f"not {unparse(node.operand, NOT)}"
        case syntax.Junction():
            precedence = AND if node.word == "and" else OR
            return precedence, f" {node.word} ".join(unparse(x, precedence + 1) for x in node.operands)
    raise TypeError(f"no text for {type(node).__name__}")


def decimal(value: Fraction) -> str:
    """A number as a decimal; its denominator has no prime factors but 2 and 5.

    Raises
    ------
    ValueError
        If the denominator has another prime factor.

    Examples
    --------
    >>> decimal(Fraction(3, 8)), decimal(Fraction(7))
    ('0.375', '7')
    """
    rest = value.denominator
    twos = (rest & -rest).bit_length() - 1
    rest >>= twos
    fives = 0
    while rest > 1:
        rest, remainder = divmod(rest, 5)
        if remainder:
            raise ValueError("not a decimal fraction")
        fives += 1
    places = max(twos, fives)
    digits = str((value * 10**places).numerator).rjust(places + 1, "0")
    return digits if not places else f"{digits[:-places]}.{digits[-places:]}"
