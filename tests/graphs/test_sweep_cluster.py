"""Sweeps on a Dask cluster: a real scheduler and real workers as processes of their own, on the loopback alone."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import netlemma as nl
from netlemma.errors import SweepError
from netlemma.graphs.base.worker_pool import on_this_machine, program_version
from netlemma.graphs.simulate.sweep import plan
from netlemma.graphs.simulate.sweep.running import simulate_point, sweep
from netlemma.graphs.simulate.sweep.store import Store

Client = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'netlemma[cluster]'").Client
ASKED = {
    "k": (3, 4),
    "flits": (8, 16),
    "loads": (0.004, 0.02),
    "seeds": tuple(range(1, 5)),
    "cycles": 10_000,
}  # 32 points
SECONDS = 60
ROOT = Path(__file__).resolve().parents[2]


class Cluster:
    """A scheduler in a folder, and workers that are added one by one."""

    def __init__(self, folder):
        self.folder, self.processes = folder, []
        file = folder / "scheduler.json"
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        until = time.monotonic() + SECONDS
        while not file.exists() or not file.read_text().endswith("}"):
            assert time.monotonic() < until and self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]
        assert self.address.startswith("tcp://127.0.0.1:")

    def start(self, what, *words, **environment):
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *words, "--no-dashboard"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment},
        )  # fmt: skip
        self.processes.append(process)
        return process

    def worker(self, **environment):
        """A worker that the scheduler knows: a busy machine takes longer to start one than a sweep waits for the first."""
        options = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        process = self.start("worker", self.address, *options, **environment)
        running = sum(each.poll() is None for each in self.processes if each is not self.scheduler)
        with Client(self.address, timeout=SECONDS, set_as_default=False) as client:
            client.wait_for_workers(running, timeout=SECONDS)
        return process

    def stop(self):
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path):
    found = Cluster(tmp_path)
    try:
        yield found
    finally:
        found.stop()


@pytest.mark.in_turn
def test_a_cluster_gives_the_same_numbers_though_a_worker_is_killed(cluster, tmp_path):
    workers = [cluster.worker(), cluster.worker()]
    path = tmp_path / "sweep.sqlite"

    def kill_one(done, every):
        if done == 5:
            workers[0].kill()

    rows = sweep("mesh", **ASKED, results=path, dask=cluster.address, progress=kill_one)
    assert workers[0].wait() == -9 and workers[1].poll() is None
    points = plan("mesh", **ASKED)
    alone = {found["digest"]: found for found in on_this_machine(simulate_point, [point.key for point in points], 1)}
    assert [row.point for row in rows] == points
    for row in rows:
        found = alone[row.point.digest]
        assert (row.latency, row.half_width, row.throughput) == (
            found["latency"],
            found["half_width"],
            found["throughput"],
        )
        assert (row.state, row.messages, row.backlog, row.version) == (
            found["state"], found["messages"], found["backlog"], program_version(),
        )  # fmt: skip
    with Store(path, write=False) as store:
        assert len(store) == len(points) == 32
    again = sweep("mesh", **ASKED, results=path, dask="tcp://127.0.0.1:1")  # nothing is left to ask a cluster for
    assert again == rows
    shared = nl.worst_case("mesh", "valiant", dask=cluster.address, k=3, n=2)
    assert shared.as_json() == nl.worst_case("mesh", "valiant", k=3, n=2).as_json()


@pytest.mark.long
def test_a_lost_scheduler_is_said_and_what_has_arrived_is_stored(cluster, tmp_path):
    cluster.worker()
    path = tmp_path / "sweep.sqlite"

    def kill_scheduler(done, every):
        if done == 3:
            cluster.scheduler.kill()

    with pytest.raises(SweepError, match=f"the scheduler {cluster.address} was lost: the results so far are stored"):
        sweep("mesh", **{**ASKED, "cycles": 100_000}, results=path, dask=cluster.address, progress=kill_scheduler)
    with Store(path) as store:
        assert 3 <= len(store) < 32


@pytest.mark.in_turn
def test_workers_of_another_version_and_without_netlemma_are_named(cluster, tmp_path):
    other = tmp_path / "other" / "netlemma-9.9.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: netlemma\nVersion: 9.9\n")
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "sitecustomize.py").write_text("import sys\nsys.modules['netlemma'] = None\n")
    for folder, says in (("other", r"worker tcp://127\.0\.0\.1:\d+ of .* has netlemma 9\.9, .* install the same there"),
                         ("none", r"worker tcp://127\.0\.0\.1:\d+ of .* cannot import netlemma")):  # fmt: skip
        worker = cluster.worker(PYTHONPATH=os.pathsep.join((str(tmp_path / folder), str(ROOT))))
        with pytest.raises(SweepError, match=says):
            sweep("mesh", k=3, flits=8, loads=0.01, dask=cluster.address)
        worker.kill()
        worker.wait()


@pytest.mark.in_turn
def test_a_scheduler_without_workers_is_not_waited_for(cluster, monkeypatch, tmp_path):
    monkeypatch.setattr("netlemma.graphs.base.worker_pool.SECONDS", 0.5)
    with pytest.raises(SweepError, match="has no workers: start some with dask worker"):
        sweep("mesh", k=3, flits=8, loads=0.01, dask=cluster.address, results=tmp_path / "new.sqlite")
    assert not (tmp_path / "new.sqlite").exists()  # no file of no results is left


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "greeting, says",
    [(None, "no Dask scheduler answers at"), (b"", "is not a Dask scheduler"), (b"SSH-2.0-OpenSSH", "is not a Dask scheduler"),
     (b"ab", "is not a Dask scheduler")],
    ids=["silent", "closes", "speaks-otherwise", "breaks-off"],
)  # fmt: skip
def test_what_is_no_scheduler_is_refused_soon(greeting, says, monkeypatch):
    monkeypatch.setattr("netlemma.graphs.base.worker_pool.SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        lines = []

        def answer():
            with contextlib.suppress(OSError):
                line, _ = server.accept()
                lines.append(line)
                if greeting is not None:
                    line.sendall(greeting)
                    if len(greeting) < 8:
                        line.close()

        thread = threading.Thread(target=answer)
        thread.start()
        begun = time.monotonic()
        with pytest.raises(SweepError, match=says):
            sweep("mesh", k=3, flits=8, loads=0.01, dask=f"tcp://127.0.0.1:{server.getsockname()[1]}")
        assert time.monotonic() - begun < 20
        thread.join()
        for line in lines:
            line.close()


def test_nobody_at_the_address(monkeypatch, tmp_path):
    monkeypatch.setattr("netlemma.graphs.base.worker_pool.SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(SweepError, match=f"no Dask scheduler answers at tcp://127.0.0.1:{port} within 0.5 seconds"):
        sweep("mesh", k=3, flits=8, loads=0.01, dask=f"tcp://127.0.0.1:{port}", results=tmp_path / "new.sqlite")
    assert not (tmp_path / "new.sqlite").exists()


def test_a_missing_dask_is_said_with_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SweepError, match=r'^work on a cluster needs Dask: pip install "netlemma\[cluster\]"$'):
        sweep("mesh", k=3, flits=8, loads=0.01, dask="tcp://127.0.0.1:8786")
