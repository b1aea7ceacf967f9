"""Lemmas on the quotient of two quantities that were derived before, such as the capacities of classes of links in balance."""

from dataclasses import replace

import sympy as sp

from netlemma.derive.core.derivation import COLLECTED, ByLemma, DerivationBuilder, by_cases, factored, quantity_of
from netlemma.derive.core.lemma import Definition, Lemma


def quotient(key: str, above: Lemma, below: Lemma, statement: str, words: str) -> Lemma:
    """The quotient of two lemmas, measured under the routings of the first one."""
    write = DerivationBuilder(quantity_of(above) / quantity_of(below))
    form = above.closed_form / below.closed_form
    write.step(form, "both were derived before", ByLemma((above, below)))
    write.normal(by_cases(factored, form), COLLECTED)
    return Lemma(
        key=key,
        symbol=sp.Symbol("rho"),
        statement=statement,
        definition=Definition(
            words,
            write.start,
            lambda size: above.definition.literal(size) / below.definition.literal(size),
            above.definition.nodes,
        ),
        domain=above.domain,
        derivation=write.derivation(),
        measured=replace(above.measured, divided_by=below.measured),
    )


def balance(above: Lemma, below: Lemma, key: str, classes: tuple[str, str], routing: str) -> Lemma:
    """The ratio of the capacities at which two classes of links saturate together under uniform traffic: that of their loads.

    classes, routing: In words.
    """
    one, other = classes
    return quotient(
        key,
        above,
        below,
        f"The capacity of a {one} link divided by that of a {other} link at which both saturate together under uniform traffic, "
        f"{routing}.",
        f"the visit ratio of the {one} links divided by that of the {other} links; all links of a class carry the same",
    )
