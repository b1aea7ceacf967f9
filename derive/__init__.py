"""Symbolic side: closed forms derived from first principles, each step with a proof that can be re-run.

>>> from netlemma.derive import lemma
>>> lemma("ring.mean_distance").at(K=6)
Fraction(9, 5)
"""

from netlemma.derive.algebra.proof import Proof
from netlemma.derive.core.claim import Claim, Verdict
from netlemma.derive.core.domain import Domain
from netlemma.derive.core.lemma import Derivation, Lemma, Step
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.typeset import notebook_displays  # noqa: F401  registers the notebook displays

__all__ = ["Claim", "Derivation", "Domain", "Lemma", "Proof", "Step", "Verdict", "keys", "lemma"]
