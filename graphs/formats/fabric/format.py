"""The description of a file format: recognising and reading its files."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from netlemma.graphs.base.text_files import MAX_TEXT, TextFile

MOST_LOOKED_AT = 500  # lines
_MESSAGE = re.compile(  # what programs of InfiniBand print beside data
    r"\s*(?:(?:ib[a-z]+|mad_[a-z_]+|src/[\w./]+|lib[\w./]+|umad[a-z_]*|-[IWE]-)[:;(\[ ].{0,900}|\*\*\* WARNING \*\*\*.{0,900}"
    r"|\(?null\)?.{0,100}|(?:can't|failed|warn|error|dump_\w+\.sh)\b.{0,900})",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Format:
    """A file format. Each module of :mod:`netlemma.graphs.formats` has one, called ``FORMAT``.

    Parameters
    ----------
    name : str
        Name in ``--read-as``.
    summary : str
        Contents of the files, in a few words.
    recognises : Callable
        Whether a text, the beginning of a file, is of this format.
    read : Callable
        Function from the file (a TextFile) to a Topology or RingNetwork. Where ``joins`` is given: from the file and
        the object read before to the same object with the additions of this file.
    joins : type, optional
        For files that go with the file of a network, the type of the object read from that file.
    adds : str, default ''
        For such files, their additions, such as "routes"; no network takes two files with the same additions.
    suffixes : tuple of str, optional
        Endings of file names, used only if no format recognises the content, or several do.
    write : Callable, optional
        Function from a network to its text in this format and what the format does not hold, see
        :mod:`netlemma.graphs.formats.fabric.exported`; None for formats that are only read.
    may_be : Callable, optional
        Whether a text that no format recognises may be of this one, which has no marks of its own.
    options : tuple of str, optional
        Keyword arguments of ``read``, integers, which users write as ``name=value`` after the file.
    limit : int, optional
        Largest size of a file, in bytes.
    together : Callable, optional
        Function from several files, each with a part of the network, to a Topology; None if one file has the network.
    """

    name: str
    summary: str
    recognises: Callable[[str], bool]
    read: Callable[..., Any]
    joins: type | None = None
    adds: str = ""
    suffixes: tuple[str, ...] = ()
    write: Callable[[Any], tuple[str, tuple[str, ...]]] | None = None
    may_be: Callable[[str], bool] = lambda text: False
    options: tuple[str, ...] = ()
    limit: int = MAX_TEXT
    together: Callable[[list[TextFile]], Any] | None = None


def first_line(text: str) -> str:
    """The first line that is neither blank nor a comment after ``#``.

    >>> first_line("# links\\n\\nfrom,to\\na,b")
    'from,to'
    """
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def any_line(text: str, pattern: re.Pattern[str]) -> bool:
    """Whether a line at the beginning of a file is of a form, which other programs may have printed something before.

    >>> any_line("warning: slow\\nrouter 0 node 0", re.compile("router.*"))
    True
    """
    return any(pattern.fullmatch(line.strip()) for line in text.splitlines()[:MOST_LOOKED_AT] if len(line) <= 1024)


def is_message(line: str) -> bool:
    """Whether a line is a message of a program of InfiniBand, not data.

    >>> is_message("ibwarn: [565044] sim_connect: attached as client 1"), is_message("[1] \\"S1\\"[2]")
    (True, False)
    """
    return len(line) <= 1024 and bool(_MESSAGE.fullmatch(line))


def csv_columns(text: str) -> set[str]:
    """The cells of the first line of a CSV file.

    >>> sorted(csv_columns("from,to,class\\na,b,rim"))
    ['class', 'from', 'to']
    """
    return {cell.strip().strip('"') for cell in first_line(text).split(",")}
