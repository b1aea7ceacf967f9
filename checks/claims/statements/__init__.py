"""Judges of what papers say in words: one module or folder for each paper.

A judge is a function of a :class:`derive.core.claim.Statement`, and of the parameters that the statement gives, to a
:class:`checks.claims.judgement.Judgement`; the statement names it in the file of its paper in derive/claims. A judge computes what is true
from lemmas and explicit networks, and compares it with what the statement ``says``.
"""
