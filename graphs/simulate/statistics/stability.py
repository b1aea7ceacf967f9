"""Whether a network keeps up with its sources: no backlog grows by more than chance explains."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np

from graphs.simulate.layouts.numbering import Numbering
from graphs.simulate.traffic.messages import Messages

ALARM = 0.05  # the probability that queues which are served exactly as fast as messages come are called unstable


def overflow(names: Numbering, growth: np.ndarray, count: int, dispersion: float) -> str | None:
    """What has grown too much, in words, None if nothing has.

    The backlog of each source and that of all of them are compared with what they gain by chance, see :func:`by_chance`. Near
    saturation few sources overflow, which one of them shows first; far beyond it many do, which the total shows first. Each of the two
    has half of ``ALARM``, and each source its part of that (Bonferroni).

    Parameters
    ----------
    growth : of the backlog of each source, in messages.
    count : messages generated in that time.
    dispersion : variance of the number of messages in a long time, divided by its mean.
    """
    total, worst = int(growth.sum()), int(growth.argmax())
    each = count / names.ends
    bound = by_chance(count, dispersion, ALARM / 2)
    if total > bound:
        return _words("undelivered messages", total, count, bound)
    bound = by_chance(each, dispersion, ALARM / 2 / names.ends)
    if growth[worst] > bound:
        return _words(f"undelivered messages from node {names.end_name(worst)}", int(growth[worst]), round(each), bound)
    return None


def by_chance(messages: float, dispersion: float, probability: float) -> float:
    """By how much a backlog grows at most, but for this probability, while so many messages come on the mean and are served as fast.

    Service takes the same time for each message; where it varies, chance does more. The backlog is then a random walk that is
    reflected at zero. It grows most if it starts there, and more than x with the probability that a normal variable with the variance of
    the number of messages is more than x away from zero. The number of messages is a bit skew, so the quantile z of that has the next
    term, (z^2 - 1)/6 messages (Cornish and Fisher 1938, for a Poisson number; in clusters of so many messages as ``dispersion`` says).

    >>> round(by_chance(10_000, 1, 0.05), 1), round(by_chance(10_000, 4, 0.05), 1)
    (196.5, 393.9)
    """
    z = NormalDist().inv_cdf(1 - probability / 2)
    return z * sqrt(messages * dispersion) + dispersion * (z * z - 1) / 6


def backlogs(ends: int, messages: Messages, delivered: np.ndarray, time: int) -> np.ndarray:
    """How many messages of each source are generated and not delivered at a time.

    >>> from graphs.simulate.traffic.messages import written
    >>> backlogs(3, written([(1, 0, 2), (2, 0, 2), (4, 1, 2), (9, 2, 1)]), np.array([8, -1, 5, 20]), 6).tolist()
    [2, 0, 0]
    """
    count = int(np.searchsorted(messages.cycle, time, side="right"))
    waiting = (delivered[:count] < 0) | (delivered[:count] > time)
    return np.bincount(messages.source[:count][waiting], minlength=ends)


def _words(of: str, growth: int, count: int, bound: float) -> str:
    return f"the backlog of {of} grew by {growth} while {count} were generated, by chance not by more than {bound:.0f}"
