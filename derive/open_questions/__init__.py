"""Data: quantities that are open, ``QUESTIONS`` of each module."""
