"""Sweeps of files and of functions of Python files."""

import json
from pathlib import Path

import networkx
import pytest

from netlemma.errors import WorkerError
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.sweep import plan
from netlemma.graphs.simulate.sweep.rows import SweepPoint
from netlemma.graphs.simulate.sweep.running import run_sweep
from netlemma.graphs.simulate.sweep.store import Store
from netlemma.graphs.sources.place import routing_of

BRIEF = {"flits": 4, "loads": 0.01, "routing": "up-down", "cycles": 2000}


@pytest.fixture(autouse=True)
def in_an_empty_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("links.csv").write_text("from,to\na,b\nb,c\nc,a\n")
    Path("my.py").write_text("import networkx\ndef ring(n):\n    return networkx.cycle_graph(n)\n")


def test_files_and_functions_are_swept():
    points = plan("links.csv", **BRIEF) + plan("my.py:ring", n=(3, 4), **BRIEF)
    assert [point.title for point in points] == ["links.csv", "my.py:ring n=3", "my.py:ring n=4"]
    assert all(SweepPoint.from_key(point.key) == point for point in points)
    with Store(Path("s.sqlite")) as store:
        rows = run_sweep(points, store, 1)
    alone = simulate("links.csv", "up-down", flits=4, load=0.01, cycles=2000)
    assert next(row for row in rows if row.point.title == "links.csv").latency == alone.latency
    data = json.loads(points[0].key)
    assert json.loads(data["files"])["words"] == ["links.csv"] and "files" not in plan("mesh", k=3, **BRIEF)[0].key


def test_a_file_that_has_changed_is_another_network():
    [before] = plan("links.csv", **BRIEF)
    Path("links.csv").write_text("from,to\na,b\nb,c\nc,a\na,b\n")
    [after] = plan("links.csv", **BRIEF)
    assert before.digest != after.digest and routing_of(after.network).network.device_count == 4
    routing_of.cache_clear()
    with pytest.raises(WorkerError, match=r"links.csv has changed since the work was planned"):
        routing_of(before.network)


def test_objects_of_python_have_no_name():
    with pytest.raises(WorkerError, match="has no name by which workers find it"):
        plan(networkx.cycle_graph(4), **BRIEF)
