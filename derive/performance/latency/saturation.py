"""The load from which on a model has no steady state, to the last digit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

TRIED_AT_ONCE = 64  # loads in each round of the search
TIE = 1e-9  # utilisations that differ by less are equal
State = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Saturation:
    """The load from which on there is no steady state.

    Parameters
    ----------
    load : float
        Messages per cycle and node: the least floating-point number at which the model has no steady state.
    channel : str
        Channel that saturates.
    alike : int
        Number of channels that saturate together.
    busiest : str
        Channel between nodes with the largest utilisation just below that load.
    utilisation : float
        Its utilisation there.
    why : str, default "reaches utilisation 1"
        Event at the channel.
    """

    load: float
    channel: str
    alike: int
    busiest: str
    utilisation: float
    why: str = "reaches utilisation 1"


def steady_up_to(steady: Callable[[np.ndarray], np.ndarray], above: float) -> float:
    """The least floating-point number up to ``above`` at which a condition fails that holds for all smaller numbers.

    Parameters
    ----------
    steady : callable
        Condition of an array of numbers; it holds near 0.
    above : float
        Number at which the condition fails.

    Returns
    -------
    float
        Least number at which the condition fails.

    Examples
    --------
    >>> steady_up_to(lambda x: x * x < 2, 10.0) ** 2
    2.0000000000000004
    """
    low, high = 0.0, float(above)
    while np.nextafter(low, high) < high:
        tried = np.unique(np.linspace(low, high, TRIED_AT_ONCE + 2)[1:-1])
        tried = tried[(tried > low) & (tried < high)]
        if not len(tried):
            tried = np.array([np.nextafter(low, high)])
        failing = np.flatnonzero(~steady(tried))
        if len(failing):
            high = float(tried[failing[0]])
            low = float(tried[failing[0] - 1]) if failing[0] else low
        else:
            low = float(tried[-1])
    return high


def found_saturation(state: State, above: float, names: Sequence[str], between: Sequence[int]) -> Saturation:
    """The load at which the first channel reaches utilisation 1.

    Parameters
    ----------
    state : State
        Function of loads that gives the utilisations (rows are channels) and whether all are less than 1.
    above : float
        Load without steady state.
    names : sequence of str
        Names of the channels.
    between : sequence of int
        Numbers of the channels between nodes.

    Returns
    -------
    Saturation
        Saturation load and channels.
    """
    load = steady_up_to(lambda loads: state(loads)[1], above)
    use = state(np.array([np.nextafter(load, 0)]))[0][:, 0]
    alike = [i for i, u in enumerate(use) if u > use.max() - TIE]
    busiest = max(between, key=lambda i: (round(float(use[i]), 9), -i))
    return Saturation(load, names[alike[0]], len(alike), names[busiest], float(use[busiest]))
