"""The file in which a sweep keeps its rows."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from json import dumps
from pathlib import Path
from typing import Any
from urllib.parse import quote

from netlemma.errors import SweepError
from netlemma.graphs.simulate.sweep.rows import LAYOUT, NUMBERS, RESULT, TABLE, Row, SweepPoint, digest_of

# Checks of paths and files of results before SQLite opens them.


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


# Results in an SQLite file, each written in a transaction of its own as it arrives.
#
# A process that is killed leaves the results that it has stored, and no incomplete ones. The file is in SQLite's WAL
# mode, so that several processes may read and write it at once.


APPLICATION = 0x6E6C7377  # marks the file as one of ours, in SQLite's header
BUSY_SECONDS = 30.0
COLUMNS = ", ".join(("point", "checksum", *RESULT))


def _checksum(key: str, result: Sequence[Any]) -> str:
    """The checksum of a row: of its parameters and of every value of its result."""
    return digest_of(dumps([key, *result]))


class Store:
    """The results in a file, or in memory alone.

    path: Name of the file, which is created if it does not exist; None for memory.
    write: Whether results can be added; if not, the file must exist, and is not changed.

    >>> with Store(None) as store:
    ...     len(store), list(store)
    (0, [])
    """

    def __init__(self, path: Path | None, write: bool = True) -> None:
        self.name = "memory" if path is None else str(path)
        if path is not None:
            check_file(path, write)
        where = ":memory:" if path is None else address(path, write)
        with self._speaking():
            self._base = sqlite3.connect(where, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            with self._speaking():
                self._base.execute("PRAGMA trusted_schema = OFF")
                self._base.execute(f"PRAGMA query_only = {int(not write)}")
                self._prepare(write)
        except BaseException:
            self._base.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def __len__(self) -> int:
        with self._speaking():
            return int(self._base.execute("SELECT count(*) FROM result").fetchone()[0])

    def __contains__(self, point: SweepPoint) -> bool:
        with self._speaking():
            return self._base.execute("SELECT 1 FROM result WHERE digest = ?", [point.digest]).fetchone() is not None

    def __iter__(self) -> Iterator[Row]:
        """All rows, in the order in which they were stored."""
        with self._speaking():
            yield from map(self._row, self._base.execute(f"SELECT digest, {COLUMNS} FROM result ORDER BY id"))

    def __getitem__(self, point: SweepPoint) -> Row:
        """The row of a point."""
        with self._speaking():
            found = self._base.execute(
                f"SELECT digest, {COLUMNS} FROM result WHERE digest = ?", [point.digest]
            ).fetchone()
            if found is None:
                raise SweepError(
                    f"{self.name} has no result for {point.title} at load {point.load:g}, seed {point.seed}"
                )
            return self._row(found)

    def versions(self) -> set[str]:
        """The versions of the program that have written rows."""
        with self._speaking():
            return {found[0] for found in self._base.execute("SELECT DISTINCT version FROM result")}

    def add(self, point: SweepPoint, outcome: dict[str, Any]) -> Row:
        """Store a result, on the disk when this returns; a result that another process has stored meanwhile is kept."""
        outcome = {**outcome, "finished": datetime.now(UTC).isoformat(timespec="microseconds")}
        row = Row(point=point, **{name: outcome[name] for name in RESULT})
        result = [outcome[name] for name in RESULT]
        values = [point.digest, point.key, _checksum(point.key, result), *result]
        marks = ", ".join("?" * len(values))
        with self._speaking():
            with self._transaction():
                self._base.execute(f"INSERT OR IGNORE INTO result (digest, {COLUMNS}) VALUES ({marks})", values)
            stored = self[point]
        if stored.numbers != row.numbers:
            name = next(n for n in NUMBERS if getattr(stored, n) != getattr(row, n))
            raise SweepError(
                f"{self.name} has {name} {getattr(stored, name)} for {point.title} at load {point.load:g}, seed {point.seed}, and "
                f"the same simulation now gave {getattr(row, name)}: a machine or the program is at fault"
            )
        return stored

    def require_sound(self) -> None:
        """Check every row: one with another digest belongs to no point, and would only seem to be missing."""
        with self._speaking():
            for values in self._base.execute(f"SELECT digest, {COLUMNS} FROM result"):
                self._check(values)

    def repair(self) -> int:
        """Remove the rows that are damaged, so that a sweep simulates their points again."""
        damaged = []
        with self._speaking():
            for number, *values in self._base.execute(f"SELECT id, digest, {COLUMNS} FROM result").fetchall():
                try:
                    self._row(tuple(values))
                except SweepError:
                    damaged.append((number,))
            with self._transaction():
                self._base.executemany("DELETE FROM result WHERE id = ?", damaged)
        return len(damaged)

    def _prepare(self, write: bool) -> None:
        """Make the table in a new file, and check that of an old one."""
        if write and self.name != "memory":
            self._log_ahead()
        if write:
            with self._transaction():
                if not self._tables() and self._pragma("application_id") == 0:
                    self._base.execute(TABLE)
                    self._base.execute(f"PRAGMA application_id = {APPLICATION}")
                    self._base.execute(f"PRAGMA user_version = {LAYOUT}")
        if self._pragma("application_id") != APPLICATION:
            raise SweepError(
                f"{self.name} has no results of a sweep: it is empty, or an SQLite file of another program"
            )
        if self._pragma("user_version") == LAYOUT and self._tables() != [TABLE]:
            raise SweepError(f"{self.name} has other tables than a file of results: another program has changed it")
        if self._pragma("user_version") != LAYOUT:
            raise SweepError(
                f"{self.name} has results in layout {self._pragma('user_version')}, and this version of netlemma has "
                f"layout {LAYOUT}: use the version that wrote it, or another file"
            )
        if (fault := self._pragma("quick_check")) != "ok":
            raise SweepError(f"{self.name} is damaged: {fault}")

    def _log_ahead(self) -> None:
        """Set WAL mode. SQLite does not wait for other processes here, so this function does."""
        if self._pragma("journal_mode") == "wal":
            return
        if self._tables() and self._pragma("application_id") != APPLICATION:
            return  # somebody else's file, which is refused next and stays as it is
        until = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self._base.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction of the only writer."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        finally:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")

    def _pragma(self, name: str) -> Any:
        return self._base.execute(f"PRAGMA {name}").fetchone()[0]

    def _tables(self) -> list[str]:
        """Names that the file defines, without SQLite's own indices."""
        return [found[0] for found in self._base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]

    def _row(self, values: tuple) -> Row:
        self._check(values)
        _, key, _, *result = values
        return Row(**dict(zip(RESULT, result, strict=True)), point=SweepPoint.from_key(key))

    def _check(self, values: tuple) -> None:
        """Refuse a row without its checksums."""
        digest, key, checksum, *result = values
        if digest != digest_of(key) or checksum != _checksum(key, result):
            raise SweepError(
                f"{self.name} is damaged: the row {str(digest)[:12]} does not have its checksum; `repair=True` removes such rows "
                "and simulates their points again"
            )

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """SQLite's errors in one line, with the file."""
        try:
            yield
        except UnicodeDecodeError:
            raise SweepError(f"{self.name} is damaged: the names of its tables are no text") from None
        except sqlite3.Error as error:
            what = {
                "unable to open database file": "cannot be opened",
                "database is locked": "is in use by another program",
            }
            raise SweepError(
                f"{self.name} {what.get(str(error), f'is not usable as a file of results: {error}')}"
            ) from None
