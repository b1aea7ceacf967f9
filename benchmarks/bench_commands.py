"""How long whole commands take, as a user waits for them: ``python benchmarks/bench_commands.py``.

Each command runs in a process of its own; the median of five runs is printed beside the time aimed at. The first run of each,
which may compile kernels, is shown apart.
"""

import statistics
import subprocess
import sys
import time

RUNS = 5
PRODUCTS = ("ring", "toroid", "spanning-bus-hypercube", "mesh", "oneway-torus", "hypercube")
REED = ("dual-bus-hypercube", "cube-connected-cycles", "r-ary-m-cube")
COMMANDS = (
    (0.3, "-h"),
    (1.5, "derive toroid mean_distance --steps --format latex"),
    (1.5, "derive toroid nodes_at_distance --steps"),
    (1.5, "derive toroid max_visit_ratio.link --steps"),
    (1.5, "derive|line(a) x ring(b)^2 x clique(c)|mean_distance|--steps"),
    (1.0, "check toroid mean_distance 9^9^9^9"),
    (20.0, " ".join(("verify", *PRODUCTS))),
    (1.0, "measure cube-connected-cycles D=11"),
    (3.0, "measure r-ary-m-cube R=2 M=12"),
    (30.0, " ".join(("verify", *REED))),
    (30.0, "errata --all --paper reed1982"),
)


def seconds(words: list[str]) -> float:
    """Wall-clock time of one run of the command."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "netlemma", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    print(f"{'median':>8} {'first':>8} {'aim':>6}  command")
    for aim, command in COMMANDS:
        words = command.split("|") if "|" in command else command.split()
        first = seconds(words)
        median = statistics.median(seconds(words) for _ in range(RUNS))
        shown = " ".join(f'"{w}"' if " " in w else w for w in words)
        print(
            f"{median:8.2f} {first:8.2f} {aim:6.1f}  netlemma {shown}" + ("" if median <= aim else "   <- over"),
            flush=True,
        )


if __name__ == "__main__":
    main()
