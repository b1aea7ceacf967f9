"""``--format latex``: rows, a table and a command of LaTeX for each value, in every command that answers with numbers."""

import csv
import io
import re

import networkx
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


@pytest.mark.parametrize(
    "words", [["measure"], ["deadlock", "--routing", "up-down"], ["check", "diameter", "2"], ["bounds"]]
)
def test_format_is_that_of_the_output_and_files_are_read_as_is_said(words, tmp_path):
    """The same words in all commands."""
    (tmp_path / "net").write_text("a b\nb c\n")
    command, *rest = words
    line = [command, str(tmp_path / "net"), *rest]
    assert CliRunner().invoke(app, [*line, "--read-as", "links"]).exit_code == 0
    assert CliRunner().invoke(app, [*line, "--format", "links"]).exit_code != 0


def test_json_is_a_format_too():
    assert run("measure", "ring", "K=5", "--format", "json") == run("measure", "ring", "K=5", "--json")
    for words, said in (
        (["--format", "latex", "--json"], "--json and --format latex exclude each other"),
        (
            ["--format", "links"],
            "no format 'links'; formats of output: text, latex, json; that of a file is said by `read_as`",
        ),
    ):
        assert str(CliRunner().invoke(app, ["measure", "ring", "K=5", *words]).exception) == said


@pytest.mark.parametrize(
    ("keyword", "said"), [("format", "the format of a file is `read_as`"), ("hosts", "named by `scope`")]
)
def test_functions_name_the_keyword_that_they_take(keyword, said):
    with pytest.raises(ValueError, match=said):
        nl.measure("ring", K=5, **{keyword: "links"})


def test_hosts_are_named_in_python(tmp_path):
    (tmp_path / "net.csv").write_text("source,target\nh1,s1\nh2,s2\ns1,s2\n")
    net = nl.network(str(tmp_path / "net.csv"), hosts="h*")
    assert [net.own_node(end) for end in net.ends] == ["h1", "h2"]
    assert nl.read(tmp_path / "net.csv", hosts="h*", read_as="links").measure().mean_distance == 3
    graph = networkx.path_graph(["h1", "s1", "s2", "h2"])
    assert nl.network(graph, hosts="h1,h2").measure().mean_distance == net.measure().mean_distance == 3
    with pytest.raises(ValueError, match="give one of them"):
        nl.network(graph, hosts="h*", scope="all")


def test_signs_of_latex_are_escaped_and_names_have_letters_alone():
    text = latex_text({"a_b2": "50% {x}", "nothing": None, "many": [1, 2]}, None)
    assert text.splitlines() == ["% a_b2", r"50\% \{x\} \\", r"\newcommand{\netAB}{50\% \{x\}}"]


def test_network_tables_are_typeset_as_they_are_in_notebooks():
    found = nl.measure("ring", K=5)
    assert found._repr_latex_() in latex_text(found, found)
