"""The description of a file format: how its files are recognised and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from graphs.base.text_files import MAX_TEXT


@dataclass(frozen=True)
class Format:
    """A file format. Each module of :mod:`graphs.formats` has one, called ``FORMAT``.

    Parameters
    ----------
    name : what ``--format`` calls it.
    summary : what the files hold, in a few words.
    recognises : whether a text, the beginning of a file, is of this format.
    read : function from the file (a TextFile) to a Topology or RingNetwork. Where ``joins`` is given: from the file and
        what was read before to the same with what this file adds.
    joins : for files that go with the file of a network, the type of what that file was read into.
    adds : for such files, what they add, such as "routes". No network takes two files that add the same.
    suffixes : names of files end like this; decides only if no format recognises the content.
    options : keyword arguments of ``read``, whole numbers, which users write as ``name=value`` behind the file.
    limit : the largest size of a file, in bytes.
    """

    name: str
    summary: str
    recognises: Callable[[str], bool]
    read: Callable[..., Any]
    joins: type | None = None
    adds: str = ""
    suffixes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    limit: int = MAX_TEXT


def first_line(text: str) -> str:
    """The first line that is neither blank nor a comment behind ``#``.

    >>> first_line("# links\\n\\nfrom,to\\na,b")
    'from,to'
    """
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def columns(text: str) -> set[str]:
    """The cells of the first line of a CSV file.

    >>> sorted(columns("from,to,class\\na,b,rim"))
    ['class', 'from', 'to']
    """
    return {cell.strip().strip('"') for cell in first_line(text).split(",")}
