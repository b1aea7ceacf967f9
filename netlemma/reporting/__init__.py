"""The report: everything netlemma knows as a web site that needs no network and no server.

:mod:`netlemma.reporting.work` lists what there is to compute, :mod:`netlemma.reporting.gather` computes it (or takes it from the
:mod:`~netlemma.reporting.ledger`), :mod:`netlemma.reporting.pages` makes pages of it, and :mod:`netlemma.folder` puts them in
place. What is gathered is plain data, so that other forms of the report begin with the same.
"""
