"""For all tests: Hypothesis counts no time, since how long an example takes on a busy machine says nothing about what it tests.

The usual run draws the same examples every time, so that it fails for what was changed; the long one draws new ones.

The command line is put together from its functions once, not for each command that runs in a process of tests. Cycles
in memory are looked for seldom, and never among what was collected: tests make many formulas and few cycles.
"""

import gc
import os
import random
from collections import defaultdict
from functools import cache

import pytest
import typer.main
from hypothesis import HealthCheck, settings

os.environ.pop("COLUMNS", None)  # of the terminal that the tests are started from
typer.main.get_command = cache(typer.main.get_command)

UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("usual", derandomize=True, **UNTIMED)
settings.register_profile("long", **UNTIMED)
settings.load_profile("usual")


def pytest_configure(config):
    if "long" in (config.option.markexpr or "").replace("not long", ""):
        settings.load_profile("long")


@pytest.hookimpl(tryfirst=True)  # before what is not asked for is left out
def pytest_collection_modifyitems(items):
    """Of a test marked ``sampled(n)`` the usual run has n cases, always the same ones; the long run has the others."""
    cases = defaultdict(list)
    for item in items:
        if sampled := item.get_closest_marker("sampled"):
            cases[item.parent.nodeid, item.originalname, *sampled.args].append(item)
    for (*_, name, kept), found in cases.items():
        usual = [item for item in found if not item.get_closest_marker("long")]
        chosen = random.Random(name).sample(usual, min(kept, len(usual)))
        for item in set(usual).difference(chosen):
            item.add_marker("long")


def pytest_collection_finish():
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
