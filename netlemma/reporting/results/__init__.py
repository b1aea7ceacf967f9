"""What the report computes: one module for each kind of result, each result plain data with the commands that print its values.

Every number has a ``command`` and a place in what ``command --json`` prints, or a text that the command prints.
"""
