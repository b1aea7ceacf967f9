"""The ledger: results kept in an SQLite file under the digest of everything they depend on."""

import json
import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import InputError

_TABLES = """
create table if not exists results (task text primary key, digest text not null, seconds real not null, result text not null);
"""
LONGEST_WAIT = 60.0  # seconds, for another report that writes


def usual_place() -> Path:
    """The default file of the ledger, in the user's cache folder."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Caches"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return folder / "netlemma" / "ledger.sqlite"


class Ledger:
    """Results by task; a result under another digest counts as missing.

    >>> with opened(":memory:") as ledger:
    ...     ledger.keep("lemma ring.diameter", "digest of today", 0.5, {"verdict": "holds"})
    ...     ledger.find("lemma ring.diameter", "digest of today"), ledger.find("lemma ring.diameter", "another")
    ({'verdict': 'holds'}, None)
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def find(self, task: str, digest: str) -> Any:
        """The kept result of a task."""
        query = "select result from results where task = ? and digest = ?"
        row = self._connection.execute(query, (task, digest)).fetchone()
        try:
            return json.loads(row[0]) if row else None
        except (ValueError, TypeError):  # written by something else
            return None

    def keep(self, task: str, digest: str, seconds: float, result: Any) -> None:
        """Keep a result in place of an earlier one of the same task."""
        row = (task, digest, seconds, json.dumps(result, ensure_ascii=False))
        self._connection.execute("insert or replace into results values (?, ?, ?, ?)", row)
        self._connection.commit()

    def seconds(self) -> Mapping[str, float]:
        """Time of the latest computation of each task, in seconds."""
        return dict(self._connection.execute("select task, seconds from results"))


class _NoFolder(Exception):
    """The folder of the ledger cannot be made."""


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _NoFolder(error.strerror) from None


@contextmanager
def opened(file: Path | str | None = None) -> Iterator[Ledger]:
    """The ledger in a file, which is created if it does not exist.

    ``:memory:`` keeps nothing; None is the default file.
    """
    place = usual_place() if file is None else file
    try:
        if file is None:
            _make_folder(Path(place).parent)
        with closing(sqlite3.connect(place, timeout=LONGEST_WAIT)) as connection:
            connection.executescript(_TABLES)
            yield Ledger(connection)
    except (sqlite3.Error, _NoFolder) as error:
        raise InputError(
            f"the ledger {quoted_text(str(place), 80)} cannot be used ({error}); name another with `ledger`"
        ) from None
