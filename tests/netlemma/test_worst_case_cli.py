"""``netlemma worst-case`` and ``measure --traffic`` on the command line."""

import json
import re

import pytest

import netlemma as nl


def test_worst_case_and_certify_on_the_command_line(run, tmp_path):
    file = tmp_path / "proof.json"
    done = run("worst-case", "mesh", "k=3", "n=2", "--routing", "xy", "--certificate", str(file), "--json")
    assert json.loads(done.out)["certificate"] == str(file)
    assert run("certify", str(file)).out.startswith("worst case 2: mesh k=3 n=2, routing xy ties=split: ")
    data = json.loads(file.read_text())
    file.write_text(json.dumps({**data, "gamma": "3"}))
    refused = run("certify", str(file))
    assert (
        refused.status == 1
        and refused.out == f"refused: the permutation loads channel {data['channel']} with 2, not 3\n"
    )
    assert nl.certify(data).accepted


def test_adaptive_routings_are_oblivious_with_equally_likely_choices(run):
    refused = run("worst-case", "mesh", "k=3", "n=2", "--routing", "odd-even")
    assert refused.status == 2 and refused.err.endswith("equally likely as odd-even choice=uniform\n")
    assert run("worst-case", "mesh", "k=3", "n=2", "--routing", "odd-even choice=uniform").status == 0


def test_a_drawing_marks_the_links_with_the_largest_load_of_a_traffic(run, tmp_path):
    words = ("mesh", "k=3", "n=2", "--routing", "dimension-order", "--traffic", "transpose")
    found = nl.measure("mesh", "dimension-order", traffic="transpose", k=3, n=2)
    assert max(found.of_devices) == found.largest and min(found.of_devices) < found.largest
    hot = sum(load == found.largest for load in found.of_devices)
    caption = run("draw", *words, "-o", str(tmp_path / "hot.svg")).out.splitlines()[1]
    names = caption.partition(";")[0].removeprefix("hot: ").partition(" and ")
    assert len(names[0].split(", ")) + int((names[2] or "0").split()[0]) == hot
    assert caption.endswith(f"load of the hotter direction under transpose: {found.largest}; dimension-order routing")
    assert run("draw", "clock", "--traffic", "uniform", "-o", str(tmp_path / "no.svg")).status == 2


@pytest.mark.parametrize(
    "line", ["measure ring K=4 --per-channel {}", "worst-case mesh k=2 n=1 --optimal --routing-out {}"]
)
def test_a_file_that_cannot_be_written_is_told_in_one_line(run, tmp_path, line):
    for place in (tmp_path / "no" / "file", tmp_path):
        refused = run(*line.format(place).split())
        assert (refused.status, refused.out) == (2, "")
        assert re.fullmatch(rf"netlemma: {re.escape(str(place))} cannot be written: .+\n", refused.err)


def test_measure_writes_a_certificate_of_the_bisection(run, tmp_path):
    file = tmp_path / "halves.json"
    done = run("measure", "mesh", "k=3", "n=2", "--bisection", "--certificate", str(file), "--json")
    assert json.loads(done.out) == nl.measure("mesh", bisection=True, k=3, n=2).as_json()
    assert json.loads(done.out)["bisection"] == json.loads(done.out)["least"] == "8"
    assert run("certify", str(file)).out.startswith("bisection width 8 channels: mesh k=3 n=2, ")
    for words in (("mesh", "k=3", "--bisection", "--traffic", "tornado"), ("clock", "--bisection"),
                  ("mesh", "k=3", "n=2", "--certificate", str(file)), ("ring", "K=600", "--bisection", "--certificate", str(file))):  # fmt: skip
        refused = run("measure", *words)
        assert refused.status == 2 and refused.err.count("\n") == 1


@pytest.mark.parametrize("how", [(), ("--average", "5"), ("--average", "100"), ("--optimal",)])
def test_loads_and_throughputs_have_their_units(run, how):
    rows = run("worst-case", "mesh", "k=3", "n=1", *how).out.splitlines()
    told = {row[:22].strip(): row for row in rows}
    assert "messages per unit of time" in told["largest load"]
    assert told["throughput"].endswith(" messages per node and unit of time")
