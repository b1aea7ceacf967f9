"""Any routing on any network: processor time, memory and growth of whole processes, beside other programs in the same run.

    python benchmarks/bench_scale.py [--only KEY,...] [--sizes N] [--repeat 5] [--limit 600] [--write]

Each row runs commands of netlemma as processes of their own, imports included, at several sizes; Python keeps the modules that
it compiles. Figures are medians of 5 runs, of 3 if a run takes more than 2 s, and of one if it takes more than 30 s; a first
run that compiles what is not compiled yet is one of them. Peers run at most 3 times and are stopped after 45 s. All rows take
about 11 minutes on two idle cores. The growth exponent is a least-squares line through the logarithms of nodes and processor
time (memory) of all sizes that take at least twice as long as ``netlemma list families``; the memory of that command is
subtracted. A peer is skipped where it is not installed or cannot do the work, and the reason is printed. ``--write`` puts the
rows into docs/performance.md, where rows that are not run stay.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- bench_scale begin -->", "<!-- bench_scale end -->"
NETLEMMA = [sys.executable, "-m", "netlemma"]
PEERS = [sys.executable, str(HERE / "scale_peers.py")]
START = [*NETLEMMA, "list", "families"]
# Python keeps what it compiles, as in an installed package
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT |= {"PYTHONPATH": str(HERE.parent)}
ROUTING = """
def next_channels(node, came_by, destination):
    (x, y), (to_x, to_y) = node, destination
    return (x, y + (1 if to_y > y else -1)) if y != to_y else (x + (1 if to_x > x else -1), y)
