"""Lemmas by key, discovered in the modules of ``derive/lemmas``, and what is open in ``derive/open_questions``."""

import difflib
import importlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from netlemma.derive.core.lemma import Lemma, LemmaKey, OpenQuestion
from netlemma.derive.networks.product_lemmas import product_lemma
from netlemma.errors import UnknownLemma

Builder = Callable[[], Lemma]
_OF_LENGTH = re.compile(r"(.*)-([1-9][0-9]?)")  # a family whose sizes are lists, and how many numbers they have


@cache
def _texts() -> dict[str, str]:
    """Source text of each module of derive/lemmas."""
    package = importlib.import_module("netlemma.derive.lemmas")
    return {path.stem: path.read_text(encoding="utf-8") for path in Path(*package.__path__).glob("[!_]*.py")}


@cache
def builders(family: str = "") -> dict[str, Builder]:
    """Lemmas' keys with the functions that derive them: ``LEMMAS`` of the modules in derive/lemmas.

    Only modules whose text has the name of the family in quotes are imported: modules of all families take a second.
    """
    if listed := _OF_LENGTH.fullmatch(family):
        own = importlib.import_module("netlemma.derive.lemmas.of_length").of_length(listed[1], int(listed[2]))
        if own:
            return dict(own)
    found: dict[str, Builder] = {}
    for module, text in sorted(_texts().items()):
        if family and f'"{family}"' not in text and f'"{family}.' not in text:
            continue
        for key, build in importlib.import_module(f"netlemma.derive.lemmas.{module}").LEMMAS.items():
            if key in found:
                raise ValueError(f"two lemmas have the key {key}")
            if not family or LemmaKey.parse(key).subject == family:
                found[key] = build
    return found


def keys(prefix: str = "") -> list[str]:
    """The keys that equal ``prefix`` or begin with it and a dot."""
    known = builders(prefix.partition(".")[0])
    return [key for key in known if not prefix or key == prefix or key.startswith(prefix + ".")]


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
    known = builders(parsed.subject)
    if key not in known:
        near = difflib.get_close_matches(key, builders(), 1)
        raise UnknownLemma(f"no lemma {key!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))
    return known[key]()


def is_only_compared(key: str) -> bool:
    """Whether a family's lemma is only compared at small sizes, which its module says: nothing is derived.

    >>> is_only_compared("ring.diameter")
    False
    """
    build = builders(LemmaKey.parse(key).subject)[key]
    return any(getattr(said, "is_open", False) for said in getattr(build, "args", ()))


@cache
def open_questions() -> dict[str, OpenQuestion]:
    """The quantities that are open by key: ``QUESTION`` of the modules in derive/open_questions."""
    package = importlib.import_module("netlemma.derive.open_questions")
    names = sorted(path.stem for path in Path(*package.__path__).glob("[!_]*.py"))
    found = [importlib.import_module(f"netlemma.derive.open_questions.{name}").QUESTION for name in names]
    return {question.key: question for question in found}
