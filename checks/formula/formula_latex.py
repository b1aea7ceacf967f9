r"""Formulas in LaTeX and MathML as they were written: with their order, signs and brackets, and without simplification.

Readers compare the result with a printed page, so it must look like the page. SymPy reorders terms and turns
``p*(k - p)`` into ``-p*(p - k)``; therefore stated formulas are set from the syntax tree of their text. Every ``/``
becomes a fraction bar over the factors before it, back to the ``*`` after the previous bar: ``a*b/c*d/e`` is
(ab/c)(d/e). Parentheses disappear where a bar, an exponent or braces show the grouping as well.

>>> formula_latex("p*(k - p)*k/(k^2 - 1)")
'\\frac{p (k-p) k}{k^{2}-1}'
>>> formula_latex("D*(w^D/(w^D - 1))*w/4")
'\\frac{D \\left(\\frac{w^{D}}{w^{D}-1}\\right) w}{4}'
"""

from netlemma.checks.formula import grammar
from netlemma.checks.formula.grammar import MULTIPLY, Node, decimal, parse, parse_list, unparse
from netlemma.derive.core.claim import Claim, Reading
from netlemma.derive.typeset import tree
from netlemma.derive.typeset.latex_printer import ANY_WIDTH, latex
from netlemma.derive.typeset.mathml_printer import element, mathml
from netlemma.derive.typeset.printed_equations import printed_mathml
from netlemma.errors import FormulaError


def claim_latex(stated: Claim | Reading, room: float = ANY_WIDTH) -> str:
    """A claim or statement in LaTeX without dollar signs: as its source prints it, otherwise its formula as it is
    written.

    >>> claim_latex(Claim("oneway-torus.diameter", "n*(k - 1)", "khonsari", "Eq. 3"))
    'n (k-1)'
    >>> claim_latex(Claim("oneway-torus.diameter", "n*(k - 1)", "khonsari", "Eq. 3", printed=r"d_{\\max} = n (k - 1)"))
    'd_{\\\\max} = n (k - 1)'
    """
    if stated.printed:
        return stated.printed
    return formula_latex(stated.formula, room) if isinstance(stated, Claim) else ""


def claim_mathml(stated: Claim | Reading) -> str:
    """A claim or statement as a ``math`` element, as in :func:`claim_latex`.

    An empty text for a statement in words alone.
    """
    if stated.printed:
        return printed_mathml(stated.printed)
    return formula_mathml(stated.formula) if isinstance(stated, Claim) else ""


def is_formula(text: str) -> bool:
    """Whether a text is a formula or a condition in exactly the spelling that netlemma writes.

    Other texts may be words.

    >>> is_formula("D*w/4"), is_formula("w > D - 1"), is_formula("2 at the sizes tried"), is_formula("P_V + P_V-1/V")
    (True, True, False, False)
    """
    try:
        return unparse(parse(text)) == text
    except FormulaError:
        return False


def formula_latex(text: str, room: float = ANY_WIDTH) -> str:
    """A formula or a condition in LaTeX."""
    return latex(as_written(parse(text)), room)


def condition_latex(text: str) -> str:
    """A condition in LaTeX; in the text a comma may mean ``and``.

    >>> condition_latex("w even, D >= 2")
    'w \\\\text{ even} \\\\text{ and } D\\\\ge 2'
    """
    return latex(as_written(parse_list(text)))


def formula_mathml(text: str) -> str:
    """A formula or a condition as a ``math`` element."""
    return element(mathml(as_written(parse(text))))


