"""Comparison of symbolic results with explicit networks: lemmas, formulas, claims and deadlock.

>>> from netlemma.checks import check
>>> check("ring", "mean_distance", "K/4").verdict
'fails'
>>> from netlemma.checks import deadlock
>>> deadlock("oneway-torus", k=4, n=1).verdict
'deadlock'
"""

from netlemma.base.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
