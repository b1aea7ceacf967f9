"""Sweeps: which points there are, that their numbers depend on nothing else, and how results are stored."""

import csv
import io
import random
import sqlite3
from concurrent.futures import Future
from dataclasses import fields, replace
from inspect import signature
from itertools import islice, product
from statistics import fmean

import pytest

import netlemma as nl
from netlemma.errors import RoutingError, SimulationError, SizeError, SweepError, WorkersLost
from netlemma.graphs.base.worker_pool import as_they_come, on_this_machine
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.options import OPTIONS
from netlemma.graphs.simulate.sweep import plan
from netlemma.graphs.simulate.sweep.planning import in_running_order
from netlemma.graphs.simulate.sweep.rows import SweepPoint, digest_of, summaries
from netlemma.graphs.simulate.sweep.running import run_sweep, simulate_point, sweep
from netlemma.graphs.simulate.sweep.store import Store

SMALL = {"k": (3, 4), "flits": (8, 11), "loads": (0.01, 0.05), "seeds": (1, 2), "cycles": 2000}


def one(**other):
    return plan("mesh", **{"k": 4, "flits": 8, "loads": 0.01, "cycles": 2000, **other})[0]


# which points


def test_every_combination_is_a_point_once_and_in_order():
    found = [(dict(p.sizes)["k"], p.flits, p.load, p.seed) for p in plan("mesh", **SMALL)]
    assert found == list(product((3, 4), (8, 11), (0.01, 0.05), (1, 2)))
    assert len(plan("mesh", k=3, flits=8, loads=[0.01, 0.01], seeds=[1, 2, 1])) == 2


@pytest.mark.parametrize(
    "subject, asked, spelled_out",
    [
        (
            "mesh",
            {"k": 4},
            {"n": 2, "k": 4, "vcs": 1, "routing": "dimension-order order=rising", "warmup": 200, "seeds": 1},
        ),
        ("oneway-torus", {"k": 4}, {"k": 4, "n": 2, "vcs": 1}),
        ("toroid", {"w": 3, "D": 2}, {"D": 2, "w": 3}),
        (
            "mesh",
            {"k": 4, "routing": "dimension-order rule=dateline order=falling"},
            {"k": 4, "routing": "dimension-order order=falling"},
        ),
        ("mesh", {"k": 4, "routing": "up-down"}, {"k": 4, "routing": "up-down vcs=1"}),
        (
            "mesh",
            {"k": 4, "routing": "duato"},
            {"k": 4, "routing": "duato", "vcs": 2, "injection_vcs": 2, "reuse": "empty"},
        ),
    ],
)
def test_two_ways_to_ask_for_one_point_have_one_key(subject, asked, spelled_out):
    same = {"flits": 8, "loads": 0.01, "cycles": 2000}
    [first], [second] = plan(subject, **asked, **same), plan(subject, **spelled_out, **same)
    assert (first, first.key, first.digest) == (second, second.key, second.digest)


def test_the_plan_takes_all_that_the_simulator_takes():
    """With several lengths, loads and seeds; and each of them makes another point, or is refused here."""
    ours, theirs = signature(plan).parameters, signature(simulate).parameters
    assert set(ours) - set(theirs) == {"loads", "seeds"}
    assert set(theirs) - set(ours) == {"load", "seed", "progress", "options"}
    alike = [name for name in set(ours) & set(theirs) if name not in ("subject", "sizes")]
    assert all(ours[name].default == theirs[name].default for name in alike)
    for name, option in OPTIONS.items():
        if name not in ("load", "seed"):
            base = {"routing": "duato"} if name == "waiting" else {}
            assert one(**base, **{name: another(option)}) != one(**base), name
    for name, value in (("routing", "duato"), ("routing", "dimension-order order=falling"), ("vcs", 4)):
        assert one(**{name: value}) != one(), name


