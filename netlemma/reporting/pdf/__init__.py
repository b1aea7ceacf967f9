"""The report as one LaTeX document, and its PDF by pdflatex.

The document is made from the data of the site, chapter by chapter; formulas are copied, and everything else is escaped
by :mod:`netlemma.reporting.pdf.markup`.
"""
