"""Bursty sources: mean, burstiness over short and long times, Poisson where both rates are equal; the words for them."""

from itertools import pairwise

import numpy as np
import pytest

from netlemma.errors import SimulationError
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.arrivals import modulation
from netlemma.graphs.simulate.messages import ModulatedSources, Modulation, PoissonSources

ENDS = 200
SPAN = 20_000
TIMES = (1, 10, 100, 1000)
CASES = [
    (Modulation(0.2, 0.8), 0.05), (Modulation(0.01, 0.03), 0.1), (Modulation(0.02, 0.01, 0.2), 0.3), (Modulation(1.5, 0.4, 3.0), 0.4),
    (Modulation(0.3, 0.1, 1.0), 0.2),
]  # fmt: skip


def counting_moments(how, load, time):
    """Mean and variance of the number of messages in a time, from the equations of the joint process of state and number.

    With p the probabilities of the states, a and b the first two factorial moments of the number times the indicator of the
    state: p' = p Q, a' = a Q + p L, b' = b Q + 2 a L (Q the generator, L the rates on a diagonal). They are linear: a
    matrix exponential, by a power series for a short time and squaring.
    """
    rates = np.diag(how.rates(load))
    q = np.array([[-how.sigma1, how.sigma1], [how.sigma2, -how.sigma2]])
    none = np.zeros((2, 2))
    system = np.block([[q, rates, none], [none, q, 2 * rates], [none, none, q]])
    squarings = 18
    term = power = np.eye(6)
    for k in range(1, 12):
        term = term @ system * (time / 2**squarings / k)
        power = power + term
    for _ in range(squarings):
        power = power @ power
    stationary = np.array([how.sigma2, how.sigma1]) / (how.sigma1 + how.sigma2)
    _, first, second = (stationary @ power[:2]).reshape(3, 2).sum(axis=1)
    return first, second + first - first**2


