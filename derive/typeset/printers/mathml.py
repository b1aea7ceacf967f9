"""Presentation MathML (the Core subset, which browsers support natively).

>>> print(mathml(Power(Name("w"), Number("2"))))
<msup><mi>w</mi><mn>2</mn></msup>
"""

from __future__ import annotations

from derive.typeset.printers.mathml_marks import (
    APPLY,
    FENCES,
    OPERATORS,
    SCRIPT_LETTERS,
    SIGNS,
    SPACE,
    TIMES,
    fenced,
    row,
    symbol,
)
from derive.typeset.prose import html_words
from derive.typeset.tree import (
    Big,
    Bracketed,
    Call,
    Cases,
    CoefficientOf,
    Congruent,
    Fraction,
    Indexed,
    Joined,
    Listed,
    Name,
    Negated,
    Node,
    Number,
    Phrase,
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


def mathml(node: Node) -> str:
    """The node as one MathML element."""
    match node:
        case Name():
            return symbol(node)
        case Number(digits):
            return f"<mn>{digits}</mn>"
        case Words("∞" | "π" as letter):
            return f"<mi>{letter}</mi>"
        case Words(words):
            return f"<mtext>{_kept(html_words(words))}</mtext>"
        case SetName(name):
            return f"<mi>{SCRIPT_LETTERS.get(name, name)}</mi>"
        case Listed(items):
            return row('<mo separator="true">,</mo>'.join(map(mathml, items)))
        case Terms(terms):
            return _terms(terms)
        case Times(factors):
            return _times(factors)
        case Bracketed(inside):
            return fenced(mathml(inside))
        case Fraction(top, bottom):
            return f"<mfrac>{mathml(top)}{mathml(bottom)}</mfrac>"
        case Power():
            return _power(node)
        case Call():
            return _call(node)
        case Indexed(name, below, above, arguments):
            head = f"<msubsup>{mathml(name)}{_script(below)}{_script(above)}</msubsup>"
            return row(head, APPLY, fenced(row('<mo separator="true">,</mo>'.join(map(_argument, arguments)))))
        case Phrase(parts):
            return row(*map(mathml, parts))
        case Big():
            return _big(node)
        case CoefficientOf(variable, index, series):
            power = f"<msup>{mathml(variable)}{mathml(index)}</msup>"
            return row(fenced(power, "[]"), '<mspace width="0.17em"/>', _factor(series))
        case Cases(rows):
            return _cases(rows) if node.indicator is None else fenced(_test(node.indicator), "[]")
    return _test(node)


def _kept(words: str) -> str:
    """Words with their leading and trailing blanks preserved."""
    inside = words.strip(" ")
    before, after = len(words) - len(words.lstrip(" ")), len(words) - len(words.rstrip(" "))
    return "\u00a0" * before + inside + "\u00a0" * after


def _factor(node: Node) -> str:
    return fenced(mathml(node)) if isinstance(node, Terms) else mathml(node)


def _terms(terms: tuple[tuple[bool, Node], ...]) -> str:
    parts = []
    for position, (negative, term) in enumerate(terms):
        if negative or position:
            form = "infix" if position else "prefix"
            parts.append(f'<mo form="{form}">{"−" if negative else "+"}</mo>')
        wrap = isinstance(term, Terms) or (isinstance(term, Cases) and is_wide(term) and position < len(terms) - 1)
        parts.append(fenced(mathml(term)) if wrap else mathml(term))
    return row(*parts)


def _times(factors: tuple[Node, ...]) -> str:
    parts = []
    for position, factor in enumerate(factors):
        last = position == len(factors) - 1
        numbers = position > 0 and ends_in_digit(factors[position - 1]) and ends_in_digit(factor)
        if position:
            parts.append("<mo>·</mo>" if numbers else SPACE if ends_in_digit(factor) else TIMES)
        wrap = isinstance(factor, Terms) or (joined(factor) and not last)
        parts.append(fenced(mathml(factor)) if wrap else mathml(factor))
    return row(*parts)


def _power(node: Power) -> str:
    base, exponent = node.base, node.exponent
    if exponent == Fraction(Number("1"), Number("2")):
        return f"<msqrt>{mathml(base)}</msqrt>"
    plain = is_plain_base(base)
    return f"<msup>{mathml(base) if plain else fenced(mathml(base))}{_script(exponent)}</msup>"


def _script(node: Node) -> str:
    """An exponent; fractions in it are written with a slash."""
    match node:
        case Fraction(top, bottom):
            upper = fenced(_script(top)) if isinstance(top, Terms) or is_wide(top) else _script(top)
            lower = fenced(_script(bottom)) if isinstance(bottom, Terms | Times | Fraction) else _script(bottom)
            return row(upper, "<mo>/</mo>", lower)
        case Terms(((True, term),)):
            return row('<mo form="prefix">−</mo>', _script(term))
    return mathml(node)


def _call(node: Call) -> str:
    function, arguments = node.function, node.arguments
    if function == "binomial":
        top, bottom = map(mathml, arguments)
        return fenced(f'<mfrac linethickness="0">{top}{bottom}</mfrac>')
    if function == "mod":
        return fenced(_argument(node))
    if function == "factorial":
        simple = isinstance(arguments[0], Name | Number)
        inside = mathml(arguments[0])
        return row(inside if simple else fenced(inside), '<mo form="postfix">!</mo>')
    if function == "log" and len(arguments) == 2:
        return row(f"<msub><mi>log</mi>{mathml(arguments[1])}</msub>", APPLY, fenced(_argument(arguments[0])))
    inside = '<mo separator="true">,</mo>'.join(map(_argument, arguments))
    shown = fenced(row(inside), FENCES.get(function, "()"))
    if function in ("floor", "ceil", "abs"):
        return shown
    name = symbol(Name(function)) if "_" in function else f"<mi>{html_words(function)}</mi>"
    return row(name, APPLY, shown)


def _argument(node: Node) -> str:
    """An expression between commas or braces, where a remainder needs no parentheses."""
    if isinstance(node, Call) and node.function == "mod":
        left, right = map(_factor, node.arguments)
        return row(left, '<mo lspace="0.3em" rspace="0.3em">mod</mo>', right)
    return mathml(node)


def _big(node: Big) -> str:
    under = row(
        mathml(node.under.left), f"<mo>{OPERATORS.get(node.under.operator, '=')}</mo>", mathml(node.under.right)
    )
    sign = (
        f'<mo largeop="true" movablelimits="false">{SIGNS[node.kind]}</mo>'
        if node.kind in SIGNS
        else f"<mi>{node.kind}</mi>"
    )
    if node.over is None:
        head = f"<munder>{sign}{under}</munder>"
    else:
        head = f"<munderover>{sign}{under}{mathml(node.over)}</munderover>"
    gap = "" if node.kind in SIGNS else '<mspace width="0.17em"/>'
    return row(head, gap, _factor(node.body))


def _cases(rows: tuple[tuple[Node, Node], ...]) -> str:
    cell = '<mtd style="text-align: left; padding: 0.25em 0.5em 0.25em 0">'
    lines = [
        f'<mtr>{cell}<mstyle displaystyle="true">{mathml(v)}</mstyle></mtd>{cell}{_test(t)}</mtd></mtr>'
        for v, t in rows
    ]
    return row('<mo form="prefix" stretchy="true">{</mo>', f"<mtable>{''.join(lines)}</mtable>")


def _test(node: Node) -> str:
    match node:
        case Relation(left, operator, right):
            shown = html_words(OPERATORS.get(operator, operator))
            return row(mathml(left), f"<mo>{shown}</mo>", mathml(right))
        case Congruent(value, residue, modulus):
            if node.parity:
                return row(mathml(value), f"<mtext>\u00a0{node.parity}</mtext>")
            modulo = fenced(f'<mi>mod</mi><mspace width="0.3em"/><mn>{modulus}</mn>')
            ending = f'<mspace width="1em"/>{modulo}'
            return row(mathml(value), "<mo>≡</mo>", f"<mn>{residue}</mn>", ending)
        case Negated(condition):
            return row("<mtext>not\u00a0</mtext>", fenced(_test(condition)))
        case Joined(word, parts):
            tests = [fenced(_test(p)) if isinstance(p, Joined) else _test(p) for p in parts]
            return row(f"<mtext>\u00a0{word}\u00a0</mtext>".join(tests))
    return mathml(node)