"""
FEWER = ((30, 1), (2, 3))  # seconds of a run from which on so many runs are made
PEER_SECONDS = 45.0  # after which a peer is stopped
CERTIFICATE = ("--certificate", "out.json")
Command = Sequence[str]


@dataclass(frozen=True)
class Figures:
    """Processor time (user and system) and elapsed time in seconds, memory in MB, exit status."""

    processor: float
    elapsed: float
    memory: float
    status: int = 0


@dataclass(frozen=True)
class Size:
    """A size: how it is called, its number of nodes, the command, the goal, and commands of peers by their names."""

    name: str
    nodes: int
    command: Command
    goal: str = ""
    peers: tuple[tuple[str, Command], ...] = ()


@dataclass(frozen=True)
class Row:
    """Work at several sizes, which are made in a folder; peers that are left out, with reasons."""

    key: str
    title: str
    sizes: Callable[[Path], list[Size]]
    skipped: str = ""


def make(kind: str, *words: object) -> list[int]:
    """Make a network as files in a process of its own, since the memory of this one counts as that of its children."""
    command = [sys.executable, str(HERE / "scale_networks.py"), kind, *map(str, words)]
    return [int(word) for word in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()]


def run(command: Command, folder: Path, limit: float) -> Figures | None:
    """Run a process to its end; None if that takes more seconds than the limit."""
    start = time.perf_counter()
    with open(folder / "out.txt", "w") as out:
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, env=ENVIRONMENT)
    while True:
        done, status, used = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        if time.perf_counter() - start > limit:
            process.kill()
            os.wait4(process.pid, 0)
            return None
        time.sleep(0.005)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1) and command[: len(NETLEMMA)] == NETLEMMA:
        sys.exit(f"{' '.join(command)}: exit status {process.returncode}\n{(folder / 'out.txt').read_text()[-500:]}")
    return Figures(
        used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss / 1024, process.returncode
    )


def medians(command: Command, folder: Path, repeat: int, limit: float) -> Figures | None:
    """Medians of several runs, of fewer if they are long; a first one that compiles counts, since a median passes over it."""
    found: list[Figures] = []
    wanted = repeat
    while len(found) < wanted:
        one = run(command, folder, limit)
        if one is None:
            return None
        found.append(one)
        shortest = min(each.elapsed for each in found)
        wanted = next((runs for seconds, runs in FEWER if shortest > seconds), repeat)
    middle = (median(getattr(each, name) for each in found) for name in ("processor", "elapsed", "memory"))
    return Figures(*middle, found[-1].status)


def in_words(name: str, found: Figures | None, limit: float) -> str:
    """Figures of a peer."""
    if found is None:
        return f"{name}: over {limit:g} s"
    crashed = f", then ended by signal {-found.status}" if found.status < 0 else ""
    return f"{name}: {found.processor:.2f} s, {found.memory:.0f} MB{crashed}"


def exponent(points: Sequence[tuple[float, float]]) -> str:
    """Slope of the least-squares line through the logarithms."""
    if len(points) < 2:
        return "-"
    x, y = [log(nodes) for nodes, _ in points], [log(max(value, 1e-9)) for _, value in points]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    return f"{sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread:.2f}"


def mesh(
    routing: str, widths: Sequence[int], goals: dict[int, str], *extra: str, peer: str = ""
) -> Callable[[Path], list[Size]]:
    """Sizes of a mesh of two dimensions."""

    def sizes(folder: Path) -> list[Size]:
        return [
            Size(
                f"mesh {k}x{k}",
                k * k,
                [*NETLEMMA, *extra[:1], "mesh", f"k={k}", "n=2", "--routing", routing, *extra[1:]],
                goals.get(k, ""),
                (("NumPy, turn rule only", [*PEERS, peer, str(k)]),) if peer else (),
            )
            for k in widths
        ]

    return sizes


def regular(
    words: Sequence[str], counts: Sequence[int], goals: dict[int, str], *more: str, peers: Sequence[str] = ()
) -> Callable[[Path], list[Size]]:
    """Sizes of random regular networks of degree 6."""

    def sizes(folder: Path) -> list[Size]:
        found = []
        for count in counts:
            path = folder / f"regular-{count}.csv"
            make("regular", path, count, 6)
            found.append(
                Size(
                    f"{count:,} nodes of degree 6",
                    count,
                    [*NETLEMMA, words[0], str(path), *words[1:], *more],
                    goals.get(count, ""),
                    beside(peers, path, folder),
                )
            )
        return found

    return sizes


def beside(peers: Sequence[str], path: Path, folder: Path) -> tuple[tuple[str, Command], ...]:
    """Commands of peers on a file of links."""
    found: list[tuple[str, Command]] = []
    for peer in peers:
        if peer == "C":
            if shutil.which("cc"):
                subprocess.run(["cc", "-O3", "-o", str(folder / "edge_loads"), str(HERE / "edge_loads.c")], check=True)
                found.append(("C, floating point", [str(folder / "edge_loads"), str(path)]))
        elif peer == "igraph":
            if not subprocess.run([sys.executable, "-c", "import igraph"], capture_output=True).returncode:
                found.append(("igraph, floating point", [*PEERS, "igraph", str(path)]))
        else:
            found.append(("NumPy, turn rule only", [*PEERS, peer, str(path)]))
    return tuple(found)


def dragonflies(folder: Path) -> list[Size]:
    found = []
    for h in (2, 3, 4, 5, 6):
        path = folder / f"dragonfly-{h}.anynet"
        [terminals] = make("dragonfly", path, h)
        found.append(
            Size(
                f"dragonfly of {terminals:,} terminals",
                terminals + terminals // h,
                [*NETLEMMA, "deadlock", str(path), "--routing", "up-down", *CERTIFICATE],
                "3 s" if h == 4 else "",
            )
        )
    return found


def trees(folder: Path) -> list[Size]:
    found = []
    for count in (30_000, 100_000, 300_000):
        path = folder / f"tree-{count}.csv"
        make("tree", path, count)
        found.append(
            Size(
                f"tree of {count:,} nodes",
                count,
                [*NETLEMMA, "deadlock", str(path), "--routing", "up-down", *CERTIFICATE],
                "5 s" if count == 100_000 else "",
                beside(["up-down"], path, folder),
            )
        )
    return found


def fat_trees(command: str, goal: str) -> Callable[[Path], list[Size]]:
    """Sizes of fat trees with the tables of OpenSM's dumps."""

    def sizes(folder: Path) -> list[Size]:
        found = []
        for ports, pods in ((12, 12), (20, 20), (28, 28), (36, 31)):
            there = folder / f"fat-tree-{ports}"
            there.mkdir(exist_ok=True)
            hosts, switches = make("fat-tree", there, ports, pods)
            files = [str(there / name) for name in ("opensm-subnet.lst", "opensm.fdbs")]
            (there / "opensm.mcfdbs").touch()
            peers: list[tuple[str, Command]] = []
            if command == "measure":
                peers.append(("NumPy, from arrays", [*PEERS, "tables", str(there / "tables.npz")]))
            elif shutil.which("ibdmchk"):
                peers.append(
                    ("ibdmchk", ["ibdmchk", "-s", files[0], "-f", files[1], "-m", str(there / "opensm.mcfdbs")])
                )
            words = ["--routing", "tables"] if command == "measure" else [*CERTIFICATE]
            found.append(
                Size(
                    f"fat tree of {hosts:,} hosts",
                    hosts + switches,
                    [*NETLEMMA, command, *files, *words],
                    goal if pods == 31 else "",
                    tuple(peers),
                )
            )
        return found

    return sizes


