"""Certificates of deadlock freedom for Rocq's kernel: numbers that rise along every dependency of channels."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checks.base.inputs import InputError
from checks.certificates.certification import Certification, certify, read_certificate
from checks.certificates.certified import certified_routing, choices, labels, ways
from checks.kernel.compiler import answers
from graphs.routing.channel_routing import ChannelRouting

_HEAD = """From Coq Require Import List NArith PArith.
From Netlemma Require Import Definitions Deadlock.
Import ListNotations.
Local Open Scope positive_scope.
"""
_STATEMENT = """
Theorem no_deadlock : forall (r : routing) (name : channel r -> positive),
  (forall g c d, arrives r g c -> follows r g c d -> depends rows (name c) (name d)) -> deadlock_free r.
Proof. apply certified. vm_compute. reflexivity. Qed.

Print Assumptions no_deadlock.
"""


def theorem(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """The theorem that a routing whose dependencies are those of the certificate's network and routing cannot deadlock.

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
        If the certificate has no numbers of channels, or the routing has escape channels.
    """
    if certificate.get("kind") != "numbers" or "numbers" not in certificate:
        raise InputError(
            f"--kernel takes certificates with numbers that rise along dependencies, not {certificate.get('kind')!r}"
        )
    routing, subject = certified_routing(certificate, file, network)
    if routing.kind == "adaptive" and routing.escape:
        raise InputError("--kernel has no theorem on escape channels yet")
    numbers, rows = certificate["numbers"], []
    for channel, later in sorted(_dependencies(routing).items()):
        follow = "; ".join(str(c + 1) for c in sorted(later))
        rows.append(f"({channel + 1}, {numbers[channel] or 0}%N, [{follow}])")
    listed = ";\n  ".join(rows)
    return (
        f"(* {subject.replace('*)', '* )')} *)\n{_HEAD}\nDefinition rows : certificate := [\n  {listed}].\n{_STATEMENT}"
    )


def certify_in_kernel(
    certificate: str | Path | dict[str, Any], file: str | None = None, network: Any = None
) -> Certification:
    """Check a certificate again, then have Rocq's kernel check that it proves deadlock freedom.

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
    found = certify(data, file, network)
    if not found.accepted:
        return found
    answer = answers([theorem(data, file, network)])[0]
    if answer.accepted:
        return Certification(True, f"{found.words}; accepted by Rocq's kernel (Dally and Seitz's theorem)")
    return Certification(False, f"by Rocq's kernel: {answer.message}")


def _dependencies(routing: ChannelRouting) -> dict[int, set[int]]:
    """The channels on which packets may go on from each channel that they reach, goal by goal."""
    starts: dict[tuple[int, Any], set[int]] = {}
    for source in routing.ends:
        for goal in routing.ends:
            for label in labels(routing, source, goal):
                starts.setdefault((goal, label), set()).update(choices(routing, source, None, goal, label))
    found: dict[int, set[int]] = {}
    for (goal, label), first in starts.items():
        for channel, later in ways(routing, goal, label, first):
            found.setdefault(channel, set()).update(later)
    return found