def another(option):
    """A legal value of an option that is not its default, nor that of a mesh with 2000 cycles of 8 flits."""
    if option.words:
        return option.words[option.default == option.words[0] or option.name == "reuse"]
    return {
        "cycles": 3000,
        "confidence": 0.9,
        "load": 0.02,
        "sources": "mmpp sigma1=0.2 sigma2=0.8",
        "traffic": "tornado",
    }.get(option.name, 7)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "routing", ["duato", "duato escape=1 adaptive=2", "up-down root=3", "odd-even", "dimension-order order=falling"]
)
def test_a_worker_makes_the_same_routing_from_a_point(routing):
    point = one(routing=routing, vcs=3 if "adaptive=2" in routing else None)
    found = simulate_point(point.key)
    alone = simulate("mesh", routing, k=4, flits=8, load=0.01, cycles=2000)
    assert found["latency"] == alone.latency and found["network_latency"] == alone.network_latency
    assert found["multiplexing"] == alone.multiplexing and point.vcs == alone.layout.routing.vcs


def test_sources_have_one_way_to_be_written():
    texts = ("mmpp sigma1=0.2 sigma2=0.8", " mmpp  sigma2=.80 sigma1=2e-1 ratio=0")
    assert {one(sources=text).key for text in texts} == {one(sources="mmpp sigma1=0.2 sigma2=0.8 ratio=0.0").key}
    found = simulate_point(one(sources=texts[0]).key)
    alone = simulate("mesh", k=4, flits=8, load=0.01, cycles=2000, sources=texts[1])
    assert found["latency"] == alone.latency and alone.latency != simulate_point(one().key)["latency"]


def test_products_are_read_before_they_are_compared():
    [first] = plan("line(4)  x line(4)", flits=8, loads=0.01)
    [second] = plan("line(4)^2", flits=8, loads=0.01)
    assert first == second and first.family == "line(4)^2"


def test_every_parameter_is_in_the_key():
    point = one()
    other = {"family": "torus", "sizes": (("k", 5), ("n", 2)), "routing": "up-down", "vcs": 4, "files": "{}"}
    other |= {name: another(option) for name, option in OPTIONS.items()}
    assert set(other) == {field.name for field in fields(SweepPoint)}
    for name, value in other.items():
        different = replace(point, **{name: value})
        assert different.digest != point.digest, name
        assert SweepPoint.from_key(different.key) == different


@pytest.mark.in_turn
def test_a_key_gives_back_its_point_exactly():
    generator = random.Random(1)
    for _ in range(300):
        point = replace(
            one(), load=generator.random() * 10 ** generator.randint(-9, 3), seed=generator.randrange(1 << 60)
        )
        assert SweepPoint.from_key(point.key) == point


@pytest.mark.parametrize(
    "damage",
    [
        lambda key: key[:-1], lambda key: key + " ", lambda key: "[]", lambda key: "null", lambda key: "[" * 9000, lambda key: "{}",
        lambda key: key.replace('"seed":1', '"seed":true'), lambda key: key.replace('"seed":1', '"seed":1.0'),
        lambda key: key.replace('"k":4', '"k":"4"'), lambda key: key.replace('"load":0.01', '"load":1e-2'),
        lambda key: key.replace('"load":0.01', '"load":NaN'), lambda key: key.replace('"seed":1', '"seed":1,"more":1'),
        lambda key: key.replace(":", ": "), lambda key: key + "x" * 20_000,
    ],
)  # fmt: skip
def test_text_that_is_no_key_is_refused(damage):
    key = one().key
    assert damage(key) != key
    with pytest.raises(SweepError, match="is not the key"):
        SweepPoint.from_key(damage(key))


