"""``netlemma worst-case``."""

from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call, network_of


def worst_case(words: Any = None, *, certificate: Path | None = None, **given: Any) -> Answer:
    """Find the admissible traffic that loads a channel most under an oblivious routing, or the best such routing.

    Half-way around even rings messages go either way, unless --routing says ties=plus or ties=minus. With
    --optimal, --traffic names the one traffic for which the routing is to be the best.

    Examples: netlemma worst-case toroid w=8 D=2 --routing dimension-order

    netlemma worst-case mesh k=4 n=2 --routing valiant --certificate proof.json

    netlemma worst-case mesh k=8 n=2 --optimal --routing-out best.py

    netlemma worst-case mesh k=8 n=2 --routing o1turn --average 1000
    """
    from netlemma.console import write_certificate
    from netlemma.errors import InputError

    if given["average"] is not None and certificate is not None:
        raise InputError("--certificate proves a worst case, and an average has none")
    if given["failures"] is not None and certificate is not None:
        raise InputError("--certificate proves the worst case of one network: leave out --failures, or the other")
    found = call("worst_case", network_of(words, given), **given)
    if certificate is None:
        return Answer(found)
    write_certificate(certificate, found.certificate)
    return Answer({**found.as_json(), "certificate": str(certificate)}, found)
