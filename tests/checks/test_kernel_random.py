"""Random products, wrong closed forms of them, and wrong certificates, all given to Rocq's kernel."""

import shutil
from dataclasses import replace
from random import Random

import pytest
import sympy as sp

from netlemma.checks import deadlock
from netlemma.checks.kernel.accepted_lemmas import recorded
from netlemma.checks.kernel.rocq_certificates import theorem as deadlock_theorem
from netlemma.checks.kernel.rocq_compiler import answers
from netlemma.checks.kernel.rocq_theorems import strengths
from netlemma.derive.discovery import lemma
from netlemma.derive.formal.rocq_theorems import theorem
from tests.checks.kernel_table import ROOT, tables

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"),
]
QUANTITIES = (
    "mean_distance", "diameter", "wiener_index", "radius", "nodes", "hyper_wiener_index", "mean_hops.uniform",
    "mean_hops.bit-complement", "mean_hops.neighbor",
)  # fmt: skip


def random_product(draw):
    """Up to three factors, with numbers or names as sizes and exponents."""
    kinds = [draw.choice(("line", "ring", "oneway-ring", "clique", "bus")) for _ in range(draw.randint(1, 3))]
    factors = []
    for kind, size, count in zip(kinds, "abc", "xyz", strict=False):
        size = draw.choice((size, str(draw.randint(2, 12))))
        factors.append(f"{kind}({size})" + draw.choice(("", f"^{draw.randint(2, 4)}", f"^{count}")))
    return " x ".join(factors)


def keys(count, seed):
    draw = Random(seed)
    return [f"{random_product(draw)}.{draw.choice(QUANTITIES)}" for _ in range(count)]


def wrong(found, draw):
    """The lemma with a closed form that differs by a summand or a factor, in one case if there are several."""
    *steps, last = found.derivation.steps
    change = draw.choice(
        (lambda e: e + sp.Rational(1, draw.randint(1, 9)), lambda e: e * sp.Rational(draw.randint(3, 9), 2))
    )
    form = last.after
    if isinstance(form, sp.Piecewise):
        (value, condition), *rest = form.args
        form = sp.Piecewise((change(value), condition), *rest)
    else:
        form = change(form)
    return replace(found, derivation=replace(found.derivation, steps=(*steps, replace(last, after=form))))


def test_random_products_are_accepted(rocq_folder):
    chosen = keys(100, 20)
    found = answers([theorem(lemma(key)) for key in chosen], rocq_folder)
    assert {key: answer.message for key, answer in zip(chosen, found, strict=True) if not answer.accepted} == {}


def test_wrong_closed_forms_are_refused(rocq_folder):
    draw = Random(21)
    chosen = keys(100, 22)
    found = answers([theorem(wrong(lemma(key), draw)) for key in chosen], rocq_folder)
    assert [key for key, answer in zip(chosen, found, strict=True) if answer.accepted] == []


def test_wrong_certificates_are_refused(rocq_folder):
    draw = Random(23)
    right = deadlock("torus", k=4, n=2, routing="dimension-order", vcs=2).certificate
    numbered = [c for c, number in enumerate(right["numbers"]) if number]
    texts = [deadlock_theorem(right)]
    for channel in draw.sample(numbered, 50):
        numbers = list(right["numbers"])
        numbers[channel] = 0
        texts.append(deadlock_theorem({**right, "numbers": numbers}))
    assert [answer.accepted for answer in answers(texts, rocq_folder)] == [True] + [False] * 50


def test_the_kernel_accepts_what_is_recorded_and_nothing_else():
    found = strengths()
    assert {each.key: each.missing for each in found if each.strength == "refused"} == {}
    assert {each.key for each in found if each.strength == "kernel"} == set(recorded())


def test_tables_of_strengths_are_those_of_all_lemmas():
    for page, table in zip(("docs/kernel.md", "README.md"), tables(), strict=True):
        assert table in (ROOT / page).read_text(encoding="utf-8"), page
