"""The report: all results of netlemma as a web site that needs no network and no server.

:mod:`netlemma.reporting.work` lists the tasks, :mod:`netlemma.reporting.gather` computes them (or takes their results
from the :mod:`~netlemma.reporting.ledger`), :mod:`netlemma.reporting.pages` makes pages of them, and
:mod:`netlemma.folder` puts them in place. Gathered results are plain data, so that other forms of the report start from
the same data.
"""
