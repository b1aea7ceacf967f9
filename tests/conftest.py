"""For all tests: Hypothesis counts no time, since how long an example takes on a busy machine says nothing about what it tests."""

from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
