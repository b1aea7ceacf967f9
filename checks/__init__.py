"""Comparison of symbolic results with explicit networks: lemmas, formulas, claims and deadlock.

>>> from checks import check
>>> check("ring", "mean_distance", "K/4").verdict
'fails'
>>> from checks import deadlock
>>> deadlock("oneway-torus", k=4, n=1).verdict
'deadlock'
"""

from checks.base.inputs import InputError
from checks.base.verdicts import Verdicts
from checks.claims.claimfile import parse_claims, read_claims
from checks.claims.claims import check, errata, judge, judge_all
from checks.deadlock import deadlock
from checks.lemmas.verify import verify, verify_lemma
from checks.performance.latency_models import latency_model, routed_model

__all__ = [
    "InputError",
    "Verdicts",
    "check",
    "deadlock",
    "errata",
    "judge",
    "judge_all",
    "latency_model",
    "parse_claims",
    "read_claims",
    "routed_model",
    "verify",
    "verify_lemma",
]
