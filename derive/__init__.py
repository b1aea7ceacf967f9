"""Symbols: closed forms derived from first principles, each step with a proof that can be re-run.

>>> from derive import lemma
>>> lemma("ring.mean_distance").at(K=6)
Fraction(9, 5)
"""

from derive.lemma import Claim, Derivation, Domain, Lemma, Proof, ProofError, Step, Verdict, keys, lemma

__all__ = ["Claim", "Derivation", "Domain", "Lemma", "Proof", "ProofError", "Step", "Verdict", "keys", "lemma"]
