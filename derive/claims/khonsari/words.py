"""How the statements of this paper are written down."""

from derive.claims.khonsari.printed import PRINTED
from derive.core.claim import Statement


def said(key: str, words: str, locator: str, reading: str = "", **says: str) -> Statement:
    """A statement of the paper; ``says`` has the values and formulas in it, by name."""
    return Statement(key, words, "khonsari", locator, reading, says, PRINTED.get(key) or PRINTED.get(locator, ""))
