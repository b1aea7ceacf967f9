"""Formulas in presentation MathML (the Core subset, which browsers support natively)."""

from netlemma.derive.typeset import tree
from netlemma.derive.typeset.prose import GREEK, html_words
from netlemma.derive.typeset.tree import Name

# Elements of MathML formulas: rows, parentheses, names.


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
    """A complete ``math`` element."""
    return f'<math xmlns="{NAMESPACE}" display="{"block" if block else "inline"}"><mrow>{content}</mrow></math>'


def row(*parts: str) -> str:
    """The parts in a row."""
    return f"<mrow>{''.join(parts)}</mrow>"


def fenced(content: str, fence: str = "()") -> str:
    """The content in parentheses, which grow only around tall content."""
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


# Presentation MathML (the Core subset, which browsers support natively).


def mathml(node: tree.Node) -> str:
    """The node as one MathML element."""
    match node:
        case tree.Name():
            return symbol(node)
        case tree.Number(digits):
            return f"<mn>{digits}</mn>"
        case tree.PlainWords("∞" | "π" as letter):
            return f"<mi>{letter}</mi>"
        case tree.PlainWords(words):
            return f"<mtext>{_kept(html_words(words))}</mtext>"
        case tree.SetName(name):
            return f"<mi>{SCRIPT_LETTERS.get(name, name)}</mi>"
        case tree.Listed(items):
            return row('<mo separator="true">,</mo>'.join(map(mathml, items)))
        case tree.Terms(terms):
            return _terms(terms)
        case tree.Times(factors):
            return _times(factors)
        case tree.Bracketed(inside):
            return fenced(mathml(inside))
        case tree.Fraction(top, bottom):
            return f"<mfrac>{mathml(top)}{mathml(bottom)}</mfrac>"
        case tree.Power():
            return _power(node)
        case tree.Call():
            return _call(node)
        case tree.Indexed(name, below, above, arguments):
            head = f"<msubsup>{mathml(name)}{_script(below)}{_script(above)}</msubsup>"
            return row(head, APPLY, fenced(row('<mo separator="true">,</mo>'.join(map(_argument, arguments)))))
        case tree.Phrase(parts):
            return row(*map(mathml, parts))
        case tree.Big():
            return _big(node)
        case tree.CoefficientOf(variable, index, series):
            power = f"<msup>{mathml(variable)}{mathml(index)}</msup>"
            return row(fenced(power, "[]"), '<mspace width="0.17em"/>', _factor(series))
        case tree.Cases(rows):
            return _cases(rows) if node.indicator is None else fenced(_test(node.indicator), "[]")
    return _test(node)


def _kept(words: str) -> str:
    """Words with their leading and trailing blanks preserved."""
    inside = words.strip(" ")
    before, after = len(words) - len(words.lstrip(" ")), len(words) - len(words.rstrip(" "))
    return "\u00a0" * before + inside + "\u00a0" * after


def _factor(node: tree.Node) -> str:
    return fenced(mathml(node)) if isinstance(node, tree.Terms) else mathml(node)


def _terms(terms: tuple[tuple[bool, tree.Node], ...]) -> str:
    parts = []
    for position, (negative, term) in enumerate(terms):
        if negative or position:
            form = "infix" if position else "prefix"
            parts.append(f'<mo form="{form}">{"−" if negative else "+"}</mo>')
        wrap = isinstance(term, tree.Terms) or (
            isinstance(term, tree.Cases) and tree.is_wide(term) and position < len(terms) - 1
        )
        parts.append(fenced(mathml(term)) if wrap else mathml(term))
    return row(*parts)


def _times(factors: tuple[tree.Node, ...]) -> str:
    parts = []
    for position, factor in enumerate(factors):
        last = position == len(factors) - 1
        if position:
            pair = (factors[position - 1], factor)
            dotted = all(map(tree.ends_in_digit, pair)) or any(map(tree.is_word, pair))
            parts.append("<mo>·</mo>" if dotted else SPACE if tree.ends_in_digit(factor) else TIMES)
        wrap = isinstance(factor, tree.Terms) or (tree.joined(factor) and not last)
        parts.append(fenced(mathml(factor)) if wrap else mathml(factor))
    return row(*parts)


