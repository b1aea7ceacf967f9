"""Lemmas as JSON."""

import json
from collections.abc import Iterable
from typing import Any

from netlemma.derive.core.lemma import Lemma
from netlemma.derive.typeset.pages.described import LemmaFormulas, Lemmas, formulas, listed
from netlemma.derive.typeset.printers.latex import latex
from netlemma.derive.typeset.printers.mathml import mathml
from netlemma.derive.typeset.printers.mathml_marks import element
from netlemma.derive.typeset.printers.text import NotInGrammar, text
from netlemma.derive.typeset.tree import Node


def as_json(lemmas: Lemmas, steps: bool = False) -> str:
    """One object for one lemma, a list of objects for several.

    Parameters
    ----------
    lemmas : Lemmas
        One lemma or several.
    steps : bool, default False
        True to include the steps of the derivation.

    Returns
    -------
    str
        JSON text.
    """
    found = [as_data(lemma, steps) for lemma in listed(lemmas)]
    return json.dumps(found if isinstance(lemmas, Iterable) else found[0], indent=2, ensure_ascii=False)


def as_data(lemma: Lemma, steps: bool = False) -> dict[str, Any]:
    """A lemma as plain data: formulas as text, LaTeX and MathML, the closed form also in the formula grammar.

    Parameters
    ----------
    lemma : Lemma
        Lemma.
    steps : bool, default False
        True to include the steps of the derivation.

    Returns
    -------
    dict from str to Any
        Nested dictionaries and lists of text and numbers.
    """
    shown = formulas(lemma, steps)
    where = lemma.measured
    data: dict[str, Any] = {
        "key": lemma.key,
        "statement": lemma.statement,
        "domain": lemma.domain.describe(),
        "symbol": lemma.symbol.name,
        "definition": {"words": lemma.definition.words, **_forms(shown.definition)},
        "closed_form": {
            **_forms(shown.closed_form),
            "mathml": element(mathml(shown.closed_form)),
            "grammar": _grammar(shown.closed_form),
        },
        "strength": lemma.strength,
        "proof_kinds": list(lemma.proof_kinds),
        "measured": {
            "subject": where.subject,
            "quantity": where.quantity,
            "network": list(where.network),
            "device_class": where.device_class,
            "routings": list(where.routings),
        },
    }
    if steps:
        data["steps"] = _steps(shown)
    return data


def _forms(node: Node) -> dict[str, str]:
    return {"text": text(node), "latex": latex(node)}


def _grammar(node: Node) -> str | None:
    try:
        return text(node, grammar=True)
    except NotInGrammar:
        return None


def _steps(shown: LemmaFormulas) -> list[dict[str, Any]]:
    """All steps; ``shown`` are the visible ones, whose two sides are not written alike."""
    return [
        {
            "before": _forms(step.before),
            "after": _forms(step.after),
            "because": step.because,
            "proof": {"kind": step.kind, "strength": step.strength, "describe": step.proof},
            "shown": step.before != step.after,
        }
        for step in shown.steps
    ]
