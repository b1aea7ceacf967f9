"""Text files with a size limit, and errors that name FILE:LINE, or FILE alone where no single line is wrong."""

import bz2
import errno
import lzma
import os
import re
import stat
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

from netlemma.errors import FormatError, InputError

MAX_TABLES = 2 << 30  # bytes of a file of forwarding tables, which is parsed in place
MAX_TEXT = 256 << 20  # bytes of any other file
HEAD = 1 << 16  # bytes by which a format is recognised
MAX_LINE = 1 << 20  # characters of a line that is read as text
_PACKED: dict[bytes, Callable[[], Any]] = {
    b"\x1f\x8b": lambda: zlib.decompressobj(wbits=31),
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ": lzma.LZMADecompressor,
}  # the first bytes of compressed files
RATE = re.compile(r"[0-9]{1,18}/[0-9]{1,18}|([0-9]{1,18}(\.[0-9]{0,18})?|\.[0-9]{1,18})([eE][+-]?[0-9]{1,2})?")


class Columns(NamedTuple):
    """Names of the columns or attributes with the capacities and latencies of links, "" for the usual ones.

    >>> bool(Columns()), Columns("weight").as_json(), Columns("", "ms").as_json()
    (False, {'column': 'weight'}, {'latency_column': 'ms'})
    """

    capacity: str = ""
    latency: str = ""

    def __bool__(self) -> bool:
        return bool(self.capacity or self.latency)

    @property
    def named(self) -> dict[str, str]:
        """Those that are named: what each has, and its name."""
        return {name: column for name, column in self._asdict().items() if column}

    def as_json(self) -> dict[str, str]:
        """The names in the description of a network."""
        keys = {"capacity": "column", "latency": "latency_column"}
        return {keys[name]: column for name, column in self.named.items()}

    @classmethod
    def of(cls, about: Mapping[str, Any]) -> "Columns":
        """Those that the description of a network has."""
        return cls(str(about.get("column", "")), str(about.get("latency_column", "")))


USUAL_COLUMNS = Columns()


@dataclass(frozen=True)
class TextFile:
    """A file in memory, by the name that the user gave it.

    >>> TextFile("net.lst", b"one\\ntwo\\n").refuse(2, "a node is expected")
    Traceback (most recent call last):
    ...
    netlemma.errors.FormatError: net.lst:2: a node is expected
    """

    name: str
    data: bytes
    capacity: str = "capacity"  # name of the column or attribute with the capacities of links
    latency: str = "latency"  # of that with their latencies

    def with_columns(self, columns: Columns) -> "TextFile":
        """The same file, with the names of columns that were said."""
        return replace(self, capacity=columns.capacity or self.capacity, latency=columns.latency or self.latency)

    def refuse(self, line: int | None, message: str) -> NoReturn:
        """Raise a FormatError for a line, or for the file as a whole."""
        at = "" if line is None else f":{line}"
        raise FormatError(f"{printable(self.name, quotes=False)}{at}: {message}")

    def line_at(self, offset: int) -> int:
        """Number of the line that contains a byte."""
        return self.data.count(b"\n", 0, offset) + 1

    def lines(self) -> Iterator[tuple[int, str]]:
        """All lines with their numbers, without their ends and a byte order mark."""
        start, number = len(BOM_UTF8) * self.data.startswith(BOM_UTF8), 1
        while start < len(self.data):
            end = self.data.find(b"\n", start)
            stop = len(self.data) if end < 0 else end
            if stop - start > MAX_LINE:
                self.refuse(number, f"the line has {stop - start:,} characters: at most {MAX_LINE:,} are read")
            yield number, self.data[start:stop].decode("utf-8", "replace").rstrip("\r")
            start, number = stop + 1, number + 1

    def number(self, line: int, text: str, what: str, low: int, high: int, base: int = 10) -> int:
        """An integer between two bounds, written in plain digits."""
        digits = "[0-9]+" if base == 10 else "(0[xX])?[0-9a-fA-F]+"
        value = int(text, base) if len(text) <= 24 and re.fullmatch(digits, text) else None
        if value is None or not low <= value <= high:
            kind = "" if base == 10 else "hexadecimal "
            self.refuse(line, f"{what} is {printable(text)}: a {kind}number from {low} to {high} is expected")
        return value


