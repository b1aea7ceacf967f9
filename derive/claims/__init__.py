"""What papers print, as data: one module or package for each paper, found by discovery.

``CLAIMS`` is a tuple of :class:`derive.core.lemma.Claim` (formulas), ``STATEMENTS`` one of :class:`derive.core.lemma.Statement` (what
is said in words); a paper has either or both. ``SECTIONS``, if it is there, has the beginnings of locators in the paper's
order. All are judged by the checks; no derivation uses them.
"""
