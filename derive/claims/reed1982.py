"""Reed, "Estimating the Performance of Multi-microcomputer Networks" (1982): Table II, ring, spanning bus hypercube, toroid.

Table II prints link visit ratios as the path length over the number of links; where it does, the formula here is that
quotient, written out with the path length it prints.
"""

from derive.lemma import Claim

_READING = "messages between all ordered pairs of different nodes, shortest paths, ties equally likely"


def _table(key: str, formula: str, where: str = "", locator: str = "Table II", reading: str = _READING) -> Claim:
    return Claim(key, formula, "reed1982", locator, reading, where)


CLAIMS = (
    _table("ring.mean_distance", "K^2/(4*(K - 1))", "K even"),
    _table("ring.mean_distance", "(K + 1)/4", "K odd"),
    _table("ring.visit_ratio.link", "K^2/(4*(K - 1))/K", "K even"),
    _table("ring.visit_ratio.link", "(K + 1)/4/K", "K odd"),
    _table("spanning-bus-hypercube.mean_distance", "D*w^(D - 1)*(w - 1)/(w^D - 1)"),
    _table("spanning-bus-hypercube.visit_ratio.bus", "D*w^(D - 1)*(w - 1)/(w^D - 1)/(D*w^(D - 1))"),
    _table("toroid.mean_distance", "D*w^(D + 1)/(4*(w^D - 1))", "w even"),
    _table("toroid.mean_distance", "D*w^(D - 1)*(w^2 - 1)/(4*(w^D - 1))", "w odd"),
    _table("toroid.visit_ratio.link", "D*w^(D + 1)/(4*(w^D - 1))/(D*w^D)", "w even"),
    _table("toroid.visit_ratio.link", "D*w^(D - 1)*(w^2 - 1)/(4*(w^D - 1))/(D*w^D)", "w odd"),
    _table("toroid.visit_ratio.link", "w/(4*(w^D - 1))", "w even", locator="text, section Toroid"),
    _table("toroid.visit_ratio.link", "(w^2 - 1)/(4*w*(w^D - 1))", "w odd", locator="text, section Toroid"),
    _table(
        "spanning-bus-hypercube.visit_ratio.bus", "(w - 1)/(w^D - 1)", "w odd", locator="text, section Feasible Computation Quanta"
    ),
)
