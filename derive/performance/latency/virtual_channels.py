"""Number of busy virtual channels of a physical channel, and the probability that given ones are all busy.

Dally 1992: with rho the utilisation of the physical channel, v of V virtual channels are busy with probability (1 -
rho) rho^v, and all V with probability rho^V: a birth and death process with equal birth rates and equal death rates,
whose last state represents all states from V on. So at least v are busy with probability rho^v, and the mean of f(v) is
the sum of (f(v) - f(v-1)) rho^v. All sets of v virtual channels are taken to be equally likely.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any


def occupancy(vcs: int, use: Any) -> list[Any]:
    """The probabilities that 0, 1, ..., V virtual channels are busy.

    Parameters
    ----------
    vcs : int
        Number V of virtual channels of a physical channel.
    use : Any
        Utilisation of the physical channel.

    Returns
    -------
    list of Any
        Probability of each number of busy channels.

    References
    ----------
    W. J. Dally, Virtual-channel flow control, 1992.

    Examples
    --------
    >>> [str(p) for p in occupancy(2, Fraction(1, 2))]
    ['1/2', '1/4', '1/4']
    """
    return [(1 - use) * use**v for v in range(vcs)] + [use**vcs]


def all_busy(vcs: int, given: int) -> tuple[Fraction, ...]:
    """The probability that ``given`` virtual channels are among v busy ones, for v = 0..V.

    The V - v free ones are then among the V - given others (:mod:`netlemma.derive.performance.latency.busy_channels`).

    Parameters
    ----------
    vcs : int
        Number V of virtual channels of a physical channel.
    given : int
        Number of given virtual channels.

    Returns
    -------
    tuple of Fraction
        Probability for each v.

    Examples
    --------
    >>> [str(p) for p in all_busy(4, 2)]
    ['0', '0', '1/6', '1/2', '1']
    """
    return tuple(Fraction(comb(vcs - given, vcs - v), comb(vcs, v)) for v in range(vcs + 1))


def some_busy(vcs: int, given: int, escape: int) -> tuple[Fraction, ...]:
    """The probability that ``given`` virtual channels and at least one of ``escape`` others are busy, if v of V are.

    It counts the sets that contain the given ones, minus those without an escape channel.

    Parameters
    ----------
    vcs : int
        Number V of virtual channels of a physical channel.
    given : int
        Number of given virtual channels.
    escape : int
        Number of escape channels.

    Returns
    -------
    tuple of Fraction
        Probability for each v.

    Examples
    --------
    >>> [str(p) for p in some_busy(4, 2, 2)]
    ['0', '0', '0', '1/2', '1']
    """
    rest = vcs - given - escape
    return tuple(
        share - (Fraction(comb(rest, v - given), comb(vcs, v)) if v >= given else 0)
        for v, share in enumerate(all_busy(vcs, given))
    )


def in_utilisation(chances: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The mean over the number of busy virtual channels as coefficients of powers of the utilisation.

    ``chances[v]`` is the probability for v busy ones. It increases with v if more busy channels make the event more
    likely; then the coefficients are nonnegative, and the mean is an increasing and convex function of the utilisation.

    Examples
    --------
    >>> [str(c) for c in in_utilisation(all_busy(3, 1))]
    ['0', '1/3', '1/3', '1/3']
    """
    return (chances[0], *(after - before for before, after in pairwise(chances)))


def multiplexing(vcs: int, use: Any) -> Any:
    """Dally's mean number of messages that share a physical channel, seen from one of them: mean v^2 over mean v.

    The mean of v is rho + ... + rho^V, and that of v^2 is rho + 3 rho^2 + ... + (2V - 1) rho^V; both are divided by
    rho.

    Parameters
    ----------
    vcs : int
        Number V of virtual channels of a physical channel.
    use : Any
        Utilisation of the physical channel.

    Returns
    -------
    Any
        Mean number of messages.

    References
    ----------
    W. J. Dally, Virtual-channel flow control, 1992.

    Examples
    --------
    >>> multiplexing(3, Fraction(1, 2)), multiplexing(3, Fraction(0))
    (Fraction(15, 7), Fraction(1, 1))
    """
    first, second, power = use * 0, use * 0, use * 0 + 1
    for v in range(1, vcs + 1):
        first, second, power = first + power, second + (2 * v - 1) * power, power * use
    return second / first
