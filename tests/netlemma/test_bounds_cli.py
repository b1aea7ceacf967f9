"""``netlemma bounds`` as a user runs it."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from netlemma.cli import app

LINE = ["bounds", "toroid", "w=4", "D=3", "--node-time", "1", "--link-time", "1"]


def printed(*arguments):
    done = CliRunner().invoke(app, list(arguments))
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def data(*arguments):
    return json.loads(printed(*arguments, "--json"))


def test_exact_values():
    found = data(*LINE)
    assert [found[name] for name in ("R0", "X0_bound", "N_star", "quantum", "bottleneck")] == [
        "85/21", "63", "255", "64/63", ["link"],
    ]  # fmt: skip
    assert found["demands"] == [
        {"name": "processor", "devices": 64, "visit_ratio": "1/64", "service_time": "1", "demand": "1/64"},
        {"name": "link", "devices": 192, "visit_ratio": "1/63", "service_time": "1", "demand": "1/63"},
    ]
    assert "population" not in found and "versus" not in found


def test_population():
    found = data(*LINE, "--population", "64")["population"]
    exact = Fraction(found["exact"])
    for name in ("asymptotic", "balanced", "geometric"):
        assert Fraction(found[name]["lower"]) <= exact <= Fraction(found[name]["upper"])
    assert Fraction(found["asymptotic"]["upper"]) == Fraction(64 * 21, 85)
    assert Fraction(found["response"]) == 64 / exact


@pytest.mark.in_turn
def test_versus_takes_the_words_after_it():
    found = data("bounds", "toroid", "D=3", "--versus", "spanning-bus-hypercube", "w=4")
    assert found["versus"]["networks"] == ["toroid D=3", "spanning-bus-hypercube w=4"]
    assert found == data("bounds", "toroid", "D=3", "--versus", "spanning-bus-hypercube w=4")
    both = data("bounds", "toroid", "w=4", "D=3", "--versus", "spanning-bus-hypercube", "w=4", "--bandwidth", "limited")
    assert both["R0"] == "135/7" and both["versus"]["limit"]["ratio"] == "3/2"
    product = data("bounds", "ring", "K=20", "--versus", "line(4) x ring(5)")
    assert product["versus"]["networks"] == ["ring K=20", "line(4) x ring(5)"]
    assert product["versus"]["common"][0]["X0_bound"] == ["19/5", "19/2"]


def test_text():
    text = printed(*LINE, "--population", "64", "--versus", "spanning-bus-hypercube", "w=4")
    for words in ("85/21 = 4.04762", "bottleneck         link", "none (proved)", "12.6889", "ratio 3", "64/63"):
        assert words in text
    assert "X0 bounds of toroid w=4 and spanning-bus-hypercube w=4\n" in text
    assert "    at 64 nodes: 63 and 21, greater in toroid w=4\n" in text
    assert "    greater bound among networks of at most N nodes: " in text and " from N = " in text


def test_products_and_own_service_times():
    found = data("bounds", "line(4) x ring(5)", "--s", "dimension-1=5/2")
    assert {row["service_time"] for row in found["demands"] if row["name"] == "dimension-1"} == {"5/2"}
    assert found["quantum"] is None and Fraction(found["least_S_PE"]) == 20 * max(
        Fraction(row["demand"]) for row in found["demands"][1:]
    )
    assert found["limits"] == {}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("toroid w=4", "toroid needs D"),
        ("toroid w=1 D=2", "must be at least 2"),
        ("torid w=4 D=2", "did you mean toroid"),
        ("toroid w=4 D=3 --node-time 0", "must be positive"),
        ("toroid w=4 D=3 --link-time -1/2", "must be positive"),
        ("toroid w=4 D=3 --class-time link=0", "must be positive"),
        ("toroid w=4 D=3 --class-time lnk=2", "did you mean 'link'"),
        ("toroid w=4 D=3 --population 0", "must be at least 1"),
        ("toroid w=4 D=3 --population -3", "must be at least 1"),
        ("toroid w=4 D=3 --bandwidth half", "full or limited"),
        ("toroid w=4 D=3 --versus", "needs a network"),
        ("toroid w=4 D=3 --versus --json", "needs a network"),
        ("toroid w=4 D=3 --versus ringg", "did you mean ring"),
        ("toroid w=4 D=1000000000000", "digits"),
        ("toroid w=4 D=3 --routing best", "no routing"),
    ],
)
def test_bad_input_is_one_line(words, complaint, run):
    code, said = run("bounds", *words.split())
    assert code == 2 and said.out == "" and said.err.count("\n") == 1
    assert complaint in said.err


@pytest.mark.in_turn
def test_other_commands_do_not_load_what_bounds_needs():
    script = """
import sys, netlemma.cli
print([m for m in ("sympy", "numpy", "networkx", "derive") if m in sys.modules])
netlemma.cli.app(["measure", "mesh", "k=2", "n=1"], standalone_mode=False)
print([m for m in ("sympy", "derive", "matplotlib", "z3") if m in sys.modules])
"""
    lines = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.splitlines()
    assert lines[0] == lines[-1] == "[]", lines
