"""Numbers of nodes and links of products: rules that count otherwise are refused."""

from dataclasses import replace

import pytest

from netlemma.derive.networks import product_counts
from netlemma.derive.networks.product_counts import KINDS, DigitsCounted, builders
from netlemma.derive.networks.product_lemmas import product_lemma
from netlemma.derive.networks.products.cartesian_products import parse
from netlemma.errors import ProofError

TEXTS = ["ring(w)^D x line(k)", "bus(a) x clique(b)", "oneway-ring(3) x line(2)", "ring(2)^D"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("wrong", ["groups", "value"])
def test_a_wrong_count_is_refused(monkeypatch, text, wrong):
    product = parse(text)
    for name in builders(product):
        found, counted = product_lemma(text, name), KINDS[name]
        found.check()
        right = counted.closed(product.groups)
        if wrong == "value":
            rule, after = counted.closed, right + 1
        else:
            rule = lambda groups, counted=counted: counted.closed(groups) + 1  # noqa: E731
            after = right + 1
        monkeypatch.setitem(product_counts.KINDS, name, replace(counted, closed=rule))
        with pytest.raises(ProofError):
            DigitsCounted(product.groups, name).check(counted.definition, after)
        monkeypatch.setitem(product_counts.KINDS, name, counted)
        with pytest.raises(ProofError):
            DigitsCounted(product.groups, name, ()).check(counted.definition, right)


def test_lines_have_no_degree():
    product = parse("line(k) x ring(w)")
    assert "degree" not in builders(product) and "max_degree" in builders(product)
    with pytest.raises(ProofError):
        DigitsCounted(product.groups, "degree").check(
            KINDS["degree"].definition, KINDS["degree"].closed(product.groups)
        )


def test_a_line_of_two_nodes_has_one_link_at_a_node():
    found = product_lemma("line(k)^n", "max_degree")
    assert [found.value({"k": k, "n": 3}) for k in (2, 3, 9)] == [3, 6, 6]
