"""``netlemma measure``: options, and what is printed. The measuring is done by :mod:`graphs`."""

from typing import Any

from netlemma.cli.lazy_options import with_options_of
from netlemma.cli.network_words import computing, network_of
from netlemma.cli.options import Certificate, Form, Json, Network, Scope

CHOICE = "choice="  # a word behind the routing of --routing


@with_options_of("measure")
def measure(
    words: Network = None,
    certificate: Certificate = None,
    form: Form = "",
    scope: Scope = "",
    json: Json = False,
    **given: Any,
) -> None:
    """Measure an explicit network exactly: distances and visit ratios, or the packets of rings.

    With --traffic, --channels, --pairs all or --per-channel also the loads of directed channels. For these messages go
    either way half-way around even rings, unless --routing says ties=plus or ties=minus.

    Examples: netlemma measure toroid w=4 D=3

    netlemma measure links.csv

    netlemma measure my.py:star n=5

    netlemma measure mesh k=4 n=2 --routing west-first choice=uniform

    netlemma measure opensm-subnet.lst opensm.fdbs --routing tables --scope all

    netlemma measure toroid w=8 D=2 --routing dimension-order --traffic tornado --channels

    netlemma measure mesh k=5 n=2 --bisection --certificate halves.json
    """
    from netlemma.api.measurements import measure as measured
    from netlemma.console import print_json, print_parts, write_certificate
    from netlemma.errors import InputError

    if certificate is not None and not given["bisection"]:
        raise InputError(
            "--certificate applies only to --bisection: other measurements are counts, which have no certificate"
        )
    drawn = [word for word in words or [] if given["routing"] and word.startswith(CHOICE)]
    chosen = network_of([word for word in words if word not in drawn] if words else None, form, scope)
    given["routing"] = " ".join([given["routing"], *drawn])
    with computing() as say:
        found: Any = measured(chosen, **given, progress=say)
    if certificate is not None:
        write_certificate(certificate, found.certificate)
    print_json(found.as_json()) if json else print_parts(found)