def _power(node: tree.Power) -> str:
    base, exponent = node.base, node.exponent
    if exponent == tree.Fraction(tree.Number("1"), tree.Number("2")):
        return f"<msqrt>{mathml(base)}</msqrt>"
    plain = tree.is_plain_base(base)
    return f"<msup>{mathml(base) if plain else fenced(mathml(base))}{_script(exponent)}</msup>"


def _script(node: tree.Node) -> str:
    """An exponent; fractions in it are written with a slash."""
    match node:
        case tree.Fraction(top, bottom):
            upper = fenced(_script(top)) if isinstance(top, tree.Terms) or tree.is_wide(top) else _script(top)
            lower = (
                fenced(_script(bottom))
                if isinstance(bottom, tree.Terms | tree.Times | tree.Fraction)
                else _script(bottom)
            )
            return row(upper, "<mo>/</mo>", lower)
        case tree.Terms(((True, term),)):
            return row('<mo form="prefix">−</mo>', _script(term))
    return mathml(node)


def _call(node: tree.Call) -> str:
    function, arguments = node.function, node.arguments
    if function == "binomial":
        top, bottom = map(mathml, arguments)
        return fenced(f'<mfrac linethickness="0">{top}{bottom}</mfrac>')
    if function == "mod":
        return fenced(_argument(node))
    if function == "factorial":
        simple = isinstance(arguments[0], tree.Name | tree.Number)
        inside = mathml(arguments[0])
        return row(inside if simple else fenced(inside), '<mo form="postfix">!</mo>')
    if function == "log" and len(arguments) == 2:
        return row(f"<msub><mi>log</mi>{mathml(arguments[1])}</msub>", APPLY, fenced(_argument(arguments[0])))
    inside = '<mo separator="true">,</mo>'.join(map(_argument, arguments))
    shown = fenced(row(inside), FENCES.get(function, "()"))
    if function in ("floor", "ceil", "abs"):
        return shown
    name = symbol(tree.Name(function)) if "_" in function else f"<mi>{html_words(function)}</mi>"
    return row(name, APPLY, shown)


def _argument(node: tree.Node) -> str:
    """An expression between commas or braces, where a remainder needs no parentheses."""
    if isinstance(node, tree.Call) and node.function == "mod":
        left, right = map(_factor, node.arguments)
        return row(left, '<mo lspace="0.3em" rspace="0.3em">mod</mo>', right)
    return mathml(node)


def _big(node: tree.Big) -> str:
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


def _cases(rows: tuple[tuple[tree.Node, tree.Node], ...]) -> str:
    cell = '<mtd style="text-align: left; padding: 0.25em 0.5em 0.25em 0">'
    lines = [
        f'<mtr>{cell}<mstyle displaystyle="true">{mathml(v)}</mstyle></mtd>{cell}{_test(t)}</mtd></mtr>'
        for v, t in rows
    ]
    return row('<mo form="prefix" stretchy="true">{</mo>', f"<mtable>{''.join(lines)}</mtable>")


def _test(node: tree.Node) -> str:
    match node:
        case tree.Relation(left, operator, right):
            shown = html_words(OPERATORS.get(operator, operator))
            return row(mathml(left), f"<mo>{shown}</mo>", mathml(right))
        case tree.Congruent(value, residue, modulus):
            if node.parity:
                return row(mathml(value), f"<mtext>\u00a0{node.parity}</mtext>")
            modulo = fenced(f'<mi>mod</mi><mspace width="0.3em"/><mn>{modulus}</mn>')
            ending = f'<mspace width="1em"/>{modulo}'
            return row(mathml(value), "<mo>≡</mo>", f"<mn>{residue}</mn>", ending)
        case tree.Negated(condition):
            return row("<mtext>not\u00a0</mtext>", fenced(_test(condition)))
        case tree.Joined(word, parts):
            tests = [fenced(_test(p)) if isinstance(p, tree.Joined) else _test(p) for p in parts]
            return row(f"<mtext>\u00a0{word}\u00a0</mtext>".join(tests))
    return mathml(node)
