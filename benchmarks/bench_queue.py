"""How long the queue MMPP(2)/G/1 takes at utilisations near 1, and points and saturation loads of Min's model.

    python benchmarks/bench_queue.py [--repeat 5]

Times are medians, in milliseconds. The QBD column solves the chain of (messages, state, phase) with NumPy, for services of
exponential stages; the last columns are how far its wait, and that in floating-point numbers, are from the one with 30 digits.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from netlemma.derive.performance.latency.latency_model import models
from netlemma.derive.performance.mmpp import MMPP2
from netlemma.derive.performance.mmpp_queue import Stages, waiting

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.derive.traffic.queue_oracles import one_after_another, quasi_birth_death

SOURCES = {"figure 1a": MMPP2(1.0, 0.0, 0.2, 0.8), "long bursts": MMPP2(1.0, 0.0, 0.0009, 0.0001)}
FIGURES = ((16, 48, 3, 0.2, 0.8), (16, 48, 3, 0.6, 0.6), (24, 32, 5, 0.09, 0.09), (24, 32, 5, 0.05, 0.8))


def timed(repeat: int, run: Callable[[], Any]) -> tuple[float, Any]:
    """Median milliseconds, and the last result."""
    spent = []
    for _ in range(repeat):
        begin = time.perf_counter()
        found = run()
        spent.append(1000 * (time.perf_counter() - begin))
    return median(spent), found


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the median counts (default 5)")
    repeat = parser.parse_args().repeat
    titles = f"{'float ms':>9} {'30 digits ms':>13} {'QBD ms':>8} {'float off':>10} {'QBD off':>8}"
    print(f"{'source':14} {'utilisation':>12} {'wait':>14} {titles}")
    for name, source in SOURCES.items():
        for use in (0.5, 0.99, 0.999999):
            means = (use / source.mean_rate / 3,) * 3
            quick, found = timed(repeat, lambda s=source, m=means: waiting(s, Stages(0.0, m), 1))
            many, exact = timed(repeat, lambda s=source, m=means: waiting(s, Stages(0.0, m), 30))
            chain, (wait, _) = timed(repeat, lambda s=source, m=means: quasi_birth_death(s, one_after_another(m)))
            off = [abs(float(each / exact.at_arrivals - 1)) for each in (found.at_arrivals, wait)]
            numbers = f"{found.at_arrivals:14.6g} {quick:9.3f} {many:13.2f} {chain:8.2f} {off[0]:10.0e} {off[1]:8.0e}"
            print(f"{name:14} {use:12} {numbers}")
    print(f"\n{'model min':34} {'saturation':>12} {'ms':>7} {'ms a point':>11}")
    for k, flits, vcs, sigma1, sigma2 in FIGURES:
        size = {"k": k, "flits": flits, "vcs": vcs, "sigma1": sigma1, "sigma2": sigma2}
        models()["min"].curve(size)  # hops are counted once
        spent, end = timed(repeat, lambda s=size: models()["min"].curve(s).saturation().load)
        curve = models()["min"].curve(size)
        loads = np.linspace(0.02, 0.98, 49) * curve.saturation().load
        points, _ = timed(repeat, lambda c=curve, x=loads: c.latency(x))
        shown = f"{k}x{k} flits={flits} vcs={vcs} sigma {sigma1}, {sigma2}"
        print(f"{shown:34} {end:12.9f} {spent:7.1f} {points / len(loads):11.3f}")


if __name__ == "__main__":
    main()
