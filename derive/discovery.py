"""Lemmas by key, discovered in the modules of ``derive/lemmas``."""

import difflib
import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

from derive.core.lemma import Lemma, UnknownLemma
from derive.core.lemma_key import LemmaKey
from derive.networks.product_lemmas import product_lemma

Builder = Callable[[], Lemma]


@cache
def builders() -> dict[str, Builder]:
    """Every lemma's key with the function that derives it: ``LEMMAS`` of each module in derive/lemmas.

    Raises
    ------
    ValueError
        If two lemmas have the same key.
    """
    package = importlib.import_module("derive.lemmas")
    found: dict[str, Builder] = {}
    for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__)):
        for key, build in importlib.import_module(f"derive.lemmas.{module}").LEMMAS.items():
            if key in found:
                raise ValueError(f"two lemmas have the key {key}")
            found[key] = build
    return found


def keys(prefix: str = "") -> list[str]:
    """The keys that equal ``prefix`` or begin with it and a dot."""
    return [key for key in builders() if not prefix or key == prefix or key.startswith(prefix + ".")]


@cache
def lemma(key: str) -> Lemma:
    """The lemma with this key, derived on first use.

    ``key`` is ``family.quantity``, where a product may stand for the family.

    Raises
    ------
    UnknownLemma
        If no lemma has this key; the message suggests the nearest one.

    Examples
    --------
    >>> lemma("ring(w)^D x line(4).diameter").closed_form
    D*floor(w/2) + 3
    """
    parsed = LemmaKey.parse(key)
    if parsed.of_product:
        return product_lemma(*parsed)
    known = builders()
    if key not in known:
        near = difflib.get_close_matches(key, known, 1)
        raise UnknownLemma(f"no lemma {key!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))
    return known[key]()
