"""``netlemma deadlock`` and ``netlemma certify`` as a user runs them."""

import gzip
import json
import subprocess
import sys

import pytest

from netlemma.checks.certificates.certification import check_certificate
from netlemma.errors import CertificateError
from netlemma.graphs.deadlock.ring_queues import MODELS
from netlemma.graphs.routings import channel_routings, ring_routings

KEYS = {"verdict", "criterion", "scope", "channels", "dependencies", "cycle", "certificate"}


@pytest.fixture
def run(run):
    return lambda line, *more: run(*line.split(), *more)


@pytest.mark.parametrize(
    "line, code",
    [
        ("livefly f=3 r=3", 0), ("multicube f=2 r=3", 0), ("ring-butterfly f=2 r=2", 0), ("deadfly f=3 r=2", 1), ("four-rings", 1),
        ("multicube f=2 r=2,3", 0), ("livefly f=3 r=2 --routing general", 1), ("deadfly f=2 r=2 --queue-classes", 1),
        ("four-rings --any-routing --routes shortest", 1), ("four-rings --any-routing", 0), ("ring-shuffle f=2 r=3 --any-routing --routes any", 0),
        ("ring-shuffle f=2 r=3 --any-routing --routes links=3", 1), ("multicube f=3 r=2 --queues transit", 1),
    ],
)  # fmt: skip
def test_verdict_and_certificate(run, tmp_path, line, code):
    file = tmp_path / "out.json"
    got, said = run(f"deadlock {line} --json --certificate", file)
    found = json.loads(said.out)
    assert got == code and said.err == ""
    assert found.keys() >= KEYS and found["verdict"] == ("deadlock" if code else "deadlock-free")
    assert bool(found["cycle"]) == bool(code) and found["certificate"] == str(file)
    assert "queue model" in found["criterion"] and "ordered pairs" in found["scope"]
    got, said = run("certify", file)
    assert got == 0 and said.out.count("\n") == 1
    assert run(f"deadlock {line}")[0] == code


