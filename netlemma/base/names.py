"""Names and values in sentences."""

from collections.abc import Mapping


def assignments(values: Mapping[str, object]) -> str:
    """Names with their values, a space between them.

    >>> assignments({"k": 4, "n": 2})
    'k=4 n=2'
    """
    return " ".join(f"{name}={value}" for name, value in values.items())
