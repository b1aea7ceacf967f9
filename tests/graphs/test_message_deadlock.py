"""Messages that cause messages: verdicts against walks through all states, certificates, words and files."""

import copy
import json
import random
from collections import Counter
from dataclasses import replace

import pytest

import netlemma as nl
from netlemma.checks.certificates.certification import check_certificate
from netlemma.errors import CertificateError, FormatError, InputError
from netlemma.graphs import network
from netlemma.graphs.deadlock.bubbles import several
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.message_chains import MessageChains, Row, message_chains
from netlemma.graphs.deadlock.message_deadlock import message_deadlock
from netlemma.graphs.routings import channel_routing

from .exhaustive_messages import Endless, can_deadlock

FREE, DEADLOCK, UNKNOWN = "deadlock-free", "deadlock", "unknown"
SUBJECTS = [
    ("line(2)", "dimension-order", {}),
    ("line(3)", "dimension-order", {}),
    ("line(4)", "dimension-order", {}),
    ("ring(3)", "dimension-order", {}),
    ("oneway-torus k=3 n=1", "dimension-order", {}),
    ("oneway-torus k=3 n=1", "dimension-order", {"vcs": 2}),
    ("mesh k=2 n=2", "shortest-adaptive", {}),
    ("mesh k=2 n=2", "o1turn", {}),
    ("mesh k=2 n=2", "west-first", {}),
    ("ring(4)", "shortest-adaptive", {}),
    ("clique(3)", "shortest", {}),
]
WORDS = [
    "a > b",
    "a > b > c",
    "a > b; c > b",
    "a > b + c",
    "a > b > a",
    "a > b:forward",
    "a > b:forward > c:origin",
    "a; b",
]


def verdict(routing, chains, switching="wormhole", buffers=1):
    alone = lambda: several(decide(routing, switching), buffers)  # noqa: E731
    return message_deadlock(routing, chains, switching, routing, alone, buffers=buffers)


def random_rows(rng, nodes, kinds):
    ends = [(rng.randrange(kinds), *rng.sample(range(nodes), 2)) for _ in range(rng.randint(1, 5))]
    causes = []
    for i, (_, _, node) in enumerate(ends):
        after = [j for j, (_, source, _) in enumerate(ends) if source == node and j != i]
        causes.append(tuple((j,) for j in rng.sample(after, min(rng.choice([0, 1, 1, 2]), len(after)))))
    caused = {r for puts in causes for (r,) in puts}
    return tuple(
        Row(*each, puts, i not in caused or i == 0) for i, (each, puts) in enumerate(zip(ends, causes, strict=True))
    )


def random_case(seed):
    """A small network, a routing, and messages in random chains, networks and queues."""
    rng = random.Random(seed)
    words, name, options = rng.choice(SUBJECTS)
    family, *sizes = words.split()
    net = network(family, **{k: int(v) for k, v in (size.split("=") for size in sizes)})
    routing = channel_routing(net, name, **options)
    if rng.random() < 0.25 and net.node_count <= 3:
        chains = message_chains(rng.choice(WORDS))
    else:
        kinds = rng.randint(1, 3)
        rows = random_rows(rng, net.node_count, kinds)
        causes = tuple(
            tuple(sorted({rows[r].kind for row in rows if row.kind == k for (r,) in row.causes})) for k in range(kinds)
        )
        first = tuple(any(row.first for row in rows if row.kind == k) for k in range(kinds))
        chains = MessageChains(tuple("abc"[:kinds]), causes, ("any",) * kinds, first, (0,) * kinds, rows=rows)
    networks = [0]
    while len(networks) < len(chains.kinds):
        networks.append(rng.randint(0, max(networks) + 1))
    chains = replace(
        chains,
        networks=tuple(networks),
        queue=rng.choice([1, 1, 1, 2]),
        order=rng.choice(["any", "any", "fifo"]),
        injection=rng.choice(["kinds", "kinds", "shared"]),
    )
    return routing, chains, rng.choice(["wormhole", "cut-through"])


