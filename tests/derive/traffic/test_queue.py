"""The queue MMPP/G/1 against chains solved by NumPy, brute force, a simulation, and what must hold of every queue."""

import math
import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.performance import mmpp_queue
from netlemma.derive.performance.mmpp import MMPP2
from netlemma.derive.performance.mmpp_queue import Stages, Waiting, waiting
from netlemma.errors import ArrivalsError, NoSteadyState
from tests.derive.traffic.queue_oracles import (
    Transformed,
    busy_period_of_fixed,
    erlang,
    exact,
    hyperexponential,
    one_after_another,
    printed,
    quasi_birth_death,
    simulated,
)

TEN_DIGITS = 1e-10
SOURCES = [
    MMPP2(0.02, 0.0, 0.2, 0.8),
    MMPP2(0.02, 0.0, 0.05, 0.8),
    MMPP2(0.05, 0.002, 0.001, 0.003),
    MMPP2(0.003, 0.04, 0.5, 0.01),
    MMPP2(0.4, 0.0, 3.0, 0.1),
    MMPP2(0.001, 0.002, 1e-5, 1e-5),
]


def used(source: MMPP2, use: float) -> float:
    """The mean service time that gives a utilisation."""
    return use / float(source.mean_rate)


def both(found: Waiting) -> tuple[float, float]:
    return float(found.at_arrivals), float(found.virtual)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("use", [0.01, 0.5, 0.9, 0.99])
def test_exponential_service_is_the_quasi_birth_death_chain(source: MMPP2, use: float) -> None:
    mean = used(source, use)
    expected = quasi_birth_death(source, one_after_another([mean]))
    assert both(waiting(source, Stages(0.0, (mean,)))) == pytest.approx(expected, rel=TEN_DIGITS, abs=0)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("stages", [2, 7])
def test_erlang_and_unequal_stages(source: MMPP2, stages: int) -> None:
    mean = used(source, 0.8) / stages
    expected = quasi_birth_death(source, erlang(stages, mean))
    assert both(waiting(source, Stages(0.0, (mean,) * stages))) == pytest.approx(expected, rel=TEN_DIGITS, abs=0)
    means = [mean * (i + 1) * 2 / (stages + 1) for i in range(stages)]
    expected = quasi_birth_death(source, one_after_another(means))
    assert both(waiting(source, Stages(0.0, tuple(means)))) == pytest.approx(expected, rel=TEN_DIGITS, abs=0)


@pytest.mark.parametrize("source", SOURCES)
def test_hyperexponential_service_by_its_transform(source: MMPP2) -> None:
    short, long = used(source, 0.3), used(source, 2.3)
    shares, means = (0.75, 0.25), (short, long)
    expected = quasi_birth_death(source, hyperexponential(shares, means))
    transform = lambda s: sum(share / (1 + s * mean) for share, mean in zip(shares, means, strict=True))  # noqa: E731
    moments = [sum(p * m**n for p, m in zip(shares, means, strict=True)) * math.factorial(n) for n in (1, 2)]
    assert both(waiting(source, Transformed(transform, *moments))) == pytest.approx(expected, rel=TEN_DIGITS, abs=0)


@pytest.mark.parametrize("source", SOURCES[:4])
@pytest.mark.parametrize("use", [0.2, 0.8])
def test_busy_period_and_printed_equation_for_fixed_service(source: MMPP2, use: float) -> None:
    mean = used(source, use)
    found = waiting(source, Stages(mean))
    period = busy_period_of_fixed(source, mean)
    assert np.array(found.busy_period) == pytest.approx(period, abs=1e-12)
    idle = np.array([period[1, 0], period[0, 1]]) / (period[1, 0] + period[0, 1])
    assert found.idle == pytest.approx(tuple(idle), abs=1e-11)
    # brute force loses digits where states last long: the printed formula subtracts nearly equal numbers
    assert both(found) == pytest.approx(printed(source, mean, mean**2, idle), rel=1e-7)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "rates", [("1/50", "0", "1/5", "4/5"), ("1/20", "1/500", "1/100", "3/100"), ("3/1000", "1/25", "1/2", "1/4")]
)
@pytest.mark.in_turn
def test_fixed_service_with_many_digits(rates: tuple[str, ...]) -> None:
    source = MMPP2(*map(Fraction, rates))
    mean = Fraction(3, 4) / source.mean_rate
    expected = exact(source, mean, 30)
    found = waiting(source, Stages(mean), 30)
    for ours, theirs in zip((found.at_arrivals, found.virtual), expected, strict=True):
        assert abs(ours / theirs - 1) < mpmath.mpf(10) ** -29
    assert both(waiting(source, Stages(mean))) == pytest.approx(tuple(map(float, expected)), rel=1e-13)


