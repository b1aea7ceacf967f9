"""Descriptions of a lemma beside its formulas: derivation, strength, measured counterpart."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import sympy as sp

from netlemma.derive.algebra.expressions.proof import ARGUED, ENUMERATED, PROVED
from netlemma.derive.core.lemma import Lemma, Measured, Step
from netlemma.derive.core.lemma_key import LemmaKey
from netlemma.derive.typeset.names import Names
from netlemma.derive.typeset.sympy_to_tree import written
from netlemma.derive.typeset.tree import Name, Node

Lemmas: TypeAlias = "Lemma | Iterable[Lemma]"


def listed(lemmas: Lemmas) -> list[Lemma]:
    """One lemma or several, as a list."""
    return list(lemmas) if isinstance(lemmas, Iterable) else [lemmas]


def family(lemma: Lemma) -> str:
    """The family, or the product, at the beginning of a key.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> family(SimpleNamespace(key="ring(w)^D.visit_ratio.link")), family(SimpleNamespace(key="toroid.diameter"))
    ('ring(w)^D', 'toroid')
    """
    return LemmaKey.parse(lemma.key).subject


def by_family(lemmas: Iterable[Lemma]) -> dict[str, list[Lemma]]:
    """The lemmas of each family, families in order of first occurrence."""
    found: dict[str, list[Lemma]] = {}
    for lemma in lemmas:
        found.setdefault(family(lemma), []).append(lemma)
    return found


@dataclass(frozen=True)
class WrittenStep:
    """A step as it is printed: formulas on both sides, reason, kind and strength of the proof, and its lines."""

    before: Node
    after: Node
    because: str
    kind: str
    strength: str
    proof: list[str]


@dataclass(frozen=True)
class LemmaFormulas:
    """The formulas of a lemma, with consistent names of bound variables."""

    symbol: Node
    definition: Node
    closed_form: Node
    steps: tuple[WrittenStep, ...]

    @property
    def changes(self) -> list[WrittenStep]:
        """The visible steps, whose two sides are not written alike."""
        return [step for step in self.steps if step.before != step.after]


def formulas(lemma: Lemma, steps: bool = False) -> LemmaFormulas:
    """Write the definition, the closed form and, on request, each step.

    Parameters
    ----------
    lemma : Lemma
        Lemma to write.
    steps : bool, default False
        True to write the steps.

    Returns
    -------
    LemmaFormulas
        Formulas as trees.
    """
    names = Names([lemma.definition.expression, *(step.after for step in lemma.derivation.steps)], lemma.domain.names)
    once = cache(lambda expr: written(expr, names))
    return LemmaFormulas(
        Name(lemma.symbol.name),
        once(lemma.definition.expression),
        once(lemma.closed_form),
        tuple(written_step(step, names, once) for step in (lemma.derivation.steps if steps else ())),
    )


def written_step(step: Step, names: Names, write: Callable[[sp.Expr], Node]) -> WrittenStep:
    """A step with its reason and proof in words.

    Parameters
    ----------
    step : Step
        Step of a derivation.
    names : Names
        Names of the symbols.
    write : callable
        Tree of an expression, with these names.

    Returns
    -------
    WrittenStep
        Formulas and words.
    """
    names = names.within(step.after)
    proof = [names.words(line) for line in step.proof.describe()]
    return WrittenStep(
        write(step.before), write(step.after), names.words(step.because), step.proof.kind, step.proof.strength, proof
    )


def sentence(words: str) -> str:
    """The words, ending with a full stop.

    Examples
    --------
    >>> sentence("hops per message"), sentence("Done. ")
    ('hops per message.', 'Done.')
    """
    words = words.strip()
    return words if words.endswith((".", "!", "?", ":")) else words + "."


def capital(words: str) -> str:
    """The words, beginning with a capital letter, unless the first one is a symbol or a formula.

    >>> [capital(words) for words in ("mean distance", "a message", "k is the width", "J_0 of two", "w/2 crossings", "a and b")]
    ['Mean distance', 'A message', 'k is the width', 'J_0 of two', 'w/2 crossings', 'a and b']
    """
    first = words.partition(" ")[0].rstrip(".,:;")
    symbol = len(first) == 1 and not re.match(r"a (?!is\b|and\b|are\b|[<>=])", words)
    return words if symbol or re.search(r"[\d_^*/=(]", first) else words[:1].upper() + words[1:]


def strength(lemma: Lemma) -> str:
    """Strength of the derivation, and its kinds of proof."""
    reach = {
        PROVED: "proved for all sizes of the domain",
        ARGUED: "argued for all sizes of the domain, the arithmetic re-checked and the conclusion compared at small sizes",
        ENUMERATED: "only enumerated, not proved for all sizes",
    }[lemma.strength]
    return f"{reach} ({', '.join(lemma.proof_kinds)})"


def measured(where: Measured) -> str:
    """The measured counterpart of a lemma on explicit networks, in words.

    Examples
    --------
    >>> from netlemma.derive.core.lemma import Measured
    >>> measured(Measured("toroid", "visit_ratio", ("w", "D"), "link"))
    'visit_ratio of class link on toroid (w, D), routing shortest'
    """
    of = f" of class {where.device_class}" if where.device_class else ""
    network = f"{where.subject} ({', '.join(where.network)})" if where.network else where.subject
    return f"{where.quantity}{of} on {network}, routing {' and '.join(where.routings)}"
