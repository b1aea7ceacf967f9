"""Data: a module for each quantity that is open, with ``QUESTION``."""
