"""Judges of what papers say in words: one module or package for each paper, found by discovery.

Each has ``JUDGES``, which gives for the key of every :class:`derive.core.lemma.Statement` of the paper a function from the statement
to a :class:`checks.claims.judgement.Judgement`. A judge computes what is true from lemmas and explicit networks, and compares
it with what the statement ``says``; it contains no answers.
"""
