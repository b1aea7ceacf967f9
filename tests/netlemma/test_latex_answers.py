"""``--format latex``: rows, a table and a command of LaTeX for each value, in every command that answers with numbers."""

import csv
import io
import re

import pytest
from typer.testing import CliRunner

import netlemma as nl
from netlemma.cli import app
from netlemma.latex_answers import latex_text


def run(*words):
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 0, found.exception
    return found.output


def test_measure_has_a_row_a_table_and_commands():
    text = run("measure", "toroid", "w=4", "D=3", "--format", "latex")
    names = re.search("^% (.*)$", text, re.M)[1].split(" & ")
    cells = text.splitlines()[1].removesuffix(r" \\").split(" & ")
    row = dict(zip(names, cells, strict=True))
    assert row["mean_distance"] == r"\ensuremath{\frac{64}{21}}" and row["diameter"] == "6" and "counting" not in row
    assert text.count(r"\begin{longtable}") == text.count(r"\end{longtable}") == 1
    assert r"\newcommand{\netMeanDistance}{\ensuremath{\frac{64}{21}}}" in text
    assert text.count("{") == text.count("}")


def test_a_comparison_has_a_row_and_commands_for_each_routing():
    words = ["compare", "mesh", "k=4", "n=2", "--routing", "xy,odd-even", "--traffic", "transpose"]
    text = run(*words, "--format", "latex")
    rows = list(csv.DictReader(io.StringIO(run(*words, "--csv"))))
    for letter, row in zip("AB", rows, strict=True):
        assert rf"\newcommand{{\netRouting{letter}}}{{{row['routing']}}}" in text
        assert rf"\newcommand{{\netLargestLoad{letter}}}{{{row['largest_load']}}}" in text
    assert len(re.findall(r"^mesh k=4 n=2 & .* \\\\$", text, re.M)) == 2


def test_check_says_its_verdict_in_latex():
    assert r"\newcommand{\netVerdict}{holds}" in run("check", "ring", "diameter", "floor(K/2)", "--format", "latex")


@pytest.mark.parametrize("option", ["--read-as", "--format"])
def test_files_are_read_as_is_said(option, tmp_path):
    (tmp_path / "net").write_text("a b\nb c\nc a\n")
    assert "3 nodes" in run("measure", str(tmp_path / "net"), option, "links")


def test_signs_of_latex_are_escaped_and_names_have_letters_alone():
    text = latex_text({"a_b2": "50% {x}", "nothing": None, "many": [1, 2]}, None)
    assert text.splitlines() == ["% a_b2", r"50\% \{x\} \\", r"\newcommand{\netAB}{50\% \{x\}}"]


def test_network_tables_are_typeset_as_they_are_in_notebooks():
    found = nl.measure("ring", K=5)
    assert found._repr_latex_() in latex_text(found, found)
