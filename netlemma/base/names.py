"""Names and values in sentences."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches


def assignments(values: Mapping[str, object]) -> str:
    """Names with their values, a space between them.

    >>> assignments({"k": 4, "n": 2})
    'k=4 n=2'
    """
    return " ".join(f"{name}={value}" for name, value in values.items())


def spelled_like(name: str, known: Iterable[str], most: int = 1, alike: float = 0.6) -> list[str]:
    """The known names that are spelled most like a name, whatever the case; ``alike``, up to 1, says how much.

    >>> spelled_like("W", ["w", "D"]), spelled_like("tora", ["toroid", "mesh", "torus"], 2)
    (['w'], ['torus', 'toroid'])
    """
    spelled = {each.casefold(): each for each in sorted(known, reverse=True)}
    return [spelled[each] for each in get_close_matches(name[:200].casefold(), spelled, most, alike)]


def nearest(name: str, known: Iterable[str], most: int = 1) -> str:
    """A suggestion to append to an error: the known names that are spelled most like a name.

    >>> nearest("torid", ["mesh", "toroid"]), nearest("tora", ["toroid", "mesh", "torus"], 2)
    (" (did you mean 'toroid'?)", " (did you mean 'torus' or 'toroid'?)")
    >>> nearest("xyzzy", ["mesh", "toroid"])
    ''
    """
    near = spelled_like(name, known, most)
    return f" (did you mean {' or '.join(map(repr, near))}?)" if near else ""


def did_you_mean(name: str, known: Iterable[str], before: str = "; ", otherwise: str = "") -> str:
    """A question for the nearest of the known names; other words if none is near.

    >>> did_you_mean("torid", ["mesh", "toroid"]), did_you_mean("xyzzy", ["mesh"], otherwise="; it is mesh")
    ('; did you mean toroid?', '; it is mesh')
    """
    near = spelled_like(name, known)
    return f"{before}did you mean {near[0]}?" if near else otherwise
