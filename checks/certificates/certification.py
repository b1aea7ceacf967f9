"""Certificates checked again, from the network and its routing alone, with the outcome as an object; their contents name the subject."""

import gzip
import zlib
from dataclasses import dataclass
from json import loads
from os import PathLike
from pathlib import Path
from typing import Any

from netlemma.base.displays import Part, Shown
from netlemma.checks.certificates.bisection_certificate import check_bisection
from netlemma.checks.certificates.certificate_subject import no_file
from netlemma.checks.certificates.channel_certificate import check_channels
from netlemma.checks.certificates.failure_certificate import check_failures
from netlemma.checks.certificates.load_certificate import check_optimal, check_worst_case
from netlemma.checks.certificates.message_certificate import check_messages
from netlemma.checks.certificates.module_certificate import check_modules
from netlemma.checks.certificates.priority_certificate import check_priorities
from netlemma.checks.certificates.ring_certificate import check_rings
from netlemma.checks.certificates.schema import read
from netlemma.errors import (
    CertificateError,
    InputError,
    NetworkError,
    ProductError,
    RoutingError,
    SizeError,
    TrafficError,
    UnknownFamily,
    WorkError,
)
from netlemma.graphs.base.text_files import open_file
from netlemma.graphs.deadlock.verdict import DeadlockVerdict

# Certificates checked again, from the network and its routing alone; their contents name the subject.


NO_NETWORK = (NetworkError, ProductError, SizeError, UnknownFamily)
NO_ROUTING = (RoutingError, TrafficError)


def check_certificate(certificate: dict[str, Any], file: str | Path | None = None, network: Any = None) -> str:
    """Check a certificate.

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
        raise CertificateError(str(error)) from None


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
    if kind == "modules":
        return f"{certificate['verdict']}: {check_modules(certificate, named, network)}"
    if kind == "failures":
        return check_failures(certificate, lambda inside: check_certificate(inside, file, network), network)
    if "flow" in certificate:
        return f"{certificate['verdict']}: {check_priorities(certificate, named, network)}"
    if "messages" in certificate:
        shown = check_messages(certificate, named, network)
        if kind == "networks":
            shown = f"{check_channels(certificate['alone'], named, network)}; {shown}"
        return f"{certificate['verdict']}: {shown}"
    if "switching" in certificate:
        return f"{certificate['verdict']}: {check_channels(certificate, named, network)}"
    return f"{certificate['verdict']}: {check_rings(certificate, named, network)}"


# Certificates checked again, with the outcome as an object.


MOST_BYTES = 500_000_000


@dataclass(frozen=True)
class Certification(Shown):
    """The result of checking a certificate.

    Parameters
    ----------
    accepted : bool
        Whether the certificate proves its statement.
    words : str
        The proved statement, or the reason of the refusal.
    """

    accepted: bool
    words: str

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma certify --json``."""
        return {"accepted": self.accepted, "words": self.words}

    def _parts(self) -> list[Part]:
        from netlemma.base.displays import Words

        return [Words(self.words if self.accepted else f"refused: {self.words}")]


def certify(
    certificate: Any,
    routing_file: str | Path | None = None,
    network: Any = None,
) -> Certification:
    """Check a certificate again, from the network and its routing alone.

    The code that checks shares nothing with the code that found the certificate.

    Parameters
    ----------
    certificate : str, Path, dict from str to object, DeadlockVerdict, WorstCase or Measurement
        File that ``netlemma`` wrote with ``--certificate``, its data, or a result with its certificate.
    routing_file : str, Path or None, optional
        File with the user's routing of the certificate, which is run.
    network : object, optional
        The network of the certificate given again: a text such as ``"my.py:star"``, words with sizes, a NetworkX graph
        or a network. It is needed for functions of Python files, which are run, and for NetworkX graphs.

    Returns
    -------
    Certification
        Whether it is accepted, and the statement that it proves.

    Raises
    ------
    InputError
        For a file that cannot be read, a result without certificate, or a network or file that is needed and missing.
    WorkError
        If the check would take too long by an estimate.

    See Also
    --------
    deadlock : Verdicts, whose ``certificate`` is data for JSON.
    worst_case : Worst cases and best routings with certificates.
    measure : With ``bisection``, a half and a lower bound with a certificate.

    Notes
    -----
    A numbering of channels is checked along every dependency, packets that wait for one another are led to their places move
    by move, potentials and flows are added up exactly. The check takes time linear in the certificate and the routes of
    the network, which is usually much less than to find it.

    Examples
    --------
    >>> from netlemma.checks import deadlock
    >>> certify(deadlock("mesh", k=3, n=2)).accepted
    True
    >>> certify({"kind": "numbering", "switching": "wormhole"}).accepted
    False
    """
    if isinstance(certificate, DeadlockVerdict) and certificate.certificate is None:
        raise InputError(f"a verdict of {certificate.verdict} by {certificate.criterion} has no certificate")
    certificate = getattr(certificate, "certificate", certificate)
    if not isinstance(certificate, (str, PathLike, dict)):
        raise InputError(
            f"{type(certificate).__name__} is no certificate: a file, its data or a result with a certificate is expected"
        )
    data = certificate if isinstance(certificate, dict) else read_certificate(Path(certificate))
    try:
        return Certification(True, check_certificate(data, routing_file, network))
    except CertificateError as error:
        return Certification(False, str(error))


def read_certificate(path: Path) -> dict[str, Any]:
    """The data of a certificate's file."""
    try:
        with open_file(path) as raw, gzip.open(raw) if path.suffix == ".gz" else raw as file:
            text = file.read(MOST_BYTES + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise InputError(f"{path} is no file that gzip has compressed, or a part of one") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', error)}") from None
    if len(text) > MOST_BYTES:
        raise InputError(f"{path} is larger than {MOST_BYTES:,} bytes, the most that is read")
    try:
        found = loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise InputError(f"{path} is no JSON; a certificate is what netlemma writes with `certificate`") from None
    if not isinstance(found, dict):
        raise InputError(f"{path} is no certificate, which is a JSON object")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are different: of two values for one key, readers see different ones."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no JSON")