def test_a_certificate_with_two_numbers_swapped_is_refused(run, tmp_path):
    file = tmp_path / "out.json"
    run("deadlock livefly f=3 r=2 --certificate", file)
    right = json.loads(file.read_text())
    low, high = (pick(right["numbers"], key=right["numbers"].get) for pick in (min, max))
    right["numbers"][low], right["numbers"][high] = right["numbers"][high], right["numbers"][low]
    file.write_text(json.dumps(right))
    code, said = run("certify", file)
    assert code == 1 and said.out.startswith("refused: ")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "line",
    [
        "oneway-torus k=3 n=2 --routing dimension-order --vcs 2", "toroid w=3 D=2 --routing duato", "mesh k=3 n=2 --routing west-first",
        "toroid w=3 D=2 --routing duato --switching cut-through", "ring K=5 --routing up-down", "mesh k=2 n=2 --vcs 2",
        "toroid w=3 D=1 --vcs 2 --switching cut-through", "mesh k=3 n=1 --routing valiant", "livefly f=3 r=2",
        "multicube f=2 r=3", "hypercube n=2 --routing shortest-adaptive --vcs 1 --switching wormhole",
    ],
)  # fmt: skip
@pytest.mark.in_turn
def test_a_certificate_with_any_one_number_changed_is_refused(run, tmp_path, line):
    file = tmp_path / "out.json"
    code, _ = run(f"deadlock {line} --certificate", file)
    right = json.loads(file.read_text())
    assert check_certificate(right)
    key = next((k for k in ("numbers", "ranks") if k in right), None)
    if code:  # a configuration: whatever number is changed, packets do not come there
        changes = [("moves", i, j) for i in range(len(right["moves"])) for j in (0, 1)]
        numbers = [(right["moves"][i], j) for _, i, j in changes] + [(p["holds"], 0) for p in right["packets"]]
    else:
        values = right[key]
        numbers = [(values, i) for i in (values if isinstance(values, dict) else range(len(values)))]
    for place, i in numbers[:: 1 + len(numbers) // 40]:
        old = place[i]
        others = [1, -1, 10**6, "0", 0.5] if old is None else [old + 1, old - 1, -old - 1, 10**6, f"{old}", old + 0.5]
        for new in others:
            place[i] = new
            with pytest.raises(CertificateError):
                check_certificate(right)
        place[i] = old
    assert check_certificate(right)


def test_one_number_changed_on_the_command_line(run, tmp_path):
    file = tmp_path / "out.json"
    run("deadlock oneway-torus k=8 n=2 --routing dimension-order --vcs 2 --certificate", file)
    assert run("certify", file)[1].out == (
        "deadlock-free: oneway-torus k=8 n=2, routing dimension-order with 2 virtual channels, wormhole switching: "
        "each of the 5,544 waiting states can advance\n"
    )
    right = json.loads(file.read_text())
    for place in (0, 77, 200):
        file.write_text(
            json.dumps(right | {"numbers": [n + (i == place) for i, n in enumerate(right["numbers"]) if n is not None]})
        )
        code, said = run("certify", file)
        assert code == 1 and said.out.startswith("refused: ") and said.out.count("\n") == 1


@pytest.mark.parametrize(
    "line", ["mesh k=2 n=1", "oneway-torus k=3 n=1", "hypercube n=2 --routing shortest-adaptive", "livefly f=3 r=1"]
)
def test_a_certificate_without_one_of_its_parts_is_refused(run, tmp_path, line):
    file = tmp_path / "out.json"
    run("deadlock", *line.split(), "--certificate", file)
    right = json.loads(file.read_text())
    for part in right.keys() - {"rule", "scope"}:  # which repeat what the other parts say
        file.write_text(json.dumps({key: value for key, value in right.items() if key != part}))
        code, said = run("certify", file)
        assert code == 1 and said.out.startswith("refused: ") and said.out.count("\n") == 1, (part, said)


def test_images_of_routes_stand_for_none_if_numbers_differ(run, tmp_path):
    """One number of a queue that no followed route meets is wrong; only following all routes shows it, and they are followed."""
    file = tmp_path / "out.json"
    run("deadlock livefly f=3 r=3 --certificate", file)
    right = json.loads(file.read_text())
    assert check_certificate(right).endswith(": numbers rise along 69 routes and their images, 552 in all")
    del right["numbers"]["output 0 of node 23"]
    with pytest.raises(CertificateError):
        check_certificate(right)


def test_partitions_are_printed(run):
    code, said = run("deadlock deadfly f=2 r=2 --queue-classes")
    assert code == 1 and "partitions   2 " in said.out
    found = json.loads(run("deadlock deadfly f=2 r=2 --queue-classes --json")[1].out)
    assert (found["partitions"]["least"], found["partitions"]["enough"], found["partitions"]["by_hops"]) == (2, 2, 3)


def test_without_a_file_the_certificate_is_inline(run):
    found = json.loads(run("deadlock ring-complete f=3 --json")[1].out)
    assert found["certificate"]["kind"] == "numbering" and set(found["certificate"]["numbers"].values()) == {0, 1}


@pytest.mark.parametrize(
    "line, code",
    [
        ("oneway-torus k=4 n=2 --routing dimension-order", 1), ("oneway-torus k=4 n=2 --routing dimension-order --vcs 2", 0), ("oneway-torus k=2 n=1", 0),
        ("toroid w=4 D=2 --routing duato --vcs 3", 0), ("mesh k=3 n=2 --routing shortest-adaptive --switching cut-through", 1),
        ("mesh k=3 n=2 --routing west-first", 0), ("hypercube n=3", 0),
    ],
)  # fmt: skip
def test_channels(run, tmp_path, line, code):
    file = tmp_path / "out.json"
    got, said = run(f"deadlock {line} --json --certificate", file)
    assert got == code and json.loads(said.out).keys() >= KEYS
    right = json.loads(file.read_text())
    assert run("certify", file)[0] == 0
    wrongs = [
        right | {"kind": "search"},
        right | {"routing": {"name": "shortest-adaptive", "vcs": 1}, "kind": "numbers"},
    ]
    if right["kind"] == "configuration":
        wrongs += [right | {"moves": right["moves"][:k] + right["moves"][k + 1 :]} for k in range(len(right["moves"]))]
        packets, moves = right["packets"], right["moves"]
        wrongs += [right | {"packets": packets[1:]}, right | {"moves": moves * 2}]
        twice = [[i + len(packets), channel] for i, channel in moves]  # others in the same channels
        wrongs += [right | {"packets": packets * 2, "moves": moves + twice}]
        fewer = [[i - 1, channel] for i, channel in moves if i]  # without the first, what another waits for is free
        wrongs += [right | {"packets": packets[1:], "moves": fewer}]
    else:
        kind = right["kind"]
        wrongs += [right | {kind: [5 for _ in right[kind]]}, right | {kind: [-v if v else v for v in right[kind]]}]
    for wrong in wrongs if line != "oneway-torus k=2 n=1" else []:
        file.write_text(json.dumps(wrong))
        got, said = run("certify", file)
        assert got in (1, 2) and (said.out + said.err).count("\n") == 1


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("livefly f=2 r=3", "must be at least 3"), ("deadfly f=1 r=3", "must be at least 2"), ("deadfyl f=2 r=3", "did you mean"),
        ("ring-shuffle f=2 r=3 --routing concise", "has no routing called 'concise'"), ("livefly f=3 r=2 --queues outputs", "did you mean"),
        ("livefly f=3 r=2 --routes any", "add --any-routing"), ("livefly f=3 r=2 --any-routing --routing general", "--routing cannot be combined with it"),
        ("livefly f=3 r=2 --any-routing --routes best", "write any, shortest"), ("livefly f=3 r=2 --vcs 2", "--vcs applies only to"),
        ("livefly f=3 r=2 --switching wormhole", "--switching applies only to"), ("oneway-torus k=4 n=2 --queues node", "--queues applies only to"),
        ("oneway-torus k=4 n=2 --any-routing", "--any-routing applies only to"), ("livefly f=3 r=2 --any-routing --queue-classes", "--queue-classes cannot be combined with it"),
        ("four-rings --any-routing --routes rings=2", "no route from node 0 to node 6"), ("oneway-torus k=4 n=2 --vcs 0", "at least 1"),
        ("livefly f=3 r=2 --certificate /nowhere/x.json", "cannot be written"), ("ring-shuffle f=9 r=99", "can be built"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(run, line, complaint):
    code, said = run(f"deadlock {line}")
    assert code == 2 and said.out == "" and said.err.count("\n") == 1
    assert complaint in said.err


@pytest.mark.parametrize("text", ["", "[1]", "{", "7", '{"kind": 1}x', "[" * 100_000])
def test_files_that_are_no_certificates(run, tmp_path, text):
    file = tmp_path / "out.json"
    file.write_text(text)
    code, said = run("certify", file)
    assert code == 2 and said.out == "" and said.err.count("\n") == 1
    assert run("certify", tmp_path / "none.json")[0] == 2


@pytest.mark.parametrize(
    "data", [{}, {"kind": "numbering"}, {"kind": [], "network": {"family": "clock", "parameters": {}}}]
)
def test_certificates_that_lack_something(run, tmp_path, data):
    file = tmp_path / "out.json"
    file.write_text(json.dumps(data))
    code, said = run("certify", file)
    assert code == 1 and said.out.startswith("refused: ") and said.out.count("\n") == 1


def test_routings_and_queue_models_are_listed(run):
    code, said = run("list routings --json")
    found = json.loads(said.out)
    options = {each["name"]: each["options"] for each in found if each["of"] == "channels"}
    assert code == 0 and options.keys() == channel_routings().keys() and all(each["summary"] for each in found)
    assert {each["name"] for each in found if each["of"] == "rings"} == ring_routings().keys()
    assert options["up-down"] == ["vcs=1", "root"] and options["duato"] == [
        "vcs",
        "escape",
        "adaptive",
        "rule=dally-seitz",
    ]
    assert {each["name"] for each in json.loads(run("list queues --json")[1].out)} == set(MODELS)


def test_the_command_line_starts_without_solvers():
    script = (
        "import sys, netlemma.cli; print([m for m in ('pysat', 'numpy', 'networkx', 'checks') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == "[]"


@pytest.mark.in_turn
def test_a_certificate_written_in_pieces_and_compressed(run, tmp_path, monkeypatch):
    import netlemma.console

    plain, packed = tmp_path / "out.json", tmp_path / "out.json.gz"
    for line in ("mesh k=3 n=2 --routing west-first", "mesh k=3 n=2 --routing shortest-adaptive", "livefly f=3 r=2"):
        run(f"deadlock {line} --certificate", plain)
        monkeypatch.setattr(netlemma.console, "PIECE", 7)
        run(f"deadlock {line} --certificate", packed)
        assert json.loads(gzip.decompress(packed.read_bytes())) == json.loads(plain.read_text())
        assert run("certify", packed)[1].out == run("certify", plain)[1].out
    whole = packed.read_bytes()
    for broken in (b"no gzip", whole[: len(whole) // 2], whole[:12] + bytes(40)):
        packed.write_bytes(broken)
        got, said = run("certify", packed)
        assert got == 2 and "gzip" in said.err and said.err.count("\n") == 1
    monkeypatch.setattr("netlemma.checks.certificates.certification.MOST_BYTES", 10**6)
    packed.write_bytes(gzip.compress(b" " * 10**8))
    got, said = run("certify", packed)
    assert got == 2 and "larger than 1,000,000 bytes" in said.err


STAR = "import networkx as nx\n\n\ndef star(n: int = 6):\n    return nx.star_graph(n - 1)\n"


def test_the_network_of_a_python_file_is_given_again(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(STAR)
    (tmp_path / "other.py").write_text(STAR.replace("n - 1", "n"))
    assert run("deadlock my.py:star n=5 --routing up-down --certificate c.json")[0] == 0
    for words, end in (
        ("", "give it again, as in certify out.json my.py:star\n"),
        ("my.py:star n=6", "is about the network 'my.py:star' n=5: not about 'my.py:star' n=6\n"),
        ("other.py:star n=5", "is about the network 'my.py:star' n=5: its contents differ\n"),
        ("ring K=5", "is about the network 'my.py:star' n=5: not about 'ring' K=5\n"),
    ):
        code, said = run(f"certify c.json {words}")
        assert code == 2 and said.err.endswith(end) and said.err.count("\n") == 1
    for words in ("my.py:star", "my.py:star n=5"):
        code, said = run(f"certify c.json {words}")
        assert code == 0 and said.out.startswith("deadlock-free: 'my.py:star' n=5 with SHA-256 ")
    data = json.loads((tmp_path / "c.json").read_text())
    (tmp_path / "c.json").write_text(json.dumps({**data, "numbers": data["numbers"][::-1]}))
    assert run("certify c.json my.py:star")[0] == 1


def test_a_network_is_given_again_to_certify_in_python():
    import networkx

    import netlemma as nl

    found = nl.deadlock(networkx.petersen_graph(), "shortest")
    assert nl.certify(found, network=networkx.petersen_graph()).accepted
    other = networkx.cycle_graph(10)
    other.graph["name"] = "Petersen Graph"
    assert not nl.certify(found, network=other).accepted
    with pytest.raises(ValueError, match="a NetworkX graph: give it again"):
        nl.certify(found)
