"""Certificates of deadlock freedom and of deadlock for Rocq's kernel: the routing as a table, and what is computed of it."""

from collections.abc import Mapping
from itertools import pairwise
from json import dumps
from pathlib import Path
from typing import Any

from netlemma.checks.base.inputs import InputError
from netlemma.checks.certificates.certification import Certification, certify, read_certificate
from netlemma.checks.certificates.certified import certified_routing, choices, labels, ways
from netlemma.checks.kernel.compiler import answers
from netlemma.checks.kernel.terms import commented, listed
from netlemma.checks.kernel.worst_cases import worst_case_theorem
from netlemma.checks.lemmas.all_sizes import chosen
from netlemma.derive.formal import rocq
from netlemma.derive.formal.statements import NotExported
from netlemma.graphs.routing.channel_routing import ADAPTIVE, OBLIVIOUS, ChannelRouting

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
    """The theorem that a routing cannot deadlock, or that packets come to block each other forever.

    Parameters
    ----------
    certificate : Mapping of str to object
        Certificate as ``netlemma deadlock --certificate`` writes it.
    file : str or None, optional
        File with the user's routing, if the certificate is about one.
    network : object, optional
        The network of the certificate given again.

    Returns
    -------
    str
        File for Rocq.

    Raises
    ------
    InputError
        If the theory has no theorem about certificates of this kind.
    """
    kind = certificate.get("kind")
    if kind not in _KINDS or "switching" not in certificate:
        raise InputError(f"--kernel takes certificates of the kinds {', '.join(_KINDS)}, worst-case, not {kind!r}")
    routing, subject = certified_routing(certificate, file, network)
    text = _stuck(routing, certificate) if kind == "configuration" else _numbered(routing, certificate)
    names = ", ".join(f"{c + 1} {routing.channel_name(c)}" for c in range(routing.channel_count))
    return f"(* {commented(subject)} *)\n(* Channels: {commented(names)} *)\n{_HEAD}{text}"


def certify_in_kernel(
    certificate: str | Path | dict[str, Any], file: str | None = None, network: Any = None
) -> Certification:
    """Check a certificate again, then have Rocq's kernel check the theorem about it.

    Parameters
    ----------
    certificate : str, Path or dict from str to object
        File that ``netlemma deadlock --certificate`` wrote, or its data.
    file : str or None, optional
        File with the user's routing, if the certificate is about one.
    network : object, optional
        The network of the certificate given again.

    Returns
    -------
    Certification
        Whether both accept it, and the statement that it proves.

    Raises
    ------
    InputError
        As for :func:`theorem`, and if Rocq is not installed.
    """
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


def all_sizes_in_kernel(family: str, vcs: int | None = None, routing: str | None = None) -> str:
    """The kernel's answer about the rank that excludes deadlock at all sizes of a family.

    Parameters
    ----------
    family : str
        Name of the family.
    vcs : int or None, optional
        Virtual channels of each hop, as for :func:`netlemma.checks.lemmas.all_sizes.all_sizes`.
    routing : str or None, optional
        Routing in words, as there.

    Returns
    -------
    str
        "accepted", or "refused: " with the reason.

    Raises
    ------
    InputError
        If the theory does not define the routing, or Rocq is not installed.
    """
    try:
        answer = answers([rocq.theorem(chosen(family, vcs, routing).lemma())])[0]
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
