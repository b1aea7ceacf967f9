"""Time limits of one whole answer, and forecasts of the time of the next network."""

from __future__ import annotations

import math
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import InputError, OutOfTime

MOST_SECONDS = 10_000_000.0
SHORT = 0.05  # seconds; shorter measurements say nothing about growth
USUAL_GROWTH, MOST_GROWTH = 2.0, 3.0  # exponents of the number of nodes
REPEATED = 0.1  # seconds after which users' code that swallows an interruption is interrupted again
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


class _Alarm(BaseException):
    """Raised within users' code, which may catch every Exception."""


class TimeBudget:
    """The time that one answer may take, from now on.

    seconds: Seconds; no limit if None.

    >>> TimeBudget(60).over, TimeBudget(0).over, TimeBudget().left
    (False, True, inf)
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left; infinite without a limit."""
        return self._end - time.monotonic()

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0

    def require(self) -> None:
        """Check that time is left."""
        if self.over:
            raise self._out()

    def _out(self) -> OutOfTime:
        return OutOfTime(f"the answer takes more than {self.seconds:g} s; `time` raises this limit")

    @contextmanager
    def interrupting(self) -> Iterator[None]:
        """Interrupt what runs inside the context, such as users' code, when the time ends.

        Only the main thread of systems with interval timers is interrupted.

        >>> try:
        ...     with TimeBudget(0.01).interrupting():
        ...         time.sleep(600)
        ... except OutOfTime as error:
        ...     print(error)
        the answer takes more than 0.01 s; `time` raises this limit
        """
        main = threading.current_thread() is threading.main_thread()
        if self.seconds is None or not main or not hasattr(signal, "setitimer"):
            yield
            return
        self.require()
        handler = signal.signal(signal.SIGALRM, _ring)
        others = 0.0, 0.0
        try:
            try:
                others = signal.setitimer(signal.ITIMER_REAL, max(self.left, 0.001), REPEATED)
                yield
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            self.require()
        except _Alarm:
            raise self._out() from None
        finally:
            signal.signal(signal.SIGALRM, handler)
            signal.setitimer(signal.ITIMER_REAL, *others)

    def share(self, parts: int) -> TimeBudget:
        """The time of the next of several parts that are still to come; what it leaves is for the others."""
        return TimeBudget(None if self.seconds is None else max(0.0, self.left) / parts)


def _ring(number: int, frame: FrameType | None) -> None:
    raise _Alarm


class Forecast:
    """Forecast of the time of a network from the times of smaller ones, by a power of the number of nodes.

    The first measurement is not used: it includes the compilation of kernels.

    budget: Time of the answer.

    >>> forecast = Forecast(TimeBudget(10))
    >>> for nodes, seconds in ((10, 1.0), (100, 0.1), (200, 0.4)):
    ...     forecast.took(nodes, seconds)
    >>> forecast.allows(400), forecast.allows(4000)
    (True, False)
    """

    def __init__(self, budget: TimeBudget) -> None:
        self.budget = budget
        self._seen: list[tuple[float, float]] = []
        self._count = 0

    def took(self, nodes: float, seconds: float) -> None:
        """Record a measurement."""
        self._count += 1
        if self._count > 1 and (not self._seen or nodes > self._seen[-1][0]):
            self._seen.append((nodes, seconds))

    def allows(self, nodes: float) -> bool:
        """Whether a network of so many nodes is expected to be measured in the time left."""
        if self.budget.over:
            return False
        if not self._seen:
            return True
        last_nodes, last = self._seen[-1]
        growth = USUAL_GROWTH
        if len(self._seen) > 1 and self._seen[-2][1] > SHORT and last > SHORT:
            before_nodes, before = self._seen[-2]
            growth = math.log(last / before) / math.log(last_nodes / before_nodes)
        growth = min(max(growth, 1.0), MOST_GROWTH)
        return last < SHORT or last * max(1.0, nodes / last_nodes) ** growth <= self.budget.left


def seconds_of(text: str) -> float:
    """A time in seconds, as users write it.

    >>> seconds_of("90")
    90.0
    """
    word = text.strip().removesuffix("s")
    if not _SECONDS.fullmatch(word) or not 0 < float(word) <= MOST_SECONDS:
        raise InputError(f"`time` is {quoted_text(text)}; it is a positive number of seconds, such as 60")
    return float(word)