def against_all_states(seeds, most, buffers=1):
    """How often each verdict was given, where the states can be walked through; none may be wrong."""
    found = Counter()
    for seed in seeds:
        routing, chains, switching = random_case(seed)
        switching = "cut-through" if buffers > 1 else switching
        decided = verdict(routing, chains, switching, buffers)
        given = decided.verdict
        if buffers > 1 and decided.certificate is not None:
            check_certificate(json.loads(json.dumps(decided.certificate)))
        try:
            truth = can_deadlock(routing, chains, switching == "wormhole", most, buffers=buffers)
        except Endless:
            continue
        assert given in (DEADLOCK if truth else FREE, UNKNOWN), (seed, chains, switching)
        found[given] += 1
    return found


@pytest.mark.in_turn
def test_verdicts_are_those_of_all_states():
    found = against_all_states(range(60), 3_000)
    assert found[FREE] > 10 and found[DEADLOCK] > 5 and found[UNKNOWN] <= 3


@pytest.mark.in_turn
def test_verdicts_in_buffers_of_several_are_those_of_all_states():
    found = against_all_states(range(60), 2_000, 2)
    assert found[FREE] > 5 and found[DEADLOCK] > 2 and found[UNKNOWN] <= 3


@pytest.mark.long
def test_many_verdicts_in_buffers_of_several_are_those_of_all_states():
    found = against_all_states(range(2_000), 20_000, 2)
    assert found[FREE] > 200 and found[DEADLOCK] > 100 and found[UNKNOWN] < 0.05 * sum(found.values())


@pytest.mark.long
def test_many_verdicts_are_those_of_all_states():
    found = against_all_states(range(2_500), 20_000)
    assert sum(found.values()) > 2_000 and found[UNKNOWN] < 0.04 * sum(found.values())


@pytest.mark.in_turn
def test_certificates_are_accepted_and_changed_ones_refused():
    rng, refused = random.Random(1), Counter()
    for seed in range(150):
        certificate = verdict(*random_case(seed)).certificate
        if certificate is None:
            continue
        certificate = json.loads(json.dumps(certificate))
        check_certificate(certificate)
        changed = copy.deepcopy(certificate)
        if certificate["kind"] == "message-ranks":
            used = [i for i, rank in enumerate(changed["ranks"]) if rank is not None]
            changed["ranks"][rng.choice(used)] = None
        elif certificate["kind"] == "messages":
            del changed["moves"][rng.randrange(len(changed["moves"]) - 1)]
        else:
            changed["order"] = [0, *changed["order"]]
        with pytest.raises(CertificateError):
            check_certificate(changed)
        refused[certificate["kind"]] += 1
    assert min(refused[kind] for kind in ("message-ranks", "messages", "networks")) > 5


def test_two_nodes_with_requests_and_replies():
    shared = nl.deadlock("line(2)", messages="request > reply")
    assert shared.verdict == DEADLOCK
    assert Counter(step["kind"] for step in shared.cycle) == {"request": 2, "reply": 2}
    separate = nl.deadlock("line(2)", messages="request > reply", networks="separate")
    assert separate.verdict == FREE
    assert all(nl.certify(each).accepted for each in (shared, separate))


@pytest.mark.parametrize("networks", ["a=0 b=1 c=2 d=0", "a=0 b=1 c=2 d=2", "a=0 b=0 c=1 d=2"])
def test_four_kinds_in_three_networks_of_a_mesh_deadlock(networks):
    found = nl.deadlock("mesh", k=4, n=2, messages="a > b > c > d", networks=networks)
    assert found.verdict == DEADLOCK and nl.certify(found).accepted


@pytest.mark.in_turn
def test_fewest_networks():
    four = nl.deadlock("mesh", k=4, n=2, messages="a > b > c > d", fewest_networks=True)
    assert (four.verdict, four.fewest_networks["suffices"], four.fewest_networks["necessary"]) == (FREE, 4, 4)
    circular = nl.deadlock("line(3)", messages="a > b > a", fewest_networks=True)
    assert circular.verdict == DEADLOCK and circular.fewest_networks["suffices"] is None
    one_by_one = nl.deadlock("line(2)", messages="request > reply order=fifo", fewest_networks=True)
    assert one_by_one.fewest_networks["suffices"] is None


