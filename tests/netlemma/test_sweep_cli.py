"""``netlemma sweep`` as a user runs it, stops it and kills it."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
import typer

from netlemma.cli import app, main

LONG = ["mesh", "k=3,4", "flits=8,16", "--load", "0.004:0.02:3", "--seeds", "1:3", "--cycles", "100000"]  # 36 points
POINTS = 36
ENDLESS = [*LONG[:-3], "1:300", "--cycles", "400000"]  # some minutes: what is interrupted has not ended by then
ENDLESS_POINTS = 3600
SECONDS = 120


@pytest.fixture
def run(run):
    return lambda *words: run("sweep", *(word for text in words for word in str(text).split(" ")))


def start(results, *words):
    """The command as a process that leads a group of its own, and heeds Ctrl-C though tests in the background do not."""
    command = [sys.executable, "-m", "netlemma", "sweep", *words, "--results", str(results)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=results.parent,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def rows(results):
    """Everything that is stored, as SQLite has it."""
    if not results.exists():
        return []
    with closing(sqlite3.connect(results, timeout=30)) as base, suppress(sqlite3.OperationalError):  # no table yet
        return base.execute("SELECT * FROM result ORDER BY id").fetchall()
    return []


def wait_for_rows(process, results, count):
    until = time.monotonic() + SECONDS
    while len(rows(results)) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)


def left_in(group):
    """Processes of a group that are not gone."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                found.append(stat.parent.name)
    return found


def all_gone(group):
    """Whether the processes of a group end within 20 seconds: the last ones may outlive the command for a moment."""
    until = time.monotonic() + 20
    while left_in(group) and time.monotonic() < until:
        time.sleep(0.05)
    return not left_in(group)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    results = tmp_path_factory.mktemp("sweep") / "whole.sqlite"
    process = start(results, *LONG, "--workers", "1", "--json")
    said, complaint = process.communicate(timeout=SECONDS)
    assert process.returncode == 0 and complaint == ""
    return json.loads(said)


def numbers(found):
    """Without what depends on the machine and the time."""
    return [
        {name: value for name, value in row.items() if name not in ("seconds", "finished")} for row in found["points"]
    ]


@pytest.mark.ci
def test_a_killed_sweep_goes_on_without_repeating_or_losing_a_point(uninterrupted, tmp_path, run):
    """SIGKILL for the whole group of processes in the middle of the run, then the rest."""
    results = tmp_path / "sweep.sqlite"
    process = start(results, *LONG, "--workers", "2")
    wait_for_rows(process, results, 4)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    before = rows(results)
    assert 4 <= len(before) < POINTS
    process = start(results, *LONG, "--workers", "2", "--json")
    said, complaint = process.communicate(timeout=SECONDS)
    assert process.returncode == 0 and complaint == ""
    after = rows(results)
    assert after[: len(before)] == before  # row numbers, times and all
    assert len(after) == POINTS == len({row[1] for row in after})
    assert numbers(json.loads(said)) == numbers(uninterrupted)
    assert json.loads(said)["means"] == uninterrupted["means"]
    assert [each.name for each in tmp_path.iterdir()] == ["sweep.sqlite"]
    code, shown = run("--json --results", results)
    assert code == 0 and shown.err == "" and rows(results) == after
    assert sorted(map(str, numbers(json.loads(shown.out)))) == sorted(map(str, numbers(uninterrupted)))


@pytest.mark.in_turn
@pytest.mark.parametrize("stored_before", [1, pytest.param(6, marks=pytest.mark.long)])
def test_ctrl_c_leaves_a_good_file_and_says_how_to_go_on(stored_before, tmp_path):
    """Early, when the second worker may still be loading, and later."""
    results = tmp_path / "sweep.sqlite"
    process = start(results, *ENDLESS, "--workers", "2")
    wait_for_rows(process, results, stored_before)
    os.killpg(process.pid, signal.SIGINT)
    said, complaint = process.communicate(timeout=SECONDS)
    assert process.returncode == 130 and said == ""
    stored = rows(results)
    assert complaint == (
        f"netlemma: stopped; {results} has {len(stored)} of {ENDLESS_POINTS:,} points, and the same command goes on from there\n"
    )
    assert stored_before <= len(stored) < ENDLESS_POINTS and all_gone(process.pid)
    assert [each.name for each in tmp_path.iterdir()] == ["sweep.sqlite"]


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


