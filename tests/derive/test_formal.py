"""Theorems for Rocq: what the kernel accepts, and that it refuses wrong closed forms."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from derive.discovery import lemma
from derive.formal.rocq import export, theorem, theorem_name
from derive.formal.statements import NotExported, statement_of

THEORY = Path(__file__).parents[2] / "proofs"
needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"
)


def mutated(key, closed_form):
    found = lemma(key)
    *steps, last = found.derivation.steps
    wrong = replace(found.derivation, steps=(*steps, replace(last, after=closed_form(last.after))))
    return replace(found, derivation=wrong)


def run(folder, *command):
    return subprocess.run(
        ["nice", "-n", "10", *command], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )


@needs_rocq
def test_the_kernel_accepts_exports_and_refuses_wrong_ones(tmp_path):
    right = [
        lemma(key)
        for key in (
            "toroid.mean_distance",
            "mesh.diameter",
            "oneway-torus.wiener_index",
            "ring(4)^2 x line(n)^m x clique(q).mean_distance",
            "ring(12)^in x bus(3).mean_distance",
            "ring(3).wiener_index",
        )
    ]
    for name, text in export(right).items():
        (tmp_path / name).write_text(text)
    made = run(tmp_path, "make", "-s")
    assert made.returncode == 0, made.stderr
    printed = sum(text.count("Print Assumptions") for text in map(theorem, right))
    assert made.stdout.count("Closed under the global context") == printed >= 2 * len(right) - 3
    assert "Axioms" not in made.stdout
    wrong = [
        mutated("toroid.mean_distance", lambda e: e.xreplace({sp.Rational(1, 4): sp.Rational(1, 5)})),
        mutated("mesh.diameter", lambda e: e + 1),
        mutated("ring(3).wiener_index", lambda e: e * 2),
    ]
    for each in wrong:
        (tmp_path / "wrong.v").write_text(theorem(each))
        refused = run(tmp_path, "coqc", "-R", ".", "Netlemma", "wrong.v")
        assert refused.returncode == 1 and "Error" in refused.stderr, theorem(each)


def test_the_theory_assumes_nothing():
    theory = sorted(THEORY.glob("*.v"))
    listed = [line for line in (THEORY / "_CoqProject").read_text().split() if line.endswith(".v")]
    assert {path.name for path in theory} == set(listed)
    for path in theory:
        forbidden = re.search(r"\b(Admitted|Axiom|Axioms|Parameter|Conjecture|admit|give_up|Abort)\b", path.read_text())
        assert forbidden is None, f"{path.name}: {forbidden}"
    assert len((THEORY / "Definitions.v").read_text().splitlines()) <= 200


def test_statements_are_read_from_definitions():
    assert statement_of(lemma("line(a) x oneway-ring(b).wiener_index")).quantity == "ordered_wiener_index"
    assert statement_of(lemma("mesh.wiener_index")).quantity == "wiener_index"
    for key in ("mesh.bisection", "star-graph.diameter", "ring.hyper_wiener_index"):
        with pytest.raises(NotExported, match=re.escape(key)):
            statement_of(lemma(key))


def test_names_of_sizes_and_theorems():
    text = theorem(lemma("ring(fun)^match.diameter"))
    assert "forall fun_ match_ : nat, (2 <= fun_)%nat" in text
    assert theorem_name("ring(4) x line(n).mean_distance") == "ring_4_x_line_n_mean_distance"
