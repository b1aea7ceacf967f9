"""For all tests: no example of Hypothesis has a deadline, since how long one takes says nothing about what it tests."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
