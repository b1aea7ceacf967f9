"""Random fabrics with names shuffled and one to three cables swapped, missing, doubled or of wrong rate, as ``netlemma fabric`` names them.

Run: python benchmarks/bench_recognition.py [TRIALS [FIRST SEED]]

Every file is read as ``ibnetdiscover -p`` prints it. An answer is right if it names these cables, or they are among the explanations
that it lists; *fewer* are answers with fewer deviations, after which the fabric is one of its kind and sizes.
"""

import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

import netlemma as nl

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.graphs.damaged_fabrics import GOOD, KINDS, damaged, judged, subnet


def main() -> None:
    """Print faults as they come, and the table."""
    trials, first = (int(word) for word in (*sys.argv[1:3], *("1000", "0")[len(sys.argv) - 1 :]))
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    slowest = dict.fromkeys(KINDS, 0.0)
    warnings.simplefilter("ignore")  # remarks on capacities
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "subnet"
        for seed in range(first, first + trials):
            kind = list(KINDS)[seed % len(KINDS)]
            case = damaged(kind, seed)
            file.write_text(subnet(case.wiring))
            start = time.perf_counter()
            data = nl.fabric(file).as_json()
            slowest[kind] = max(slowest[kind], time.perf_counter() - start)
            said = judged(case, data)
            counts[kind][said if said in GOOD else "faults"] += 1
            if said not in GOOD:
                print(f"seed {seed}, {kind}, {case.family} {case.sizes}, {case.damages}: {said}", flush=True)
    print(f"{'kind':40} {'trials':>8} " + " ".join(f"{name:>20}" for name in (*GOOD, "faults")) + "   slowest")
    for kind, found in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        columns = " ".join(f"{found[name]:20}" for name in (*GOOD, "faults"))
        print(f"{kind:40} {found.total():8} {columns} {slowest.get(kind, max(slowest.values())):7.2f} s")


if __name__ == "__main__":
    main()
