"""Formulas and lemmas as plain text, LaTeX, MathML and JSON.

SymPy's printers are not used: they write ``w w^D`` for a power of w, the remainder as a function, and the MathML one
leaves out the second limit of a nested sum. :mod:`derive.typeset.sympy_to_tree` decides once how a formula is written, as a
tree that knows nothing of SymPy (:mod:`derive.typeset.tree`); one module for each notation prints the tree.
"""
