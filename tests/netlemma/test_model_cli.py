"""``netlemma model`` from the command line: shapes, exit status, one line for bad input."""

import json

import pytest
from typer.testing import CliRunner

from netlemma.cli import app, main

RUN = CliRunner()


def shown(*words: str) -> dict:
    result = RUN.invoke(app, ["model", *words, "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    "words",
    [
        ("mesh", "k=4", "flits=16", "--load", "0.001:0.5:5"),
        ("oneway-torus", "k=4", "flits=16", "--load", "0.001,0.002"),
        ("oneway-torus", "k=4", "flits=16", "--load", "0.001", "--reading", "printed", "--sensitivity"),
        ("khonsari", "k=4", "n=2", "flits=16", "vcs=3", "--load", "0.001,0.1"),
        ("khonsari", "k=2", "n=1", "flits=1", "vcs=2", "--load", "0.1,9", "--reading", "printed source=node"),
        ("routed", "line(4)^2", "flits=16", "--load", "0.001", "--routing", "dimension-order order=falling"),
        (
            "routed",
            "oneway-torus",
            "k=4",
            "n=2",
            "flits=16",
            "--vcs",
            "2",
            "--vc-rule",
            "private",
            "--load",
            "0.001:0.1:3",
        ),
    ],
)
def test_json_has_the_agreed_shape(words) -> None:
    found = shown(*words)
    assert {"model", "parameters", "reading", "readings", "saturation", "zero_load", "points"} <= set(found)
    assert found["saturation"]["load"] > 0 and found["saturation"]["channel"]
    for point in found["points"]:
        assert {"load", "latency", "state"} <= set(point)
        assert (
            (point["state"] == "saturated")
            == (point["latency"] is None)
            == (point["load"] >= found["saturation"]["load"])
        )


def test_tables_name_saturation_and_readings() -> None:
    text = RUN.invoke(app, ["model", "oneway-torus", "k=4", "flits=16", "--load", "0.001,1", "--sensitivity"]).stdout
    assert "from load 0.0" in text and "injection" in text and "flit_xfer" in text and "derivative" in text


@pytest.mark.in_turn
def test_equations_are_printed_after_their_proofs_are_re_run() -> None:
    text = RUN.invoke(app, ["model", "mesh", "--equations", "latex"]).stdout
    assert text.count(r"\begin{align*}") == 3 and r"W_{\mathrm{west}}" in text
    assert RUN.invoke(app, ["model", "oneway-torus", "--equations", "text"]).stdout.count("x = ") == 4


@pytest.mark.parametrize(
    "words",
    [
        "routed --equations text",
        "khonsari --equations text",
        "khonsari k=4 n=2 flits=16 vcs=2 --load 0.001",
        "khonsari k=2 n=2 flits=16 vcs=1 --load 0.001",
        "khonsari k=4 n=2 flits=16 --load 0.001",
        "khonsari k=4 n=2.5 flits=16 vcs=3 --load 0.001",
        "khonsari k=60 n=20 flits=16 vcs=3 --load 0.001",
        "khonsari k=4 n=2 flits=16 vcs=99999 --load 0.001",
        "khonsari k=4 n=2 flits=16 vcs=3 --load 0.001 --reading corrected-blocking=printed",
        "khonsari k=4 n=2 flits=16 vcs=3 --load 0.001 --reading blocking=thrice",
        "khonsari k=4 n=2 flits=16 vcs=3 --load 0.001 --vcs 3",
        "mesh --equations html",
        "mesh k=1 flits=20 --load 0.1",
        "mesh k=8 flits=14 --load 0.1",
        "mesh k=8 flits=20 --load 0",
        "mesh k=8 flits=20 --load -0.1",
        "mesh k=8 flits=20 --load x",
        "mesh k=8 flits=20",
        "mesh k=8 --load 0.1",
        "mesch k=8 flits=20 --load 0.1",
        "torus k=8 flits=20 --load 0.1",
        "mesh k=8 flits=20 --load 0.1 --reading mine",
        "mesh k=8 flits=20 --load 0.1 --vcs 2",
        "mesh k=8 flits=20 --load 0.1 --reading corrected --compare",
        "oneway-torus k=8 flits=50 --load 0.001 --compare --sensitivity",
        "mesh k=8.5 flits=20 --load 0.1",
        "mesh k=8 k=8 flits=20 --load 0.1",
        "routed line(4)^2 flits=20 --load 0.1 --compare",
        "mesh k=8 flits=20 n=2 --load 0.1",
        "routed k=8 flits=20 --load 0.1",
        "routed line(4)^2 --load 0.1",
        "routed line(4)^2 flits=20 --load 0.1 --reading printed",
        "routed oneway-torus k=4 n=2 flits=20 --load 0.1",
        "routed oneway-torus k=4 n=2 flits=20 --load 0.1 --vcs 2 --vc-rule mine",
        "routed multicube f=2 r=3 flits=20 --load 0.1",
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(words, capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.argv", ["netlemma", "model", *words.split()])
    with pytest.raises(SystemExit) as stopped:
        main()
    lines = capsys.readouterr().err.strip().splitlines()
    assert stopped.value.code == 2 and len(lines) == 1 and lines[0].startswith("netlemma: ")


def test_readings_are_compared_in_one_table() -> None:
    words = ("oneway-torus", "k=4", "flits=16", "--load", "0.001,1", "--compare")
    found = shown(*words)
    assert [each["reading"] for each in found["compared"]] == ["corrected", "printed", "private"]
    assert found["points"] == found["compared"][0]["points"]
    text = RUN.invoke(app, ["model", *words]).stdout
    for each in found["compared"]:
        assert f"{each['saturation']['load']:.7g}" in text and f"{each['points'][0]['latency']:.6g}" in text
    assert text.count("saturated") == 3
