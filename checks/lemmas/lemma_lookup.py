"""Lemmas by what users call them: a family, the text of a product, a quantity, the key of a lemma."""

from __future__ import annotations

import re
from collections.abc import Sequence
from shlex import quote

from checks.base.inputs import InputError, nearest
from derive.core.lemma import Lemma
from derive.discovery import keys, lemma
from derive.networks.products.product_lemmas import product_builders

LIKE_FILE = re.compile(r"[/\\]|\.(toml|csv|json|graphml|anynet|xml|txt|lst|fdbs|py)$", re.IGNORECASE)


def subject_keys(subject: str) -> list[str]:
    """The keys of all lemmas of a family, or of a product given as text.

    :raises InputError: for an unknown family, naming the nearest
    """
    if not subject.strip():
        raise InputError("the name of a family or product is empty")
    if "(" in subject:
        return [f"{subject}.{quantity}" for quantity in product_builders(subject)]
    found = keys(subject)
    if not found:
        _refuse_file(subject)
        known = families()
        raise InputError(f"no family {subject!r} has lemmas{nearest(subject, known)}; families: {', '.join(known)}")
    return found


def families() -> list[str]:
    """The families that have lemmas, in alphabetical order."""
    return sorted({key.partition(".")[0] for key in keys()})


def _refuse_file(subject: str) -> None:
    """:raises InputError: for the name of a file where a family is expected, with the command that reads such files"""
    if LIKE_FILE.search(subject):
        one = f"{subject!r} looks like a file, and this is the place of a family"
        if subject.lower().endswith(".toml"):
            raise InputError(f"{one}: did you mean netlemma verify --claims {quote(subject)}?")
        raise InputError(
            f"{one}: networks in files are read by netlemma measure, bounds, deadlock, draw, simulate and model routed (-h shows how)"
        )


def find(subject: str, quantity: str = "") -> list[Lemma]:
    """The lemmas of a subject whose quantity is, or begins with, the one given.

    :raises InputError: for an unknown family or quantity

    >>> [found.key for found in find("toroid", "visit_ratio")]
    ['toroid.visit_ratio.link']
    >>> find("torus", "dimensions_left")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    graphs.base.errors.InputError: torus has no quantity 'dimensions_left', which is one of hypercube and oneway-torus; it has ...
    """
    every = subject_keys(subject)
    names = {key[len(subject) + 1 :]: key for key in every}
    if quantity in names:
        return [lemma(names[quantity])]
    chosen = [key for name, key in names.items() if not quantity or name.startswith(quantity + ".")]
    if not chosen:
        elsewhere = [family for family in families() if keys(f"{family}.{quantity}")]
        hint = f", which is one of {' and '.join(elsewhere)}" if elsewhere else nearest(quantity, names)
        raise InputError(f"{subject} has no quantity {quantity!r}{hint}; it has {', '.join(names)}")
    return [lemma(key) for key in chosen]


def wanted_keys(subjects: str | Sequence[str]) -> list[str]:
    """The keys of the lemmas of families, products and keys of lemmas; of all families if none is given.

    :raises InputError: as :func:`find`

    >>> wanted_keys(["ring.diameter", "line(3)"])[:2]
    ['ring.diameter', 'line(3).mean_distance']
    """
    subjects = [subjects] if isinstance(subjects, str) else subjects
    return [key for subject in subjects or families() for key in _keys(subject)]


def _keys(subject: str) -> list[str]:
    if "." not in subject or LIKE_FILE.search(subject):
        return subject_keys(subject)
    family, _, quantity = subject.partition(".")
    return [found.key for found in find(family, quantity)]
