"""What is open: the values of all networks that were tried, measured anew, within the bounds or equal to the conjecture."""

from dataclasses import replace
from fractions import Fraction

import pytest

from netlemma.api.catalogue import catalog
from netlemma.checks.lemmas.lemma_lookup import find
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.discovery import keys, open_questions
from netlemma.derive.networks.product_lemmas import product_builders
from netlemma.derive.networks.products.cartesian_products import parse
from netlemma.errors import InputError
from netlemma.graphs import families, network
from netlemma.graphs.loads.distance_indices import profile
from netlemma.graphs.loads.graph_indices import INDICES

QUESTIONS = open_questions()
TRIED = [(key, text) for key, question in QUESTIONS.items() for text in question.tried]


def wrong(question, text):
    """What of the entry of a network is not as measured, if anything."""
    name, stated = question.key.rpartition(".")[2], Fraction(question.tried[text])
    family, *words = text.split()
    if family in families():
        sizes = {name: int(value) for name, _, value in (word.partition("=") for word in words)}
        (least, most), pairs = question.bounds(sizes), profile(network(family, **sizes)).nodes_at_distance
        far = len(pairs) - 1
        measured = far if name == "diameter" else Fraction(sum(d * n for d, n in enumerate(pairs)), sum(pairs[1:]))
    else:
        (least, most), measured = question.bounds(parse(text).groups), INDICES[name](network(text))
    return (stated != measured and f"measured {measured}") or (not least <= measured <= most and f"{least} to {most}")


@pytest.mark.sampled(15)
@pytest.mark.parametrize(("key", "text"), TRIED)
def test_what_was_tried_is_as_measured(key, text):
    assert not wrong(QUESTIONS[key], text)
    if LemmaKey.parse(key).subject not in families():
        assert key.rpartition(".")[2] not in product_builders(text)


@pytest.mark.parametrize("key", QUESTIONS)
def test_another_value_and_other_bounds_are_noticed(key):
    question = QUESTIONS[key]
    text, value = next(iter(question.tried.items()))
    assert "measured" in wrong(replace(question, tried={text: str(Fraction(value) + 1)}), text)
    below = Fraction(value) - 1
    assert "to" in wrong(replace(question, bounds=lambda groups: (below, below)), text)


def test_open_quantities_are_listed_and_named_where_a_lemma_is_wanted():
    assert not set(QUESTIONS) & set(keys())
    listed = {row["key"]: row for row in catalog("lemmas", "vertex_forwarding", open=True).as_json()}
    mesh = listed["mesh.vertex_forwarding_index"]
    assert "83/3 on line(4)^2" in mesh["status"] and "at most n*k^(n - 1)*floor((k^2 - 1)/2)" in mesh["closed_form"]
    with pytest.raises(InputError, match=r"list lemmas \.vertex_forwarding_index `open=True`"):
        find("mesh", "vertex_forwarding_index")
