"""How long exact verdicts on adaptive wormhole routing take: 13x13 tori, and deadlocks of the fewest packets on tori up to 12x12.

    python benchmarks/bench_fewest.py [--widths 4,8,12]

Each case in a process of its own, imports not counted. The first rows decide, the others go on until no deadlock of fewer packets
can be reached (``--smallest-deadlock``), and check the certificate.
"""

import argparse
import json
import subprocess
import sys

ONE = """
import json, resource, sys, time
from netlemma.checks.certificates.certification import check_certificate
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
family, w, name, fewest = {case!r}
sizes = dict(w=w, D=2) if family == "toroid" else dict(k=w, n=2)
start = time.perf_counter()
found = decide(channel_routing(network(family, **sizes), name), smallest_deadlock=fewest)
decided = time.perf_counter()
certificate = json.loads(json.dumps(found.certificate))
check_certificate(certificate)
checked = time.perf_counter()
flits = [p["flits"] for p in certificate.get("packets", ())]
sure = "none of fewer" in found.criterion
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([found.verdict, flits, sure, decided - start, checked - decided, peak]))
"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--widths", default="4,8,12")
    widths = [int(w) for w in parser.parse_args().widths.split(",")]
    cases = [
        (family, 13, name, False) for family in ("oneway-torus", "toroid") for name in ("duato", "shortest-adaptive")
    ]
    cases += [(family, w, "shortest-adaptive", True) for family in ("oneway-torus", "toroid") for w in widths]
    print(f"{'network':<15}{'routing':<19}{'fewest':<8}{'decide s':>9}{'certify s':>10}{'MB':>6}  verdict")
    for case in cases:
        shown = subprocess.run(
            [sys.executable, "-c", ONE.format(case=case)], capture_output=True, text=True, check=True
        )
        verdict, flits, sure, decide, certify, peak = json.loads(shown.stdout)
        said = f", {len(flits)} packets of {', '.join(map(str, flits))} flits" if case[3] else ""
        known = ("yes" if sure else "no") if case[3] else ""
        where = f"{case[0]} {case[1]}x{case[1]}"
        print(
            f"{where:<15}{case[2]:<19}{known:<8}{decide:>9.2f}{certify:>10.2f}{peak / 1024:>6.0f}  {verdict}{said}",
            flush=True,
        )


if __name__ == "__main__":
    main()
