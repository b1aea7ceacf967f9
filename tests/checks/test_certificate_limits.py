"""Certificates of networks that are too large to be followed again are refused by an estimate, before any packet is."""

import json

import pytest

from netlemma.checks.certificates import certificate_subject
from netlemma.checks.certificates.certification import certify
from netlemma.checks.lemmas.deadlock import deadlock
from netlemma.errors import SizeError
from netlemma.graphs import network
from netlemma.graphs.base.limits import within
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.optimal.routing import optimal_routing
from netlemma.graphs.traffic.worst.worst_case import worst_case


def of_mesh(k, routing, made=lambda routing: deadlock(routing).certificate):
    """The certificate of a mesh of 3 x 3, said to be of a mesh of another size."""
    found = json.loads(json.dumps(made(channel_routing(network("mesh", k=3, n=2), routing))))
    found["network"]["parameters"]["k"] = k
    if "symmetries" in found:
        found["symmetries"] = []
    if "numbers" in found:
        found["numbers"] = [1] * (channel_routing(network("mesh", k=k, n=2), routing).channel_count)
    return found


def without_symmetry(certificate):
    """A certificate of rings whose numbers are not the same under the symmetries of the network."""
    numbers = dict(certificate["numbers"])
    numbers[min(numbers)] += 1
    return {**certificate, "numbers": numbers}


FORGED = {
    "arrays, by two phases": lambda: of_mesh(80, "valiant"),
    "arrays": lambda: of_mesh(80, "odd-even"),
    "places": lambda: of_mesh(11, "romm"),
    "shares": lambda: of_mesh(40, "dimension-order", lambda routing: worst_case(routing).certificate),
    "flows": lambda: of_mesh(40, "dimension-order", lambda routing: optimal_routing(routing.network, None).certificate),
    "flows of a pattern": lambda: of_mesh(
        40,
        "dimension-order",
        lambda routing: optimal_routing(routing.network, traffic(routing.network, "uniform")).certificate,
    ),
    "routes of rings": lambda: without_symmetry(deadlock("multicube", f=3, r=6).certificate),
}


@pytest.mark.parametrize("kind", FORGED)
def test_what_would_take_too_long_is_refused_before_it_begins(kind):
    certificate = FORGED[kind]()
    with within(1), pytest.raises(SizeError, match="or `force=True`"):
        certify(certificate)


def test_a_certificate_within_the_limit_is_checked():
    with within(1):
        assert certify(of_mesh(3, "romm")).accepted is False  # wrong numbers
        assert certify(deadlock("mesh", k=3, n=2)).accepted


def test_the_estimate_is_for_each_label_of_packets(monkeypatch):
    units = []
    monkeypatch.setattr(certificate_subject, "require", lambda kind, title, work, nodes: units.append(work))
    for name in ("dimension-order", "romm"):
        certificate_subject.require_following(channel_routing(network("mesh", k=2, n=2), name))
    one, several = units
    assert one == 4 * 8 and several > one


def test_the_estimate_of_flows_is_for_each_pair_of_nodes(monkeypatch):
    units = []
    monkeypatch.setattr(
        "netlemma.checks.certificates.load_certificate.require", lambda kind, title, work, **_: units.append(work)
    )
    assert certify(json.loads(json.dumps(optimal_routing(network("mesh", k=2, n=2), None).certificate))).accepted
    assert units == [4 * 4 * 8]