def as_written(node: Node) -> tree.Node:
    """The tree for typesetting of a formula's syntax tree."""
    match node:
        case grammar.Number():
            return tree.Number(decimal(node.value))
        case grammar.Name():
            return tree.Name(node.name)
        case grammar.Negative():
            return tree.Terms(((True, _whole(node.operand)),))
        case grammar.Chain():
            return _product(node) if node.precedence == MULTIPLY else _sum(node)
        case grammar.Power():
            base = as_written(node.base)
            return tree.Power(base, as_written(node.exponent))
        case grammar.Call():
            return tree.Call(node.function, tuple(map(_argument, node.arguments)))
        case grammar.Sum():
            under = tree.Relation(tree.Name(node.index), "=", as_written(node.lower))
            return tree.Big(
                "prod" if isinstance(node, grammar.Product) else "sum",
                under,
                as_written(node.upper),
                as_written(node.body),
            )
        case grammar.Piecewise():
            rows = [(as_written(value), as_written(condition)) for value, condition in node.pieces]
            rows.append((as_written(node.default), tree.PlainWords("otherwise")))
            return tree.Cases(tuple(rows), True, shortened=False)
        case grammar.Comparison():
            return tree.Relation(_argument(node.left), node.operator, _argument(node.right))
        case grammar.Parity():
            return tree.Congruent(_argument(node.operand), int(node.parity == "odd"), 2)
        case grammar.Not():
            return tree.Negated(as_written(node.operand))
        case grammar.Junction():
            return tree.Joined(node.word, tuple(map(as_written, node.operands)))
    raise TypeError(f"no notation for {type(node).__name__}")


def _whole(node: Node) -> tree.Node:
    """Behind a minus sign: sums and products had parentheses."""
    shown = as_written(node)
    return tree.Bracketed(shown) if isinstance(node, grammar.Chain | grammar.Negative) else shown


def _argument(node: Node) -> tree.Node:
    """Between commas or beside a sign: what has no visible end is bracketed."""
    shown = as_written(node)
    return tree.Bracketed(shown) if tree.is_wide(shown) else shown


def _sum(node: grammar.Chain) -> tree.Node:
    terms: list[tuple[bool, tree.Node]] = []
    for position, (operator, operand) in enumerate(zip(("+", *node.operators), node.operands, strict=True)):
        shown = as_written(operand)
        negative = operator == "-"
        if position == 0 and isinstance(shown, tree.Terms):  # the minus sign in front, which needs no parentheses
            ((negative, shown),) = shown.terms
        last = position == len(node.operands) - 1
        open_end = tree.is_wide(shown) and not last and not isinstance(shown, tree.Cases)  # printers bracket cases
        terms.append((negative, tree.Bracketed(shown) if open_end else shown))
    return tree.Terms(tuple(terms))


def _product(node: grammar.Chain) -> tree.Node:
    """Fractions and single factors, from left to right; a minus sign of the first factor stands in front of them all."""
    first, *others = node.operands
    if isinstance(first, grammar.Negative):
        positive = grammar.Chain((first.operand, *others), node.operators)
        shown = _factors(positive, bracketed=isinstance(first.operand, grammar.Chain | grammar.Negative))
        return tree.Terms(((True, shown),))
    return _factors(node)


def _factors(node: grammar.Chain, bracketed: bool = False) -> tree.Node:
    nodes: list[tree.Node] = []
    run: list[tree.Node] = [tree.Bracketed(as_written(node.operands[0])) if bracketed else as_written(node.operands[0])]
    divided = "/" in node.operators
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        if operator == "/":
            run = [tree.Fraction(_times(run), as_written(operand))]
            continue
        if isinstance(run[-1], tree.Fraction):
            nodes += run
            run = []
        shown = as_written(operand)
        nested = isinstance(operand, grammar.Chain) and operand.precedence == MULTIPLY
        visible = isinstance(shown, tree.Fraction) and not divided and not _mixed((nodes + run)[-1], shown)
        run.append(tree.Bracketed(shown) if nested and not visible else shown)
    return _times(nodes + run)


def _mixed(before: tree.Node, fraction: tree.Fraction) -> bool:
    """Whether 2 (1/3) would look like the number two and a third."""
    return all(isinstance(part, tree.Number) for part in (before, fraction.top, fraction.bottom))


def _times(factors: list[tree.Node]) -> tree.Node:
    return factors[0] if len(factors) == 1 else tree.Times(tuple(factors))
