"""Formulas and lemmas as plain text, LaTeX, MathML and JSON.

SymPy's printers are not used: they write ``w w^D`` for a power of w and the remainder as a function, and the MathML
printer omits the second limit of a nested sum. :mod:`netlemma.derive.typeset.sympy_to_tree` decides the layout of a formula
once, as a tree independent of SymPy (:mod:`netlemma.derive.typeset.tree`); one module for each notation prints the tree.
"""
