"""For all tests: Hypothesis counts no time, since how long an example takes on a busy machine says nothing about what it tests.

The usual run draws the same examples every time, so that it fails for what was changed; the long one draws new ones.

The command line is put together from its functions once, not for each command that runs in a process of tests. Cycles
in memory are looked for seldom, and never among what was collected: tests make many formulas and few cycles.
"""

import gc
import os
from functools import cache

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


def pytest_collection_finish():
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