def user_file(command: str) -> Callable[[Path], list[Size]]:
    """Sizes of a mesh with a routing of a user's Python file."""

    def sizes(folder: Path) -> list[Size]:
        (folder / "columns.py").write_text(ROUTING)
        words = ["--routing-file", str(folder / "columns.py")]
        return [
            Size(
                f"mesh {k}x{k}", k * k, [*NETLEMMA, command, "mesh", f"k={k}", "n=2", *words], "10 s" if k == 32 else ""
            )
            for k in (24, 32, 40)
        ]

    return sizes


def mesh_files(folder: Path) -> list[Size]:
    """Sizes of meshes of three dimensions as files of links, whose symmetry is not declared."""
    found = []
    for width in (8, 12, 16):
        path = folder / f"mesh-{width}.csv"
        make("mesh", path, width, 3)
        found.append(
            Size(
                f"mesh {width}^3 as links",
                width**3,
                [*NETLEMMA, "measure", str(path)],
                "1.5x igraph" if width == 16 else "",
                beside(["igraph", "C"], path, folder),
            )
        )
    return found


def toroids(folder: Path) -> list[Size]:
    goals = {10: "5 s, 500 MB", 16: "60 s, 2 GB"}
    return [
        Size(
            f"toroid {w}^3",
            w**3,
            [*NETLEMMA, "deadlock", "toroid", f"w={w}", "D=3", "--routing", "duato", *CERTIFICATE],
            goals.get(w, ""),
        )
        for w in (6, 8, 10, 16)
    ]


SIMULATED = ("simulate", "flits=16", "--load", "0.001", "--cycles", "10", "--warmup", "0", "--seed", "2")
NO_PEER = "ibdmchk reads forwarding tables only: it cannot decide this routing"
ROWS = [
    Row(
        "west-first",
        "deadlock with certificate, west-first",
        mesh(
            "west-first",
            (32, 64, 128, 256, 512),
            {64: "3 s, 400 MB", 128: "60 s, 1.5 GB"},
            "deadlock",
            *CERTIFICATE,
            peer="west-first",
        ),
        NO_PEER,
    ),
    Row(
        "duato",
        "deadlock with certificate, Duato, wormhole",
        toroids,
        "ibdmchk decides no adaptive routing; no dependency graph alone decides it",
    ),
    Row(
        "up-down",
        "deadlock with certificate, up-down",
        regular(
            ("deadlock",),
            (2000, 10000, 30000, 100000),
            {2000: "3 s", 10000: "60 s, 2 GB"},
            "--routing",
            "up-down",
            *CERTIFICATE,
            peers=("up-down",),
        ),
        NO_PEER,
    ),
    Row("dragonfly", "deadlock with certificate, up-down", dragonflies, NO_PEER),
    Row("tree", "deadlock with certificate, up-down", trees, NO_PEER),
    Row(
        "shortest",
        "deadlock with certificate, all shortest paths",
        regular(("deadlock",), (500, 1000, 2000), {2000: "5 s, 500 MB"}, "--routing", "shortest", *CERTIFICATE),
        NO_PEER,
    ),
    Row("tables-deadlock", "deadlock with certificate, tables", fat_trees("deadlock", "")),
    Row(
        "loads-up-down",
        "exact loads, up-down",
        regular(("measure",), (500, 1000, 2000), {2000: "4 s"}, "--routing", "up-down"),
        "no peer counts loads of up-down routes",
    ),
    Row(
        "loads-west-first",
        "exact loads, west-first, choices equally likely",
        mesh("west-first choice=uniform", (16, 32, 64), {64: "10 s"}, "measure"),
        "no peer counts loads of adaptive routings",
    ),
    Row("loads-tables", "exact loads, tables", fat_trees("measure", "20 s")),
    Row("file-deadlock", "deadlock, a user's Python file", user_file("deadlock"), "no peer runs a user's function"),
    Row("file-measure", "exact loads, a user's Python file", user_file("measure"), "no peer runs a user's function"),
    Row("shortest-mesh", "exact loads, all shortest paths", mesh_files),
    Row(
        "shortest-regular",
        "exact loads, all shortest paths",
        regular(("measure",), (2000, 4000, 8000), {8000: "1.5x igraph"}, peers=("igraph", "C")),
    ),
    *(
        Row(
            f"simulate-{routing}",
            f"simulate to cycle 10, {routing}",
            mesh(routing, (16, 32, 64, 128), {32: "0.5 s", 64: "2 s", 128: "10 s, 1.5 GB"}, "simulate", *SIMULATED[1:]),
            "no peer reads this network",
        )
        for routing in ("dimension-order", "odd-even", "duato")
    ),
]


