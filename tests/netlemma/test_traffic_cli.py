"""``netlemma traffic`` from the command line: shapes, exit status, one line for bad input."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from netlemma.cli import app
from netlemma.console import with_options

RUN = CliRunner()
SOURCE = ("mu1=0.01", "sigma1=0.2", "sigma2=0.8")


def shown(*words: str) -> dict:
    result = RUN.invoke(app, ["traffic", *words, "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_json_of_a_source() -> None:
    found = shown(*SOURCE, "--at", "1,48")
    assert found["source"] == {"mu1": "1/100", "mu2": "0", "sigma1": "1/5", "sigma2": "4/5"}
    assert (found["mean_rate"], found["dispersion_limit"]) == ("1/125", "251/250")
    assert [point["time"] for point in found["points"]] == ["1", "48"]
    assert all(1 < point["dispersion"] < 1.004 for point in found["points"])


def test_sources_at_once_keep_rate_and_dispersion_exact() -> None:
    found = shown(*SOURCE, "--sources", "3/2")
    assert (found["sources"], found["mean_rate"], found["dispersion_limit"]) == ("3/2", "3/250", "251/250")
    one = shown(*SOURCE)["points"]
    for together, alone in zip(found["points"], one, strict=True):
        assert together["dispersion"] == pytest.approx(alone["dispersion"], rel=1e-13)
        assert together["third_moment"] == pytest.approx(1.5 * alone["third_moment"], rel=1e-12)


def test_a_queue_says_when_it_is_saturated() -> None:
    busy = shown(*SOURCE, "--service", "125")["queue"]
    assert (busy["state"], busy["wait"], busy["utilisation"]) == ("saturated", None, 1.0)
    steady = shown(*SOURCE, "--service", "50")["queue"]
    assert steady["wait"] > steady["poisson_wait"] == pytest.approx(0.4 * 50 / (2 * 0.6))
    assert "saturated" in RUN.invoke(app, ["traffic", *SOURCE, "--service", "126"]).stdout


@pytest.mark.in_turn
def test_derivations_are_printed_after_their_proofs_are_re_run() -> None:
    text = RUN.invoke(app, ["traffic", "--equations", "text"]).stdout
    assert "third moment: M_3" in text and "one process for n sources" in text
    latex = RUN.invoke(app, ["traffic", "--equations", "latex"]).stdout
    assert latex.count(r"\begin{align*}") == latex.count(r"\end{align*}") == 10
    assert r"\frac{2 c}{\lambda s}+1" in latex


BAD = [
    ("", "no value for mu1, sigma1, sigma2; write for instance mu1=0.01"),
    ("mu1=0.01 sigma1=0.2", "no value for sigma2"),
    ("mu1=0.01 sigma1=0.2 sigma2=0", "sigma2 is 0; a rate out of a state must be positive"),
    ("mu1=0 sigma1=0.2 sigma2=1", "mu1 and mu2 are 0"),
    ("mu1=-1 sigma1=0.2 sigma2=1", "mu1 is '-1'; a rate per cycle must not be negative"),
    ("mu1=x sigma1=0.2 sigma2=1", "mu1 is 'x'; a rate per cycle is a number such as"),
    ("mu=1 sigma1=0.2 sigma2=1", "unknown parameter 'mu'"),
    ("mu1=1 mu1=1 sigma1=0.2 sigma2=1", "'mu1' is given twice"),
    ("mu1=1 sigma1=1 sigma2=1 --at 0", "--at is '0'; a time in cycles must be positive"),
    ("mu1=1 sigma1=1 sigma2=1 --at 1,,2", "--at is ''"),
    ("mu1=1 sigma1=1 sigma2=1 --sources 0", "--sources is '0'"),
    ("mu1=1 sigma1=1 sigma2=1 --sources 1/2", "n=1/2 sources: an arrival rate would be -"),
    ("mu1=1 sigma1=1 sigma2=1 --service -1", "--service is '-1'"),
    (
        "mu1=1 sigma1=1 sigma2=1 --equations text",
        "--equations prints derivations, which are the same for all sources: it takes nothing else",
    ),
    ("--equations html", "--equations is 'html'; it is text or latex"),
]


@pytest.mark.parametrize("words, message", BAD)
def test_bad_input_is_refused(words, message) -> None:
    result = RUN.invoke(app, ["traffic", *words.split()])
    assert isinstance(result.exception, ValueError)
    assert with_options(str(result.exception)).startswith(message) and "\n" not in str(result.exception)


@pytest.mark.in_turn
def test_bad_input_is_one_line_and_exit_status_2() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "netlemma", "traffic", "mu1=1", "sigma1=1", "sigma2=1", "--sources", "0.9"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.count("\n") == 1 and done.stderr.startswith(
        "netlemma: n=9/10 sources: an arrival rate would be -"
    )


def test_too_many_times_are_refused() -> None:
    result = RUN.invoke(app, ["traffic", *SOURCE, "--at", ",".join(["1"] * 1001)])
    assert with_options(str(result.exception)) == "--at has 1001 times; at most 1000 are taken"
