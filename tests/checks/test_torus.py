"""The family torus is the toroid with parameters k and n; what only the one-way torus has is said to be of oneway-torus."""

import pytest
import sympy as sp

from netlemma.checks import deadlock
from netlemma.checks.lemmas.lemma_lookup import find
from netlemma.checks.performance.latency_models import named_model
from netlemma.checks.performance.recursive_equations import recursive_equations
from netlemma.derive import keys, lemma
from netlemma.errors import InputError
from netlemma.graphs import families, measure, network

SIZES = [(2, 1), (3, 1), (2, 2), (4, 2), (5, 2), (3, 3), (2, 4)]
QUANTITIES = [key.partition(".")[2] for key in keys("torus")]


def named(expression: sp.Expr, *names: str) -> sp.Expr:
    """The expression built again with x and y for the parameters of these names."""
    table = dict(zip(names, "xy", strict=True))
    return expression.xreplace(
        {s: sp.Symbol(table[s.name], **s.assumptions0) for s in expression.free_symbols if s.name in table}
    )


@pytest.mark.parametrize("k, n", SIZES)
def test_measured_values_are_those_of_the_toroid(k, n):
    torus, toroid = measure(network("torus", k=k, n=n)), measure(network("toroid", w=k, D=n))
    found, same = torus.as_json(), toroid.as_json()
    assert found.pop("family") == "torus" and found.pop("parameters") == {"k": k, "n": n}
    assert same.pop("family") == "toroid" and same.pop("parameters") == {"w": k, "D": n}
    assert found == same


def test_it_has_the_lemmas_of_the_toroid():
    own = {key.partition(".")[2] for key in keys("toroid") if "spanning-bus-hypercube" not in key}
    assert set(QUANTITIES) == own


@pytest.mark.sampled(3)
@pytest.mark.parametrize("quantity", QUANTITIES)
def test_every_lemma_is_that_of_the_toroid(quantity):
    found, same = lemma(f"torus.{quantity}").closed_form, lemma(f"toroid.{quantity}").closed_form
    assert named(found, "k", "n") == named(same, "w", "D")


def test_sizes_are_those_of_the_toroid():
    minima = [[p.minimum for p in families()[name].parameters] for name in ("torus", "toroid")]
    assert minima[0] == minima[1]


def test_the_one_way_torus_is_another_network():
    assert measure(network("torus", k=4, n=1)).mean_distance != measure(network("oneway-torus", k=4, n=1)).mean_distance
    assert (
        deadlock("torus", k=3, n=2).verdict == "deadlock-free"
        and deadlock("oneway-torus", k=3, n=2).verdict == "deadlock"
    )


@pytest.mark.parametrize(
    "ask",
    [
        lambda: find("torus", "dimensions_left"),
        lambda: find("torus", "rate"),
        lambda: find("torus", "compositions.full"),
        lambda: named_model("torus"),
        lambda: recursive_equations("torus", "text"),
    ],
)
def test_errors_name_the_one_way_torus(ask):
    with pytest.raises(InputError, match=r"oneway-torus") as error:
        ask()
    assert "\n" not in str(error.value)
