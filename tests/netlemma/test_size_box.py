"""The box of a family's page: which numbers it asks for, which formulas it has, and what it sets beside them."""

import json
import re

import pytest

from netlemma.derive.algebra.finite_fields import PrimePower
from netlemma.graphs import families
from netlemma.reporting.gather import _numbers, _with_facts
from netlemma.reporting.lookup import size_box
from netlemma.reporting.results.expression_trees import condition_tree
from netlemma.reporting.results.lemmas import lemma_result
from netlemma.reporting.results.networks import measured_result
from tests.netlemma.test_expression_trees import evaluated


def box(name, quantity, **size):
    parameters = families()[name].parameters
    size = {p.name: p.default for p in parameters} | size
    found = size_box({
        "name": name,
        "parameters": [{"name": p.name, "numbers": _numbers(p)} for p in parameters],
        "lemmas": [lemma_result(f"{name}.{quantity}")],
        "measured": [_with_facts(measured_result(name, size))],
        "deadlock": {"size": size},
    })  # fmt: skip
    return found["numbers"], json.loads(re.sub(r"<\\/", "</", found["formulas"]))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("name", "size", "numbers"),
    [
        ("hyperx", {"S": (2, 2, 3), "T": 2}, {"S_1": 2, "S_2": 2, "S_3": 3, "T": 2}),
        ("circulant", {"n": 9, "jumps": (1, 3)}, {"n": 9, "jumps_1": 1, "jumps_2": 3}),
        ("xgft", {"m": (4, 4), "w": (1, 2)}, {"m_1": 4, "m_2": 4, "w_1": 1, "w_2": 2}),
        ("slim-fly", {"q": 5, "p": 0}, {"q": 5}),
        ("express-torus", {"k": 6, "n": 1, "e": 3}, {"k": 6, "n": 1, "e": 3}),
        ("twisted-cube", {"n": 3}, {"n": 3}),
    ],
)
def test_numbers_of_lists_are_asked_for_and_nodes_are_ends_of_messages(name, size, numbers):
    asked, box_data = box(name, "nodes", **size)
    assert asked == numbers
    ((quantity, _, domain, tree),) = box_data["formulas"]
    (measured,) = box_data["measured"]
    values = {each: str(value) for each, value in numbers.items()}
    assert measured["size"] == numbers and quantity == "nodes" and domain[0] == "and"
    assert evaluated([[tree, values]]) == [str(measured["facts"]["nodes"])]


def test_a_domain_of_prime_powers_is_decided_in_the_page():
    power = condition_tree("q >= 2, q is a prime power")
    cases = range(130)
    shown = evaluated([[["if", [[power, ["n", "1", "1"]]], ["n", "0", "1"]], {"q": str(q)}] for q in cases])
    assert shown == [str(int(q >= 2 and PrimePower.at(q))) for q in cases]
