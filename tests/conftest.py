"""For all tests: Hypothesis counts no time, since how long an example takes on a busy machine says nothing about what it tests.

The usual run draws a third of the examples that a test names, the same ones each time, and some of the cases, other ones on
the next commit, so that all have had their turn after some commits. The long run draws new examples, all of them, and has
the usual property tests too.

Processes of pytest-xdist have whole files, so that what a file's tests share is made once.

Nothing imports derive, graphs, checks or proofs by these names: where netlemma is installed, they are in it alone.

In the usual run, loops are compiled for somewhat larger work than elsewhere where a test before has loaded Numba: plain Python
takes less time for it than a compiler. Tests of compiled loops ask for them.

The command line is put together from its functions once, not for each command that runs in a process of tests. Cycles
in memory are looked for seldom, and never among what was collected: tests make many formulas and few cycles.
"""

import gc
import os
import sys
from collections import defaultdict
from functools import cache

import pytest
import typer.main
from hypothesis import HealthCheck, settings

from netlemma.graphs.base import compiled
from tests.turns import drawn, has_its_turn


class Nowhere:
    """Folders of the repository that are packages only inside netlemma."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in {"derive", "graphs", "checks", "proofs"}:
            raise ModuleNotFoundError(f"No module named {name!r}: it is netlemma.{name}", name=name)


sys.meta_path.insert(0, Nowhere)
os.environ.pop("COLUMNS", None)  # of the terminal that the tests are started from
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each process would compile all modules again
sys.dont_write_bytecode = False
typer.main.get_command = cache(typer.main.get_command)

UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("usual", derandomize=True, **UNTIMED)
settings.register_profile("long", **UNTIMED)
settings.load_profile("usual")
SMALL = 50_000  # steps of a loop up to which it is not compiled
LEAST = 5  # examples that the usual run draws, where a test names as many
DRAWN = "_hypothesis_internal_use_settings"  # of a property test, read when it runs


def is_long(config):
    return "long" in (config.option.markexpr or "").replace("not long", "")


def pytest_configure(config):
    if is_long(config):
        settings.load_profile("long")
    else:
        compiled.SMALL = SMALL


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log) if config.option.dist == "load" else None


def draw_as_asked(config, items):
    """Property tests draw a third of their examples, or all of them in the long run, to which they are added."""
    drawing = [item for item in items if getattr(getattr(item, "obj", None), "is_hypothesis_test", False)]
    if is_long(config):
        for item in drawing:
            item.add_marker("long")
        return
    for test in {item.obj for item in drawing}:
        named = getattr(test, DRAWN)
        fewer = min(named.max_examples, max(LEAST, named.max_examples // 3))
        setattr(test, DRAWN, settings(named, max_examples=fewer))


@pytest.hookimpl(tryfirst=True)  # before what is not asked for is left out
def pytest_collection_modifyitems(config, items):
    """What the usual run leaves out, which the long run has: of a test marked ``sampled(n)`` all but n cases, others on the
    next commit; of all tests marked ``in_turn`` seven eighths, which have their turns on the next seven. Who names files or tests
    has all of the latter.
    """
    draw_as_asked(config, items)
    if sorted(config.args) == sorted(config.getini("testpaths")):
        for item in items:
            if item.get_closest_marker("in_turn") and not has_its_turn(item.nodeid):
                item.add_marker("long")
    cases = defaultdict(list)
    for item in items:
        if sampled := item.get_closest_marker("sampled"):
            cases[item.parent.nodeid, item.originalname, *sampled.args].append(item)
    for (*_, name, kept), found in cases.items():
        usual = [item for item in found if not item.get_closest_marker("long")]
        for item in set(usual) - set(drawn(name, usual, kept)):
            item.add_marker("long")


def pytest_collection_finish():
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