@pytest.mark.parametrize(
    "asked, kind, says",
    [
        ({"loads": []}, SweepError, "no loads given"), ({"seeds": []}, SweepError, "no seeds given"),
        ({"flits": ()}, SweepError, "no flits given"), ({"k": ()}, SweepError, "no k given"),
        ({"loads": [0.1, 0]}, SimulationError, "more than 0"), ({"loads": -1.0}, SimulationError, "more than 0"),
        ({"loads": float("nan")}, SimulationError, "more than 0"), ({"loads": float("inf")}, SimulationError, "more than 0"),
        ({"loads": "0.1"}, SimulationError, "load=0.1: give a number"), ({"seeds": [1, -1]}, SimulationError, "from 0 on"),
        ({"seeds": 1.5}, SimulationError, "seed=1.5: give a whole number"), ({"seeds": True}, SimulationError, "seed=True: give a whole number"), ({"k": 4.0}, SweepError, "k=4.0: give a whole number"),
        ({"flits": [8, 0]}, SimulationError, "flits=0"), ({"k": (4, 1)}, SizeError, "at least 2"), ({"q": 3}, SizeError, "q"),
        ({"reuse": "never"}, SimulationError, "reuse"), ({"waiting": "escape"}, SimulationError, "no escape"),
        ({"routing": "north"}, RoutingError, "north"), ({"vcs": 0}, RoutingError, "vcs=0"), ({"cycles": 0}, SimulationError, "cycles"),
        ({"warmup": 2000}, SimulationError, "warmup"), ({"engine": "quick"}, SimulationError, "engine"),
        ({"buffers": 0}, SimulationError, "buffers"), ({"ejection": "two"}, SimulationError, "ejection"),
        ({"vc_rule": "fair"}, SimulationError, "vc_rule"), ({"confidence": 1}, SimulationError, "confidence"),
        ({"loads": 1e-9}, SimulationError, "no message"), ({"cycles": 10**10, "loads": 1.0}, SimulationError, "at most"),
        ({"seeds": range(100_001)}, SweepError, "at most 100,000"),
        ({"seed": -1}, SweepError, "write `seeds`"), ({"load": 1}, SweepError, "write `load`"),
    ],
)  # fmt: skip
def test_a_point_that_cannot_be_simulated_is_refused_before_any_is(asked, kind, says, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "netlemma.graphs.simulate.sweep.running.simulate_point", lambda key: pytest.fail("a point was simulated")
    )
    with pytest.raises(kind, match=says):
        sweep("mesh", **{"k": 4, "flits": 8, "loads": 0.01, "cycles": 2000, "results": tmp_path / "x.sqlite", **asked})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("seed", range(20))
def test_whether_any_message_is_measured_is_known_beforehand(seed):
    """The plan refuses exactly those runs that the simulator refuses."""
    asked = {"k": 2, "flits": 4, "cycles": 1000}
    try:
        simulate("mesh", load=2e-4, seed=seed, **asked)
    except SimulationError:
        with pytest.raises(SimulationError, match="no message"):
            plan("mesh", loads=2e-4, seeds=seed, **asked)
    else:
        assert plan("mesh", loads=2e-4, seeds=seed, **asked)


def test_networks_are_kept_together_and_long_runs_come_first():
    points = plan("mesh", k=(2, 6, 4), flits=(8, 16), loads=(0.001, 0.004), seeds=(1, 2))
    found = in_running_order(random.Random(2).sample(points, len(points)))
    assert sorted(found) == sorted(points)
    assert [dict(p.sizes)["k"] for p in found] == [6] * 8 + [4] * 8 + [2] * 8
    work = [p.load * p.flits for p in found[:8]]
    assert work == sorted(work, reverse=True)


# their numbers


@pytest.fixture(scope="module")
def alone():
    """The numbers of SMALL, each point simulated by itself, and a deadlock."""
    found = {}
    for k, flits, load, seed in product(*(SMALL[name] for name in ("k", "flits", "loads", "seeds"))):
        result = simulate("mesh", k=k, flits=flits, load=load, seed=seed, cycles=2000)
        growth = result.backlog[1] - result.backlog[0]
        found[k, flits, load, seed] = (
            result.state, result.reason, result.latency, result.half_width, result.network_latency, result.multiplexing, result.messages, result.backlog[1], growth, result.throughput,
        )  # fmt: skip
    return found


def numbers(rows):
    return {(dict(r.point.sizes)["k"], r.point.flits, r.point.load, r.point.seed): r.numbers for r in rows}


@pytest.mark.in_turn
@pytest.mark.parametrize("workers", [1, 2])
def test_numbers_are_those_of_single_simulations_bit_by_bit(alone, workers, tmp_path):
    path = tmp_path / "sweep.sqlite"
    rows = sweep("mesh", **SMALL, workers=workers, results=path)
    assert numbers(rows) == alone
    assert {row.state for row in rows} == {"stable", "unstable"}
    assert [row.point for row in rows] == plan("mesh", **SMALL)
    with Store(path, write=False) as store:
        assert len(store) == len(rows) and sorted(store, key=lambda r: r.point) == sorted(rows, key=lambda r: r.point)


