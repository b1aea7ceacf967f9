"""How long verdicts on deadlock take, and the most memory: large tori, every one in processes of its own.

    python benchmarks/bench_deadlock.py [--widths 16,32,48] [--repeat 5]

Dimension order on the three-dimensional bidirectional torus with two dateline channels, and with none; Duato's protocol under
cut-through. Times are medians of the repeats. "all s" is a process that decides once, with its imports, and "MB" the largest
resident set of such processes. "decide s" and "write s" are of other processes, with all modules and compiled loops loaded by
a verdict on the torus one wider, which shares no tables with this one: building the network and the routing and deciding; and
writing verdict and certificate as JSON. The last rows follow every packet instead, as for any other routing, at widths where
that can be done.
"""

import argparse
import json
import subprocess
import sys
import time
from statistics import median

CASES = {
    "dimension-order, 2 channels": ("dimension-order", 2, "wormhole", ""),
    "dimension-order, 1 channel": ("dimension-order", 1, "wormhole", ""),
    "duato, cut-through": ("duato", 3, "cut-through", ""),
    "dimension-order, every packet": ("dimension-order", 2, "wormhole", "line_by_line=False"),
    "duato, every packet": ("duato", 3, "cut-through", "way_out=None"),
}
SMALL = {"dimension-order, every packet": (4, 6, 8), "duato, every packet": (3, 4)}
ONE = """
import json, resource, time
from dataclasses import replace
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
for w in {widths}:
    start = time.perf_counter()
    found = decide(replace(channel_routing(network("toroid", w=w, D=3), "{name}", {vcs}), {change}), "{switching}")
    decided = time.perf_counter()
json.dumps(found.as_json())
written = time.perf_counter()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([found.verdict, found.channels, found.dependencies, decided - start, written - decided, peak]))
"""


def run(case: str, *widths: int) -> tuple[list, float]:
    """What one process said of the last width, after the others, and how long it took."""
    name, vcs, switching, change = CASES[case]
    start = time.perf_counter()
    code = ONE.format(widths=widths, name=name, vcs=vcs, switching=switching, change=change)
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(shown.stdout), time.perf_counter() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--widths", default="16,32,48")
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    widths = [int(w) for w in given.widths.split(",")]
    columns = {"torus": 6, "pairs": 9, "channels": 9, "depend.": 9, "decide s": 9, "write s": 8, "all s": 7, "MB": 5}
    print(f"{'routing':<30}", *(f"{name:>{width}}" for name, width in columns.items()), " verdict")
    for case in CASES:
        for w in SMALL.get(case, widths):
            runs = [run(case, w) for _ in range(given.repeat)]
            loaded = [run(case, w + 1, w)[0] for _ in range(given.repeat)]
            verdict, channels, dependencies = runs[0][0][:3]
            decide, write = (median(r[i] for r in loaded) for i in (3, 4))
            whole, peak = median(r[1] for r in runs), max(r[0][5] for r in runs) / 1024
            pairs = w**3 * (w**3 - 1)
            print(
                f"{case:<30} {w:>4}^3 {pairs:>9.2e} {channels:>9} {dependencies:>9} {decide:>9.2f} {write:>8.2f} {whole:>7.2f} "
                f"{peak:>5.0f}  {verdict}"
            )


if __name__ == "__main__":
    main()
