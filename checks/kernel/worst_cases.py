"""Certificates of worst cases for Rocq's kernel: the routing as a table of shares, potentials, and a permutation."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from netlemma.checks.certificates.certified import certified_routing
from netlemma.checks.certificates.loads.worst_case import crossings_to, directed_channels, given_potentials
from netlemma.checks.kernel.terms import commented, listed

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
    """The theorem that no admissible traffic loads a channel more, and that a permutation reaches the load.

    Parameters
    ----------
    certificate : Mapping of str to object
        Certificate as ``netlemma worst-case --certificate`` writes it, which has been checked.
    file : str or None, optional
        File with the user's routing, if the certificate is about one.
    network : object, optional
        The network of the certificate given again.

    Returns
    -------
    str
        File for Rocq. Ends of messages are numbered in their order, channels from 1.
    """
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
