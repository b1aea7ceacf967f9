"""Lemmas by key, discovered in the modules of ``derive/lemmas``, and what is open in ``derive/open_questions``."""

import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from netlemma.base.names import nearest
from netlemma.definitions import Definition
from netlemma.derive.core.lemma import Lemma, LemmaKey, OpenQuestion
from netlemma.derive.definitions.texts import definition
from netlemma.derive.lemmas import FAMILIES
from netlemma.derive.networks.product_lemmas import product_lemma
from netlemma.errors import UnknownLemma
from netlemma.plugins import by_name, offering, plugin_modules, registry

if TYPE_CHECKING:
    from netlemma.derive.definitions.theorems import Theorems

Builder = Callable[[], Lemma]
_OF_LENGTH = re.compile(r"(.*)-([1-9][0-9]?)")  # a family whose sizes are lists, and how many numbers they have


def _modules(family: str = "") -> list[str]:
    """The names of the modules in derive/lemmas that have lemmas of a family, as far as the index tells."""
    package = importlib.import_module("netlemma.derive.lemmas").__path__
    return [each.name for each in iter_modules(package) if not family or family in FAMILIES.get(each.name, (family,))]


def _entries(names: Iterable[str]) -> Iterator[tuple[str, Builder, ModuleType]]:
    modules = [importlib.import_module(f"netlemma.derive.lemmas.{name}") for name in names]
    modules += [module for module in plugin_modules() if hasattr(module, "LEMMAS")]
    return ((key, build, module) for module in modules for key, build in module.LEMMAS.items())


@registry
def builders(family: str = "") -> dict[str, Builder]:
    """Lemmas' keys with the functions that derive them: ``LEMMAS`` of the modules in derive/lemmas, and of plug-ins.

    Of modules in the index ``FAMILIES`` only those of the family are imported: modules of all families take a second.
    """
    if listed := _OF_LENGTH.fullmatch(family):
        own = importlib.import_module("netlemma.derive.lemmas.of_length").of_length(listed[1], int(listed[2]))
        if own:
            return dict(own)
    if (follows := _theorems(family)) is not None:
        return dict(follows.lemmas)
    entries = [*_entries(_modules(family))]
    for module in plugin_modules() if not family else ():
        if hasattr(module, "DEFINITION"):
            follows = _theorems(module.DEFINITION.name)
            entries += [(key, build, module) for key, build in (follows.lemmas.items() if follows else ())]
    found = by_name("lemma", entries)
    return {key: build for key, build in found.items() if not family or LemmaKey.parse(key).subject == family}


def _of_plugins(family: str) -> Definition | None:
    defined = (module.DEFINITION for module in plugin_modules() if hasattr(module, "DEFINITION"))
    return next((each for each in defined if each.name == family), None)


def definition_of(family: str) -> Definition | None:
    """The definition of a family in text; None if it has none.

    >>> definition_of("prism").classes, definition_of("slim-fly")
    (('ring', 'rung'), None)
    """
    return _of_plugins(family) or definition(family)


def _theorems(family: str) -> "Theorems | None":
    """What follows from the definition of a user's family; None if it has none."""
    definition = _of_plugins(family)
    if definition is None:
        return None
    return importlib.import_module("netlemma.derive.definitions.theorems").theorems(definition)  # type: ignore[no-any-return]


def not_derived(family: str) -> Mapping[str, str]:
    """The quantities that do not follow from the definition of a family in text, each with the reason.

    >>> not_derived("ring")
    {}
    """
    follows = _theorems(family)
    return {} if follows is None else {LemmaKey.parse(key).quantity: why for key, why in follows.reasons.items()}


def counts() -> Counter[str]:
    """The number of lemmas of each family; modules in the index are not imported.

    >>> counts()["ring"] == len(keys("ring"))
    True
    """
    known = _modules()
    numbers = Counter(
        LemmaKey.parse(key).subject for key, *_ in _entries(name for name in known if name not in FAMILIES)
    )
    for name in FAMILIES.keys() & known:
        numbers.update(FAMILIES[name])
    return numbers


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
        raise UnknownLemma(f"no lemma {key!r}{nearest(key, builders())}")
    return known[key]()


def is_only_compared(key: str) -> bool:
    """Whether a family's lemma is only compared at small sizes, which its module says: nothing is derived.

    >>> is_only_compared("ring.diameter")
    False
    """
    build = builders(LemmaKey.parse(key).subject)[key]
    return any(getattr(said, "is_open", False) for said in getattr(build, "args", ()))


@registry
def open_questions() -> dict[str, OpenQuestion]:
    """The quantities that are open by key: ``QUESTIONS`` of the modules in derive/open_questions, and ``QUESTION`` of plug-ins."""
    modules = offering("netlemma.derive.open_questions", "QUESTIONS", "QUESTION")
    every = ((each, module) for module in modules for each in getattr(module, "QUESTIONS", None) or [module.QUESTION])
    return by_name("open question", ((each.key, each, module) for each, module in every))
