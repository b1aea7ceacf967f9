"""Arguments that are missing, unknown or empty are refused in every command, before anything is computed."""

import pytest
import typer
from typer.testing import CliRunner

from netlemma.cli import app
from netlemma.errors import InputError

COMMANDS = typer.main.get_command(app).commands
TEXTS = sorted(
    (name, option.opts[0])
    for name, command in COMMANDS.items()
    for option in command.params
    if option.param_type_name == "option" and not option.is_flag
)


def test_there_are_such_options():
    assert ("errata", "--paper") in TEXTS and ("model", "--reading") in TEXTS and len(TEXTS) > 50


@pytest.mark.sampled(40)
@pytest.mark.parametrize(("command", "option"), TEXTS)
def test_an_empty_text_is_refused(command, option):
    for words in ([option, ""], [option, " "], [f"{option}="]):
        refused = CliRunner().invoke(app, [command, "mesh", *words]).exception
        assert isinstance(refused, InputError)
        assert str(refused).startswith(f"{option} needs a value")


@pytest.mark.parametrize("words", [["list", "--json", ""], ["model", "mesh", "--", "--load", ""], ["derive", ""]])
def test_flags_and_arguments_are_not_asked(words):
    assert "empty text" not in str(CliRunner().invoke(app, words).exception)


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "x" * 9999, "flits=4", "--load", "0.1"],
        ["simulate", "mesh", "k=3", "flits=4", "--load", "0.1", "--routing", "x" * 9999],
        ["measure", "mesh", "k=3", "n=2", "--routing", "x" * 9999],
    ],
)
def test_a_very_long_name_is_cut_short(words):
    refused = CliRunner().invoke(app, words).exception
    assert isinstance(refused, ValueError)
    assert "x" * 40 in str(refused)
    assert "x" * 100 not in str(refused)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["certify"], "Missing argument 'file'; netlemma certify -h"),
        (["draw", "ring", "K=3"], "Missing option '-o' / '--output'; netlemma draw -h"),
        (["simulate", "mesh", "--messages", "3"], "No such option: --messages; netlemma simulate -h"),
        (["derive", "ring", "diameter", "a", "b"], "nothing takes the words 'a b'; netlemma derive -h"),
    ],
)
def test_a_missing_argument_names_the_help(words, complaint, run):
    status, said = run(*words)
    assert (status, said.err) == (2, f"netlemma: {complaint} shows what the command takes\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("measure ring K=4 --vcs abc", "--vcs is 'abc'; it is a whole number"),
        ("measure ring K=4 --vcs=1.5", "--vcs is '1.5'; it is a whole number"),
        ("simulate ring K=4 flits=2 --load 0.1 --level much", "--level is 'much'; it is a number"),
        ("serve --port http", "--port is 'http'; it is a whole number"),
        ("nosuch", "No such command 'nosuch'; netlemma -h lists the commands"),
    ],
)
def test_a_usage_error_says_what_is_legal(words, complaint, run):
    status, said = run(*words.split())
    assert (status, said.out, said.err) == (2, "", f"netlemma: {complaint}\n")


def test_nothing_is_not_explained(run):
    for word in ("", " "):
        said = run("explain", word)
        assert (said.status, said.out) == (2, "") and said.err.startswith(
            "netlemma: no word is given; write for instance"
        )


@pytest.mark.parametrize("word", ["X0", "R0", "N*", "demand", "quantum", "bottleneck"])
def test_words_that_bounds_prints_are_explained(word, run):
    assert run("explain", word).out.startswith(f"{word}: ")
