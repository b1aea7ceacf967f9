"""Parts of exported files: lists and comments."""

from collections.abc import Iterable


def commented(text: str) -> str:
    """A text that can stand in a comment."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def listed(parts: Iterable[object]) -> str:
    """A list of Rocq.

    Examples
    --------
    >>> listed([1, 2])
    '[1; 2]'
    """
    return f"[{'; '.join(map(str, parts))}]"
