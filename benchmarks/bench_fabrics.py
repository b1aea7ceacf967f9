"""The files of a fabric, as OpenSM writes them, checked for deadlock by ibdmchk and by ``netlemma deadlock``.

Needs ibsim, opensm and ibdmchk (Debian: ibsim-utils, opensm, ibutils). Run: python benchmarks/bench_fabrics.py [SIZE]
"""

import resource
import subprocess
import sys
import tempfile
import time
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


def main() -> None:
    """Print the table."""
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
