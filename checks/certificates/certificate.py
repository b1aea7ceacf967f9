"""Certificates checked again, from the network and its routing alone; their contents name the subject."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from checks.certificates.certified import no_file
from checks.certificates.channel_certificate import check_channels
from checks.certificates.exhaustion import Refused
from checks.certificates.ring_certificate import check_rings

__all__ = ["Refused", "check_certificate"]

OF_CHANNELS = ("numbers", "turns", "ranks", "configuration")


def check_certificate(certificate: dict[str, Any], file: str | Path | None = None) -> str:
    """Check a certificate.

    Parameters
    ----------
    certificate : dict from str to object
        Certificate as read from JSON.
    file : str, Path or None, optional
        File with the user's routing, if the certificate is about one.

    Returns
    -------
    str
        The proved statement in one line.

    Raises
    ------
    Refused
        If the certificate does not prove it.

    Examples
    --------
    >>> check_certificate({"kind": "numbering", "network": {"family": "complete", "parameters": {"f": 2}}, "queues": "output",
    ...        "routing": {"name": "general"}, "numbers": {"output 1 of node 0": 0, "output 1 of node 1": 0}})
    'deadlock-free: numbers rise along 2 routes'
    """
    named = None if file is None else str(file)
    try:
        if "switching" in certificate:
            return check_channels(certificate, named)
        if certificate["kind"] in OF_CHANNELS:
            raise Refused("a certificate about channels says what switching it is about: it has no 'switching'")
        no_file(named, "rings")
        return check_rings(certificate)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise Refused(f"the certificate lacks something or has another shape: {error!r}") from None
