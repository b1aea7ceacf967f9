"""What verdicts, deadlocks and answers of models show in a notebook, and the names that users import."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction
from shutil import which

import pytest

from netlemma.checks import Verdicts, check, deadlock, judge_all, latency_model, parse_claims, routed_model, verify
from netlemma.checks.claims.judgement import fails, unknown
from netlemma.checks.performance.bounds import ServiceTimes
from netlemma.checks.performance.bounds_report import bounds_report
from netlemma.checks.performance.comparisons import study
from netlemma.checks.performance.latency_models import compared_readings
from netlemma.checks.performance.model_vs_simulation import compare_latencies
from netlemma.derive.core.claim import Verdict
from netlemma.derive.discovery import lemma
from netlemma.errors import InputError, RoutingError, SizeError
from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing

HOSTILE = "<b>&'\"</td>"
USUAL = """
import netlemma.graphs.deadlock.decide, netlemma.checks.lemmas.deadlock, netlemma.graphs.deadlock.ring_queues, netlemma.checks.lemmas.verify, netlemma.checks.claims.claims
from netlemma.checks import check, deadlock, verify
from netlemma.derive import lemma
from netlemma.graphs import network
assert all(type(each).__name__ == "function" for each in (check, deadlock, verify, network)), (deadlock, verify)
assert lemma("ring.diameter").at(K=6) == 3
"""


def cells(shown: str) -> list[list[str]]:
    """The rows of all tables."""
    root = ET.fromstring(f"<div>{shown}</div>")
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def compiled(shown, folder):
    """The exit status of pdflatex and what it said, on a page as wide as that of nbconvert."""
    head = r"\documentclass[11pt]{article}\usepackage{amsmath,amssymb,longtable}\textwidth469pt\begin{document}"
    body = "\n\n".join(each._repr_mimebundle_()["text/latex"] for each in shown)
    (folder / "shown.tex").write_text(f"{head}\n{body}\n\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "shown.tex"]
    found = subprocess.run(command, cwd=folder, capture_output=True, timeout=120)
    return found.returncode, found.stdout.decode("utf-8", "replace")


@pytest.mark.in_turn
def test_names_of_functions_and_modules_do_not_get_in_each_others_way():
    subprocess.run([sys.executable, "-c", USUAL], check=True, timeout=120)


@pytest.mark.in_turn
def test_several_verdicts_are_a_list_and_a_table():
    found = verify("ring.diameter") + verify(["ring.quantum"])
    assert isinstance(found, list) and [v.key for v in found] == ["ring.diameter", "ring.quantum"]
    lost = check("toroid", "mean_distance", "D*w/4", where="w even")
    head, first = cells(Verdicts([lost])._repr_html_())
    assert head == ["key", "source", "verdict", "sizes", "why"] and first[:3] == [
        "toroid.mean_distance",
        "user",
        "fails",
    ]
    assert first[4].startswith("at w=2 D=1: claimed 1/2, true 1; right: D*w^(D + 1)")
    assert "0 of 1 hold" in Verdicts([lost])._repr_html_()


def test_hostile_words_stay_words():
    lost = Verdict(HOSTILE, HOSTILE, "", "", "fails", None, (), {"size": {}, "claimed": HOSTILE, "true": "1"})
    assert cells(Verdicts([lost])._repr_html_())[1] == [
        HOSTILE,
        HOSTILE,
        "fails",
        "",
        f"claimed {HOSTILE}, true 1",
    ]
    for judged in (fails({"w": 1}, HOSTILE, 2), unknown(HOSTILE)):
        root = ET.fromstring(judged._repr_html_())
        assert any(HOSTILE in (e.text or "") for e in root.iter("td"))


def test_claims_of_a_text_are_a_table():
    claim = '[[claim]]\nkey = "ring.diameter"\nformula = "K/2"\nsource = "handbook"\nlocator = "<p. 7>"\n'
    found = judge_all(parse_claims(claim))
    assert isinstance(found, Verdicts) and cells(found._repr_html_())[1][:3] == [
        "ring.diameter",
        "handbook <p. 7>",
        "fails",
    ]
    assert found[0].counterexample == {"size": {"K": 3}, "claimed": "3/2", "true": "1"}


def test_a_deadlock_shows_its_packets():
    found = deadlock("oneway-torus", k=4, n=1)
    rows = cells(found._repr_html_())
    assert any(row[0] == "certificate" and row[1].startswith("4 packets, 4 moves") for row in rows)
    assert ["verdict", "deadlock"] in rows and ["source", "destination", "holds", "wants"] in rows
    assert rows[-4:] == [[p["source"], p["destination"], p["holds"], p["wants"]] for p in found.cycle]
    assert len(repr(found)) < 200
    free = deadlock("oneway-torus", k=4, n=1, vcs=2)
    assert ["verdict", "deadlock-free"] in cells(free._repr_html_()) and "holds" not in free._repr_html_()


def test_a_deadlock_asked_for_in_every_way(tmp_path):
    net = network("mesh", k=3, n=2)
    by = channel_routing(net, "dimension-order")
    for found in (
        deadlock("mesh", k=3, n=2),
        deadlock(net),
        deadlock(by),
        deadlock(net, "west-first", switching="cut-through"),
    ):
        assert found.verdict == "deadlock-free"
    own = tmp_path / "around.py"
    own.write_text(
        "def next_channels(node, came_by, destination):\n    return ((node[0] + 1) % 4,)\n", encoding="utf-8"
    )
    assert deadlock("ring", K=4, routing_file=own).verdict == "deadlock"
    assert deadlock("livefly", f=3, r=2, queues="input").verdict in ("deadlock", "deadlock-free")


@pytest.mark.parametrize(
    "arguments, options, said",
    [
        (
            ["mesh"],
            {"k": 3, "n": 2, "queues": "input"},
            "`queues` applies only to networks of point-to-point rings; mesh k=3 n=2 has channels",
        ),
        (["clock"], {"vcs": 2}, "`vcs` applies only to networks of channels; clock is made of point-to-point rings"),
        (["mesh", "dimension-order"], {"k": 3, "n": 2, "routing_file": "x.py"}, "two routings"),
        ([network("mesh", k=3, n=2)], {"k": 4}, "is a network of one size: it takes no k=4"),
        ([channel_routing(network("mesh", k=2, n=2), "dimension-order")], {"vcs": 2}, "has its network .*: vcs=2"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_line(arguments, options, said):
    with pytest.raises((InputError, SizeError), match=said):
        deadlock(*arguments, **options)
    with pytest.raises(RoutingError, match="has no routing called"):
        deadlock("mesh", "dimension-ordr", k=2, n=2)


def test_the_answer_of_a_model_is_plain_data_and_a_table():
    found = latency_model("mesh", {"k": 4, "flits": 16}, [Fraction(1, 1000), 0.5])
    rows = cells(found._repr_html_())
    assert json.loads(json.dumps(found.as_json())) == found.as_json() and ["reading", "corrected"] in rows
    assert ["latency without load", "59/3 = 19.6667 cycles"] in rows and ["0.5", "saturated"] in rows
    assert ["decided in this reading"] in rows and [found.readings[0]] in rows
    assert found.curve == ([0.001], [found.points[0].latency])
    routed = routed_model("line(4)^2", {"flits": 16}, [0.001])
    assert routed.points == found.points[:1] and ["reading", "shared"] in cells(routed._repr_html_())


def test_readings_side_by_side_are_a_table():
    found = compared_readings("mesh", {"k": 4, "flits": 16}, [Fraction(1, 1000)])
    rows = cells(found._repr_html_())
    assert ["reading", "saturation", "no load", "load 0.001"] in rows
    told = {row[0]: row[3] for row in rows if len(row) == 4 and row[0] in ("corrected", "printed")}
    assert told == {each.reading: f"{each.points[0].latency:.6g}" for each in found.compared}


def test_bounds_are_plain_data_and_a_table():
    found = bounds_report("ring", {"K": 5}, ServiceTimes(), population=4)
    rows = cells(found._repr_html_())
    assert json.loads(json.dumps(found.as_json())) == found.as_json() and "ring K=5" in found._repr_html_()
    assert [found.X0_bound] == [row[1].split(" = ")[0] for row in rows if row[0] == "X0 <= 1/(V_b S_b)"]
    exact = found.population["exact"]
    assert [exact] == [row[1].split(" = ")[0] for row in rows if row[0].startswith("exact")]


def test_a_model_beside_a_simulation_is_a_table():
    case = replace(study("wormhole").cases([{"k": 4, "flits": 8}], 2000)[0], family=HOSTILE)
    (found,) = compare_latencies([case], [Fraction(1, 2)])
    rows = cells(found._repr_html_())
    assert rows[0] == ["compared", f"{HOSTILE} k=4 flits=8"] and rows[-1][1] == "50%"
    assert rows[-1][-5] == f"{found.rows[0].simulated:.2f}"


@pytest.mark.in_turn
@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_latex_of_displays_compiles_with_hostile_words_in_it(tmp_path, monkeypatch):
    lost = Verdict(HOSTILE, HOSTILE, "", HOSTILE, "fails", None, (), {"size": {}, "claimed": HOSTILE, "true": "1"})
    shown = [lemma("toroid.mean_distance"), lemma("toroid.mean_distance").derivation.steps[3], lost, Verdicts([lost])]
    shown += [
        deadlock("oneway-torus", k=4, n=1),
        latency_model("mesh", {"k": 4, "flits": 16}, [0.001]),
        network("clock"),
    ]
    status, said = compiled(shown, tmp_path)
    assert status == 0, said[-2000:]
    assert not [line for line in re.findall(r"Overfull .hbox .([\d.]+)pt", said) if float(line) > 5]
    monkeypatch.setattr("netlemma.base.displays._ESCAPED", {})
    assert compiled([Verdicts([lost])], tmp_path)[0] != 0


def test_every_display_has_three_forms():
    shown = [
        verify("ring.diameter"),
        deadlock("oneway-torus", k=3, n=1),
        latency_model("mesh", {"k": 4, "flits": 16}, [0.001]),
    ]
    for each in shown:
        bundle = each._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html", "text/latex"} and bundle["text/html"] == each._repr_html_()
        assert r"\begin{longtable}" in bundle["text/latex"] and not bundle["text/plain"].startswith(("<", "{", "["))