@pytest.mark.in_turn
@needs_proc
def test_workers_leave_ctrl_c_to_the_command(tmp_path):
    """Interrupted again and again, from their start on."""
    results = tmp_path / "sweep.sqlite"
    process = start(results, *LONG, "--workers", "2")
    interrupted = set()
    while len(rows(results)) < 6 and process.poll() is None:
        for worker in map(int, left_in(process.pid)):
            if worker != process.pid:
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGINT)
                    interrupted.add(worker)
        time.sleep(0.05)
    _, complaint = process.communicate(timeout=SECONDS)
    assert (process.returncode, complaint, len(rows(results))) == (0, "", POINTS) and len(interrupted) >= 2


@pytest.mark.long
@needs_proc
def test_workers_end_when_the_command_is_killed_alone(tmp_path):
    results = tmp_path / "sweep.sqlite"
    process = start(results, *ENDLESS, "--workers", "2")
    wait_for_rows(process, results, 1)
    assert len(left_in(process.pid)) >= 3
    process.kill()
    process.wait()
    assert all_gone(process.pid), "workers go on"


@pytest.mark.long
def test_two_sweeps_into_one_file_at_the_same_time(uninterrupted, tmp_path):
    results = tmp_path / "sweep.sqlite"
    both = [start(results, *LONG, "--workers", "1", "--json") for _ in range(2)]
    said = [process.communicate(timeout=SECONDS) for process in both]
    assert [process.returncode for process in both] == [0, 0] and [complaint for _, complaint in said] == ["", ""]
    assert [numbers(json.loads(text)) for text, _ in said] == [numbers(uninterrupted)] * 2
    assert len(rows(results)) == POINTS
    with closing(sqlite3.connect(results)) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_ranges_lists_and_the_table(run, tmp_path):
    results = tmp_path / "x.sqlite"
    code, said = run("mesh k=2..3 flits=8 --load 0.01,0.06 --seeds 1,5 --cycles 3000 --workers 1 --results", results)
    assert code == 0 and said.err == ""
    lines = [line.split() for line in said.out.splitlines() if line.strip().startswith("mesh")]
    assert [(line[1], line[3]) for line in lines] == [
        ("k=2", "0.01"),
        ("k=2", "0.06"),
        ("k=3", "0.01"),
        ("k=3", "0.06"),
    ]
    assert said.out.splitlines()[-1].startswith(f"8 runs in {results}; ")
    code, shown = run("--results", results)
    assert code == 0 and shown.out == said.out
    found = json.loads(run("--json --results", results)[1].out)
    assert len(found["points"]) == 8 and len(found["means"]) == 4 and {row["seed"] for row in found["points"]} == {1, 5}
    low = found["means"][0]
    assert low["seeds"] == 2 and low["states"] == {"stable": 2} and "seed" not in low
    pair = [row["latency"] for row in found["points"] if row["load"] == 0.01 and row["parameters"]["k"] == 2]
    assert low["latency"] == pytest.approx(sum(pair) / 2) and f"{low['latency']:.4f}" in said.out


def test_a_single_run_is_that_of_simulate(run, tmp_path, monkeypatch, capsys):
    line = "mesh k=4 flits=16 --load 0.002 --cycles 20000 --routing up-down --ejection single --buffers 4 --json"
    [swept] = json.loads(run(line, "--seeds 7 --workers 1 --results", tmp_path / "x.sqlite")[1].out)["points"]
    monkeypatch.setattr(sys, "argv", ["netlemma", "simulate", *line.split(), "--seed", "7"])
    with pytest.raises(SystemExit):
        main()
    alone = json.loads(capsys.readouterr().out)
    shared = ("family", "parameters", "vcs", "flits", "buffers", "ejection", "vc_rule", "injection_vcs", "reuse", "selection", "waiting", "load", "cycles", "warmup", "seed", "engine",
              "state", "reason", "latency", "half_width", "confidence", "messages", "throughput")  # fmt: skip
    assert {name: swept[name] for name in shared} == {name: alone[name] for name in shared}


def test_a_deadlock_has_exit_status_1(run, tmp_path):
    results = tmp_path / "x.sqlite"
    code, said = run("oneway-torus k=4 flits=20 --vcs 1 --load 0.02 --cycles 5000 --workers 1 --results", results)
    assert code == 1 and "1 deadlock" in said.out and said.err == ""
    assert run("--results", results)[0] == 1


