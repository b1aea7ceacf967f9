"""Runs the real programs: ibsim simulates a fabric, opensm routes it, ibdmchk looks for loops of credits, saquery asks for paths."""

import itertools
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

PRELOAD = next(iter(Path("/usr/lib").glob("*/umad2sim/libumad2sim.so")), None)
MISSING = [p for p in ("ibsim", "opensm", "ibdmchk", "saquery", "ibnetdiscover") if shutil.which(p) is None]
REASON = f"not installed: {', '.join(MISSING) or 'libumad2sim.so'} (ibsim-utils, opensm, ibutils, infiniband-diags)"
READY = not MISSING and PRELOAD is not None


def net(links, hosts):
    """A file for ibsim: ``links`` joins switches by name and port, ``hosts`` gives the switch and port of each adapter."""
    lines = {}
    for (u, p), (v, q) in links:
        lines.setdefault(u, {})[p] = f'[{p}] "{v}"[{q}]'
        lines.setdefault(v, {})[q] = f'[{q}] "{u}"[{p}]'
    for host, (u, p) in hosts.items():
        lines.setdefault(u, {})[p] = f'[{p}] "{host}"[1]'
    blocks = [f'Switch {max(ports)} "{u}"\n' + "\n".join(ports[p] for p in sorted(ports)) for u, ports in lines.items()]
    blocks += [f'Hca 1 "{host}"\n[1] "{u}"[{p}]' for host, (u, p) in hosts.items()]
    return "\n\n".join(blocks) + "\n"


def grid(*sizes, wrap):
    """A mesh or torus with an adapter at each switch; dimension d has the ports 2d+1 (up) and 2d+2 (down)."""
    links, hosts = [], {}
    for at in itertools.product(*map(range, sizes)):
        here = "S" + "_".join(map(str, at))
        hosts[f"H{here[1:]}"] = (here, 2 * len(sizes) + 1)
        for d, size in enumerate(sizes):
            if at[d] + 1 < size or (wrap and size > 2):
                there = [*at[:d], (at[d] + 1) % size, *at[d + 1 :]]
                links.append(((here, 2 * d + 1), ("S" + "_".join(map(str, there)), 2 * d + 2)))
    return net(links, hosts)


def fat_tree(leaves, spines, down):
    """Two levels: each leaf switch has ``down`` adapters and one link to each spine."""
    links = [((f"L{i}", down + j + 1), (f"R{j}", i + 1)) for i in range(leaves) for j in range(spines)]
    return net(links, {f"H{i}_{k}": (f"L{i}", k + 1) for i in range(leaves) for k in range(down)})


class Simulation:
    """ibsim, running on a file; programs are run on the fabric that it simulates."""

    def __init__(self, directory, text):
        self.directory = directory
        (directory / "fabric.net").write_text(text)
        self.name = f"netlemma-{os.getpid()}-{time.monotonic_ns()}"
        self.environment = os.environ | {
            "IBSIM_SOCKNAME": self.name, "OSM_TMP_DIR": str(directory), "OSM_CACHE_DIR": str(directory),
        }  # fmt: skip

    def __enter__(self):
        self.log = open(self.directory / "ibsim.log", "w")
        command = ["ibsim", "-n", "-N", "8192", "-S", "4096", "-P", "65536", "-s", "fabric.net"]
        self.process = subprocess.Popen(
            command,
            cwd=self.directory,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )
        for _ in range(500):
            if self.name in Path("/proc/net/unix").read_text():
                return self
            assert self.process.poll() is None, (self.directory / "ibsim.log").read_text()[-300:]
            time.sleep(0.01)
        raise AssertionError("ibsim does not answer")

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.log.close()

    def start(self, *command):
        preloaded = self.environment | {"LD_PRELOAD": str(PRELOAD)}
        return subprocess.Popen(
            command, cwd=self.directory, env=preloaded, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def run(self, *command, seconds=20):
        process = self.start(*command)
        try:
            return process.communicate(timeout=seconds)[0]
        finally:
            process.kill()
            process.wait()

    def route(self, engine, *options):
        """Let opensm route the fabric once; returns the engine that it used at last."""
        self.run("opensm", "-o", *self._options(engine), *options)
        return self.engine()

    def _options(self, engine):
        return ["-R", engine, "--dump_files_dir", ".", "-f", "osm.log", "-D", "0x43", "-d", "2", "-Q"]

    def engine(self):
        found = re.findall(r"osm_ucast_mgr_process: (\S+) tables configured", (self.directory / "osm.log").read_text())
        return found[-1] if found else None

    def route_and_ask(self, engine, *options):
        """Let opensm route the fabric and answer what saquery asks: the paths between all adapters."""
        manager = self.start("opensm", *self._options(engine), *options)
        try:
            log = self.directory / "osm.log"
            for _ in range(3000):
                if log.exists() and "SUBNET UP" in log.read_text():
                    break
                time.sleep(0.01)
            else:
                raise AssertionError(f"opensm does not come up: {log.read_text()[-300:]}")
            text = (self.directory / "opensm-subnet.lst").read_text()
            lids = sorted({int(lid, 16) for lid in re.findall(r"\{ CA [^{]*\{[^}]*\} LID:(\w+)", text)})
            records = []
            for a, b in itertools.permutations(lids, 2):
                records.append(self.run("saquery", "--src-to-dst", f"{a}:{b}", "PR"))
                assert "slid" in records[-1], f"no path from {a} to {b}: {records[-1]}"
            (self.directory / "paths.txt").write_text("".join(records))
            for file, command in (("discovered.txt", "ibnetdiscover"), ("fts.txt", "dump_fts")):
                (self.directory / file).write_text(self.run(command))
        finally:
            manager.kill()
            manager.wait()
        return self.engine()


def ibdmchk(directory, *, everything=False, levels=None, lanes=None):
    """Whether ibdmchk finds a loop of credits; None if it says neither."""
    options = ["-a"] if everything else []
    options += ["-c", levels] if levels else []
    options += ["-d", lanes] if lanes else []
    files = ["-s", "opensm-subnet.lst", "-f", "opensm.fdbs", "-m", "opensm.mcfdbs"]
    Path("/var/cache/ibutils").mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["ibdmchk", *files, *options], cwd=directory, capture_output=True, text=True, timeout=60)
    if "-E- credit loops in routing" in done.stdout:
        return True
    return False if "no credit loops found" in done.stdout else None
