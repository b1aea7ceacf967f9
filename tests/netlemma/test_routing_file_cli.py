"""``netlemma deadlock --routing-file`` and ``netlemma certify --routing-file``: a user's own routing, and mistakes in it."""

import json
from hashlib import sha256

import pytest

from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routing.routing_file import file_routing
from netlemma.graphs.routings import channel_routing

AROUND = "def next_channels(node, came_by, destination):\n    return ((node[0] + 1) % 5,)\n"
DATELINE = """\
vcs = 2
def next_channels(node, came_by, destination):
    after = (node[0] + 1) % 5
    return (after,), after == 0 or (came_by is not None and came_by.vc == 1)
"""
ADAPTIVE = """\
kind, vcs = "adaptive", 2
def neighbours(node):
    x, y = node
    return [(x + i, y + j) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)) if 0 <= x + i < 3 and 0 <= y + j < 3]
def far(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
def next_channels(node, came_by, destination):
    nearer = [n for n in neighbours(node) if far(n, destination) < far(node, destination)]
    return [(n, 1) for n in nearer] + nearer[:1]
def escape(channel):
    return channel.vc == 0
"""
LABELS = """\
kind = "oblivious"
def labels(source, destination):
    return ["up", ("down", 1)]
def next_channels(node, came_by, destination, label):
    return {((node[0] + 1) % 5,): 1, ((node[0] - 1) % 5,): 0} if label == "up" else [((node[0] - 1) % 5,)]
"""


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def status(line, text=None):
        if text is not None:
            (tmp_path / "my.py").write_text(text)
        return run(*line.split())

    return status


@pytest.mark.parametrize(
    "net, text, code",
    [
        ("ring K=5", AROUND, 1), ("oneway-torus k=5 n=1", AROUND, 1), ("ring K=5", DATELINE, 0), ("mesh k=3 n=2", ADAPTIVE, 0),
        ("ring K=5", LABELS, 1), ("oneway-torus k=5 n=1 --switching cut-through", DATELINE, 0),
    ],
)  # fmt: skip
def test_verdict_and_certificate(run, net, text, code):
    got, said = run(f"deadlock {net} --routing-file my.py --json --certificate c.json", text)
    assert (got, said.err) == (code, "")
    assert json.loads(said.out)["verdict"] == ("deadlock" if code else "deadlock-free")
    assert run("certify c.json --routing-file my.py")[0] == 0
    got, said = run("certify c.json --routing-file my.py", text + "# another file\n")
    assert got == 2 and said.err.endswith("its contents differ\n")
    got, said = run("certify c.json")
    assert got == 2 and said.err.endswith("name the file with --routing-file\n")


def test_a_file_decides_like_the_same_routing_by_name(tmp_path):
    file = tmp_path / "order.py"
    file.write_text(
        "def next_channels(node, came_by, to):\n    x, y = node\n"
        "    return (x + (1 if to[0] > x else -1), y) if x != to[0] else (x, y + (1 if to[1] > y else -1))\n"
    )
    net = network("mesh", k=4, n=2)
    mine, known = decide(file_routing(net, file)), decide(channel_routing(net, "dimension-order"))
    assert (mine.verdict, mine.channels, mine.dependencies) == (known.verdict, known.channels, known.dependencies)


def test_vcs_of_the_command_line_replace_those_of_the_file(run):
    text = "vcs = 1\ndef next_channels(node, came_by, to):\n    return ((node[0] + 1) % 5,), vcs - 1\n"
    assert json.loads(run("deadlock ring K=5 --routing-file my.py --vcs 3 --json", text)[1].out)["channels"] == 30


def test_what_the_file_prints_is_no_output_of_ours(run):
    code, said = run("deadlock ring K=5 --routing-file my.py --json", "print('hello')\n" + DATELINE)
    assert code == 0 and json.loads(said.out) and said.err == "hello\n"


def test_parallel_links_have_numbers(tmp_path):
    file = tmp_path / "two.py"
    file.write_text("def next_channels(node, came_by, to):\n    return (1 - node[0],), 0, 1 - node[0]\n")
    net = network("ring", K=2)
    by = file_routing(net, file)
    assert [by.next_channels(u, None, 1 - u, None)[0][0] for u in (0, 1)] == [1, 2]


