"""``netlemma measure``."""

from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call, network_of

CHOICE = "choice="  # a word behind the routing of --routing
FLITS = "flits="  # as simulate takes it


def measure(words: Any = None, *, certificate: Path | None = None, flits: int | None = None, **given: Any) -> Answer:
    """Measure an explicit network exactly: distances and visit ratios, or the packets of rings.

    With --traffic, --channels, --pairs all or --per-channel also the loads of directed channels. For these messages go
    either way half-way around even rings, unless --routing says ties=plus or ties=minus.

    Examples: netlemma measure toroid w=4 D=3

    netlemma measure links.csv

    netlemma measure my.py:star n=5

    netlemma measure mesh k=4 n=2 --routing west-first choice=uniform

    netlemma measure opensm-subnet.lst opensm.fdbs --routing tables --scope all

    netlemma measure dragonfly p=2 a=4 h=2 --latency "global=10" --flits 16

    netlemma measure toroid w=8 D=2 --routing dimension-order --traffic tornado --channels

    netlemma measure mesh k=5 n=2 --bisection --certificate halves.json
    """
    from netlemma.checks.base.inputs import parse_network
    from netlemma.console import write_certificate
    from netlemma.errors import InputError

    if certificate is not None and not given["bisection"]:
        raise InputError(
            "--certificate applies only to --bisection: other measurements are counts, which have no certificate"
        )
    if routing := given["routing"]:
        drawn = [word for word in words or [] if word.startswith(CHOICE)]
        words = [word for word in words or [] if word not in drawn]
        given["routing"] = " ".join([routing, *drawn])
    own = [word for word in words or [] if word.startswith(FLITS)]
    if own and flits is not None:
        raise InputError(f"--flits {flits} and {own[0]} are given: give one")
    words = [word for word in words or [] if word not in own]
    given["flits"] = parse_network(own).get("flits", flits)
    found = call("measure", network_of(words, given), **given)
    if certificate is not None:
        write_certificate(certificate, found.certificate)
    return Answer(found)
