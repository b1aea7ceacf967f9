"""Rocq's kernel: theorems that it accepts, wrong ones that it refuses, and definitions that mean what networks are."""

import re
import shutil
from dataclasses import replace

import pytest
import sympy as sp

from checks import deadlock
from checks.base.inputs import InputError
from checks.kernel.compiler import answers
from checks.kernel.deadlock import theorem as deadlock_theorem
from derive.discovery import lemma
from derive.formal.rocq import network, theorem
from derive.networks.products.products import parse
from netlemma import measure

needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"
)

ACCEPTED = (
    "toroid.mean_distance",
    "mesh.links",
    "ring(12)^in x line(n)^m x clique(q).mean_distance",
    "ring(3).wiener_index",
)
COUNTED = ("ring(2)", "ring(3)^2", "line(3) x oneway-ring(4)", "clique(3) x ring(2)", "bus(2)^3")


def mutated(key, change):
    found = lemma(key)
    *steps, last = found.derivation.steps
    wrong = replace(last, after=change(last.after))
    assert wrong != last
    return replace(found, derivation=replace(found.derivation, steps=(*steps, wrong)))


MUTANTS = (
    ("toroid.mean_distance", lambda e: e.xreplace({sp.Rational(1, 4): sp.Rational(1, 5)})),
    ("mesh.radius", lambda e: e + 1),
    ("ring(3).wiener_index", lambda e: e * 2),
)


def counted(text):
    """Theorems that a network, as it is exported, has the sum of distances that is measured."""
    found = measure(text)
    total = found.mean_distance * found.nodes * (found.nodes - 1)
    return f"""Theorem t{COUNTED.index(text)} : computed_total ({network(parse(text).groups)}) = Some {total}%nat.
Proof. vm_compute. reflexivity. Qed.
Print Assumptions t{COUNTED.index(text)}.
"""


def wrong_number(certificate):
    """The certificate with a number that does not rise along a dependency."""
    numbers = list(certificate["numbers"])
    numbers[numbers.index(max(n for n in numbers if n is not None))] = 0
    return {**certificate, "numbers": numbers}


def test_only_numbers_of_channels_are_exported():
    stuck = deadlock("oneway-torus", k=3, n=1, routing="dimension-order").certificate
    with pytest.raises(InputError, match="numbers that rise"):
        deadlock_theorem(stuck)
    adaptive = deadlock("torus", k=4, n=1, routing="duato").certificate
    with pytest.raises(InputError, match="escape"):
        deadlock_theorem(adaptive)


@needs_rocq
def test_the_kernel_accepts_right_theorems_and_refuses_wrong_ones(tmp_path):
    computed = "From Netlemma Require Import Definitions Brute.\n" + "".join(map(counted, COUNTED))
    miscounted = re.sub(r"Some (\d+)", lambda found: f"Some {int(found[1]) + 1}", computed)
    axiomatic = "Axiom easy : 0 = 1.\nTheorem wrong : 0 = 1.\nProof. exact easy. Qed.\nPrint Assumptions wrong.\n"
    free = deadlock("oneway-torus", k=3, n=2, routing="dimension-order", vcs=2).certificate
    right = [computed, deadlock_theorem(free), *(theorem(lemma(key)) for key in ACCEPTED)]
    wrong = [
        miscounted,
        axiomatic,
        deadlock_theorem(wrong_number(free)),
        *(theorem(mutated(*mutant)) for mutant in MUTANTS),
    ]
    found = answers([*right, *wrong], tmp_path)
    assert [answer.message for answer in found[: len(right)]] == [""] * len(right)
    assert [answer.accepted for answer in found] == [True] * len(right) + [False] * len(wrong)
    assert "depends on axioms" in found[len(right) + 1].message
    assert answers(right[:1], tmp_path) == found[:1]