def measured(row: Row, folder: Path, asked: argparse.Namespace, start: Figures) -> list[str]:
    """Lines of the table for a row, which are printed as they come."""
    lines, times, memories = [], [], []
    sizes = row.sizes(folder)[: asked.sizes]
    for size in sizes:
        found = medians(size.command, folder, asked.repeat, asked.limit)
        beside = [(name, medians(command, folder, min(asked.repeat, 3), PEER_SECONDS)) for name, command in size.peers]
        if found and found.processor >= 2 * start.processor:
            times.append((size.nodes, found.processor))
            memories.append((size.nodes, found.memory - start.memory))
        peers = "; ".join(in_words(name, other, PEER_SECONDS) for name, other in beside)
        cells = (
            (f"{found.processor:.2f}", f"{found.elapsed:.2f}", f"{found.memory:.0f}")
            if found
            else (f"over {asked.limit:g}", "", "")
        )
        lines.append(f"| {row.title} | {size.name} | {' | '.join(cells)} | {size.goal} | {peers or row.skipped} |")
        print(lines[-1], flush=True)
    lines.append(
        f"| {row.title} | growth with the nodes ({len(times)} sizes) | {exponent(times)} | | {exponent(memories)} | | |"
    )
    print(lines[-1], flush=True)
    return lines


def write(done: dict[str, list[str]], start: Figures, most: int) -> None:
    """Put lines into the page; those of rows that were not run stay."""
    text = PAGE.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    table, tail = rest.split(END)
    old = {
        key: [line for line in lines.split("\n") if line.startswith("|")]
        for key, lines in re.findall(r"<!-- (\S+) -->\n((?:\|.*\n)*)", table)
    }
    top = "| work | network | user + system, s | elapsed, s | memory, MB | goal | beside it |\n"
    top += "|---|---|---|---|---|---|---|\n"
    parts = [
        f"\nStart of the program alone (`netlemma list families`): {start.processor:.2f} s, {start.memory:.0f} MB. "
        f"Rows are medians of {most} runs, of fewer if one takes more than 2 seconds.\n\n"
    ]
    for row in ROWS:
        lines = done.get(row.key) or old.get(row.key, [])[2:]
        if lines:
            parts.append(f"<!-- {row.key} -->\n{top}" + "".join(f"{line}\n" for line in lines) + "\n")
    PAGE.write_text(f"{head}{BEGIN}\n{''.join(parts)}{END}{tail}", encoding="utf-8")


def main() -> None:
    """Measure the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help=f"keys of rows, with commas: {', '.join(row.key for row in ROWS)}")
    parser.add_argument("--sizes", type=int, default=9, help="only so many sizes of each row, the smallest first")
    parser.add_argument("--repeat", type=int, default=5, help="most runs of which the median counts (default 5)")
    parser.add_argument("--limit", type=float, default=600, help="seconds after which a run is stopped (default 600)")
    parser.add_argument("--write", action="store_true", help="write the rows to docs/performance.md")
    asked = parser.parse_args()
    keys = [key for key in asked.only.split(",") if key] or [row.key for row in ROWS]
    unknown = sorted(set(keys) - {row.key for row in ROWS})
    if unknown:
        parser.error(f"no row is called {', '.join(unknown)}")
    done = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = medians(START, folder, asked.repeat, asked.limit)
        assert start is not None
        print(f"{' '.join(START[1:])}: {start.processor:.2f} s, {start.memory:.0f} MB", flush=True)
        for row in ROWS:
            if row.key in keys:
                done[row.key] = measured(row, folder, asked, start)
                if asked.write:
                    write(done, start, asked.repeat)


if __name__ == "__main__":
    main()