def test_numbers_do_not_depend_on_the_order(alone):
    keys = [point.key for point in plan("mesh", **SMALL)]
    random.Random(3).shuffle(keys)
    by_digest = {found["digest"]: found for found in on_this_machine(simulate_point, keys, 1)}
    for point in plan("mesh", **SMALL):
        found = by_digest[point.digest]
        wanted = alone[dict(point.sizes)["k"], point.flits, point.load, point.seed]
        assert (found["latency"], found["messages"], found["throughput"]) == (wanted[2], wanted[6], wanted[9])


def test_a_deadlock_is_a_result():
    [row] = sweep("oneway-torus", k=4, flits=20, vcs=1, loads=0.02, cycles=5000, workers=1)
    assert row.state == "deadlock" and row.latency is None and "wait for each other" in row.reason


def test_points_that_are_stored_are_not_simulated_again(tmp_path, monkeypatch):
    path = tmp_path / "sweep.sqlite"
    first = sweep("mesh", k=3, flits=8, loads=(0.01, 0.02), cycles=2000, results=path, workers=1)
    done = []
    monkeypatch.setattr(
        "netlemma.graphs.simulate.sweep.running.simulate_point", lambda key: done.append(key) or simulate_point(key)
    )
    told = []
    more = sweep("mesh", k=3, flits=8, loads=(0.03, 0.01, 0.02), cycles=2000, results=path, workers=1,
                 progress=lambda *counts: told.append(counts))  # fmt: skip
    assert more[1:] == first and told == [(2, 3), (3, 3)]
    assert [SweepPoint.from_key(key).load for key in done] == [0.03]


def test_a_point_that_another_sweep_stores_meanwhile_is_left_out(tmp_path, monkeypatch):
    points = plan("mesh", k=3, flits=8, loads=(0.03, 0.02, 0.01), cycles=2000)
    done = []

    def with_company(key):
        done.append(key)
        with Store(tmp_path / "sweep.sqlite") as other:
            other.add(points[2], simulate_point(points[2].key))
        return simulate_point(key)

    monkeypatch.setattr("netlemma.graphs.simulate.sweep.running.simulate_point", with_company)
    with Store(tmp_path / "sweep.sqlite") as store:
        rows = run_sweep(points, store, workers=1)
    assert [row.point for row in rows] == points and done == [points[0].key, points[1].key]


def test_what_has_arrived_comes_before_a_failure_and_nothing_is_taken_too_early():
    taken, started = [], []

    def keys():
        for key in "abcdef":
            taken.append(key)
            yield key

    def submit(key):
        future = Future()
        started.append(key)
        future.set_exception(ValueError(key)) if key == "b" else future.set_result(key)
        return future

    found = []
    with pytest.raises(ValueError, match="b"):
        for outcome in as_they_come(submit, keys(), 3):
            found.append(outcome)
    assert sorted(found) == ["a", "c"] and taken == started == ["a", "b", "c"]


@pytest.mark.in_turn
def test_a_worker_that_dies_is_said_in_one_line():
    with pytest.raises(WorkersLost, match="a worker process died"):
        list(on_this_machine(simulate_point, [_Deadly("x"), _Deadly("y")], 2))


class _Deadly(str):
    """A key that ends the process that reads it."""

    def __reduce__(self):
        import os

        return os._exit, (9,)


@pytest.mark.parametrize(
    "asked, says",
    [
        ({"workers": 0}, "workers=0"), ({"workers": -2}, "workers=-2"), ({"workers": 5000}, "1 to 1024"),
        ({"workers": 2, "dask": "tcp://127.0.0.1:1"}, "not both"), ({"dask": "127.0.0.1:8786"}, "write tcp://host:port"),
        ({"dask": "tcp://127.0.0.1"}, "write tcp"), ({"dask": "tcp://127.0.0.1:99999"}, "write tcp"), ({"dask": "inproc://x"}, "write tcp"),
        ({"dask": "tcp://a b:1"}, "write tcp"),
    ],
)  # fmt: skip
def test_workers_that_cannot_be_are_refused_before_a_file_is_made(asked, says, tmp_path):
    with pytest.raises(SweepError, match=says):
        sweep("mesh", k=3, flits=8, loads=0.01, results=tmp_path / "x.sqlite", **asked)
    assert not list(tmp_path.iterdir())


# means over seeds


