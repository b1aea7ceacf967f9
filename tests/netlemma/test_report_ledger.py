"""What is kept in the ledger, and when it is computed again: once netlemma's sources or its libraries have changed."""

import json
import shutil
from pathlib import Path

import pytest

from netlemma.errors import InputError
from netlemma.reporting import compute as computing
from netlemma.reporting.compute import compute, run_batch
from netlemma.reporting.ledger import opened
from netlemma.reporting.sources import digest_of, tree_digest, versions
from netlemma.reporting.work import Task

ROOT = Path(__file__).parents[2]
WANTED = ("lemma ring.diameter", "measured ring K=2", "statement reed1982 ring.devices")


@pytest.fixture(scope="module")
def few(every):
    return [task for task in every if task.name in WANTED]


@pytest.fixture
def ledger():
    with opened(":memory:") as new:
        yield new


def recomputed(tasks, ledger):
    return {each.task.name for each in compute(tasks, ledger, workers=1) if not each.kept}


def test_results_are_kept_until_the_sources_change(few, ledger, monkeypatch):
    assert recomputed(few, ledger) == set(WANTED)
    assert recomputed(few, ledger) == set()
    monkeypatch.setattr(computing, "tree_digest", lambda: "of other sources")
    assert recomputed(few, ledger) == set(WANTED)


@pytest.mark.parametrize(
    "changed", ["derive/lemmas/ring.py", "derive/claims/reed1982.toml", "netlemma/reporting/work.py"]
)
def test_every_source_counts(tmp_path, changed):
    for folder in ("derive", "netlemma"):
        for path in [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.toml")]:
            copy = tmp_path / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    (tmp_path / "netlemma" / "derive").symlink_to(tmp_path / "derive")
    top = tmp_path / "netlemma"
    before = digest_of(top, "sympy 1")
    assert digest_of(top, "sympy 1") == before != digest_of(top, "sympy 2")
    with (tmp_path / changed).open("a") as file:
        file.write("\n# changed\n")
    assert digest_of(top, "sympy 1") != before


def test_the_digest_is_that_of_the_installed_sources(monkeypatch):
    for each in ("plugin_files", "plugin_definitions"):  # what other tests have loaded
        monkeypatch.setattr(f"netlemma.reporting.sources.{each}", lambda: ())
    assert tree_digest.__wrapped__() == digest_of(ROOT / "netlemma", versions())


def test_plugins_count(tmp_path, monkeypatch):
    (file := tmp_path / "own.py").write_text("FAMILY = None\n")
    monkeypatch.setattr("netlemma.reporting.sources.plugin_files", lambda: (file,))
    first = tree_digest.__wrapped__()
    file.write_text("FAMILY = 1\n")
    assert len({first, tree_digest.__wrapped__(), tree_digest()}) == 3


def test_workers_get_the_tasks_that_are_meant(every, monkeypatch):
    seen = []
    monkeypatch.setattr(computing, "_run", seen.append)
    run_batch(json.dumps([0, [[task.kind, task.about] for task in every]]))
    assert [each.name for each in seen] == [each.name for each in every]
    assert [each.about for each in seen] == [each.about for each in every]


def test_an_error_is_said_and_not_kept(ledger):
    wrong = [Task("measured", {"family": "ring", "size": {"K": 0}})]
    for _ in range(2):
        (found,) = compute(wrong, ledger, workers=1)
        assert found.error.startswith("SizeError: ring has no size K=0")
        assert not found.kept


@pytest.mark.parametrize("content", [b"this is no database, and long enough to be seen as none" * 20, None])
def test_what_is_no_ledger_is_refused_in_one_line(tmp_path, content):
    file = tmp_path / "ledger"
    file.write_bytes(content) if content else file.mkdir()
    with pytest.raises(InputError, match=r"cannot be used .* name another with `ledger`"), opened(file):
        pass
    if content:
        assert file.read_bytes() == content


def test_a_result_that_cannot_be_read_is_computed_again(ledger):
    one = [Task("measured", {"family": "ring", "size": {"K": 7}})]
    (name,) = recomputed(one, ledger)
    for text in ("{no json", b"\xff\xfe"):
        ledger._connection.execute("update results set result = ? where task = ?", (text, name))
        assert len(recomputed(one, ledger)) == 1
        assert not recomputed(one, ledger)


def test_errors_of_the_work_are_not_those_of_the_ledger(tmp_path):
    with pytest.raises(OSError, match="of the work"), opened(tmp_path / "ledger"):
        raise OSError("of the work")
