"""Arguments that are missing, unknown or empty are refused in every command, before anything is computed."""

import pytest
import typer
from typer.testing import CliRunner

from netlemma.cli import app
from netlemma.cli.options import ABOUT
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


def test_every_text_about_an_option_is_used():
    assert sorted(ABOUT) == sorted(
        {
            f"{name}.{each.name}" if f"{name}.{each.name}" in ABOUT else each.name
            for name, command in COMMANDS.items()
            for each in command.params
        }
        & ABOUT.keys()
    )


def test_no_command_shows_the_help(run):
    alone, asked = run(), run("-h")
    assert (alone.status, asked.status) == (2, 0) and alone.said == asked.said
    assert "\nMeasure:\n  measure " in alone.out and alone.err == ""


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("deadlock deadfly f=2 r=2 --partitions", "deadlock deadfly f=2 r=2 --queue-classes"),
        ("deadlock four-rings --exists --routes any", "deadlock four-rings --any-routing --routes any"),
        ("deadlock oneway-torus k=3 n=1 --fewest", "deadlock oneway-torus k=3 n=1 --smallest-deadlock"),
        (
            "bounds ring K=4 --s-pe 2 --s-cl=3 --s link=4",
            "bounds ring K=4 --node-time 2 --link-time=3 --class-time link=4",
        ),
        ("simulate ring K=3 flits=0 --load 0.1 --level 0.9", "simulate ring K=3 flits=0 --load 0.1 --confidence 0.9"),
        (
            "simulate ring K=3 flits=0 --load 0.1 --engine flits",
            "simulate ring K=3 flits=0 --load 0.1 --engine reference",
        ),
        ("measure k-ary-n-tree k=2 n=2 --scope adapters", "measure k-ary-n-tree k=2 n=2 --scope terminals"),
    ],
)
def test_options_that_were_renamed_have_their_former_names_too(before, now, run):
    found = run(*before.split())
    assert found == run(*now.split()) and "No such option" not in found.err
    hidden = {word.partition("=")[0] for word in before.split() if word.startswith("-")} - set(
        now.replace("=", " ").split()
    )
    assert not hidden & {name for command in COMMANDS.values() for option in command.params for name in option.opts}


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
        (["simulate", "mesh", "--transactions", "3"], "No such option: --transactions; netlemma simulate -h"),
        (["list", "families", "ring", "a", "b"], "unexpected argument 'a b'; netlemma list -h"),
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
        ("simulate ring K=4 flits=2 --load 0.1 --confidence much", "--confidence is 'much'; it is a number"),
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
