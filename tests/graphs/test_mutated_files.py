"""Files that are cut, spliced and scribbled over are read or refused in one line: no other error, and in bounded time and memory."""

import json
import os
import random
import resource
import signal
import warnings
from pathlib import Path

import pytest

import netlemma as nl
from netlemma.errors import NetlemmaError
from netlemma.graphs.sources.network_sources import file_source

from .test_lldp import seen

DATA = Path(__file__).parents[1] / "data"
SECONDS, MEMORY = 20, 300_000  # of one file: s of the processor, and kB that it may add
COUNT = int(os.environ.get("NETLEMMA_MUTATED_FILES", 100_000))
TOKENS = [b"0", b"-1", b"99999999999999999999", b"0xffffffffffffffff", b'"', b"[", b"]", b"{", b"}", b"\n", b",", b"=", b" ", b"\xff", b"\x00", b"nan", b"1e999"]  # fmt: skip


def samples():
    """Files of all formats, by what they are given with."""
    found = []
    for folder in sorted((DATA / "infiniband").iterdir()):
        if (folder / "opensm-subnet.lst").exists():
            first = [folder / "opensm-subnet.lst"]
            tables = [*first, folder / "opensm.fdbs"]
            found += [first, tables]
            found += [
                [*tables, folder / name] for name in ("paths.txt", "opensm-sl2vl.dump") if (folder / name).exists()
            ]
    found += [[path] for path in sorted((DATA / "infiniband" / "tools").iterdir()) if path.name[:2] == "ib"]
    found += [
        [path]
        for path in sorted((DATA / "guessed_files").iterdir())
        if path.suffix not in (".svg", ".png", ".tex", ".py")
    ]
    found += [[path] for path in sorted((DATA / "networks").glob("*")) if path.is_file()]
    return [each for each in found if sum(path.stat().st_size for path in each) < 200_000]


WRITTEN = {
    "neighbours.json": lambda: json.dumps({each: seen(each) for each in ("leaf1", "leaf2")}),
    "neighbours0.json": lambda: json.dumps(seen("leaf1", full=True), indent=1),
    "topology.yaml": lambda: (
        "---\n- topology: t\n  tree:\n    switches:\n      - switch: core\n        children: tor[1-2]\n"
        "      - switch: tor1\n        nodes: n[1-2]\n      - switch: tor2\n        nodes: n[3-4]\n"
    ),
    "topology.conf": lambda: "SwitchName=core Switches=tor[1-2]\nSwitchName=tor1 Nodes=n[1-2]\nSwitchName=tor2 Nodes=n[3-4]\n",
    "cables.csv": lambda: "from,from_port,to,to_port\n" + "".join(f"s{i % 4},{i + 1},h{i},1\ns{i},31,s{(i + 1) % 4},32\n" for i in range(4)),
    "found.db_csv": lambda: (
        'START_NODES\nNodeDesc,NumPorts,NodeType,NodeGUID\n"a",4,2,0x1\n"h",1,1,0x2\n"g",1,1,0x4\nEND_NODES\n\nSTART_PORTS\n'
        "NodeGuid,PortGuid,PortNum,LID\n0x1,0x1,0,1\n0x2,0x3,1,2\n0x4,0x5,1,3\nEND_PORTS\n\nSTART_LINKS\n"
        "NodeGuid1,PortNum1,NodeGuid2,PortNum2\n0x1,1,0x2,1\n0x1,2,0x4,1\nEND_LINKS\n"
    ),
    "interconnect": lambda: "c0-0c0s0a0l00[(0,0,0)] Z+ -> c0-0c0s1a0l01[(0,0,1)] LinkType: backplane\n" * 2,
}  # fmt: skip


def mutated(data, other, draw):
    """The contents of a file after one to four changes."""
    for _ in range(draw.randint(1, 4)):
        kind, at, size = draw.randrange(8), draw.randrange(len(data) + 1), draw.choice((1, 2, 8, 40, 400))
        lines = data.split(b"\n")
        line = draw.randrange(len(lines))
        if kind == 0:
            data = data[:at]
        elif kind == 1:
            data = data[:at] + data[at + size :]
        elif kind == 2:
            data = data[:at] + draw.choice(TOKENS) + data[at:]
        elif kind == 3:
            data = data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]
        elif kind == 4:
            data = b"\n".join([*lines[:line], *lines[line : line + 1] * 2, *lines[line + 1 :]])
        elif kind == 5:
            draw.shuffle(lines)
            data = b"\n".join(lines)
        elif kind == 6:
            start = draw.randrange(len(other) + 1)
            data = data[:at] + other[start : start + size] + data[at:]
        else:
            digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
            if digits:
                place = draw.choice(digits)
                data = data[:place] + draw.choice(TOKENS[:4]) + data[place + 1 :]
    return data


def answers(paths):
    """Whether files are read; what they hold is said, with verdict and loads if they are a small fabric."""
    try:
        file_source(paths, None, None).build()
        if (found := nl.fabric(*paths)).as_json()["switches"] < 200:
            found.safety()
            found.load()
            found.what_if(failures=1)
    except (NetlemmaError, NotImplementedError):
        return False
    return True


def run(folder, count, seed):
    def late(*_):
        raise TimeoutError(f"more than {SECONDS} s")

    draw = random.Random(seed)
    every = [[path.read_bytes() for path in each] for each in samples()]
    names = [[path.name for path in each] for each in samples()]
    every += [[text().encode()] for text in WRITTEN.values()]
    names += [[name] for name in WRITTEN]
    before, read = signal.signal(signal.SIGPROF, late), 0
    try:
        for number in range(count):
            which = draw.randrange(len(every))
            parts = list(every[which])
            place = draw.randrange(len(parts))
            parts[place] = mutated(parts[place], draw.choice(draw.choice(every)), draw)
            paths = [str(folder / name) for name in names[which]]
            for path, data in zip(paths, parts, strict=True):
                Path(path).write_bytes(data)
            had = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    read += answers(paths)
            except BaseException as error:
                error.add_note(f"file {number} of seed {seed}: {paths}, {names[which][place]} is changed")
                raise
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - had
            assert grown < MEMORY or number < 200, f"file {number} of seed {seed}: {grown} kB, {paths}"
    finally:
        signal.signal(signal.SIGPROF, before)
    return read


def test_some_mutated_files(tmp_path):
    assert 0 < run(tmp_path, 30, 1) < 30


@pytest.mark.long
def test_mutated_files(tmp_path):
    assert run(tmp_path, COUNT, 2) > COUNT // 20