def test_means_over_seeds():
    rows = sweep("mesh", k=3, flits=8, loads=(0.01, 0.2), seeds=(1, 2, 3), cycles=2000, workers=1)
    low, high = summaries(rows)
    latencies = [row.latency for row in rows[:3]]
    mean = sum(latencies) / 3
    spread = (sum((x - mean) ** 2 for x in latencies) / 2 / 3) ** 0.5
    assert low.latency == pytest.approx(mean, rel=1e-14)
    assert low.half_width == pytest.approx(
        4.302652729749 * spread, rel=1e-10
    )  # Student's t for 95 % and 2 degrees of freedom
    assert low.states == {"stable": 3} and low.throughput == fmean(row.throughput for row in rows[:3])
    assert high.latency is None and high.half_width is None and high.states == {"unstable": 3}


def test_one_seed_keeps_the_half_width_of_its_run_and_mixed_states_have_no_mean():
    rows = sweep("mesh", k=3, flits=8, loads=0.01, seeds=(1, 2), cycles=2000, workers=1)
    assert [s.half_width for s in summaries(rows[:1])] == [rows[0].half_width]
    broken = replace(rows[1], state="unstable", latency=None, half_width=None)
    [mixed] = summaries([rows[0], broken])
    assert mixed.latency is None and mixed.states == {"stable": 1, "unstable": 1}


# the file


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    path = tmp_path_factory.mktemp("sweep") / "written.sqlite"
    sweep("mesh", k=3, flits=8, loads=0.01, seeds=range(60), cycles=1000, results=path, workers=1)
    return path.read_bytes()


@pytest.fixture
def path(written, tmp_path):
    found = tmp_path / "sweep.sqlite"
    found.write_bytes(written)
    return found


def execute(path, *statements):
    base = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        base.execute(statement)
    base.close()


