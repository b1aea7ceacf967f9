"""The files of a fabric, as OpenSM writes them, checked for deadlock by ibdmchk and by ``netlemma deadlock``.

Needs ibsim, opensm and ibdmchk (Debian: ibsim-utils, opensm, ibutils). Run: python benchmarks/bench_fabrics.py [SIZE]

    python benchmarks/bench_fabrics.py service [PODS LEAVES HOSTS SPINES CORES]

times what ``netlemma fabric`` says of a three-level fat tree in service: 10,044 hosts, 1,440 switches and 20,088 cables between them.
"""

import resource
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.graphs.opensm import READY, REASON, Simulation, grid

CASES = (("dor", False), ("minhop", False), ("minhop", True))


def seconds(command: list[str], folder: Path) -> tuple[float, float, str]:
    """Wall-clock and processor time of a command, and what it printed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def subnet(pods: int, leaves: int, hosts: int, spines: int, cores: int) -> str:
    """A fat tree as ``ibnetdiscover -p`` prints it: leaves and spines of a pod, hosts of a leaf, and cores above a spine."""
    ends: dict[str, dict[int, tuple[str, int]]] = {}

    def join(one: str, port: int, other: str, there: int) -> None:
        ends.setdefault(one, {})[port] = other, there
        ends.setdefault(other, {})[there] = one, port

    for pod, leaf in product(range(pods), range(leaves)):
        for host in range(hosts):
            join(f"leaf{pod}-{leaf}", host + 1, f"node{(pod * leaves + leaf) * hosts + host} mlx5_0", 1)
        for spine in range(spines):
            join(f"leaf{pod}-{leaf}", hosts + spine + 1, f"spine{pod}-{spine}", leaf + 1)
    for pod, spine, core in product(range(pods), range(spines), range(cores)):
        join(f"spine{pod}-{spine}", leaves + core + 1, f"core{spine}-{core}", pod + 1)
    lid = {name: number for number, name in enumerate(ends, 1)}

    def end(name: str, port: int) -> str:
        return f"{'CA' if name.startswith('node') else 'SW'} {lid[name]} {port} 0x{lid[name]:016x}"

    rows = ((name, port, *there) for name, ports in ends.items() for port, there in sorted(ports.items()))
    return "".join(f"{end(a, p)} 4x HDR - {end(b, q)} ( '{a}' - '{b}' )\n" for a, p, b, q in rows)


def service(*sizes: int) -> None:
    """Print seconds and memory of the questions about one fabric."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "subnet").write_text(subnet(*sizes))
        for words in ("", "safety", "load", "what-if --failures 1"):
            command = [sys.executable, "-m", "netlemma", "fabric", "subnet", *words.split()]
            if "failures" not in words:
                seconds(command, folder)  # compiles
            wall, used, _ = seconds(command, folder)
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # so far
            print(
                f"{words or 'read':24} {wall:8.1f} s ({used:.1f} of processors), at most {most / 1e6:.2f} GB",
                flush=True,
            )


def main() -> None:
    """Print the table."""
    if sys.argv[1:2] == ["service"]:
        service(*map(int, sys.argv[2:] or (31, 18, 18, 18, 18)))
        return
    if not READY:
        sys.exit(REASON)
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print(f"{'seconds (of processors)':>52} {'times':>8}")
    for engine, wrap in CASES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with Simulation(folder, grid(size, size, size, wrap=wrap)) as simulation:
                simulation.run(
                    "opensm", "-o", "-R", engine, "--dump_files_dir", ".", "-f", "osm.log", "-D", "0x43", seconds=600
                )
            files = ["opensm-subnet.lst", "opensm.fdbs"]
            theirs = seconds(["ibdmchk", "-s", files[0], "-f", files[1], "-m", "opensm.mcfdbs"], folder)
            command = [sys.executable, "-m", "netlemma", "deadlock", *files]
            seconds(command, folder)  # compiles
            ours = min(seconds(command, folder) for _ in range(3))
            loop = "loop" if "credit loops in routing" in theirs[2] else "free"
            word = ours[2].split(": ")[2].split("\n")[0]
            title = f"{size}^3 {'torus' if wrap else 'mesh'}, {engine}"
            print(f"{title:24} ibdmchk {theirs[0]:8.2f} ({theirs[1]:.2f})  {loop}")
            print(f"{'':24} netlemma {ours[0]:7.2f} ({ours[1]:.2f}) {theirs[0] / ours[0]:12.1f}  {word}", flush=True)


if __name__ == "__main__":
    main()
