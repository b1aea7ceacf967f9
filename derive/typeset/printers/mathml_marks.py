"""Elements of MathML formulas: rows, parentheses, names."""

from netlemma.derive.typeset.prose import GREEK, html_words
from netlemma.derive.typeset.tree import Name

NAMESPACE = "http://www.w3.org/1998/Math/MathML"
FENCES = {"floor": "⌊⌋", "ceil": "⌈⌉", "abs": "||", "min": "{}", "max": "{}"}
_TALL = ("<mfrac", "<munder", "<mtable")
SIGNS = {"sum": "∑", "product": "∏"}
OPERATORS = {"in": "∈", "!=": "≠", "<=": "≤", ">=": "≥"}
SCRIPT_LETTERS = {"V": "𝒱", "C": "𝒞", "Z": "ℤ"}
GREEK_LETTERS = dict(zip(GREEK, "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))
SPACE = '<mspace width="0.17em"/>'
APPLY, TIMES = "<mo>\u2061</mo>", "<mo>\u2062</mo>"


def element(content: str, block: bool = True) -> str:
    """A complete ``math`` element.

    Parameters
    ----------
    content : str
        MathML of the formula.
    block : bool, default True
        True for a displayed formula, False for one in a line of text.

    Returns
    -------
    str
        MathML text.
    """
    return f'<math xmlns="{NAMESPACE}" display="{"block" if block else "inline"}"><mrow>{content}</mrow></math>'


def row(*parts: str) -> str:
    """The parts in a row.

    Parameters
    ----------
    *parts : str
        MathML elements.

    Returns
    -------
    str
        MathML element.
    """
    return f"<mrow>{''.join(parts)}</mrow>"


def fenced(content: str, fence: str = "()") -> str:
    """The content in parentheses, which grow only around tall content.

    Parameters
    ----------
    content : str
        MathML elements.
    fence : str, default "()"
        Opening and closing sign.

    Returns
    -------
    str
        MathML element.
    """
    grows = "true" if any(mark in content for mark in _TALL) else "false"
    left, right = (
        f'<mo form="{form}" stretchy="{grows}" lspace="0" rspace="0">{sign}</mo>'
        for form, sign in zip(("prefix", "postfix"), fence, strict=True)
    )
    return row(left, content, right)


def symbol(node: Name) -> str:
    """A letter or a name with its subscript."""
    head, subscript = node.parts
    shown = f"<mi>{html_words(GREEK_LETTERS[head] if head in GREEK else head)}</mi>"
    if not subscript:
        return shown
    below = f"<mn>{subscript}</mn>" if subscript.isdigit() else f"<mi>{html_words(subscript)}</mi>"
    return f"<msub>{shown}{below}</msub>"
