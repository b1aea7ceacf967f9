"""Remarks: what was given and is not used, or is read in one of several ways. The command line prints each once."""

from warnings import warn


class Remark(UserWarning):
    """What was given and is not used, or is read in one of several ways."""


def remark(text: str) -> None:
    """Warn about something given, at the line of the caller's caller."""
    warn(text, Remark, stacklevel=3)