def read_text(path: str | Path, limit: int | Callable[[bytes], int] = MAX_TEXT) -> TextFile:
    """A text file in memory."""
    source = TextFile(str(path), b"")
    try:
        with open_file(path) as opened:
            file: BinaryIO = opened
            size, head = os.fstat(file.fileno()).st_size, file.read(HEAD)
            if packed := next((kind for kind in _PACKED if head.startswith(kind)), None):
                head += file.read(MAX_TEXT)
                head, rest = _unpacked(source, head, packed)
                size, file = len(head) + len(rest), BytesIO(rest)
            if b"\0" in head:
                _refuse_nul(TextFile(source.name, head))
            most = limit(head) if callable(limit) else limit
            data = b"" if size > most else head + _bounded(file, size, most - len(head))
    except OSError as error:
        source.refuse(None, f"the file cannot be read: {error.strerror}")
    except FormatError:  # of the function that looks at the first bytes
        raise
    except ValueError:
        source.refuse(None, "the name of a file cannot hold a NUL character")
    if max(size, len(data)) > most:
        source.refuse(None, f"the file is larger than the limit of {most:,} bytes")
    source = TextFile(str(path), data)
    if not data or data.isspace():
        source.refuse(None, "the file is empty")
    if b"\0" in data:
        _refuse_nul(source)
    return source


def _unpacked(source: TextFile, data: bytes, kind: bytes) -> tuple[bytes, bytes]:
    """The beginning and the rest of what a compressed file holds."""
    unpack = _PACKED[kind]()
    try:
        found = unpack.decompress(data, MAX_TABLES + 1)
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        source.refuse(None, f"the file is damaged, and cannot be decompressed: {error}")
    if not getattr(unpack, "eof", True):
        source.refuse(None, f"the file is cut short, or holds more than {MAX_TABLES:,} bytes")
    return found[:HEAD], found[HEAD:]


def _refuse_nul(source: TextFile) -> NoReturn:
    source.refuse(source.line_at(source.data.find(b"\0")), "the file is no text: it holds a NUL byte")


def open_file(path: str | Path) -> BinaryIO:
    """A regular file opened for reading, or the standard input for the name ``-``.

    Pipes and devices are refused: one without a writer would never answer, and others never end.
    """
    if str(path) == "-":
        return os.fdopen(os.dup(0), "rb")
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    raise OSError(errno.EINVAL, "it is a pipe or a device; files are read, and - is the standard input")


def _bounded(file: BinaryIO, size: int, limit: int) -> bytes:
    """All of a file, or more than ``limit`` bytes of it; a pipe tells no size, so it is read until it ends."""
    parts = [file.read(min(size, limit) + 1)]
    length = len(parts[0])
    while length <= limit and (more := file.read(1 << 20)):
        parts.append(more)
        length += len(more)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def write_text(path: str | Path, text: str) -> None:
    """Write a file in UTF-8, with the ends of lines that the text has."""
    try:
        Path(path).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def printable(text: str, quotes: bool = True) -> str:
    """Foreign text fit for one line of a message: printable, and cut if too long.

    >>> printable("a\\tb"), printable("x" * 100) == repr("x" * 57 + "...")
    ("'a?b'", True)
    """
    longest = 60 if quotes else 4096
    text = text if len(text) <= longest else text[: longest - 3] + "..."
    text = "".join(c if c.isprintable() else "?" for c in text)
    return f"'{text}'" if quotes else text


def is_whole(text: str) -> bool:
    """Whether a text is a whole number of up to nine digits.

    >>> is_whole("12"), is_whole("-1"), is_whole(""), is_whole("1234567890")
    (True, False, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) < 10


def exact_rate(text: str) -> Fraction | None:
    """An exact number of a text such as 1/4, 0.25, 2.5e-1 or 3; None if it is none.

    >>> exact_rate("1/4"), exact_rate("0.1"), exact_rate("2.5e-01"), exact_rate("-1"), exact_rate("1/0")
    (Fraction(1, 4), Fraction(1, 10), Fraction(1, 4), None, None)
    """
    text = text.strip()
    if not RATE.fullmatch(text) or (text.partition("/")[2].strip("0") == "" and "/" in text):
        return None
    return Fraction(text)
