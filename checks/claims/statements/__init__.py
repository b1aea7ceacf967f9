"""Judges of published statements in words: one module or folder for each paper.

A judge is a function from a :class:`netlemma.derive.core.claim.Reading`, and parameters of the statement, to a
:class:`netlemma.checks.claims.judgement.Judgement`; the statement names it in the file of its paper in derive/claims. A judge
computes the true values from lemmas and explicit networks, and compares them with those of the statement.
"""
