"""What is kept, and when it is computed again: exactly what depends on a source that changed."""

import json
import shutil
from dataclasses import replace

import pytest

from netlemma.checks.claims.papers import papers
from netlemma.graphs.base.errors import InputError
from netlemma.reporting import compute as computing
from netlemma.reporting.compute import compute, known_sources, run_batch
from netlemma.reporting.ledger import opened
from netlemma.reporting.sources import ModuleFacts, ModuleSources, module_facts
from netlemma.reporting.work import ReportTasks, Task, work

WANTED = (
    "lemma ring.diameter",
    "lemma hypercube.diameter",
    "measured ring K=2",
    "measured hypercube n=2",
    "statement reed1982 ring.mean_distance",
    "statement reed1982 ring.devices",
)


@pytest.fixture(scope="module")
def few(every):
    return ReportTasks(tuple(task for task in every.tasks if task.name in WANTED), every.named, every.registered)


@pytest.fixture(scope="module")
def known(read_ledger, tmp_path_factory):
    """A ledger that has read all sources."""
    with opened(shutil.copy(read_ledger, tmp_path_factory.mktemp("known"))) as ledger:
        yield ledger


def digests(few, ledger):
    sources = known_sources(few, ledger)
    return {task.name: sources.digest(task.module, task.depends, task.name) for task in few.tasks}


def recomputed(few, ledger):
    return {each.task.name for each in compute(few, ledger, workers=1) if not each.kept}


def change(monkeypatch, tmp_path, module):
    """A module's source with a line more, seen by the ledger only."""
    found = computing.files()
    changed = tmp_path / f"{module}.py"
    changed.write_text(found[module].read_text() + "\n# changed\n")
    monkeypatch.setattr(computing, "files", lambda: {**found, module: changed})


@pytest.mark.parametrize(
    "module, again",
    [
        (
            "netlemma.derive.lemmas.ring",
            {"lemma ring.diameter", "statement reed1982 ring.mean_distance", "statement reed1982 ring.devices"},
        ),
        (
            "netlemma.graphs.families.ring",
            {
                "lemma ring.diameter",
                "measured ring K=2",
                "statement reed1982 ring.mean_distance",
                "statement reed1982 ring.devices",
            },
        ),
        ("netlemma.derive.lemmas.butterfly", set()),
        ("netlemma.checks.claims.statements.reed1982.construction", {"statement reed1982 ring.devices"}),
        ("netlemma.graphs.loads.measure", set(WANTED)),
        (
            "netlemma.reporting.results.papers",
            {"statement reed1982 ring.mean_distance", "statement reed1982 ring.devices"},
        ),
    ],
)
def test_a_change_recomputes_what_depends_on_it_and_nothing_else(few, known, monkeypatch, tmp_path, module, again):
    before = digests(few, known)
    change(monkeypatch, tmp_path, module)
    after = digests(few, known)
    assert {name for name in before if before[name] != after[name]} == again


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "module, again, kept",
    [
        (
            "netlemma.checks.claims.statements.johnson1991.formulas",
            {"statement johnson1991 multicube.links"},
            {"statement johnson1991 complete.figure-2", "model mesh"},
        ),
        (
            "netlemma.graphs.routings.up_down",
            {"deadlock oneway-torus k=4 n=2"},
            {"figure reed-2"},
        ),
        (
            "netlemma.derive.performance.latency.models.khonsari",
            {"model khonsari", "figure khonsari-1"},
            {"model mesh", "figure greenberg-6"},
        ),
        (
            "netlemma.checks.performance.comparisons.wormhole",
            {"model mesh", "figure greenberg-6"},
            {"model min", "figure reed-2"},
        ),
        (
            "netlemma.derive.typeset.mathml_printer",
            {"lemma ring.diameter", "statement reed1982 ring.mean_distance"},
            {"measured ring K=2", "measured oneway-torus k=2 n=1"},
        ),
    ],
)
def test_what_is_found_by_its_name_is_depended_on(every, known, monkeypatch, tmp_path, module, again, kept):
    before = digests(every, known)
    assert again | kept <= before.keys()
    change(monkeypatch, tmp_path, module)
    after = digests(every, known)
    changed = {name for name in before if before[name] != after[name]}
    assert again <= changed
    assert not kept & changed


def test_results_are_kept_until_what_they_depend_on_changes(few, known, monkeypatch, tmp_path):
    assert recomputed(few, known) == set(WANTED)
    assert recomputed(few, known) == set()
    change(monkeypatch, tmp_path, "netlemma.derive.lemmas.hypercube")
    again = recomputed(few, known)
    assert "lemma hypercube.diameter" in again
    assert not again & {
        "lemma ring.diameter",
        "measured ring K=2",
        "measured hypercube n=2",
        "statement reed1982 ring.mean_distance",
    }
    assert recomputed(few, known) == set()


