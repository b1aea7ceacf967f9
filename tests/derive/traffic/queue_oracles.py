"""Slow, obvious oracles of the queue MMPP/G/1: NumPy on explicit chains, a fixed point by brute force, and a simulation."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import mpmath
import numpy as np

from netlemma.derive.performance.mmpp import MMPP2, Number
from netlemma.derive.performance.mmpp_queue import like
from netlemma.errors import ArrivalsError


def generator(source: MMPP2) -> np.ndarray:
    """The generator Q of the chain of states."""
    return np.array([[-source.sigma1, source.sigma1], [source.sigma2, -source.sigma2]], dtype=float)


def rates(source: MMPP2) -> np.ndarray:
    """The arrival rates on a diagonal."""
    return np.diag([float(source.mu1), float(source.mu2)])


def erlang(stages: int, mean: float) -> tuple[np.ndarray, np.ndarray]:
    """Initial phases and phase generator of as many exponential stages of that mean."""
    return one_after_another([mean] * stages)


def one_after_another(means: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Exponential stages of these means."""
    phases = np.diag([-1 / mean for mean in means]) + np.diag([1 / mean for mean in means[:-1]], 1)
    return np.eye(len(means))[0], phases


def hyperexponential(shares: Sequence[float], means: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """An exponential time of one of these means."""
    return np.array(shares), np.diag([-1 / mean for mean in means])


def quasi_birth_death(source: MMPP2, service: tuple[np.ndarray, np.ndarray]) -> tuple[float, float]:
    """Mean waits at arrivals and at arbitrary times of MMPP/PH/1, from the stationary chain of (messages, state, phase).

    The first by Little's law. The second is the mean work: whole services of those who wait, the rest of the one in service.
    """
    start, phases = service
    n, m = 2, len(start)
    leave = -phases.sum(axis=1)
    q, arrivals = generator(source), rates(source)
    up = np.kron(arrivals, np.eye(m))
    stay = np.kron(q - arrivals, np.eye(m)) + np.kron(np.eye(n), phases)
    down = np.kron(np.eye(n), np.outer(leave, start))
    # G of the level process by logarithmic reduction (Latouche and Ramaswami 1993), then R
    inverse = np.linalg.inv(-stay)
    high, low = inverse @ up, inverse @ down
    found, ahead = low.copy(), high.copy()
    for _ in range(64):
        both = high @ low + low @ high
        inverse = np.linalg.inv(np.eye(n * m) - both)
        high, low = inverse @ high @ high, inverse @ low @ low
        more = ahead @ low
        if more.max() < 1e-17:
            break
        found, ahead = found + more, ahead @ high
    ratio = up @ np.linalg.inv(-(stay + up @ found))
    empty_up = np.kron(arrivals, start[None, :])
    empty_down = np.kron(np.eye(n), leave[:, None])
    boundary = np.block([[q - arrivals, empty_up], [empty_down, stay + ratio @ down]])
    rest = np.linalg.inv(np.eye(n * m) - ratio)
    weights = np.concatenate([np.ones(n), rest.sum(axis=1)])
    system = np.vstack([boundary.T[:-1], weights])
    solution = np.linalg.solve(system, np.concatenate([np.zeros(n + n * m - 1), [1.0]]))
    one = solution[n:]
    waiting = (one @ rest @ rest - one @ rest).sum()  # sum of (messages - 1) P(messages), messages >= 1
    remaining = np.linalg.inv(-phases).sum(axis=1)
    in_phase = (one @ rest).reshape(n, m).sum(axis=0)
    mean = start @ remaining
    return waiting / float(source.mean_rate), waiting * mean + in_phase @ remaining


def busy_period_of_fixed(source: MMPP2, fixed: float, steps: int = 20000) -> np.ndarray:
    """G for a service of fixed length, from G = exp((Q - Lambda + Lambda G) fixed) by iteration from 0, by uniformisation."""
    q, arrivals, found = generator(source), rates(source), np.zeros((2, 2))
    for _ in range(steps):
        before, found = found, uniformised(q - arrivals + arrivals @ found, fixed)
        if np.abs(found - before).max() < 1e-16:
            break
    return found


def uniformised(matrix: np.ndarray, time: float) -> np.ndarray:
    """exp(matrix time) for a matrix with no negative numbers off the diagonal: a sum without cancellation."""
    fastest = max(-matrix.diagonal())
    pieces = max(1, math.ceil(fastest * time / 50))
    jumps, mean = np.eye(2) + matrix / fastest, fastest * time / pieces
    term, total = np.eye(2) * math.exp(-mean), np.zeros((2, 2))
    for n in range(1, 300):
        total, term = total + term, term @ jumps * (mean / n)
        if n > mean and term.max() < 1e-18:
            break
    return np.linalg.matrix_power(total, pieces)


def printed(source: MMPP2, mean: float, second: float, idle: np.ndarray) -> tuple[float, float]:
    """Equation 19 of Min 2001 as it stands, in matrices: waits at arrivals and at arbitrary times."""
    q, arrivals = generator(source), rates(source)
    share = np.array([float(each) for each in source.stationary])
    rate, column = float(source.mean_rate), arrivals.sum(axis=1)
    use = rate * mean
    row = (1 - use) * idle + mean * share @ arrivals
    inside = 2 * use + rate * second - 2 * mean * row @ np.linalg.inv(q + np.outer(np.ones(2), share)) @ column
    virtual = inside / (2 * (1 - use))
    return (virtual - rate * second / 2) / use, virtual


def simulated(
    source: MMPP2, fixed: float, exponential: float, time: float, seed: int, batches: int = 40
) -> tuple[float, float]:
    """Mean wait at arrivals, with three standard errors: arrivals drawn state by state, waits by Lindley's recursion."""
    random = np.random.default_rng(seed)
    cycles = int(time / (1 / source.sigma1 + 1 / source.sigma2))
    lengths = np.column_stack(
        [random.exponential(1 / float(sigma), cycles) for sigma in (source.sigma1, source.sigma2)]
    ).ravel()
    begins = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    counts = random.poisson(lengths * np.tile([float(source.mu1), float(source.mu2)], cycles))
    at = np.sort(np.repeat(begins, counts) + random.random(counts.sum()) * np.repeat(lengths, counts))
    service = fixed + random.exponential(exponential, len(at))
    walk = np.concatenate([[0], np.cumsum(service[:-1] - np.diff(at))])
    waits = walk - np.minimum.accumulate(walk)
    means = np.array([part.mean() for part in np.array_split(waits, batches)])
    return float(waits.mean()), 3 * float(means.std(ddof=1)) / math.sqrt(batches)


def exact(source: MMPP2, fixed: Fraction, digits: int) -> tuple[mpmath.mpf, mpmath.mpf]:
    """Equation 19 with G for a service of fixed length, by plain iteration with mpmath's matrix exponential and many digits."""
    with mpmath.workdps(digits + 30):
        mu1, mu2, sigma1, sigma2, mean = (
            mpmath.mpf(each.numerator) / each.denominator
            for each in map(Fraction, (source.mu1, source.mu2, source.sigma1, source.sigma2, fixed))
        )
        q, arrivals = mpmath.matrix([[-sigma1, sigma1], [sigma2, -sigma2]]), mpmath.diag([mu1, mu2])
        ones, share = mpmath.matrix([1, 1]), mpmath.matrix([[sigma2, sigma1]]) / (sigma1 + sigma2)
        g, apart = mpmath.zeros(2), mpmath.mpf(1)
        while apart > mpmath.mpf(10) ** -(digits + 15):
            before, g = g, mpmath.expm((q - arrivals + arrivals * g) * mean)
            apart = mpmath.mnorm(g - before)
        rate = (share * arrivals * ones)[0]
        use = rate * mean
        idle = mpmath.matrix([[g[1, 0], g[0, 1]]]) / (g[1, 0] + g[0, 1])
        row = (1 - use) * idle + mean * share * arrivals
        product = (row * (q + ones * share) ** -1 * arrivals * ones)[0]
        virtual = (2 * use + rate * mean**2 - 2 * mean * product) / (2 * (1 - use))
        return (virtual - rate * mean**2 / 2) / use, virtual


@dataclass(frozen=True)
class Transformed:
    """Any service time, by its transform as a function of mpmath numbers.

    Differences that vanish to all digits at small s are computed with a correspondingly higher precision, so it is
    slower than :class:`Stages`.

    Parameters
    ----------
    transform : callable
        H(s) for s > 0, to the working precision of mpmath.
    mean : Number
        E[T] in cycles, exact if possible.
    second : Number
        E[T^2] in cycles squared, exact if possible.

    Raises
    ------
    ArrivalsError
        If the moments are not those of a positive time.

    Examples
    --------
    >>> halves = Transformed(lambda s: (mpmath.exp(-s) + mpmath.exp(-3 * s)) / 2, Fraction(2), Fraction(5))
    >>> mpmath.nstr(halves.excess(mpmath.mpf("1e-20")), 10)
    '2.5e-40'
    """

    transform: Callable[[mpmath.mpf], mpmath.mpf]
    mean: Number
    second: Number

    def __post_init__(self) -> None:
        if not (self.mean > 0 and self.second >= self.mean**2):
            raise ArrivalsError(f"moments {self.mean} and {self.second}: 0 < mean and mean^2 <= second are expected")

    def _more(self, s: mpmath.mpf) -> int:
        """Bits that are lost if s E[T] is small."""
        size = mpmath.mag(s * like(s, self.mean))
        return 20 - 2 * min(0, int(size))

    def missing(self, s: Number) -> Number:
        """1 - H(s)."""
        with mpmath.workprec(mpmath.mp.prec + self._more(s)):
            found = 1 - self.transform(s)
        return +found

    def excess(self, s: Number) -> Number:
        """s E[T] - (1 - H(s))."""
        with mpmath.workprec(mpmath.mp.prec + self._more(s)):
            found = s * like(s, self.mean) - (1 - self.transform(s))
        return +found

    def slope(self, s: Number) -> Number:
        """E[T exp(-s T)]."""
        with mpmath.workprec(mpmath.mp.prec + self._more(s)):
            found = -mpmath.diff(self.transform, s)
        return +found
