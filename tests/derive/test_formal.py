"""Theorems for Rocq as text: statements, names, and a theory without assumptions."""

import re
from pathlib import Path

import pytest

from netlemma.derive.discovery import lemma
from netlemma.derive.formal.rocq_ranks import theorem_name
from netlemma.derive.formal.rocq_theorems import export, theorem
from netlemma.derive.formal.statements import statement_of
from netlemma.errors import NotExported

THEORY = Path(__file__).parents[2] / "proofs"


def test_the_theory_assumes_nothing():
    theory = sorted(THEORY.glob("*.v"))
    listed = [line for line in (THEORY / "_CoqProject").read_text().split() if line.endswith(".v")]
    assert {path.name for path in theory} == set(listed)
    for path in theory:
        forbidden = re.search(r"\b(Admitted|Axiom|Axioms|Parameter|Conjecture|admit|give_up|Abort)\b", path.read_text())
        assert forbidden is None, f"{path.name}: {forbidden}"
    assert len((THEORY / "Definitions.v").read_text().splitlines()) <= 200


def test_an_export_has_the_files_that_it_requires_and_no_others():
    found = export([lemma("toroid.mean_distance")])
    listed = found["_CoqProject"].split()[3:]
    assert listed == [name for name in found if name.endswith(".v")] and "WorstLoads.v" not in found
    for name in listed:
        required = re.findall(r"From Netlemma Require (?:Import|Export) ([^.]*)\.", found[name])
        before = listed[: listed.index(name)]
        assert {f"{each}.v" for words in required for each in words.split()} <= set(before)


def test_statements_are_read_from_definitions():
    assert statement_of(lemma("line(a) x oneway-ring(b).wiener_index")).quantity == "ordered_wiener_index"
    assert statement_of(lemma("mesh.wiener_index")).quantity == "wiener_index"
    for key in ("mesh.bisection", "permutation-star.diameter", "ring.harary_index"):
        with pytest.raises(NotExported, match=re.escape(key)):
            statement_of(lemma(key))


def test_names_of_sizes_and_theorems():
    text = theorem(lemma("ring(fun)^match.diameter"))
    assert "forall fun_ match_ : nat, (2 <= fun_)%nat" in text
    assert theorem_name("ring(4) x line(n).mean_distance") == "ring_4_x_line_n_mean_distance"


def test_transpose_of_unlike_factors_is_refused():
    with pytest.raises(NotExported, match="transpose on powers of one factor alone"):
        theorem(lemma("bus(a) x line(a).mean_hops.transpose"))
