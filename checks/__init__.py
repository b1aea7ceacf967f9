"""Where symbols and networks meet: lemmas, formulas and claims against what explicit networks show.

>>> from checks import check
>>> check("ring", "mean_distance", "K/4").verdict
'fails'
>>> from checks import deadlock
>>> deadlock("torus", k=4, n=1).verdict
'deadlock'
"""

from checks.claimfile import parse_claims, read_claims
from checks.claims import check, errata, judge, judge_all
from checks.deadlock import deadlock
from checks.inputs import InputError
from checks.latency import latency_model, routed_model
from checks.verdicts import Verdicts
from checks.verify import verify, verify_lemma

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
