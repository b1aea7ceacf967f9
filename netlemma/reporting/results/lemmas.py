"""A lemma: its statement and derivation typeset, its verdict, and the compared values at small sizes."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from netlemma.checks.kernel.accepted_lemmas import statement_digest
from netlemma.checks.lemmas.lemma_sizes import default_sizes
from netlemma.checks.lemmas.verify import values_at, verify_lemma
from netlemma.derive.algebra.proof import Proof
from netlemma.derive.core.lemma import Derivation, Lemma, LemmaKey, Step
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.typeset.expressions import formula_text
from netlemma.derive.typeset.latex_printer import latex
from netlemma.derive.typeset.lemma_pages import formulas, measured, room_beside, strength
from netlemma.derive.typeset.mathml_printer import element, mathml
from netlemma.derive.typeset.tree import Node

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
        "text": formula_text(found.closed_form),
        "sympy": str(found.closed_form),
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
        "uses": used(found),
        "verdict": verdict,
        "values": values_at(found, sizes[:ROWS]),
        "compared": len(sizes),
    }


def equation(symbol: Node, side: Node) -> dict[str, str]:
    """``symbol = side`` as MathML and LaTeX; ``symbol`` and ``broken`` are both sides, in lines that fit a page."""

    return {
        "mathml": element(f"{mathml(symbol)}<mo>=</mo>{mathml(side)}"),
        "latex": f"{latex(symbol)} = {latex(side)}",
        "symbol": latex(symbol),
        "broken": latex(side, room_beside(symbol)),
    }


def used(found: Lemma) -> list[str]:
    """The keys of the other lemmas with a result or derivation used in its steps.

    >>> from netlemma.derive import lemma
    >>> used(lemma("ring.quantum"))
    ['ring.max_visit_ratio.link']
    """

    parts = [each for step in found.derivation.steps for each in _parts(step.proof)]
    results = {(part.start, part.result) for part in parts if not isinstance(part, Lemma)}
    named = [part.key for part in parts if isinstance(part, Lemma)]
    alike = [lemma(key) for key in keys(LemmaKey.parse(found.key).subject)] if results else []
    derived = [each.key for each in alike if (each.derivation.start, each.derivation.result) in results]
    return [key for key in dict.fromkeys([*named, *derived]) if key != found.key]


def _parts(part: Any) -> Iterator[Any]:
    """Lemmas and derivations among the parts of a proof; those inside other lemmas are not looked for."""

    if isinstance(part, Lemma):
        yield part
    elif isinstance(part, tuple | list):
        for each in part:
            yield from _parts(each)
    elif isinstance(part, Proof | Derivation | Step) and is_dataclass(part):
        if isinstance(part, Derivation) and part.steps:
            yield part
        for field in fields(part):
            yield from _parts(getattr(part, field.name))
