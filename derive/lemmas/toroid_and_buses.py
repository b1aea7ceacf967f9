"""Comparison of the toroid with the spanning bus hypercube of the same size: rings instead of buses (Reed 1982)."""

from dataclasses import replace

from netlemma.derive.core.lemma import Lemma
from netlemma.derive.lemmas import spanning_bus_hypercube, toroid
from netlemma.derive.networks.quotient_lemmas import quotient


def _ratio(quantity: str, above: Lemma, below: Lemma, statement: str, words: str) -> Lemma:
    """The quotient of two lemmas."""
    by_shortest = replace(above, measured=replace(above.measured, routings=("shortest",)))
    return quotient(f"toroid.{quantity}.spanning-bus-hypercube", by_shortest, below, statement, words)


def service_time_ratio() -> Lemma:
    """The lemma on the ratio of service times of the toroid's links and the buses for the same bound on the message rate."""
    bus = spanning_bus_hypercube.LEMMAS["spanning-bus-hypercube.visit_ratio.bus"]()
    link = toroid.LEMMAS["toroid.visit_ratio.link"]()
    statement = "The ratio of a toroid link's to a bus's service time at which toroid and spanning bus hypercube have the same demands."
    return _ratio(
        "service_time_ratio", bus, link, statement, "the visit ratio of a bus divided by that of a toroid's link"
    )


def hops_per_bus_hop() -> Lemma:
    """The lemma on the mean number of link crossings of the toroid for one bus crossing."""
    ring = toroid.LEMMAS["toroid.mean_distance"]()
    bus = spanning_bus_hypercube.LEMMAS["spanning-bus-hypercube.mean_distance"]()
    statement = "How many crossings of the toroid's links stand for one crossing of a bus, on average."
    words = "the mean distance of the toroid divided by that of the spanning bus hypercube of the same size"
    return _ratio("hops_ratio", ring, bus, statement, words)


LEMMAS = {
    "toroid.service_time_ratio.spanning-bus-hypercube": service_time_ratio,
    "toroid.hops_ratio.spanning-bus-hypercube": hops_per_bus_hop,
}
