"""``import netlemma as nl``: light to import, complete, and equal to what the commands print with ``--json``."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from typer.testing import CliRunner

import netlemma as nl
from netlemma.cli import app
from netlemma.console import in_options, with_options

KINDS = ("families", "lemmas", "claims", "models", "quantities", "routings", "formats", "queues", "patterns")
HEAVY = {"sympy", "networkx", "numpy", "numba", "matplotlib", "z3", "pysat", "jinja2", "typer", "rich", "mpmath"}


def command(*words: str) -> Any:
    """What a command prints with ``--json``."""
    return json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)


def as_json(found: Any) -> Any:
    return json.loads(json.dumps(found.as_json()))


CASES = {
    "derive": (lambda: nl.derive("ring", "diameter", steps=True), ["derive", "ring", "diameter", "--steps"]),
    "verify": (lambda: nl.verify("ring.diameter", sizes="K=3..5"), ["verify", "ring.diameter", "--sizes", "K=3..5"]),
    "verify values": (
        lambda: nl.verify("ring.diameter", sizes={"K": [5]}, values=True),
        ["verify", "ring.diameter", "--sizes", "K=5", "--values"],
    ),
    "check": (
        lambda: nl.check("toroid", "mean_distance", "D*w/4", where="w even"),
        ["check", "toroid", "mean_distance", "D*w/4", "--where", "w even"],
    ),
    "errata": (
        lambda: nl.errata(all=True, paper="reed1982", key="ring.mean_distance"),
        ["errata", "--all", "--paper", "reed1982", "--key", "ring.mean_distance"],
    ),
    "model": (
        lambda: nl.model("mesh", k=8, flits=20, load=[0.003, 0.02], sensitivity=True),
        ["model", "mesh", "k=8", "flits=20", "--load", "0.003,0.02", "--sensitivity"],
    ),
    "model compared": (
        lambda: nl.model("min", k=8, flits=48, vcs=3, sigma1=0.2, sigma2="0.8", ratio=0, load=0.001, compare=True),
        [
            "model",
            "min",
            *["k=8", "flits=48", "vcs=3", "sigma1=0.2", "sigma2=0.8", "ratio=0", "--load", "0.001", "--compare"],
        ],
    ),
    "model routed": (
        lambda: nl.model("routed", "line(8)^2", flits=20, load="0.005", routing="dimension-order order=falling"),
        ["model", "routed", "line(8)^2", "flits=20", "--load", "0.005", "--routing", "dimension-order order=falling"],
    ),
    "bounds": (
        lambda: nl.bounds("cube-connected-cycles", D=3, class_time={"ring": "3/2"}, link_time=2, population=8),
        ["bounds", "cube-connected-cycles", "D=3", "--class-time", "ring=3/2", "--link-time", "2", "--population", "8"],
    ),
    "bounds versus": (
        lambda: nl.bounds("toroid", D=2, versus="spanning-bus-hypercube D=2"),
        ["bounds", "toroid", "D=2", "--versus", "spanning-bus-hypercube", "D=2"],
    ),
    "measure": (lambda: nl.measure("toroid", w=4, D=3), ["measure", "toroid", "w=4", "D=3"]),
    "measure routed": (
        lambda: nl.measure("mesh", "up-down root=3", k=3, n=2),
        ["measure", "mesh", "k=3", "n=2", "--routing", "up-down root=3"],
    ),
    "measure rings": (
        lambda: nl.measure("clock", size_ratio="1/4", send_bytes=60),
        ["measure", "clock", "--size-ratio", "1/4", "--send-bytes", "60"],
    ),
    "deadlock": (
        lambda: nl.deadlock("torus", "dimension-order", k=4, n=2, vcs=2),
        ["deadlock", "torus", "k=4", "n=2", "--routing", "dimension-order", "--vcs", "2"],
    ),
    "deadlock of rings": (
        lambda: nl.deadlock("deadfly", f=2, r=2, queue_classes=True),
        ["deadlock", "deadfly", "f=2", "r=2", "--queue-classes"],
    ),
    "deadlock at all sizes": (lambda: nl.deadlock("mesh", all_sizes=True), ["deadlock", "mesh", "--all-sizes"]),
    "simulate": (
        lambda: nl.simulate("mesh", k=4, flits=8, load=0.01, cycles=2000, seed=3),
        ["simulate", *["mesh", "k=4", "flits=8", "--load", "0.01", "--cycles", "2000", "--seed", "3"]],
    ),
    "simulate several loads": (
        lambda: nl.simulate("mesh", "up-down", k=4, flits=8, load=[0.01, 0.02], cycles=2000),
        ["simulate", *["mesh", "k=4", "flits=8", "--load", "0.01,0.02", "--cycles", "2000", "--routing", "up-down"]],
    ),
    "figure": (lambda: nl.figure("reed-2"), ["figure", "reed-2"]),
    "list": (lambda: nl.list(), ["list"]),
    **{f"list {kind}": (lambda kind=kind: nl.list(kind), ["list", kind]) for kind in KINDS},
    "list lemmas": (lambda: nl.list("lemmas", "ring.d"), ["list", "lemmas", "ring.d"]),
}


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", CASES)
def test_a_function_returns_what_its_command_prints(name: str) -> None:
    function, words = CASES[name]
    found = function()
    assert in_options(as_json(found)) == command(*words)
    assert with_options(str(found)) == CliRunner().invoke(app, words).stdout.rstrip("\n")
    assert found._repr_svg_() if name == "figure" else "text/html" in found._repr_mimebundle_()


def test_a_lemma_is_what_derive_prints() -> None:
    assert [as_json(nl.lemma("ring.diameter"))] == command("derive", "ring", "diameter")


def test_progress_counts_the_lemmas_that_are_done() -> None:
    for subject, quantity, key in (("ring", "diameter", "ring.diameter"), ("line(a)", "nodes", "line(a).nodes")):
        said: list[str] = []
        nl.derive(subject, quantity, progress=said.append)
        assert said == [f"0 of 1: {key}"]


def test_files_and_graphs_are_networks(tmp_path: Path) -> None:
    graph = nx.star_graph(5)
    (tmp_path / "links.csv").write_text("from,to\n" + "".join(f"{a},{b}\n" for a, b in graph.edges))
    file = str(tmp_path / "links.csv")
    found = [nl.measure(each, "up-down") for each in (graph, file, nl.read(file), nl.network(graph))]
    assert {each.mean_distance for each in found} == {Fraction(5, 3)}
    assert as_json(found[1]) == command("measure", file, "--routing", "up-down")
    assert as_json(nl.bounds(file, class_time={"link": 2})) == command("bounds", file, "--class-time", "link=2")
    assert as_json(nl.deadlock(file, "up-down")) == command("deadlock", file, "--routing", "up-down")
    judged = nl.check(file, "mean_distance", "5/3")
    assert as_json(judged) == command("check", file, "mean_distance", "5/3")
    routed = nl.model("routed", graph, flits=20, load=0.001, routing="up-down")
    assert (
        routed.as_json()["points"]
        == command("model", "routed", file, *["flits=20", "--load", "0.001", "--routing", "up-down"])["points"]
    )
    assert nl.routing(graph, "up-down").kind == "deterministic"


@pytest.mark.in_turn
def test_a_sweep_is_what_its_file_has(tmp_path: Path) -> None:
    file = str(tmp_path / "sweep.sqlite")
    found = nl.sweep("mesh", k="3,4", flits=8, load="0.004", seeds="1:2", cycles=2000, results=file, workers=1)
    assert as_json(found) == command(
        *f"sweep mesh k=3,4 flits=8 --load 0.004 --seeds 1:2 --cycles 2000 --results {file} --workers 1".split()
    )
    assert as_json(nl.sweep(results=file)) == command("sweep", "--results", file)
    memory = nl.sweep("mesh", k=[3, 4], flits=8, load=0.004, seeds=[1, 2], cycles=2000, workers=1)
    assert [row.latency for row in memory] == [row.latency for row in found] and memory.as_json()["results"] is None
    assert "means" in found.as_json() and "<table" in found.means()._repr_html_()


def test_a_drawing_is_shown_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "mesh.svg"
    found = nl.draw("mesh", k=3, n=2, loads=True, output=file)
    assert as_json(found) == command("draw", "mesh", "k=3", "n=2", "--loads", "-o", str(file))
    assert found._repr_svg_().startswith("<?xml") and file.read_text() == found._repr_svg_()
    other = nl.draw("mesh", k=3, n=2)
    assert other.path is None and other.save(tmp_path / "other.svg").path.exists()


def test_a_certificate_is_checked_from_its_file_its_data_and_its_verdict(tmp_path: Path) -> None:
    file = tmp_path / "order.json"
    verdict = nl.deadlock("mesh", k=3, n=2)
    file.write_text(json.dumps(verdict.certificate))
    found = nl.certify(file)
    assert found.accepted and found == nl.certify(verdict) == nl.certify(json.loads(file.read_text()))
    assert as_json(found) == command("certify", str(file))
    file.write_text("{}")
    refused = nl.certify(str(file))
    assert not refused.accepted and as_json(refused) == command("certify", str(file))
    assert "refused" in refused._repr_html_()


@pytest.mark.in_turn
def test_a_report_says_what_it_wrote(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    kept = tmp_path_factory.getbasetemp().parent / "report-tests.sqlite"
    found = nl.report(tmp_path / "one", only="four-rings", ledger=kept, pdf=False, workers=1)
    assert found.index.exists() and found.families == 1 and not found.missing
    line = f"report -o {tmp_path / 'two'} --only four-rings --ledger {kept} --no-pdf --workers 1"
    printed = command(*line.split())
    changing = {"folder": 0, "seconds": 0, "size": 0}
    assert as_json(found) | changing == printed | changing


def test_importing_it_loads_nothing_heavy() -> None:
    code = "import sys, netlemma; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "netlemma" in loaded and not HEAVY & set(loaded)
    assert not [
        name
        for name in loaded
        if name.startswith("netlemma.")
        and name.count(".") == 1
        and name not in ("netlemma.base", "netlemma.graphs", "netlemma.errors")
    ]


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; sys.argv = ['netlemma', '-h']\nfrom netlemma.cli import main\ntry: main()\nfinally: print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "typer" in loaded and not (HEAVY - {"typer", "rich"}) & set(loaded)


def test_every_command_has_a_function() -> None:
    from typer.main import get_command

    without = {"traffic"}
    assert {name.replace("-", "_") for name in get_command(app).commands} - without <= set(nl.__all__)  # type: ignore[attr-defined]
    assert {"derive", "list", "lemma"} <= set(dir(nl))
    with pytest.raises(AttributeError, match="module 'netlemma' has no attribute 'mesure'"):
        nl.mesure  # noqa: B018


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: nl.model("mesh", k=8, flits=20), "say at which loads"),
        (lambda: nl.model("mesh", k=8, flits=20, load=-1.0), "more than 0"),
        (lambda: nl.model("mesh", "ring", k=8, flits=20, load=0.1), "a network applies only to model routed"),
        (lambda: nl.derive("torid"), "did you mean 'toroid'"),
        (lambda: nl.bounds("toroid", w=4, D=3, bandwidth="half"), "full or limited"),
        (lambda: nl.list("lemas"), "did you mean 'lemmas'"),
        (lambda: nl.list("models", "zzz"), "none of the models"),
    ],
)
def test_bad_input_is_a_value_error_of_one_line(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as found:
        call()
    assert "\n" not in str(found.value)


def test_a_size_with_the_name_of_an_option_is_refused() -> None:
    found = CliRunner().invoke(app, ["bounds", "toroid", "w=4", "D=3", "population=8"])
    assert str(found.exception) == "population is an option and no size: write --population"


def test_a_size_called_as_service_times_are_is_a_size() -> None:
    megafly = ["bounds", "megafly", "p=2", "s=2", "h=1"]
    found = nl.bounds("megafly", p=2, s=2, h=1)
    assert command(*megafly) == as_json(found)
    assert found.bottleneck != ("terminal",) and command(*megafly, "--class-time", "terminal=9")["bottleneck"] == [
        "terminal"
    ]
