"""The box of a family's page: which numbers it asks for, which formulas it has, and what it sets beside them."""

import json
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import pytest

from netlemma.derive.algebra.finite_fields import PrimePower
from netlemma.graphs import families
from netlemma.reporting.gather import _numbers
from netlemma.reporting.lookup import size_box
from netlemma.reporting.results.expression_trees import condition_tree
from netlemma.reporting.results.lemmas import lemma_result
from netlemma.reporting.shown_sizes import shown_size
from tests.netlemma.test_expression_trees import evaluated, on_the_page


def box(name, quantity, **size):
    parameters = families()[name].parameters
    size = {p.name: p.default for p in parameters} | size
    found = size_box({
        "name": name,
        "parameters": [{"name": p.name, "numbers": _numbers(p)} for p in parameters],
        "lemmas": [lemma_result(f"{name}.{quantity}")],
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
    ((quantity, _, domain, tree, _, measured),) = box_data
    values = {each: str(value) for each, value in numbers.items()}
    assert quantity == "nodes" and domain[0] == "and" and measured
    for at, value in measured:
        assert evaluated([[tree, {name: str(each) for name, each in at.items()}]]) == [value]
    net = families()[name].build(**size)
    assert evaluated([[tree, values]]) == [str(len(net.ends))]


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["cube-connected-cycles", "kautz", "toroid", "fat-tree"])
def test_what_is_measured_at_the_size_that_the_box_begins_with_stands_beside_it(name):
    asked, ((_, _, _, tree, _, measured),) = box(name, "mean_distance", **shown_size(name))
    values = [value for at, value in measured if at == asked]
    assert values and set(values) == set(evaluated([[tree, {each: str(value) for each, value in asked.items()}]]))


def test_decimals_are_rounded():
    fractions = [Fraction(206, 3), Fraction(-32, 15), Fraction(1, 15), Fraction(9999999999, 10**10), Fraction(10**20 + 1, 3),
                 Fraction(2, 3 * 10**9), Fraction(1, 8), Fraction(7, 2)]  # fmt: skip
    shown = on_the_page("e.decimal(r)", [str(each) for each in fractions])
    expected = []
    for each in fractions:
        digits = max(7, len(str(int(abs(each)))))
        rounded = Context(digits, ROUND_HALF_UP).divide(Decimal(each.numerator), Decimal(each.denominator))
        expected.append(f"{rounded.normalize():f}".replace("-", "−"))
    assert shown == expected


def test_a_domain_of_prime_powers_is_decided_in_the_page():
    power = condition_tree("q >= 2, q is a prime power")
    cases = range(130)
    shown = evaluated([[["if", [[power, ["n", "1", "1"]]], ["n", "0", "1"]], {"q": str(q)}] for q in cases])
    assert shown == [str(int(q >= 2 and PrimePower.at(q))) for q in cases]