def test_one_network_is_enough_for_a_chain_along_a_line(tmp_path):
    file = tmp_path / "pipeline.csv"
    file.write_text("kind,source,destination,causes\na,0,1,b\nb,1,2,c\nc,2,3,\n")
    found = nl.deadlock("line(4)", messages=file, fewest_networks=True)
    assert found.verdict == FREE and found.fewest_networks["suffices"] == 1


def test_who_talks_to_whom_counts(tmp_path):
    file = tmp_path / "flows.json"
    file.write_text(json.dumps([{"kind": "get", "source": 0, "destination": 1, "causes": ["data"]},
                                {"kind": "data", "source": 1, "destination": 0}]))  # fmt: skip
    assert nl.deadlock("line(2)", messages=file).verdict == FREE  # one client, one server
    assert nl.deadlock("line(2)", messages="get > data").verdict == DEADLOCK


def test_traffic_restricts_who_begins():
    assert nl.deadlock("line(3)", messages="a > b", traffic="hotspot nodes=0").verdict == DEADLOCK
    with pytest.raises(InputError):
        nl.deadlock("ring", K=4, messages="a > b", networks="a=0")


def test_separate_networks_at_all_sizes():
    assert nl.deadlock("mesh", all_sizes=True, messages="a > b", networks="separate").verdict == FREE
    with pytest.raises(InputError, match="separate"):
        nl.deadlock("mesh", all_sizes=True, messages="a > b")


def test_a_deadlock_of_the_routing_alone_is_one_of_messages():
    found = nl.deadlock("oneway-torus", k=4, n=1, vcs=1, messages="a > b", networks="separate")
    assert found.verdict == DEADLOCK and nl.certify(found).accepted


BAD = {
    "": "names no kind",
    "a >": "is no name of a kind",
    "a > b:sideways": "goes to 'sideways'",
    "a + b > c": "not said which of them causes",
    "a > b; a > c": "causes b in one chain and c in another",
    "a > b queue=0": "holds 1 to",
    "a > b order=lifo": "any or fifo",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_words_are_refused_in_one_line(text):
    with pytest.raises(InputError, match=BAD[text]) as caught:
        nl.deadlock("line(2)", messages=text)
    assert "\n" not in str(caught.value)


BAD_FILES = {
    "kind,source\na,0\n": "columns are",
    "kind,source,destination\n": "no messages",
    "kind,source,destination\na,0,9\n": "no end of messages",
    "kind,source,destination\na,1,1\n": "itself",
    "kind,source,destination,causes\na,0,1,b\n": "no message of the file is of this kind",
    "kind,source,destination,causes\na,0,1,b\nb,0,1,\n": "no row is",
    "kind,source,destination,causes\na,0,1,b\nb,1,2,\nb,1,2,\n": "several rows",
    "kind,source,destination\na b,0,1\n": "no name of a kind",
}


@pytest.mark.parametrize("text", BAD_FILES)
def test_bad_files_are_refused_in_one_line(text, tmp_path):
    file = tmp_path / "messages.csv"
    file.write_text(text)
    with pytest.raises(FormatError, match=BAD_FILES[text]) as caught:
        nl.deadlock("line(3)", messages=file)
    assert "\n" not in str(caught.value) and str(file) in str(caught.value)


@pytest.mark.parametrize("words", ["a=0", "a=0 b=2", "c=0 a=0 b=0", "a=0 a=1 b=0", "together"])
def test_bad_networks_are_refused(words):
    with pytest.raises(InputError, match="networks"):
        nl.deadlock("line(2)", messages="a > b", networks=words)


def test_options_without_messages_are_refused():
    for option in ({"networks": "separate"}, {"injection": "shared"}, {"fewest_networks": True}):
        with pytest.raises(InputError, match="messages"):
            nl.deadlock("line(2)", **option)
    with pytest.raises(InputError, match="smallest_deadlock"):
        nl.deadlock("line(2)", messages="a > b", smallest_deadlock=True)
    with pytest.raises(InputError):
        nl.deadlock("livefly", f=2, r=2, messages="a > b")
