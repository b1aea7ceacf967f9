"""Certificates of deadlock freedom, deadlock and worst cases for Rocq's kernel: the routing as a table, and what is computed of it."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from json import dumps
from pathlib import Path
from typing import Any

from netlemma.checks.certificates.certificate_subject import certified_routing, choices, labels, ways
from netlemma.checks.certificates.certification import Certification, certify, read_certificate
from netlemma.checks.certificates.load_certificate import crossings_to, directed_channels, given_potentials
from netlemma.checks.kernel.rocq_compiler import answers
from netlemma.checks.lemmas.deadlock_ranks import chosen
from netlemma.derive.formal import rocq_theorems
from netlemma.derive.lemmas.deadlock_ranks import escaped
from netlemma.errors import InputError, NotExported
from netlemma.graphs.routing.channel_routing import ADAPTIVE, OBLIVIOUS, ChannelRouting

# Parts of exported files: lists and comments.


def commented(text: str) -> str:
    """A text that can stand in a comment."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def listed(parts: Iterable[object]) -> str:
    """A list of Rocq.

    >>> listed([1, 2])
    '[1; 2]'
    """
    return f"[{'; '.join(map(str, parts))}]"


# Certificates of worst cases for Rocq's kernel: the routing as a table of shares, potentials, and a permutation.


_TEXT = """(* {subject} *)
From Coq Require Import List QArith.
From Netlemma Require Import Definitions WorstCase.
Import ListNotations.
Open Scope Q_scope.

{rows}
Definition table : shares := {table}.

Definition given : list (positive * (list Q * list Q)) := {potentials}.

Theorem worst_case_of_table : worst_case table {nodes} ({gamma}) {to}%nat {channel}%positive.
Proof. apply (worst_case_by_potentials table _ _ given). vm_compute. reflexivity. Qed.

Print Assumptions worst_case_of_table.
"""