def test_other_words_of_a_claim_are_another_claim(few, known):
    one = Task("measured", {"family": "ring", "size": {"K": 4}}, content="one")
    other = Task("measured", {"family": "ring", "size": {"K": 4}}, content="other")
    assert [len(recomputed(ReportTasks((task,), few.named, few.registered), known)) for task in (one, one, other)] == [
        1,
        0,
        1,
    ]


def test_what_a_file_of_claims_says_is_depended_on(few, known, monkeypatch):
    before = {task.name: task for task in few.tasks}
    paper = papers()["reed1982"]
    other = {"ring.mean_distance": {"formula": "K"}, "ring.devices": {"parameters": {"family": "toroid"}}}
    statements = [
        replace(said, readings=(replace(said.readings[0], **other[name]),)) if name in other else said
        for name, said in paper.named.items()
    ]
    changed = {**papers(), "reed1982": replace(paper, statements=tuple(statements))}
    monkeypatch.setattr("netlemma.checks.claims.papers.papers", lambda: changed)
    after = {task.name: task for task in work().tasks if task.name in before}
    assert {name for name in before if after[name].content != before[name].content} == {
        "statement reed1982 ring.mean_distance",
        "statement reed1982 ring.devices",
    }
    depends = {name: after[name].depends for name in before}
    assert "netlemma.derive.lemmas.toroid" in depends["statement reed1982 ring.devices"]
    assert "netlemma.derive.lemmas.toroid" not in before["statement reed1982 ring.devices"].depends


def test_workers_get_the_tasks_that_are_meant(every, monkeypatch):
    seen = []
    monkeypatch.setattr(computing, "_run", seen.append)
    run_batch(json.dumps([0, [[task.kind, task.about] for task in every.tasks]]))
    assert [each.name for each in seen] == [each.name for each in every.tasks]
    assert [each.about for each in seen] == [each.about for each in every.tasks]


def test_an_error_is_said_and_not_kept(few, known):
    wrong = ReportTasks((Task("measured", {"family": "ring", "size": {"K": 0}}),), few.named, few.registered)
    for _ in range(2):
        (found,) = compute(wrong, known, workers=1)
        assert found.error.startswith("SizeError: ring has no size K=0")
        assert not found.kept


@pytest.mark.parametrize("content", [b"this is no database, and long enough to be seen as none" * 20, None])
def test_what_is_no_ledger_is_refused_in_one_line(tmp_path, content):
    file = tmp_path / "ledger"
    file.write_bytes(content) if content else file.mkdir()
    with pytest.raises(InputError, match=r"cannot be used .* name another with --ledger"), opened(file):
        pass
    if content:
        assert file.read_bytes() == content


def test_a_result_that_cannot_be_read_is_computed_again(few, known):
    one = ReportTasks((Task("measured", {"family": "ring", "size": {"K": 7}}),), few.named, few.registered)
    (name,) = recomputed(one, known)
    for text in ("{no json", b"\xff\xfe"):
        known._connection.execute("update results set result = ? where task = ?", (text, name))
        assert len(recomputed(one, known)) == 1
        assert not recomputed(one, known)


def test_errors_of_the_work_are_not_those_of_the_ledger(tmp_path):
    with pytest.raises(OSError, match="of the work"), opened(tmp_path / "ledger"):
        raise OSError("of the work")


def test_names_count_as_dependencies_of_judges_alone():
    read = {
        "netlemma.a": module_facts("import checks.b"),
        "checks.b": module_facts('x = "toroid"'),
        "checks.judge": module_facts('"""Of ring."""\nx = "toroid.mean_distance"'),
        "netlemma.derive.lemmas.l": module_facts('x = "toroid", "ring.diameter"'),
        "netlemma.derive.lemmas.t": ModuleFacts((), frozenset()),
        "netlemma.derive.lemmas.r": ModuleFacts((), frozenset()),
        "netlemma.graphs.families.t": module_facts('x = "toroid"'),
    }
    named = {
        "toroid": ["netlemma.derive.lemmas.t", "netlemma.graphs.families.t"],
        "ring.diameter": ["netlemma.derive.lemmas.r"],
        "ring": ["netlemma.derive.lemmas.r"],
    }
    sources = ModuleSources(dict.fromkeys(read, ""), lambda name, digest: read[name], named)
    assert sources.reached("netlemma.a", []) == {"netlemma.a", "checks.b"}
    assert sources.reached("netlemma.a", ["checks.judge"]) >= {"netlemma.derive.lemmas.t", "netlemma.graphs.families.t"}
    assert "netlemma.derive.lemmas.r" not in sources.reached("netlemma.a", ["checks.judge"])
    assert sources.reached("netlemma.a", ["netlemma.derive.lemmas.l"]) == {
        "netlemma.a",
        "checks.b",
        "netlemma.derive.lemmas.l",
        "netlemma.derive.lemmas.r",
    }
    assert "netlemma.derive.lemmas.t" not in sources.reached("netlemma.a", ["netlemma.graphs.families.t"])
