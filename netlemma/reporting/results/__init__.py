"""Computed results of the report: one module for each kind, each result plain data with the commands that print its
values.

Every number has a ``command`` and a place in the output of ``command --json``, or a text that the command prints.
"""
