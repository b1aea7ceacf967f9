"""`derive --format rocq` and `verify --kernel`: what is written, what cannot be exported, and Rocq not installed."""

import pytest


@pytest.mark.in_turn
def test_theorems_are_printed_or_written_with_the_theory(run, tmp_path):
    shown = run("derive", "toroid", "mean_distance", "--format", "rocq")
    assert shown.status == 0 and "mean_distance (power (ring w) D)" in shown.out
    assert run("derive", "line(3)", "--format", "rocq", "-o", tmp_path / "out").status == 0
    files = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"Definitions.v", "Makefile", "_CoqProject", "line_3_mean_distance.v", "line_3_diameter.v"} <= files
    listed = (tmp_path / "out" / "_CoqProject").read_text().split()
    assert {name for name in files if name.endswith(".v")} == {name for name in listed if name.endswith(".v")}


def test_what_cannot_be_exported_is_said(run):
    refused = run("derive", "mesh", "bisection", "--format", "rocq")
    assert (
        refused.status == 2
        and "mesh.bisection: no definition of bisection; no counterpart of messages between halves" in refused.err
    )


@pytest.mark.in_turn
def test_a_formula_that_holds_is_a_theorem_under_its_condition(run, tmp_path):
    asked = ("check", "toroid", "mean_distance", "D*w/4*(1 + 1/(w^D - 1))", "--where", "w even and D > 1")
    shown = run(*asked, "--format", "rocq")
    statement = """Theorem toroid_mean_distance_formula : forall w D : nat, (2 <= w)%nat -> (2 <= D)%nat -> (w mod 2 =? 0)%Z = true ->
  mean_distance (power (ring w) D)
    (D * w * (1 / (w ^ D - 1) + 1) / 4)."""
    assert shown.status == 0 and statement in shown.out
    assert run(*asked, "--format", "rocq", "-o", tmp_path / "out").status == 0
    assert "\ntoroid_mean_distance_formula.v\n" in (tmp_path / "out" / "_CoqProject").read_text()
    named = run("check", "hypercube", "diameter", "m", "--let", "m=n", "--format", "rocq")
    assert "diameter (power (line 2) n)\n    n." in named.out or "diameter (power (clique 2) n)\n    n." in named.out


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("toroid", "mean_distance", "D*w/4"), 1, ""),
        (("mesh", "bisection", "2*k^(n-1)", "--where", "k even"), 2, "no definition of bisection"),
        (("ring", "wiener_index", "K^3/8", "--where", "K even and K <= 8"), 2, "least values and residues"),
        (("ring", "diameter", "floor(K/2)*(K - 1)/(K - 1)"), 2, "divides by K - 1"),
        (("ring", "diameter", "sum(1, i, 1, floor(K/2))"), 2, "sums and products"),
        (("ring", "diameter", "(K - mod(K, 2))/2"), 2, "tactics know floor(x/2)"),
        (("ring", "diameter", r"\le K"), 2, "and nothing else"),
        (("ring", "diameter", "floor(K/2)", "--json"), 2, "--json"),
        (("toroid", "mean_distance", "D*w/4", "--where", "w even", "--pairs", "all"), 2, "usual conventions"),
    ],
)
def test_other_formulas_are_refused(run, tmp_path, words, status, said):
    refused = run("check", *words, "--format", "rocq", "-o", tmp_path / "out")
    assert refused.status == status and said in refused.err and not (tmp_path / "out").exists()
    assert refused.err.count("\n") == (status == 2)


def test_without_rocq_one_line_says_how_to_install_it(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    refused = run("verify", "--kernel", "line(3).diameter")
    assert refused.status == 2 and "apt-get install coq" in refused.err and refused.err.count("\n") == 1
