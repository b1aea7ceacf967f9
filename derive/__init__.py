"""Symbolic side: closed forms derived from first principles, each step with a proof that can be re-run.

>>> from derive import lemma
>>> lemma("ring.mean_distance").at(K=6)
Fraction(9, 5)
"""

import derive.typeset.pages.displays  # noqa: F401  registers the notebook displays
from derive.algebra.expressions.proof import Proof, ProofError
from derive.core.claim import Claim, Verdict
from derive.core.domain import Domain
from derive.core.lemma import Derivation, Lemma, Step
from derive.discovery import keys, lemma

__all__ = ["Claim", "Derivation", "Domain", "Lemma", "Proof", "ProofError", "Step", "Verdict", "keys", "lemma"]
