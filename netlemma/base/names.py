"""Names and values in sentences."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches


def assignments(values: Mapping[str, object]) -> str:
    """Names with their values, a space between them.

    >>> assignments({"k": 4, "n": 2})
    'k=4 n=2'
    """
    return " ".join(f"{name}={value}" for name, value in values.items())


def did_you_mean(name: str, known: Iterable[str], before: str = "; ", otherwise: str = "") -> str:
    """A question for the nearest of the known names; other words if none is near.

    >>> did_you_mean("torid", ["mesh", "toroid"]), did_you_mean("xyzzy", ["mesh"], otherwise="; it is mesh")
    ('; did you mean toroid?', '; it is mesh')
    """
    near = get_close_matches(name, known, 1)
    return f"{before}did you mean {near[0]}?" if near else otherwise
