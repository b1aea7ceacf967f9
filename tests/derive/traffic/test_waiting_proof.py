"""The derivation of the waiting times, and whether wrong ones are refused."""

import math
from dataclasses import replace

import numpy as np
import pytest

from netlemma.derive.performance.latency import model_derivations
from netlemma.derive.performance.mmpp import MMPP2
from netlemma.derive.performance.mmpp_queue import Stages, waiting
from netlemma.errors import ProofError
from tests.derive.traffic.queue_oracles import generator, rates


@pytest.mark.in_turn
def test_both_derivations_run_again_and_are_proved() -> None:
    model_derivations.check_root()
    for derivation in model_derivations.waits():
        derivation.check()
        assert {step.proof.strength for step in derivation.steps} == {"proved"}


def test_the_closed_form_is_what_the_queue_computes() -> None:
    source, service = MMPP2(0.03, 0.002, 0.01, 0.02), Stages(20.0, (10.0,))
    found = waiting(source, service)
    low, high = 0.03, 0.062
    for _ in range(100):  # the greatest eigenvalue of u(theta) Lambda - Q falls below theta where it is passed
        theta = (low + high) / 2
        u = 1 - math.exp(-20 * theta) / (1 + 10 * theta)
        above = max(np.linalg.eigvals(u * rates(source) - generator(source)).real) > theta
        low, high = (theta, high) if above else (low, theta)
    proof = model_derivations
    values = {
        proof.mu1: 0.03, proof.mu2: 0.002, proof.sigma1: 0.01, proof.sigma2: 0.02, proof.t: 30, proof.t2: 1000,
        proof.theta: theta, proof.u: u, proof.A: theta - 0.03 * u, proof.B: theta - 0.002 * u,
    }  # fmt: skip
    at_arrivals, virtual = (float(each.subs(values)) for each in proof.closed())
    assert (at_arrivals, virtual) == pytest.approx((found.at_arrivals, found.virtual), rel=1e-9)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "wrong",
    [
        lambda e: e * (1 + model_derivations.t),
        lambda e: e.xreplace({model_derivations.t2: model_derivations.t**2}),
        lambda e: e.xreplace({model_derivations.p: 1 - model_derivations.p}),
    ],
)
def test_wrong_closed_forms_are_refused(wrong) -> None:
    for derivation in model_derivations.waits():
        step = derivation.steps[-1]
        with pytest.raises(ProofError):
            replace(step, after=wrong(step.after)).check()


def test_a_wrong_root_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {**model_derivations.AT_ROOT, model_derivations.sigma1: (1 - model_derivations.p) * model_derivations.A}
    monkeypatch.setattr(model_derivations, "AT_ROOT", wrong)
    with pytest.raises(ProofError, match="sigma1 is not"):
        model_derivations.check_root()
