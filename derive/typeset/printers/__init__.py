"""Printers of formulas: plain text, LaTeX and MathML."""
