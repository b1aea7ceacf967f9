"""A lemma: its statement and derivation typeset, its verdict, and the compared values at small sizes."""

from itertools import islice
from typing import Any

from netlemma.checks.judging.claim_entry import SEARCHED, TRIED
from netlemma.checks.judging.reference_values import node_count_of
from netlemma.checks.kernel.accepted_lemmas import statement_digest
from netlemma.checks.lemmas.lemma_lookup import subject
from netlemma.checks.lemmas.lemma_sizes import LARGEST_TERM_BY_TERM, LARGEST_USUAL, default_sizes
from netlemma.checks.lemmas.verify import values_at, verify_lemma
from netlemma.derive.algebra.proof import ENUMERATED
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.discovery import lemma
from netlemma.derive.typeset.expressions import formula_text
from netlemma.derive.typeset.latex_printer import latex
from netlemma.derive.typeset.lemma_pages import formulas, measured, room_beside, strength
from netlemma.derive.typeset.mathml_printer import element, mathml
from netlemma.derive.typeset.sympy_to_tree import explained
from netlemma.derive.typeset.tree import Node
from netlemma.reporting.results.expression_trees import expression_tree, formula_tree
from netlemma.reporting.shown_sizes import shown_numbers

ROWS = 6  # sizes shown; the command beside them prints all


def lemma_result(key: str) -> dict[str, Any]:
    """All data of a lemma; its proof is re-run and its sides are compared.

    >>> found = lemma_result("ring.diameter")
    >>> found["verdict"]["verdict"], found["values"][0]["closed form"], found["compared"]
    ('holds', '1', 24)
    """

    found = lemma(key)
    shown = formulas(found, steps=True)
    sizes = default_sizes(found)
    verdict = verify_lemma(found, usual=sizes).as_json()
    verdict["sizes"] = len(verdict["sizes"])
    return {
        "key": key,
        "family": LemmaKey.parse(key).subject,
        "quantity": LemmaKey.parse(key).quantity,
        "statement": found.statement,
        "domain": found.domain.describe(),
        "words": found.definition.words,
        "text": (text := formula_text(found.closed_form)),
        "tree": formula_tree(text) or expression_tree(found.closed_form),
        "sympy": str(found.closed_form),
        "where": explained(found.closed_form),
        "definition": equation(shown.symbol, shown.definition),
        "result": equation(shown.symbol, shown.closed_form),
        "steps": [
            {
                "because": step.because,
                "kind": step.kind,
                "strength": step.strength,
                "after": equation(shown.symbol, step.after),
            }
            for step in shown.changes
        ],
        "strength": found.strength,
        "theorem": statement_digest(found),
        "how": strength(found),
        "measured": measured(found.measured),
        "uses": list(found.dependencies),
        "verdict": verdict,
        "values": values_at(found, sizes[:ROWS]),
        "at_shown": values_at(found, _shown(found)),
        "compared": len(sizes),
        "tried": tried(found),
    }


def tried(found: Lemma) -> dict[str, Any]:
    """What tells the sizes at which ``netlemma check`` tries a formula: minima, the number of nodes, and which sizes are tried
    besides the smallest. Where the domain or the number of nodes has no formula, the sizes are listed.
    """
    family, quantity = LemmaKey.parse(found.key).subject, LemmaKey.parse(found.key).quantity
    count, channels = node_count_of(found, family), subject(family).has_channels
    small = islice(found.domain.sizes(SEARCHED, lambda size: found.definition.nodes(size) <= LARGEST_USUAL), TRIED)
    return {
        "minima": {p.name: p.minimum for p in found.domain.parameters},
        "count": count if count is None else formula_text(count),
        "nodes": count if count is None else formula_tree(formula_text(count)) or expression_tree(count),
        "largest": None if found.strength == ENUMERATED else LARGEST_TERM_BY_TERM if found.fast else 0,
        "apart": True if quantity == "mean_distance" and channels and found.definition.node_count is not None else None,
        "listed": [list(size.values()) for size in small] if count is None or found.domain.legal else None,
    }


def _shown(found: Lemma) -> list[Size]:
    """The size at which the family is shown, if it is of the domain."""
    numbers = shown_numbers(LemmaKey.parse(found.key).subject)
    size = {name: numbers[name] for name in found.domain.names if name in numbers}
    return [size] if size.keys() == set(found.domain.names) and found.domain.contains(size) else []


def equation(symbol: Node, side: Node) -> dict[str, str]:
    """``symbol = side`` as MathML and LaTeX; ``symbol`` and ``broken`` are both sides, in lines that fit a page."""

    return {
        "mathml": element(f"{mathml(symbol)}<mo>=</mo>{mathml(side)}"),
        "latex": f"{latex(symbol)} = {latex(side)}",
        "symbol": latex(symbol),
        "broken": latex(side, room_beside(symbol)),
    }
