"""Checks of paths and files of results before SQLite opens them."""

import os
from pathlib import Path
from urllib.parse import quote

from netlemma.errors import SweepError

MOST_BYTES = 2 << 30


def address(path: Path, write: bool) -> str:
    """The file as a URI for SQLite."""
    kept = not write and not os.access(path.absolute().parent, os.W_OK) and not Path(f"{path}-wal").exists()
    mode = "rwc" if write else "ro&immutable=1" if kept else "rw"  # who reads alone leaves files of the log behind, too
    return f"file:{quote(str(path.absolute()))}?mode={mode}"


def check_file(path: Path, write: bool) -> None:
    """Refuse a path that cannot be a result file, before SQLite opens it."""
    try:
        if not path.exists():
            if not write:
                raise SweepError(f"there is no file {path}")
            if not path.absolute().parent.is_dir() or "\0" in str(path):
                raise SweepError(f"there is no folder {path.absolute().parent} for the results")
        elif not path.is_file():
            raise SweepError(f"{path} is no file: results go into an SQLite file")
        elif size := path.stat().st_size:
            with path.open("rb") as file:
                _check_header(path, size, file.read(18))
    except OSError as error:
        raise SweepError(f"{str(path)[:60]} cannot be used: {error.strerror}") from None


def _check_header(path: Path, size: int, header: bytes) -> None:
    """Refuse a file that is too large, is not SQLite's, or ends within a page, which SQLite would fill with zeros."""
    if size > MOST_BYTES:
        raise SweepError(f"{path} has {size:,} bytes: a file of results has at most {MOST_BYTES:,}")
    if header[:16] != b"SQLite format 3\0":
        raise SweepError(f"{path} is no SQLite file: results of a sweep are in one")
    page = int.from_bytes(header[16:18], "big")
    if len(header) < 18 or size % {0: MOST_BYTES, 1: 1 << 16}.get(page, page):
        raise SweepError(f"{path} is damaged: its end is missing")
