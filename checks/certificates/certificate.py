"""Certificates checked again, from the network and its routing alone; their contents name the subject."""

from pathlib import Path
from typing import Any

from netlemma.checks.certificates.certified import no_file
from netlemma.checks.certificates.channel_certificate import check_channels
from netlemma.checks.certificates.loads.halves import check_bisection
from netlemma.checks.certificates.loads.optimal_routing import check_optimal
from netlemma.checks.certificates.loads.worst_case import check_worst_case
from netlemma.checks.certificates.ring_certificate import check_rings
from netlemma.checks.certificates.schema import Refused, read
from netlemma.graphs.base.errors import NetworkError, ProductError, RoutingError, SizeError, UnknownFamily, WorkError
from netlemma.graphs.traffic.traffic import TrafficError

__all__ = ["Refused", "check_certificate"]
NO_NETWORK = (NetworkError, ProductError, SizeError, UnknownFamily)
NO_ROUTING = (RoutingError, TrafficError)


def check_certificate(certificate: dict[str, Any], file: str | Path | None = None, network: Any = None) -> str:
    """Check a certificate.

    Parameters
    ----------
    certificate : dict from str to object
        Certificate as read from JSON.
    file : str, Path or None, optional
        File with the user's routing, if the certificate is about one.
    network : object, optional
        The network of the certificate given again, see :func:`netlemma.checks.certificates.certified.certified_source`.

    Returns
    -------
    str
        The proved statement in one line: the verdict; the network, its routing, and switching or queue model; the proof.

    Raises
    ------
    Refused
        If the certificate does not prove it, or there is no network, routing or traffic as it says.
    InputError
        If a network or file that is needed is missing or has other contents.
    WorkError
        If the check would take too long by an estimate.

    Examples
    --------
    >>> from netlemma.checks import deadlock
    >>> check_certificate(deadlock("livefly", f=3, r=2).certificate)
    'deadlock-free: livefly f=3 r=2, routing concise, queue model input-output: numbers rise along 14 routes and their images, 56 in all'
    """
    kind = read(certificate)
    try:
        return _checked(kind, certificate, file, network)
    except (*NO_NETWORK, *NO_ROUTING) as error:
        given = file if isinstance(error, NO_ROUTING) else network
        if given is not None or isinstance(error, WorkError):
            raise
        raise Refused(str(error)) from None


def _checked(kind: str, certificate: dict[str, Any], file: str | Path | None, network: Any) -> str:
    """The proved statement, without the errors of what the certificate names turned into refusals."""
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
