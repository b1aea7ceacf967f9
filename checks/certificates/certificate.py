"""Certificates checked again, from the network and its routing alone; their contents name the subject."""

from pathlib import Path
from typing import Any

from checks.certificates.certified import no_file
from checks.certificates.channel_certificate import check_channels
from checks.certificates.loads.halves import check_bisection
from checks.certificates.loads.optimal_routing import check_optimal
from checks.certificates.loads.worst_case import check_worst_case
from checks.certificates.ring_certificate import check_rings
from checks.certificates.schema import Refused, read

__all__ = ["Refused", "check_certificate"]


def check_certificate(certificate: dict[str, Any], file: str | Path | None = None, network: Any = None) -> str:
    """Check a certificate.

    Parameters
    ----------
    certificate : dict from str to object
        Certificate as read from JSON.
    file : str, Path or None, optional
        File with the user's routing, if the certificate is about one.
    network : object, optional
        The network of the certificate given again, see :func:`checks.certificates.certified.certified_source`.

    Returns
    -------
    str
        The proved statement in one line: the verdict; the network, its routing, and switching or queue model; the proof.

    Raises
    ------
    Refused
        If the certificate does not prove it.

    Examples
    --------
    >>> from checks import deadlock
    >>> check_certificate(deadlock("livefly", f=3, r=2).certificate)
    'deadlock-free: livefly f=3 r=2, routing concise, queue model input-output: numbers rise along 14 routes and their images, 56 in all'
    """
    kind = read(certificate)
    named = None if file is None else str(file)
    if kind == "worst-case":
        return f"worst case {certificate['gamma']}: {check_worst_case(certificate, named, network)}"
    if kind == "optimal-routing":
        no_file(named, "the best of all routings")
        return check_optimal(certificate, network)
    if kind == "bisection":
        no_file(named, "the bisection")
        return check_bisection(certificate, network)
    if "switching" in certificate:
        return f"{certificate['verdict']}: {check_channels(certificate, named, network)}"
    return f"{certificate['verdict']}: {check_rings(certificate, named, network)}"