def worst_case_theorem(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """The theorem that no admissible traffic loads a channel more, and that a permutation reaches the load."""
    routing, subject = certified_routing(certificate, file, network)
    directed = directed_channels(routing.network)
    ends = {node: i for i, node in enumerate(routing.ends)}
    table = [[""] * len(ends) for _ in ends]
    for destination, crossed in crossings_to(routing, directed):
        for source, shares in crossed.items():
            row = (f"({channel + 1}%positive, {_number(share)})" for channel, share in sorted(shares.items()))
            table[ends[source]][ends[destination]] = "; ".join(row)
    sides = given_potentials(certificate, max(directed) + 1, routing.network.node_count)
    potentials = (
        f"({channel + 1}%positive, ({', '.join(listed(_number(side.get(node, 0)) for node in ends) for side in both)}))"
        for channel, both in sorted(sides.items())
        if any(map(any, (side.values() for side in both)))
    )
    return _TEXT.format(
        subject=commented(subject),
        rows="\n".join(
            f"Definition from_{i} : list (list (positive * Q)) := {listed(f'[{entry}]' for entry in row)}."
            for i, row in enumerate(table)
        ),
        table=listed(f"from_{i}" for i in range(len(table))),
        potentials=listed(potentials),
        nodes=len(ends),
        gamma=_number(certificate["gamma"]),
        to=listed(ends[node] for node in certificate["permutation"]),
        channel=certificate["channel"] + 1,
    )


def _number(value: Any) -> str:
    exact = Fraction(value)
    return f"{exact.numerator} # {exact.denominator}" if exact.denominator > 1 else str(exact.numerator)


# Certificates of deadlock freedom and of deadlock for Rocq's kernel: the routing as a table, and what is computed of it.


_HEAD = """From Coq Require Import List NArith PArith.
From Netlemma Require Import Definitions Deadlock DeadlockTables.
Import ListNotations.
"""
_NO_DEADLOCK = """
Definition numbers : list (positive * N) := {numbers}.

Theorem no_deadlock : {statement}.
Proof. {proof}. vm_compute. reflexivity. Qed.

Print Assumptions no_deadlock.
"""
_DEADLOCK = """
Definition stuck : list (worm ({routing})) := {stuck}.

Theorem deadlock : reaches ({routing}) [] stuck /\\ deadlocked ({routing}) stuck /\\
  forall later, reaches ({routing}) stuck later -> incl stuck later.
Proof.
  apply ({proof} table {actions}); [vm_compute; reflexivity | discriminate | vm_compute; reflexivity].
Qed.

Print Assumptions deadlock.
"""
_KINDS = ("numbers", "turns", "ranks", "configuration")
Goal = tuple[int, Any]  # a destination and a label of packets to it


def theorem(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """The theorem that a routing cannot deadlock, or that packets come to block each other forever."""
    kind = certificate.get("kind")
    if kind not in _KINDS or "switching" not in certificate:
        raise InputError(f"`kernel` takes certificates of the kinds {', '.join(_KINDS)}, worst-case, not {kind!r}")
    routing, subject = certified_routing(certificate, file, network)
    text = _stuck(routing, certificate) if kind == "configuration" else _numbered(routing, certificate)
    names = ", ".join(f"{c + 1} {routing.channel_name(c)}" for c in range(routing.channel_count))
    return f"(* {commented(subject)} *)\n(* Channels: {commented(names)} *)\n{_HEAD}{text}"


def certify_in_kernel(
    certificate: str | Path | dict[str, Any], file: str | None = None, network: Any = None
) -> Certification:
    """Check a certificate again, then have Rocq's kernel check the theorem about it."""
    data = certificate if isinstance(certificate, dict) else read_certificate(Path(certificate))
    certification = certify(data, file, network)
    if not certification.accepted:
        return certification
    write = worst_case_theorem if data.get("kind") == "worst-case" else theorem
    answer = answers([write(data, file, network)])[0]
    if answer.accepted:
        but = ", but for the part on fewer virtual channels" if {"fewer", "deadlock"} & set(data) else ""
        return Certification(True, f"{certification.words}; accepted by Rocq's kernel{but}")
    return Certification(False, f"by Rocq's kernel: {answer.message}")


def all_sizes_in_kernel(family: str, vcs: int | None = None, routing: str | None = None, bubble: bool = False) -> str:
    """The kernel's answer about the rank that excludes deadlock at all sizes of a family.

    bubble: Whether rings are kept from filling, which no theorem is about yet.
    """
    if bubble or any((each.family, each.explicit) == (family, routing) for each in escaped()):
        what = "bubbles" if bubble else f"the escape channels of {routing}"
        raise InputError(f"`kernel` has no theorem on {what} at all sizes yet: leave it out")
    try:
        answer = answers([rocq_theorems.theorem(chosen(family, vcs, routing).lemma())])[0]
    except NotExported as error:
        raise InputError(f"not exported to Rocq: {error}") from None
    return "accepted" if answer.accepted else f"refused: {answer.message}"


def _table(routing: ChannelRouting, goals: list[tuple[Goal, set[int]]]) -> str:
    """The entries of goals; the rows of an entry are in the order in which packets take channels."""
    entries = []
    for number, ((goal, label), first) in enumerate(goals):
        rows = [
            f"({c + 1}, {listed(d + 1 for d in later)})" for c, later in reversed(ways(routing, goal, label, first))
        ]
        begin = listed(c + 1 for c in sorted(first))
        entries.append(f"Definition to_{number} : entry := ({begin}, {listed(rows)})%positive.\n")
    names = listed(f"to_{number}" for number in range(len(goals)))
    return f"\n{''.join(entries)}\nDefinition table : list entry := {names}.\n"


def _numbered(routing: ChannelRouting, certificate: Mapping[str, Any]) -> str:
    starts: dict[Goal, set[int]] = {}
    for source in routing.ends:
        for goal in routing.ends:
            for label in labels(routing, source, goal):
                starts.setdefault((goal, label), set()).update(choices(routing, source, None, goal, label))
    ranks = certificate["kind"] == "ranks"
    given = certificate["ranks" if ranks else "numbers"]
    top = max((v for v in given if v is not None), default=0)
    escape = routing.escape if routing.kind == ADAPTIVE and not ranks else None
    numbers = [
        f"({c + 1}%positive, {top - v + 1 if ranks else v + 1}%N)"
        for c, v in enumerate(given)
        if v is not None and (escape is None or escape(c))
    ]
    if routing.kind != ADAPTIVE:
        statement = "deadlock_free (tabled table) /\\ deadlock_free (drawn (tabled table))"
        proof = "apply (rising_drawn table numbers)"
    elif certificate["switching"] == "wormhole":
        statement, proof = "deadlock_free (tabled table)", "apply (way_out_of_table table numbers)"
    else:
        statement = "deadlock_free_if_stored (tabled table)"
        proof = "apply (stored_way_out_of_table table numbers)"
    return _table(routing, list(starts.items())) + _NO_DEADLOCK.format(
        numbers=listed(numbers), statement=statement, proof=proof
    )


def _stuck(routing: ChannelRouting, certificate: Mapping[str, Any]) -> str:
    """Packets and their moves; a worm that enters is in front of those that have entered before."""
    number = {routing.node_name(u): u for u in routing.ends}
    packets, moves = certificate["packets"], certificate["moves"]
    goals: list[Goal] = []
    firsts: list[set[int]] = []
    those: list[int] = []  # the goal of each packet
    for i, packet in enumerate(packets):
        source, goal = number[packet["source"]], number[packet["destination"]]
        label = next(each for each in labels(routing, source, goal) if _same(each, packet["label"]))
        if (goal, label) not in goals:
            goals.append((goal, label))
            firsts.append(set())
        those.append(goals.index((goal, label)))
        firsts[those[i]].update(choices(routing, source, None, goal, label))
    drawn = routing.kind == OBLIVIOUS
    by, proof = ("drawn (tabled table)", "deadlock_in_drawn_table") if drawn else ("tabled table", "deadlock_in_table")
    ways_taken: dict[int, list[int]] = {}
    for i, channel in moves:
        ways_taken.setdefault(i, []).append(channel)
    toward = [str(goal) for goal in those]
    if drawn:
        for i, packet in enumerate(packets):
            pairs = pairwise([*ways_taken[i], packet["waits"][0]])
            chosen = listed(f"({c + 1}, {d + 1})%positive" for c, d in pairs)
            toward[i] = f"({those[i]}, choosing {chosen})"
    entered: list[int] = []
    made: dict[int, int] = {}
    actions = []
    for i, channel in moves:
        made[i] = made.get(i, 0) + 1
        flits = packets[i]["flits"]
        if made[i] == 1:
            entered.insert(0, i)
            actions.append(f"Enter {toward[i]} {flits} {channel + 1}%positive")
        else:
            actions.append(f"Go {entered.index(i)} {channel + 1}%positive")
            if made[i] > flits:
                actions.append(f"Leave {entered.index(i)}")
    stuck = [
        f"Worm ({by}) {toward[i]} {packets[i]['flits']} "
        + listed(f"{c + 1}%positive" for c in reversed(packets[i]["holds"]))
        for i in entered
    ]
    return _table(routing, list(zip(goals, firsts, strict=True))) + _DEADLOCK.format(
        stuck=listed(stuck), actions=listed(actions), routing=by, proof=proof
    )


def _same(label: Any, written: Any) -> bool:
    return dumps(label) == dumps(written)
