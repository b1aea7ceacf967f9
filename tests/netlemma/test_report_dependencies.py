"""Whatever runs while a result is computed is among what the result depends on. For results of every kind it takes long:

pytest -m long -s tests/netlemma/test_report_dependencies.py
"""

import os
import random
from collections import defaultdict
from dataclasses import replace

import pytest

from .executed import executed

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

PARTS = 4


def missing(sources, task, used):
    return used - sources.reached(task.module, task.depends)


def task_named(every, name):
    return next(task for task in every.tasks if task.name == name)


@pytest.mark.parametrize(
    "name, uses",
    [
        (
            "deadlock oneway-torus k=4 n=2",
            {"netlemma.graphs.routings.dimension_order", "netlemma.graphs.families.oneway_torus"},
        ),
        (
            "statement johnson1991 multicube.links",
            {"netlemma.checks.claims.statements.johnson1991.formulas", "netlemma.graphs.families.multicube"},
        ),
        ("statement reed1982 ring.mean_distance", {"netlemma.derive.lemmas.ring", "netlemma.graphs.families.ring"}),
    ],
)
def test_what_is_used_is_among_what_a_result_depends_on(every, sources, name, uses):
    task = task_named(every, name)
    task.run()  # what this process knows already is still seen
    ((_, used),) = executed([task])
    assert uses <= used
    assert not missing(sources, task, used)
    assert uses & missing(sources, replace(task, depends=()), used), "it would be seen"


def test_a_change_of_one_routing_recomputes_few_results(every, sources):
    """Only dimension order and shortest paths, the defaults, stand behind most of them."""
    on = {name: [t for t in every.tasks if f"netlemma.graphs.routings.{name}" in sources.reached(t.module, t.depends)]
          for name in ("up_down", "duato", "valiant", "shortest")}  # fmt: skip
    assert (
        on["up_down"]
        and on["duato"]
        and all(len(on[name]) < len(every.tasks) / 5 for name in ("up_down", "duato", "valiant"))
    )
    assert len(on["shortest"]) > len(every.tasks) / 2


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_that_is_used_by_any_result_is_among_what_it_depends_on(every, sources, part):
    """Of results that depend on the same, such as the lemmas of a family, one in each run, drawn anew."""
    alike = defaultdict(list)
    for task in every.tasks:
        alike[task.module, task.depends].append(task)
    drawn = [random.choice(tasks) for tasks in list(alike.values())[part::PARTS]]
    wrong = {}
    for number, (task, used) in enumerate(executed(drawn), 1):
        if lacking := missing(sources, task, used):
            wrong[task.name] = sorted(lacking)
        print(f"{number} of {len(drawn)}: {task.name} {wrong.get(task.name, '')}", flush=True)
    assert not wrong