def test_sweep_takes_the_options_of_simulate():
    commands = typer.main.get_command(app).commands
    ours, theirs = ({each.name for each in commands[name].params} for name in ("sweep", "simulate"))
    assert theirs - ours == {"seed", "messages", "networks", "injection"} and ours - theirs == {
        "seeds", "results", "repair", "workers", "dask", "output", "csv"
    }  # fmt: skip


@pytest.mark.parametrize(
    "line, says",
    [
        ("mesh k=4 flits=8 --load 0", "more than 0"), ("mesh k=4 flits=8 --load 0.1,-0.1", "more than 0"), ("mesh k=4 flits=8", "--load"),
        ("mesh k=4 flits=8 --load ,", "no number"), ("mesh k=4 --load 0.1", "flits=20"), ("mesh k=4 q=3 flits=8 --load 0.1", "no parameter q"),
        ("mesh k=4, flits=8 --load 0.1", "whole number"), ("mesh k= flits=8 --load 0.1", "no value"), ("mesh k=1..4 flits=8 --load 0.1", "at least 2"),
        ("mseh k=4 flits=8 --load 0.1", "mesh"), ("mesh k=4 k=5 flits=8 --load 0.1", "twice"), ("mesh k=8..4 flits=8 --load 0.1", "empty"),
        ("mesh k=4 flits=8 --load 0.1 --seeds=-1", "from 0 on"), ("mesh k=4 flits=8 --load 0.1 --seeds one", "whole number"),
        ("mesh k=4 flits=8 --load 0.1 --seeds 5:1", "empty"), ("mesh k=4 flits=8 --load 0.1 --seeds 1:2:0", "step"),
        ("mesh k=4 flits=8 --load 0.1 --workers 0", "workers=0"), ("mesh k=4 flits=8 --load 0.1 --dask here", "write tcp://host:port"),
        ("mesh k=4 flits=8 --load 0.1 --workers 2 --dask tcp://127.0.0.1:1", "not both"), ("mesh k=4 flits=8 --load 0.1 --cycles 0", "cycles=0"),
        ("multicube f=2 r=3 flits=8 --load 0.1", "rings"), ("--load 0.1", "begins with"),
        ("", "there is no file"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_status_2_and_makes_no_file(run, line, says, tmp_path):
    code, said = run(*line.split(), "--results", tmp_path / "x.sqlite")
    assert code == 2 and said.out == "" and said.err.count("\n") == 1 and says in said.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "results, says", [("no/x.sqlite", "there is no folder"), (".", "is no file"), ("text", "is no SQLite file")]
)  # fmt: skip
def test_bad_files_are_one_line_and_exit_status_2(run, results, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("no database " * 9)
    code, said = run("mesh k=4 flits=8 --load 0.01", "--results", results)
    assert code == 2 and said.out == "" and said.err.count("\n") == 1 and says in said.err
    assert [each.name for each in tmp_path.iterdir()] == ["text"]


def test_routings_of_files_are_swept(run, tmp_path):
    """A routing file and the tables of a fabric; a file that has changed since makes other points."""
    ring = tmp_path / "ring.anynet"
    ring.write_text("".join(f"router {i} node {i} router {(i + 1) % 5}\n" for i in range(5)))
    own = tmp_path / "own.py"
    own.write_text(
        "def next_channels(node, came_by, destination):\n    return (node[0] + (1 if node < destination else -1),)\n"
    )
    line = "flits=4 --load 0.001 --cycles 20000 --workers 2 --json --results"
    code, said = run(f"{ring} {line}", tmp_path / "a.sqlite")
    assert code == 0 and json.loads(said.out)["points"][0]["routing"] == "tables"
    for _ in range(2):
        code, said = run(f"line(4) --routing-file {own} {line}", tmp_path / "b.sqlite")
        [point] = json.loads(said.out)["points"]
        assert code == 0 and point["routing"].startswith(f"file {own} sha256=")
        own.write_text(own.read_text() + "# changed\n")


def test_results_need_no_file(run):
    code, said = run("mesh k=3 flits=4 --routing xy,yx --load 0.01 --cycles 2000 --workers 1 --csv")
    assert code == 0 and [line.split(",")[3] for line in said.out.splitlines()] == ["routing", "xy", "yx"]
    code, said = run("--json")
    assert code == 2 and "write a network, or --results" in said.err