@settings(max_examples=60)
@given(
    rate=st.floats(1e-4, 1e3),
    sigmas=st.tuples(st.floats(1e-8, 1e8), st.floats(1e-8, 1e8)),
    use=st.floats(1e-6, 0.999),
    fixed=st.floats(0, 1),
)
def test_equal_rates_give_the_single_server_queue_with_poisson_arrivals(
    rate: float, sigmas: tuple[float, float], use: float, fixed: float
) -> None:
    mean = use / rate
    service = Stages(fixed * mean, ((1 - fixed) * mean,))
    found = waiting(MMPP2(rate, rate, *sigmas), service)
    expected = rate * service.second / (2 * (1 - rate * service.mean))  # Pollaczek and Khinchine
    assert both(found) == pytest.approx((expected, expected), rel=TEN_DIGITS)


sources = st.builds(
    lambda most, least, first, second: MMPP2(most, most * least, first, second),
    st.floats(1e-3, 1e2),
    st.floats(0, 0.99),
    st.floats(1e-4, 1e3),
    st.floats(1e-4, 1e3),
)
uses = st.floats(0.01, 0.98)


@settings(max_examples=60)
@given(source=sources, use=uses, unit=st.floats(1e-3, 1e3))
def test_time_units_do_not_matter(source: MMPP2, use: float, unit: float) -> None:
    mean = used(source, use)
    found = waiting(source, Stages(mean / 4, (mean / 4, mean / 2)))
    slower = MMPP2(*(each / unit for each in (source.mu1, source.mu2, source.sigma1, source.sigma2)))
    other = waiting(slower, Stages(mean / 4 * unit, (mean / 4 * unit, mean / 2 * unit)))
    assert both(other) == pytest.approx(tuple(each * unit for each in both(found)), rel=1e-9)


@settings(max_examples=60)
@given(source=sources, use=uses)
def test_bursts_lengthen_the_wait_and_so_does_making_them_last(source: MMPP2, use: float) -> None:
    mean = used(source, use)
    service = Stages(mean / 2, (mean / 2,))
    rate = source.mean_rate
    found = waiting(source, service)
    # the wait is c + O(rounding) for Poisson arrivals: sources that hardly vary may differ in the last digits alone
    poisson = rate * service.second / (2 * (1 - rate * service.mean))
    assert found.at_arrivals >= poisson * (1 - 1e-9)
    lasting = MMPP2(source.mu1, source.mu2, source.sigma1 / 3, source.sigma2 / 3)
    assert waiting(lasting, service).at_arrivals >= found.at_arrivals * (1 - 1e-9)
    apart = [rate + (each - rate) * 0.5 for each in (source.mu1, source.mu2)]
    assert waiting(MMPP2(*apart, source.sigma1, source.sigma2), service).at_arrivals <= found.at_arrivals * (1 + 1e-9)
    assert waiting(source.exchanged, service).at_arrivals == pytest.approx(found.at_arrivals, rel=1e-9)


def test_states_that_last_for_ever_mix_two_queues() -> None:
    source, service = MMPP2(0.04, 0.01, 2e-13, 3e-13), Stages(5.0, (10.0,))
    alone = [rate * service.second / (2 * (1 - rate * service.mean)) for rate in (0.04, 0.01)]
    share = (0.6, 0.4)
    seen = sum(p * rate * wait for p, rate, wait in zip(share, (0.04, 0.01), alone, strict=True)) / 0.028
    assert both(waiting(source, service)) == pytest.approx(
        (seen, sum(p * wait for p, wait in zip(share, alone, strict=True))), rel=1e-8
    )


