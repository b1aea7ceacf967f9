"""For all tests: Hypothesis counts no time, since how long an example takes on a busy machine says nothing about what it tests.

The command line is put together from its functions once, not for each command that runs in a process of tests.
"""

from functools import cache

import typer.main
from hypothesis import HealthCheck, settings

typer.main.get_command = cache(typer.main.get_command)

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
