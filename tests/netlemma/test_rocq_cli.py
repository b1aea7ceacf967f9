"""`derive --format rocq` and `verify --kernel`: what is written, what cannot be exported, and Rocq not installed."""


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
        and "mesh.bisection: no definition of bisection; no counterpart of isoperimetric inequality" in refused.err
    )


def test_without_rocq_one_line_says_how_to_install_it(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    refused = run("verify", "--kernel", "line(3).diameter")
    assert refused.status == 2 and "apt-get install coq" in refused.err and refused.err.count("\n") == 1