def returning(what):
    return f"def next_channels(node, came_by, destination):\n    return {what}\n"


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "my.py: the file is empty"), ("x = 1\ny = (\n", "my.py:2: this is no Python: '(' was never closed"),
        ("x = 1\n", "my.py:1: there is no function next_channels"), ("import nowhere\n", "my.py:1: the file raised ModuleNotFoundError"),
        ("def next_channel(a, b, c): pass\n", "is next_channel meant to be it?"), ("\n1 / 0\n", "my.py:2: the file raised ZeroDivisionError"),
        ("next_channels = 3\n", "it must be a function"), ("import sys\nsys.exit(0)\n", "my.py:2: the file raised SystemExit: 0"),
        ("\ndef next_channels(node): pass\n", "my.py:2: next_channels must take the arguments (node, came_by, destination, label)"),
        ("def labels(s, d): return [1]\n" + AROUND, "my.py:2: next_channels must take"), ("vcs = 0\n" + AROUND, "vcs is 0: it must be"),
        ("vcs = 10**9\n" + AROUND, "vcs is 1000000000: it must be a whole number from 1 to 256"),
        ("kind = 'random'\n" + AROUND, "kind is 'random': it must be one of deterministic"), ("labels = 3\n" + AROUND, "it must be a function"),
        ("terminals = [(0,), (9,)]\n" + AROUND, "terminals has (9,): nodes are (0,), (1,)"), ("description = 3\n" + AROUND, "a text"),
        ("def prepare(net):\n    net.nothing\n" + AROUND, "my.py:2: prepare(<Network ring K=5: 5 nodes, 5 devices>) raised AttributeError"),
        (returning("None"), "is stranded at node (1): the routing gives no channel"), (returning("[]"), "is stranded"),
        (returning("3"), "my.py:1: next_channels((1,), None, (0,)) gives 3: a choice is a neighbour"),
        (returning("(3,)"), "no link leads from (1) to (3,), its neighbours are (0,), (2,)"), (returning("'a'"), "a choice is a neighbour"),
        (returning("[(1,), (4,)]"), "a deterministic routing has one choice"), (returning("((2,), 1)"), "virtual channels have numbers from 0 to 0"),
        (returning("((2,), 0, 1)"), "links from (1) to (2) have numbers from 0 to 0"), (returning("((2,), 0.5)"), "from 0 to 0, since vcs = 1"),
        (returning("node[3]"), "my.py:2: next_channels((1,), None, (0,)) raised IndexError: tuple index out of range"),
        (returning("next_channels(node, came_by, destination)"), "my.py:2: next_channels((1,), None, (0,)) raised RecursionError"),
        ("kind = 'oblivious'\n" + returning("{(1,): 0.5, (4,): 0.5}"), "weights are whole numbers or Fractions"),
        ("kind = 'oblivious'\n" + returning("{((node[0] + 1) % 5,): 2}"), "do not add up to 1"), (returning("((1, 2, 1, 2, 0)[node[0]],)"), "livelock"),
        (LABELS.replace('["up", ', "[0.5, "), "my.py:2: labels gives [0.5"), (LABELS.replace('return ["up", ("down", 1)]', "pass"), "labels gives None"),
        (returning("came_by.vc"), "raised AttributeError: 'NoneType'"),
    ],
)  # fmt: skip
def test_mistakes_are_one_line(run, text, complaint):
    code, said = run("deadlock ring K=5 --routing-file my.py", text)
    assert code == 2 and said.out == "" and said.err.count("\n") == 1 and complaint in said.err


def test_mistakes_in_the_escape_function(run):
    code, said = run("deadlock mesh k=3 n=2 --routing-file my.py", ADAPTIVE.replace("channel.vc", "channel.lane"))
    assert code == 2 and "my.py:11: escape(((" in said.err and "raised AttributeError" in said.err


HIGHEST_FIRST = """
def next_channels(node, came_by, to):
    i = max(j for j in range(len(node)) if node[j] != to[j])
    return (tuple((x + (j == i)) % {r} for j, x in enumerate(node)),)
"""


@pytest.mark.parametrize("size", ["f=2 r=3", pytest.param("f=2 r=10", marks=pytest.mark.long), "f=3 r=3"])
def test_a_file_on_rings_gives_what_the_same_concise_routing_gives(run, size):
    """On 9 nodes, where packets are followed one by one in either case, and on more."""
    text = HIGHEST_FIRST.format(r=size[-1] if size[-2] == "=" else 10)
    for command in ("measure", "deadlock", "deadlock --queue-classes"):
        found = []
        for routing in ("", " --routing-file my.py"):
            name, *option = command.split()
            code, said = run(f"{name} multicube {size} {' '.join(option)} --json{routing}", text)
            assert code == 0 and not said.err
            found.append(json.loads(said.out))
        own, known = found[1], found[0]
        if command == "measure":
            assert own.pop("routing") == "my.py" and known.pop("routing") == "concise"
            assert own.pop("counting") != known.pop("counting")
        else:
            for each in (own, known):
                each["certificate"].pop("routing")
        assert own == known


