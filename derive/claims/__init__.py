"""What papers print, as data: one module for each paper with ``CLAIMS``, a tuple of :class:`derive.lemma.Claim`.

Claims are judged by :mod:`checks.claims`; no derivation uses them.
"""