@pytest.mark.parametrize("write", [True, False])
def test_a_file_that_is_whole_opens(path, write):
    with Store(path, write) as store:
        assert len(store) == len(list(store)) == 60
    assert [each.name for each in path.parent.iterdir()] == ["sweep.sqlite"]


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    "damage, says",
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), "malformed|damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:4096]), "malformed|damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:1000]), "not a database|malformed|damaged|no results"),
        (lambda path: path.write_bytes(path.read_bytes()[:10]), "is no SQLite file"),
        (lambda path: path.write_bytes(b"x" * 5000), "is no SQLite file"),
        (lambda path: path.write_bytes(path.read_bytes()[:20] + b"\xff" * 4076), "not a database|malformed"),
        (lambda path: path.write_bytes(path.read_bytes()[:9000] + b"\0" * 4096 + path.read_bytes()[13096:]), "malformed|damaged"),
        (lambda path: path.open("r+b").truncate((2 << 30) + 1), "at most 2,147,483,648"),
        (lambda path: execute(path, "PRAGMA user_version = 2"), "layout 2"),
        (lambda path: execute(path, "PRAGMA application_id = 7"), "of another program"),
        (lambda path: execute(path, "ALTER TABLE result ADD more TEXT"), "has other tables"),
        (lambda path: execute(path, "CREATE TRIGGER t AFTER INSERT ON result BEGIN DELETE FROM result; END"), "has other tables"),
        (lambda path: execute(path, "CREATE TABLE other (x)"), "has other tables"),
        (lambda path: (path.unlink(), path.mkdir()), "is no file"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_of_ours_is_refused(path, damage, says, write):
    damage(path)
    before = None if path.is_dir() or path.stat().st_size > 1 << 30 else path.read_bytes()
    with pytest.raises(SweepError, match=says) as refused:
        Store(path, write)
    assert "\n" not in str(refused.value)
    assert before is None or path.read_bytes() == before


@pytest.mark.parametrize(
    "damage, says",
    [
        (
            "UPDATE result SET point = replace(point, '\"k\":3', '\"k\":4') WHERE id = 5",
            "the row .* does not have its checksum",
        ),
        ("UPDATE result SET state = 'fine' WHERE id = 5", "checksum; `repair=True` removes such rows"),
        ("UPDATE result SET latency = NULL WHERE id = 5", "checksum"),
        ("UPDATE result SET latency = latency * 2 WHERE id = 5", "checksum"),
        ("UPDATE result SET latency = 9e999 WHERE id = 5", "checksum"),
        ("UPDATE result SET messages = messages + 1 WHERE id = 5", "checksum"),
    ],
)
def test_rows_that_cannot_be_are_refused(path, damage, says):
    execute(path, damage)
    with Store(path, write=False) as store, pytest.raises(SweepError, match=says):
        list(store)


def test_damaged_rows_are_removed_and_simulated_again(path):
    with Store(path, write=False) as store:
        right = list(store)
    execute(path, "UPDATE result SET latency = latency + 1, throughput = 9e999 WHERE id IN (5, 17)")
    with Store(path) as store:
        assert store.repair() == 2 and len(store) == 58 and store.repair() == 0
        assert set(right) > set(store)
        missing = next(row for row in right if row.point not in store)
        store.add(missing.point, simulate_point(missing.point.key))
        assert store[missing.point].numbers == missing.numbers


def test_a_row_with_a_changed_digest_is_not_taken_for_a_missing_one(path):
    execute(path, "UPDATE result SET digest = replace(digest, substr(digest, 1, 9), 'fffffffff') WHERE id = 5")
    with Store(path) as store:
        point = next(row.point for row in islice(store, 4))
        assert run_sweep([point], store, workers=1)[0].point == point  # nothing is missing
        changed = replace(point, seed=point.seed + 10**6)
        with pytest.raises(SweepError, match=r"the row fffffffff[0-9a-f]* does not have its checksum; `repair=True`"):
            run_sweep([changed], store, workers=1)
        assert len(store) == 60
        assert store.repair() == 1 and run_sweep([changed], store, workers=1)[0].point == changed


@pytest.mark.in_turn
def test_no_flipped_bit_is_taken_as_another_number(path):
    with Store(path, write=False) as store:
        right = {(row.point, row.numbers) for row in store}
    data, draw, refused = path.read_bytes(), random.Random(1), 0
    for _ in range(150):
        flipped = bytearray(data)
        place = draw.randrange(8 * len(data))
        flipped[place // 8] ^= 1 << place % 8
        path.write_bytes(flipped)
        try:
            with Store(path, write=False) as store:
                assert {(row.point, row.numbers) for row in store} == right
        except SweepError:
            refused += 1
    assert refused > 20


def test_a_row_with_the_right_digest_of_nonsense_is_refused(path):
    execute(path, f"UPDATE result SET point = '[1]', digest = '{digest_of('[1]')}' WHERE id = 5")
    with Store(path, write=False) as store, pytest.raises(SweepError, match="checksum"):
        list(store)


def test_a_file_of_somebody_else_is_not_changed(tmp_path):
    path = tmp_path / "other.sqlite"
    execute(path, "CREATE TABLE mine (x)")
    before = path.read_bytes()
    with pytest.raises(SweepError, match="of another program"):
        Store(path)
    assert path.read_bytes() == before and [each.name for each in tmp_path.iterdir()] == ["other.sqlite"]


def test_an_empty_file_becomes_one_of_results_and_is_none_to_show(tmp_path):
    path = tmp_path / "new.sqlite"
    path.touch()
    with pytest.raises(SweepError, match="it is empty"):
        Store(path, write=False)
    with Store(path) as store:
        assert len(store) == 0


@pytest.mark.parametrize(
    "where, says",
    [
        ("no/x.sqlite", "there is no folder"),
        ("/proc/x.sqlite", "cannot be opened"),
        ("a" * 300, "cannot be used"),
        ("a\0b", "no folder"),
    ],
)
def test_paths_where_nothing_can_be_written(where, says, tmp_path):
    with pytest.raises(SweepError, match=says):
        Store(tmp_path / where)


def test_a_file_in_a_folder_that_cannot_be_written_is_read(path, monkeypatch):
    monkeypatch.setattr("netlemma.graphs.simulate.sweep.store.os.access", lambda *_: False)
    with Store(path, write=False) as store:
        assert len(store) == 60


def test_a_result_that_comes_twice_is_stored_once_and_must_be_the_same(path):
    point = one(k=3, cycles=1000)
    outcome = simulate_point(point.key)
    with Store(path) as store:
        first = store[point]
        assert store.add(point, outcome) == first and len(store) == 60
        with pytest.raises(SweepError, match=r"has throughput .* and the same simulation now gave 0\.5"):
            store.add(point, {**outcome, "throughput": 0.5})
        assert store[point] == first


def test_numbers_of_two_versions_are_not_mixed(path, monkeypatch):
    monkeypatch.setattr("netlemma.graphs.simulate.sweep.running.program_version", lambda: "netlemma 9.9, numpy 2")
    with pytest.raises(SweepError, match=r"has results of netlemma .*, and this is netlemma 9\.9"):
        sweep("mesh", k=3, flits=8, loads=0.01, seeds=99, cycles=1000, results=path, workers=1)
    with Store(path) as store:
        assert len(store) == 60


def test_a_worker_of_another_version_is_not_believed(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "netlemma.graphs.simulate.sweep.running.simulate_point",
        lambda key: simulate_point(key) | {"version": "netlemma 9.9, numpy 2"},
    )
    with pytest.raises(SweepError, match=r"a worker has netlemma 9\.9"):
        sweep("mesh", k=3, flits=8, loads=0.01, cycles=1000, results=tmp_path / "x.sqlite", workers=1)
    with Store(tmp_path / "x.sqlite") as store:
        assert len(store) == 0


def test_sizes_may_be_lists_and_words():
    """A list of numbers is one size; several are given as a list of lists."""
    [one] = plan("hyperx", "shortest-first", S=(3, 4), T=1, flits=4, loads=0.01)
    assert one.title == "hyperx S=3,4 T=1" and SweepPoint.from_key(one.key) == one
    several = plan("hyperx", "shortest-first", S=[(3, 4), (2, 2)], T=1, flits=4, loads=0.01)
    assert [each.title for each in several] == ["hyperx S=3,4 T=1", "hyperx S=2,2 T=1"]
    words = plan("dragonfly", "minimal", p=1, a=2, h=1, arrangement=["palmtree", "consecutive"], flits=4, loads=0.01)
    assert [dict(each.sizes)["arrangement"] for each in words] == ["palmtree", "consecutive"]
    with pytest.raises(SweepError, match="whole number"):
        plan("hyperx", "shortest-first", S=[(3, 2.5)], T=1, flits=4, loads=0.01)


@pytest.mark.in_turn
def test_several_routings_and_patterns_have_their_columns():
    found = nl.sweep(
        "mesh", "xy,odd-even", k=3, n=2, flits=4, load=[0.01, 0.02], traffic="uniform,tornado", cycles=2000, workers=1
    )
    means = found.means()
    assert [(m.point.routing, m.point.traffic, m.point.load) for m in means] == [
        (routing, traffic, load)
        for routing in ("xy", "odd-even")
        for traffic in ("uniform", "tornado")
        for load in (0.01, 0.02)
    ]
    assert means.varying == ["routing", "traffic"]
    same, _, heads, *_ = str(found).splitlines()
    assert same == "in each row: network mesh k=3 n=2, flits 4, seeds 1"
    assert heads.split()[:4] == ["routing", "traffic", "load", "latency"]
    rows = list(csv.DictReader(io.StringIO(found.as_csv())))
    assert [(row["routing"], row["traffic"], float(row["latency"])) for row in rows] == [
        (m.point.routing, m.point.traffic, m.latency) for m in means
    ]
    assert {row["size k"] for row in rows} == {"3"} and found.results is None


def test_what_does_not_vary_is_said_once():
    found = nl.sweep("mesh", k=3, n=2, flits=4, load=[0.01, 0.02], vcs=2, cycles=2000, workers=1)
    assert found.means().varying == [] and "\nrouting dimension-order, traffic uniform\n" in str(found)
    with pytest.raises(nl.InputError, match="one comma between two"):
        nl.sweep("mesh", "xy,,yx", k=3, n=2, flits=4, load=0.01)


def test_a_figure_of_latency_over_load(tmp_path):
    from netlemma.figures.sweeps import curves, draw

    asked = {"k": 3, "n": 2, "flits": 4, "load": [0.02, 0.01], "cycles": 2000, "workers": 1}
    means = nl.sweep("mesh", "xy,yx", output=tmp_path / "latency.svg", **asked).means()
    assert "<svg" in (tmp_path / "latency.svg").read_text(encoding="utf-8")
    assert {label: [m.point.load for m in curve] for label, curve in curves(means).items()} == {
        "xy": [0.01, 0.02], "yx": [0.01, 0.02]
    }  # fmt: skip
    assert len(draw(means).containers) == 2
    with pytest.raises(ValueError, match="must end in"):
        nl.sweep("mesh", output="latency.txt", **asked)
