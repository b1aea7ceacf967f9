"""``netlemma simulate`` as a user runs it."""

import json
from inspect import signature

import pytest
import typer

from netlemma.cli import app
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.options import OPTIONS
from netlemma.graphs.simulate.sweep import plan


@pytest.fixture
def run(run):
    return lambda line, *more: run(*line.split(), *more)


def test_one_load_as_json(run):
    code, said = run("simulate mesh k=4 flits=16 --load 0.002 --cycles 20000 --seed 1 --json")
    found = json.loads(said.out)
    assert code == 0 and said.err == "" and found["state"] == "stable"
    assert (found["family"], found["parameters"], found["flits"]) == ("mesh", {"k": 4, "n": 2}, 16)
    assert 16 + 4 / 3 + 1 < found["latency"] < 25 and 0 < found["half_width"] < 2 and found["messages"] > 400
    again = run("simulate mesh k=4 n=2 flits=16 --load 0.002 --cycles 20000 --seed 1 --warmup 2000 --json")[1].out
    assert again == said.out
    assert json.loads(run("simulate mesh k=4 flits=16 --load 0.002 --cycles 20000 --seed 2 --json")[1].out) != found


def test_several_loads_in_a_table_and_as_json(run):
    line = "simulate oneway-torus k=4 flits=8 --vcs 2 --load 0.01:0.05:3 --cycles 5000"
    assert "\nload and throughput in messages per node and cycle, latency in cycles\n" in run(line)[1].out
    code, said = run(line)
    assert code == 0 and said.out.count("stable") == 3 and said.out.count("unstable") == 1
    found = json.loads(run(line + " --json")[1].out)
    assert [(each["load"], each["state"], each["latency"] is None) for each in found] == [
        (0.01, "stable", False), (0.03, "stable", False), (0.05, "unstable", True),
    ]  # fmt: skip
    assert all(f"{each['latency']:.4f}" in said.out for each in found[:2])


def test_a_deadlock_names_its_worms_and_has_exit_status_1(run):
    line = "simulate oneway-torus k=4 flits=20 --vcs 1 --load 0.02 --cycles 5000"
    code, said = run(line)
    assert code == 1 and "deadlock" in said.out and "blocked by message" in said.out
    code, said = run(line + " --json")
    found = json.loads(said.out)
    assert code == 1 and found["state"] == "deadlock" and found["latency"] is None
    worms = found["deadlock"]["worms"]
    assert all(worm["waits_for"][0] in worms[(i + 1) % len(worms)]["holds"] for i, worm in enumerate(worms))


@pytest.mark.parametrize(
    "line, says",
    [
        ("mesh k=1 flits=8 --load 0.01", "at least 2"), ("mesh k=4 flits=0 --load 0.01", "flits=0"), ("mesh k=4 --load 0.01", "flits=20"),
        ("mesh k=4 flits=8", "--load"), ("mesh k=4 flits=8 --load 0", "more than 0"), ("mesh k=4 flits=8 --load -1", "more than 0"),
        ("mesh k=4 flits=8 --load 0.01 --vc-rule fair", "vc_rule"), ("mesh k=4 flits=8 --load 0.01 --ejection two", "ejection"),
        ("mesh k=4 flits=8 --load 0.01 --engine quick", "engine"),
        ("mesh k=4 flits=8 --load 0.01 --vcs 0", "vcs=0"),
        ("mesh k=4 flits=8 --load 0.01 --cycles 0", "cycles=0"), ("mesh k=4 flits=8 --load 0.01 --warmup 100000", "warmup"),
        ("mesh k=4 flits=8 --load 0.01 --buffers 0", "buffers=0"), ("mesh k=4 flits=8 --load 0.01 --seed -3", "seed"),
        ("mseh k=4 flits=8 --load 0.01", "mesh"), ("mesh k=4 flits=8,9 --load 0.01", "flits"), ("mesh flits=8 --load 0.01", "k"),
        ("multicube f=2 r=3 flits=8 --load 0.01", "rings"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_status_2(run, line, says):
    code, said = run(f"simulate {line}")
    assert code == 2 and said.out == "" and said.err.count("\n") == 1 and says in said.err


def test_adaptive_worms_and_bursty_sources(run):
    line = "simulate toroid w=4 D=2 flits=8 --routing duato --vcs 3 --load 0.01 --cycles 4000 --waiting escape"
    sources = ["--sources", "mmpp sigma1=0.2 sigma2=0.8"]
    code, said = run(line + " --json", *sources)
    found = json.loads(said.out)
    assert code == 0 and found["state"] == "stable" and found["waiting"] == "escape" and found["routing"] == "duato"
    assert found["sources"] == {"kind": "mmpp", "mu1": pytest.approx(0.0125), "mu2": 0, "sigma1": 0.2, "sigma2": 0.8}
    assert found["latency"] == pytest.approx(found["network_latency"] + found["source_wait"])
    code, said = run(line, *sources)
    assert code == 0 and "mmpp mu1=0.0125" in said.out
    for wrong in (["--sources", "mmpp sigma1=0.2"], ["--vcs", "2"], ["--selection", "best"], ["--reuse", "never"]):
        code, said = run(line, *wrong)
        assert code == 2 and said.out == "" and said.err.count("\n") == 1


@pytest.mark.parametrize("command", ["simulate", "sweep"])
def test_defaults_are_the_same_in_the_command_and_in_python(command):
    given = {each.name: each.default for each in typer.main.get_command(app).commands[command].params}
    assert all(given[name] == each.default for name, each in OPTIONS.items() if name in given and name != "load")
    assert set(OPTIONS) - set(given) == {"simulate": {"flits"}, "sweep": {"flits", "seed"}}[command]
    for function in (simulate, plan):
        usual = signature(function).parameters
        assert all(usual[name].default is None and not given[name] for name in ("routing", "vcs"))
