"""Certificates checked again, from the network and its routing alone; they tell by their contents what they are about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from checks.certificates.certified import no_file
from checks.certificates.channel_certificate import check_channels
from checks.certificates.exhaustion import Refused
from checks.certificates.ring_certificate import check_rings

__all__ = ["Refused", "check"]

OF_CHANNELS = ("numbers", "ranks", "configuration")


def check(certificate: dict[str, Any], file: str | Path | None = None) -> str:
    """What the certificate shows, in one line; ``file`` is the user's routing that it is about, if it is about one.

    :raises Refused: it does not show it

    >>> check({"kind": "numbering", "network": {"family": "complete", "parameters": {"f": 2}}, "queues": "output",
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