def test_states_that_change_at_once_are_poisson_arrivals() -> None:
    service = Stages(5.0, (10.0,))
    expected = 0.028 * service.second / (2 * (1 - 0.028 * service.mean))
    assert waiting(MMPP2(0.04, 0.01, 2e10, 3e10), service).at_arrivals == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    "source, fixed, exponential",
    [(MMPP2(0.04, 0.002, 0.01, 0.02), 20.0, 10.0), (MMPP2(0.03, 0.0, 0.02, 0.01), 40.0, 0.0)],
)
def test_a_simulated_queue(source: MMPP2, fixed: float, exponential: float) -> None:
    found = waiting(source, Stages(fixed, (exponential,))).at_arrivals
    mean, error = simulated(source, fixed, exponential, 1.5e7, seed=20010311)
    assert abs(mean - found) < error < found / 10
    poisson = MMPP2(source.mean_rate, source.mean_rate, 1.0, 1.0)
    assert abs(mean - waiting(poisson, Stages(fixed, (exponential,))).at_arrivals) > error


def test_digits_are_reached_and_said() -> None:
    drawn = random.Random(7)
    for _ in range(25):
        source = MMPP2(*(10 ** drawn.uniform(-6, 1) for _ in range(4)))
        mean = used(source, 1 - 10 ** drawn.uniform(-9, -0.1))
        service = Stages(mean * 0.7, (mean * 0.3,))
        quick = waiting(source, service, 1)
        sure, surer = waiting(source, service, 25), waiting(source, service, 60)
        assert abs(sure.at_arrivals / surer.at_arrivals - 1) < mpmath.mpf(10) ** -25
        assert abs(quick.at_arrivals / surer.at_arrivals - 1) < 10**-quick.digits
        assert sure.digits >= 25 and surer.digits >= 60


@pytest.mark.parametrize("slowness", [1e-3, 1e-6, 1e-9, 1e-12])
@pytest.mark.parametrize("least", [0.0, 1e-3])
def test_no_digits_are_lost_where_an_overloaded_state_lasts_long(slowness: float, least: float) -> None:
    source, service = MMPP2(1.0, least, slowness, slowness / 50), Stages(10.0, (3.0,))
    quick, sure = waiting(source, service, 1), waiting(source, service, 40)
    assert quick.digits > 13
    assert abs(quick.at_arrivals / sure.at_arrivals - 1) < 1e-13


def test_few_digits_at_a_utilisation_near_one_are_made_more() -> None:
    source, service = MMPP2(Fraction(1, 50), 0, Fraction(1, 5), Fraction(4, 5)), Stages(Fraction(10**9 - 1, 16 * 10**6))
    assert waiting(source, service, 1).digits < 7
    found = waiting(source, service)
    assert found.digits >= 12 and isinstance(found.at_arrivals, mpmath.mpf)
    assert float(1 - found.utilisation) == pytest.approx(1e-9, rel=1e-12)


@pytest.mark.parametrize("use", [1, 1.5])
def test_no_number_without_a_steady_state(use: float) -> None:
    source = MMPP2(0.5, 0.0, 1.0, 1.0)
    with pytest.raises(NoSteadyState, match=r"utilisation is 1(\.5)?: without"):
        waiting(source, Stages(4.0 * use))


def test_services_that_are_none() -> None:
    for stages in [(), (0.0, (0.0,)), (-1.0,), (1.0, (-2.0,)), (math.inf,), (math.nan,)]:
        with pytest.raises(ArrivalsError, match="service takes"):
            Stages(*stages)
    with pytest.raises(ArrivalsError, match="moments"):
        Transformed(lambda s: 1 / (1 + s), 1, 0.5)
    with pytest.raises(ArrivalsError, match="digits is 0"):
        waiting(SOURCES[0], Stages(1.0), 0)


@pytest.mark.parametrize("name", ["missing", "excess", "slope"])
def test_faults_in_a_service_are_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = getattr(Stages, name)
    monkeypatch.setattr(Stages, name, lambda self, s: right(self, s) * (1 + 1e-6))
    mean = used(SOURCES[2], 0.8)
    expected = quasi_birth_death(SOURCES[2], one_after_another([mean]))
    found = both(waiting(SOURCES[2], Stages(0.0, (mean,))))
    # the slope steers Newton's method alone: a wrong one costs steps and no digit
    assert (found == pytest.approx(expected, rel=TEN_DIGITS)) is (name == "slope")


def test_a_fault_in_the_eigenvalue_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = mmpp_queue._above
    monkeypatch.setattr(mmpp_queue, "_above", lambda u, *rest: tuple(each * (1 + 1e-7 * u) for each in right(u, *rest)))
    mean = used(SOURCES[2], 0.8)
    found = both(waiting(SOURCES[2], Stages(0.0, (mean,))))
    assert found != pytest.approx(quasi_birth_death(SOURCES[2], one_after_another([mean])), rel=TEN_DIGITS)
