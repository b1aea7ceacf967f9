"""``netlemma compare``."""

from typing import Any

from netlemma.cli.command import Answer, call, network_of


def compare(networks: Any = None, *, csv: bool = False, json: bool = False, **given: Any) -> Answer:
    """Set networks side by side at equal numbers of ends, or routings of one network: loads, deadlock, latency.

    Examples: netlemma compare hypercube "torus n=2" permutation-star --nodes 64..1024

    netlemma compare "dragonfly p=h a=2h" fat-tree "hyperx S=s,s T=s" --nodes 1000,10000 -o compare.svg

    netlemma compare mesh k=8 n=2 --routing xy,west-first,odd-even --traffic transpose,tornado

    netlemma compare opensm-subnet.lst opensm.fdbs --routing tables,up-down,lash
    """
    from netlemma.checks.base.inputs import parse_network
    from netlemma.errors import InputError

    if csv and json:
        raise InputError("--csv and --json are two forms of the same rows: give one of them")
    subjects = list(networks or [])
    if given["routing"] or given["traffic"] or given["routing_file"]:
        words = [word for each in subjects for word in (each.split() if "=" in each else [each])]
        length = [word for word in words if word.startswith("flits=")]
        subjects = [network_of([word for word in words if word not in length], given)]
        given |= parse_network(length)
    comparison = call("compare", *subjects, **given)
    return Answer(comparison, comparison.as_csv().rstrip("\n") if csv else comparison)
