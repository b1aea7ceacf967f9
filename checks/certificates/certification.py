"""Certificates checked again, with the outcome as an object."""

import gzip
import zlib
from dataclasses import dataclass
from json import loads
from os import PathLike
from pathlib import Path
from typing import Any

from netlemma.checks.base.inputs import InputError
from netlemma.checks.certificates.certificate import Refused, check_certificate
from netlemma.graphs.base.shown import Part, Shown
from netlemma.graphs.base.text_files import open_file
from netlemma.graphs.deadlock.verdict import DeadlockVerdict

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
        from netlemma.graphs.base.tables import Words

        return [Words(self.words if self.accepted else f"refused: {self.words}")]


def certify(
    certificate: str | Path | dict[str, Any] | DeadlockVerdict,
    routing_file: str | Path | None = None,
    network: Any = None,
) -> Certification:
    """Check a certificate again, from the network and its routing alone.

    Parameters
    ----------
    certificate : str, Path, dict from str to object or DeadlockVerdict
        File that ``netlemma`` wrote with ``--certificate``, its data, or a verdict with its certificate.
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
        For a file that cannot be read, a verdict without certificate, or a network or file that is needed and missing.
    WorkError
        If the check would take too long by an estimate.

    Examples
    --------
    >>> from netlemma.checks import deadlock
    >>> certify(deadlock("mesh", k=3, n=2)).accepted
    True
    >>> certify({"kind": "numbering", "switching": "wormhole"}).accepted
    False
    """
    if isinstance(certificate, DeadlockVerdict):
        if certificate.certificate is None:
            raise InputError(f"a verdict of {certificate.verdict} by {certificate.criterion} has no certificate")
        certificate = certificate.certificate
    if not isinstance(certificate, (str, PathLike, dict)):
        raise InputError(
            f"{type(certificate).__name__} is no certificate: a file, its data or a verdict with a certificate is expected"
        )
    data = certificate if isinstance(certificate, dict) else read_certificate(Path(certificate))
    try:
        return Certification(True, check_certificate(data, routing_file, network))
    except Refused as error:
        return Certification(False, str(error))


def read_certificate(path: Path) -> dict[str, Any]:
    """The data of a certificate's file.

    Raises
    ------
    InputError
        If it cannot be read.
    """
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
        raise InputError(f"{path} is no JSON; a certificate is what netlemma writes with --certificate") from None
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