def counts(sources, time, slices):
    """Messages of each end in each interval of a length, generated in slices that are no multiples of it."""
    edges = np.linspace(0, SPAN, slices + 1).astype(int)
    parts = [sources.between(int(a), int(b)) for a, b in pairwise(edges)]
    cycle, source = (np.concatenate([getattr(p, name) for p in parts]) for name in ("cycle", "source"))
    assert (np.diff(cycle) >= 0).all() and cycle.min() >= 1 and cycle.max() <= SPAN
    return {
        t: np.bincount(source.astype(np.int64) * (SPAN // t) + (cycle - 1) // t, minlength=ENDS * (SPAN // t))
        for t in time
    }


def error(found, how, load, time):
    """How far mean and variance are from the exact ones, relative to those."""
    mean, variance = counting_moments(how, load, time)
    return max(abs(found.mean() / mean - 1), abs(found.var() / variance - 1))


@pytest.mark.in_turn
@pytest.mark.parametrize("how, load", CASES)
def test_counts_have_the_mean_and_variance_of_the_process(how, load):
    found = counts(ModulatedSources(ENDS, load, 3, how), TIMES, 7)
    for time in TIMES:
        intervals = ENDS * SPAN / time
        assert error(found[time], how, load, time) < 0.01 + 5 / intervals**0.5


def test_equal_rates_are_poisson():
    found = counts(ModulatedSources(ENDS, 0.2, 3, Modulation(0.3, 0.1, 1.0)), TIMES, 7)
    for time in TIMES:
        assert abs(found[time].var() / found[time].mean() - 1) < 0.01 + 5 / (ENDS * SPAN / time) ** 0.5
        assert abs(counting_moments(Modulation(0.3, 0.1, 1.0), 0.2, time)[1] / (0.2 * time) - 1) < 1e-8


def test_the_comparison_sees_what_is_wrong():
    """Sources that forget their states at each call, and rates of change that are twice as high."""
    how, load = Modulation(0.002, 0.006), 0.1

    class Forgetful(ModulatedSources):
        def between(self, start, stop):
            self._state = self._stationary(self.ends)
            return super().between(start, stop)

    assert error(counts(ModulatedSources(ENDS, load, 3, how), [1000], 200)[1000], how, load, 1000) < 0.1
    assert error(counts(Forgetful(ENDS, load, 3, how), [1000], 200)[1000], how, load, 1000) > 0.3
    twice = ModulatedSources(ENDS, load, 3, Modulation(0.004, 0.012))
    assert error(counts(twice, [1000], 7)[1000], how, load, 1000) > 0.2


def test_the_dispersion_is_that_of_long_times():
    for how, load in CASES:
        mean, variance = counting_moments(how, load, 20_000)
        assert abs(ModulatedSources(2, load, 1, how).dispersion - variance / mean) < 0.02 * variance / mean
    assert PoissonSources(2, 0.1, 1).dispersion == 1


def test_ends_are_independent_and_destinations_uniform():
    sources = ModulatedSources(5, 0.5, 2, Modulation(0.05, 0.05))
    messages = sources.between(0, 50_000)
    pairs = np.bincount(messages.source * 5 + messages.destination, minlength=25).reshape(5, 5)
    assert not pairs.diagonal().any()
    for row in pairs:
        others = row[row > 0]
        assert (
            len(others) == 4 and ((others - others.mean()) ** 2 / others.mean()).sum() < 22
        )  # chi square, 3 degrees of freedom
    rows = np.array([np.bincount(messages.cycle[messages.source == e] // 20, minlength=2501) for e in range(5)])
    correlation = np.corrcoef(rows)
    assert abs(correlation[~np.eye(5, dtype=bool)]).max() < 0.08


def test_seeds_reproduce():
    def cycles(seed):
        return ModulatedSources(5, 0.5, seed, Modulation(0.05, 0.05)).between(0, 1000).cycle.tolist()

    assert cycles(4) == cycles(4) != cycles(5)


def test_the_load_is_the_mean_rate_and_bursts_make_messages_wait():
    options = {"k": 4, "flits": 16, "load": 0.008, "cycles": 100_000, "vcs": 3}
    plain = simulate("oneway-torus", "duato", **options)
    bursty = simulate("oneway-torus", "duato", sources="mmpp sigma1=0.02 sigma2=0.005", **options)
    told = bursty.as_json()["sources"]
    assert told == {"kind": "mmpp", "mu1": pytest.approx(0.04), "mu2": 0.0, "sigma1": 0.02, "sigma2": 0.005}
    assert abs(bursty.messages / plain.messages - 1) < 0.06 and plain.as_json()["sources"] == {
        "kind": "poisson",
        "mu": 0.008,
    }
    assert bursty.state == "stable" and bursty.latency > plain.latency + plain.half_width + bursty.half_width


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "sources are poisson, or mmpp"), ("ipp sigma1=1 sigma2=1", "sources are poisson, or mmpp"), ("mmpp", "lack sigma1"), ("mmpp sigma1=0.2", "lack sigma2"),
        ("mmpp sigma1=0.2 sigma2=0", "above 0"), ("mmpp sigma1=0.2 sigma2=-1", "'sigma2=-1'"), ("mmpp sigma1=0.2 sigma2=nan", "'sigma2=nan'"),
        ("mmpp sigma1=0.2 sigma2=0.8 sigma1=1", "'sigma1=1'"), ("mmpp sigma1=0.2 sigma2=0.8 mu=1", "'mu=1'"), ("poisson mu=1", "'mu=1'"),
        ("mmpp sigma1=. sigma2=1", "'sigma1=.'"), ("mmpp sigma1=1 sigma2=1e", "'sigma2=1e'"), ("mmpp sigma1= sigma2=1", "'sigma1='"),
        ("mmpp sigma1=1 sigma2=__import__('os')", "behind mmpp"), ("mmpp sigma1=1e99 sigma2=1e-99", None),
    ],
)  # fmt: skip
def test_words_for_sources(text, says):
    if says is None:
        assert modulation(text) == Modulation(1e99, 1e-99)
        return
    with pytest.raises(SimulationError, match=says.replace(".", r"\.")) as refused:
        modulation(text)
    assert "\n" not in str(refused.value)


def test_words_give_numbers():
    assert modulation("poisson") is None
    assert modulation(" mmpp  ratio=2 sigma2=.5 sigma1=1e-3 ") == Modulation(0.001, 0.5, 2.0)


def test_too_many_candidates_are_refused():
    with pytest.raises(SimulationError, match="at most"):
        simulate("oneway-torus", k=4, flits=4, load=0.01, cycles=1_000_000, sources="mmpp sigma1=1 sigma2=1e-6")
