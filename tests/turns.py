"""What the usual run draws goes round with the commits: the same on one commit, so that a failure comes back when it is looked for."""

import random
import subprocess
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


@cache
def turn() -> int:
    """The number of commits, by which what the usual run draws goes round; 0 without Git."""
    try:
        counted = subprocess.run(
            ["git", "-c", "safe.directory=*", "rev-list", "--count", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError:
        return 0
    return int(counted.stdout or 0)


def has_its_turn(name: str, of: int = 8) -> bool:
    """Whether this turn is that of the name: it is one turn in so many."""
    return (zlib.crc32(name.encode()) + turn()) % of == 0


def drawn(name: str, cases: Iterable[T], kept: int) -> list[T]:
    """As many of the cases as are kept, in the order of a shuffled pack: the next ones at the next turn, until all were drawn."""
    pack = list(cases)
    random.Random(name).shuffle(pack)
    first = turn() * kept
    return [pack[i % len(pack)] for i in range(first, first + min(kept, len(pack)))]
