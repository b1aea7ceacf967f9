"""Texts of lemmas use the letters of their own family."""

import re

import pytest

from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.discovery import keys, lemma
from netlemma.graphs import families

PRODUCTS = ("toroid", "ring", "hamming", "spanning-bus-hypercube", "hypercube", "complete")
BOUND = frozenset("adehsm")  # what a text says of itself: a distance d, e-cube, h levels, ...
LETTERS = {
    name for each in families().values() for p in each.parameters for name in (p.entries or [p.name]) if len(name) == 1
}


@pytest.mark.parametrize("family", [*PRODUCTS, pytest.param("", marks=pytest.mark.long)])
@pytest.mark.in_turn
def test_statements_use_the_letters_of_their_family(family):
    for key in keys(family) if family else keys():
        if family and "max_channel_load" not in key:
            continue
        found = lemma(key)
        own = {str(each) for each in (found.closed_form.atoms() | found.definition.expression.atoms())}
        own |= {p.name for p in families()[LemmaKey.parse(key).subject].parameters} | set(found.domain.names)
        used = set(re.findall(r"(?<![\w'’-])[A-Za-z](?![\w'’])", found.statement))
        assert used & LETTERS - BOUND <= own, f"{key}: {found.statement}"