@pytest.mark.in_turn
def test_packets_of_a_file_on_many_rings_are_followed_one_by_one(run):
    """Row 0 is reached along its own ring, so that its links carry more than under the concise routing."""
    text = HIGHEST_FIRST.format(r=10).replace("max(", "(min if to[0] == 0 else max)(")
    loads = json.loads(run("measure multicube f=2 r=10 --routing-file my.py --json", text)[1].out)["classes"][0][
        "loads"
    ]
    known = json.loads(run("measure multicube f=2 r=10 --json")[1].out)["classes"][0]["loads"]
    assert len(loads) > len(known) == 1 and sum(s * n for s, _, n in loads) == sum(s * n for s, _, n in known)


def test_a_file_on_rings_may_deadlock(run):
    """Packets to every other node go in the other order; the certificate is checked with the file, and only with it."""
    mixed = HIGHEST_FIRST.format(r=3).replace("max(", "(max if sum(to) % 2 else min)(")
    code, said = run("deadlock multicube f=2 r=3 --routing-file my.py --certificate c.json --json", mixed)
    assert code == 1 and json.loads(said.out)["cycle"]
    assert run("certify c.json --routing-file my.py", mixed)[0] == 0
    assert run("certify c.json --routing-file my.py", mixed + "# other")[1].err.endswith("its contents differ\n")
    assert run("certify c.json")[1].err.endswith("name the file with --routing-file\n")


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("vcs = 2\n" + HIGHEST_FIRST, "follow one route"),
        ("kind = 'adaptive'\n" + HIGHEST_FIRST, "follow one route"),
        ("terminals = [(0, 0), (0, 1)]\n" + HIGHEST_FIRST, "follow one route"),
        ("def next_channels(node, came_by, to):\n    return (7, 7)\n", "no link leads from (0,1) to (7, 7)"),
        ("def next_channels(node, came_by, to):\n    return None\n", "gives no link at (0,1)"),
        (
            "def next_channels(node, came_by, to):\n    return ((node[0] + 1) % 3, node[1]),\n",
            "never delivers the packet",
        ),
    ],
)
def test_mistakes_of_files_on_rings_are_one_line(run, text, complaint):
    code, said = run("measure multicube f=2 r=3 --routing-file my.py", text.replace("{r}", "3"))
    assert code == 2 and complaint in said.err and said.err.count("\n") == 1, said.err


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("deadlock ring K=5 --routing-file none.py", "none.py: the file cannot be read: No such file"),
        ("deadlock ring K=5 --routing-file .", "cannot be read: Is a directory"),
        ("deadlock ring K=5 --routing my.py", "--routing-file my.py runs it"),
        ("deadlock ring K=5 --routing up-down --routing-file my.py", "two routings: give one"),
        ("deadlock livefly f=3 r=2 --routing-file my.py", "my.py:1: next_channels((0, 0), None, (0, 1)) gives"),
        ("deadlock livefly f=3 r=2 --any-routing --routing-file my.py", "so --routing-file cannot be combined with it"),
        ("measure clock --routing-file my.py --vcs 2", "vcs=2 applies only to networks of channels"),
    ],
)
def test_options_that_do_not_fit(run, line, complaint):
    code, said = run(line, AROUND)
    assert code == 2 and said.out == "" and said.err.count("\n") == 1 and complaint in said.err


def test_a_certificate_does_not_name_what_is_run(run, tmp_path):
    """A certificate may come from anybody: the file that it is about is run only if the user names it."""
    run("deadlock ring K=5 --routing-file my.py --certificate c.json", DATELINE)
    (tmp_path / "my.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    assert run("certify c.json")[0] == 2 and not (tmp_path / "ran").exists()


@pytest.mark.parametrize("line", ["ring K=5 --routing up-down", "livefly f=3 r=2"])
def test_other_certificates_are_about_no_file(run, line):
    run(f"deadlock {line} --certificate c.json")
    code, said = run("certify c.json --routing-file my.py", AROUND)
    assert code == 2 and "cannot be combined with it" in said.err


@pytest.mark.parametrize("kind", ["numbers", "ranks"])
def test_certificates_of_packets_that_go_in_circles(run, tmp_path, kind):
    text = (
        "kind = 'adaptive'\ndef next_channels(node, came_by, to):\n    return [((node[0] + i) % 5,) for i in (1, -1)]\n"
    )
    code, said = run("deadlock ring K=5 --routing-file my.py", text)
    assert code == 2 and "livelock" in said.err
    about = {"name": "my.py", "vcs": 1, "options": {"sha256": sha256(text.encode()).hexdigest()}}
    where = {"family": "ring", "parameters": {"K": 5}}
    data = {
        "verdict": "deadlock-free",
        "network": where,
        "routing": about,
        "switching": "wormhole",
        "kind": kind,
        kind: [0] * 10,
    }
    (tmp_path / "c.json").write_text(json.dumps(data))
    code, said = run("certify c.json --routing-file my.py")
    assert code == 1 and said.out.startswith("refused: packets to node ") and "in circles" in said.out
