"""Points per second of a sweep, results stored in a file: one worker, then all cores.

    python benchmarks/bench_sweep.py [--cycles 50000] [--seeds 20]

The points are 8x8 meshes with 20 and 32 flits at 4 loads below saturation. The compiled loops are in Numba's cache beforehand; the start of
the workers counts. The rows of both sweeps are compared, bit by bit.
"""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from netlemma.graphs.base.parallel import cores
from netlemma.graphs.simulate.sweep.running import sweep

LOADS = (0.001, 0.003, 0.005, 0.006)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cycles", type=int, default=50_000)
    parser.add_argument("--seeds", type=int, default=20)
    asked = parser.parse_args()
    sweep("mesh", k=8, flits=20, loads=LOADS[0], cycles=1000, workers=1)
    found = {}
    print("workers  points  seconds  points/s  seconds of simulation")
    for workers in dict.fromkeys((1, cores())):
        with TemporaryDirectory() as folder:
            begun = time.perf_counter()
            rows = sweep(
                "mesh", k=8, flits=(20, 32), loads=LOADS, seeds=range(asked.seeds), cycles=asked.cycles,
                results=Path(folder) / "sweep.sqlite", workers=workers,
            )  # fmt: skip
            seconds = time.perf_counter() - begun
        found[workers] = [row.numbers for row in rows]
        simulated = sum(row.seconds for row in rows)
        print(f"{workers:7} {len(rows):7} {seconds:8.1f} {len(rows) / seconds:9.1f} {simulated:22.1f}", flush=True)
    assert len(set(map(tuple, found.values()))) == 1, "the number of workers has changed a result"


if __name__ == "__main__":
    main()
