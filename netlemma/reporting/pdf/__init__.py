"""The report as one LaTeX document, and the PDF that pdflatex makes of it.

The document is made from what was gathered for the site, chapter by chapter; formulas are taken over as they are, everything else
goes through :mod:`netlemma.reporting.pdf.markup`, where text is escaped.
"""
