"""What Khonsari's model assumes of an adaptive network, beside what the plain simulator shows: run it to see where they differ.

``python benchmarks/bench_adaptive.py`` takes some minutes; ``k n flits vcs cycles share...`` change what is simulated.
"""

from __future__ import annotations

import sys

from checks.performance.assumptions import QUANTITIES, assumptions

DEFAULT = ["8", "3", "32", "3", "2500", "0.4", "0.8"]


def main() -> None:
    k, n, flits, vcs, cycles, *shares = sys.argv[1:] or DEFAULT
    size = {"k": int(k), "n": int(n), "flits": int(flits), "vcs": int(vcs)}
    found = [assumptions(size, float(share), int(cycles)) for share in shares]
    print(" ".join(f"{name}={value}" for name, value in size.items()))
    print("| quantity |" + "".join(f" {share} model | simulated |" for share in shares))
    print("|---|" + "---|---|" * len(shares))
    for name in QUANTITIES:
        cells = "".join(f" {each[name][0]:.4g} | {each[name][1]:.4g} |" for each in found)
        print(f"| {name} |{cells}")


if __name__ == "__main__":
    main()
