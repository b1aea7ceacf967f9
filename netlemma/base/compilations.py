"""Announcements of compilations, which take long at the first use of a loop; what is compiled is kept on disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_told: list[Callable[[str], None]] = []


@contextmanager
def announced(tell: Callable[[str], None]) -> Iterator[None]:
    """Inside the context, ``tell`` is called with a text when a loop is compiled, and with "" when all are.

    >>> said = []
    >>> with announced(said.append):
    ...     announce("compiling")
    >>> announce("unheard"); said
    ['compiling']
    """
    _told.append(tell)
    try:
        yield
    finally:
        _told.remove(tell)


def announce(text: str) -> None:
    """Tell the text to all who listen."""
    for tell in _told:
        tell(text)
