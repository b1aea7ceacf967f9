"""``netlemma worst-case``: options, and what is printed. The search is done by :mod:`netlemma.graphs.traffic`."""

from typing import Any

from netlemma.cli.lazy_options import with_options_of
from netlemma.cli.network_words import computing, network_of
from netlemma.cli.options import Certificate, Form, Json, Network, Scope


@with_options_of("worst_case")
def worst_case(
    words: Network = None,
    form: Form = "",
    scope: Scope = "",
    certificate: Certificate = None,
    json: Json = False,
    **given: Any,
) -> None:
    """Find the admissible traffic that loads a channel most under an oblivious routing, or the best such routing.

    Half-way around even rings messages go either way, unless --routing says ties=plus or ties=minus. With
    --optimal, --traffic names the one traffic for which the routing is to be the best.

    Examples: netlemma worst-case toroid w=8 D=2 --routing dimension-order

    netlemma worst-case mesh k=4 n=2 --routing valiant --certificate proof.json

    netlemma worst-case mesh k=8 n=2 --optimal --routing-out best.py

    netlemma worst-case mesh k=8 n=2 --routing o1turn --average 1000
    """
    from netlemma.api.worst_cases import worst_case as worst
    from netlemma.console import print_json, print_parts, write_certificate
    from netlemma.errors import InputError

    if given["average"] is not None and certificate is not None:
        raise InputError("--certificate proves a worst case, and an average has none")
    chosen = network_of(words, form, scope)
    with computing() as say:
        found = worst(chosen, **given, progress=say)
    if certificate is not None:
        write_certificate(certificate, found.certificate)
    if json:
        shown = found.as_json()
        print_json(shown if certificate is None else {**shown, "certificate": str(certificate)})
    else:
        print_parts(found)
