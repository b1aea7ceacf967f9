"""Networks in service on the command line: every command that takes a network takes what is left out of it."""

import json

import pytest

from netlemma.graphs import network

TORUS, LINK = ("torus", "k=4", "n=2"), ("--without", "(0,0)-(0,1)")
TITLE = "torus k=4 n=2 without (0,0)-(0,1)"


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    """In an empty folder."""
    monkeypatch.chdir(tmp_path)
    return run


@pytest.mark.parametrize(
    "words",
    [
        ("measure", *TORUS),
        ("measure", *TORUS, "--bisection"),
        ("bounds", *TORUS),
        ("deadlock", *TORUS, "--routing", "up-down"),
        ("worst-case", *TORUS, "--routing", "up-down"),
        ("compare", *TORUS, "--routing", "up-down"),
        ("simulate", *TORUS, "flits=2", "--load", "0.01", "--cycles", "1000", "--routing", "up-down"),
        ("sweep", *TORUS, "flits=2", "--load", "0.01", "--cycles", "1000", "--routing", "up-down", "--workers", "1"),
        ("model", "routed", *TORUS, "flits=9", "--load", "0.01", "--routing", "up-down"),
        ("draw", *TORUS, "-o", "t.svg"),
        ("convert", *TORUS, "-o", "t.csv"),
        ("check", *TORUS, "mean_distance", "43/20"),
        ("saturation", *TORUS, "flits=2", "--cycles", "300", "--warmup", "100", "--routing", "up-down"),
    ],
    ids=lambda words: " ".join(words[:1]),
)
def test_every_command_takes_what_is_left_out_and_says_so(words, run):
    ended = run(*words, *LINK)
    assert ended.status == 0 and ended.err == ""
    assert TITLE in ended.out or "torus without (0,0)-(0,1)" in ended.out
    assert run(*words, "--without", "(0,0)-(9,9)").status == 2


@pytest.mark.parametrize(
    "words", [("derive", "torus", "diameter"), ("figure", "reed-2"), ("report", *TORUS), ("list", "families")]
)
def test_commands_without_a_network_say_which_leave_links_out(words, run):
    ended = run(*words, *LINK)
    assert ended.status == 2 and "No such option: --without: links and nodes are left out by measure, " in ended.err
    ended = run(*words, "--failures", "1")
    assert ended.status == 2 and "failures are followed by measure, deadlock, worst-case and compare" in ended.err


def test_a_network_written_and_read_again_is_measured_alike(run):
    own = json.loads(run("measure", *TORUS, *LINK, "--json").out)
    assert own["family"] == "torus without (0,0)-(0,1)" and own["parameters"] == {"k": 4, "n": 2}
    for file in ("t.csv", "t.graphml", "t.dot", "t.anynet"):
        run("convert", *TORUS, *LINK, "-o", file)
        again = json.loads(run("measure", file, "--json", *["--scope", "switches"] * (file == "t.anynet")).out)
        if file != "t.anynet":
            assert {**again, "family": "", "parameters": {}} == {**own, "family": "", "parameters": {}}
        assert again["mean_distance"] == own["mean_distance"]


@pytest.mark.in_turn
def test_workers_leave_out_the_same(run):
    words = ("worst-case", *TORUS, *LINK, "--routing", "up-down")
    assert run(*words, "--workers", "2").out == run(*words).out
    assert run("worst-case", *TORUS, "--routing", "up-down").out != run(*words).out


def test_lemmas_and_models_of_the_family_do_not_apply(run):
    ended = run("deadlock", "torus", "--all-sizes", "--vcs", "2", "--without", "0-1")
    assert ended.status == 2 and "no routing of 'torus without 0-1'" in ended.err
    ended = run("model", "mesh", "k=4", "flits=20", "--load", "0.001", "--without", "0-1")
    assert ended.status == 2 and "--without applies only to model routed" in ended.err
    ended = run("compare", "torus n=2", "mesh n=2", "--without", "0-1")
    assert ended.status == 2 and "--without applies to a comparison of routings" in ended.err


def test_tables_of_the_whole_network_are_not_used(run):
    fabric = "/".join([*__file__.split("/")[:-2], "data", "infiniband", "fat-tree-ftree"])
    files = (f"{fabric}/opensm-subnet.lst", f"{fabric}/opensm.fdbs")
    name = next(each.name for each in network(list(files)).devices if each.class_name == "link")
    ended = run("deadlock", *files, "--without", name)
    assert ended.status == 2 and "name a routing such as up-down" in ended.err
    ended = run("deadlock", *files, "--without", name, "--routing", "tables")
    assert ended.status == 2 and "the tables are those of the whole network" in ended.err


def test_failures_on_the_command_line(run):
    found = json.loads(run("measure", *TORUS, "--failures", "1", "--json").out)
    own = json.loads(run("measure", *TORUS, "--json").out)
    about = found.pop("failures")
    assert found == own
    assert (about["tried"], about["followed"], about["disconnected"], about["worst"]) == (32, 1, 0, ["(0,0)-(1,0)"])
    left = json.loads(run("measure", *TORUS, "--without", about["worst"][0], "--json").out)
    assert about["mean_distance"]["max"] == left["mean_distance"]
    shown = run("measure", *TORUS, "--failures", "1").out
    assert "1 link, all 32 (1 followed, the others by symmetry)" in " ".join(shown.split())


@pytest.mark.in_turn
@pytest.mark.parametrize(("routing", "verdict", "status"), [("up-down", "free", 0), ("shortest", "deadlock", 1)])
def test_exit_statuses_of_failures(routing, verdict, status, run):
    ended = run("deadlock", *TORUS, "--routing", routing, "--failures", "1", "--json")
    about = json.loads(ended.out)["failures"]
    assert ended.status == status and about[verdict] == about["tried"] == 32


def test_certificates_of_failures(run):
    words = (*TORUS, "--routing", "up-down", "--failures", "1", "--certificate", "f.json")
    assert run("deadlock", *words).status == 0
    assert "all 32 sets of 1 of the 32 links: deadlock-free after 32" in run("certify", "f.json").out.replace("\n", " ")
    assert "leave out --failures" in run("worst-case", *words).err
    assert "--kernel checks one verdict: leave out --failures" in run("deadlock", *words, "--kernel").err


def test_a_routing_that_is_safe_alone_but_not_after_a_failure_is_no_pass(run):
    """Of the 15 pairs of links of a clique of four, the 3 that do not meet leave a ring, on which shortest paths deadlock."""
    words = ("deadlock", "complete", "n=4", "--routing", "shortest")
    assert run(*words).status == 0
    after = run(*words, "--failures", "2", "--json")
    found = json.loads(after.out)
    about = found["failures"]
    assert (found["verdict"], after.status) == ("deadlock-free", 1)
    assert (about["free"], about["deadlock"], about["disconnected"]) == (12, 3, 0)
    assert run(*words, "--without", about["worst"][0], "--without", about["worst"][1]).status == 1
