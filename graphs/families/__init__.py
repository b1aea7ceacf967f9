"""All families, found by discovery: every module of this folder has one ``FAMILY``, or ``FAMILIES`` by what is to be said of each."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING

from netlemma.base.synonyms import FAMILY, meant
from netlemma.errors import InputError
from netlemma.graphs.topology.defined_family import defined_family
from netlemma.plugins import (
    add_definition,
    by_name,
    offering,
    plugin_definitions,
    plugin_modules,
    registry,
    remove_definition,
)

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from types import ModuleType

    from netlemma.definitions import Definition
    from netlemma.graphs.topology.family import Family
    from netlemma.graphs.topology.structure import Network

TOGETHER = {  # families that share a module, so that one is found without importing the modules of all
    "boards": "king queen rook bishop knight",
    "cube_variants": "crossed-cube twisted-cube mobius-cube augmented-cube folded-hypercube halved-cube fibonacci-cube lucas-cube",
    "lattices": "hexagonal-mesh wrapped-hexagonal-mesh honeycomb-mesh honeycomb-torus",
    "nested_cliques": "sierpinski wk-recursive hanoi",
    "permutations": "bubble-sort pancake permutation-star transposition-graph",
    "random_graphs": "jellyfish xpander",
    "rings_with_more": "cycle wheel prism antiprism moebius-ladder crown sunlet helm web pan tadpole",
    "shift_graphs": "de-bruijn undirected-de-bruijn kautz undirected-kautz",
    "subsets": "johnson-graph triangular tetrahedral kneser odd-graph",
    "trees": "star comb banana-tree complete-binary-tree binomial-tree lollipop",
}
MOST_ENTRIES = 99  # of a list whose length is part of a name


@registry
def families() -> Mapping[str, Family]:
    """Every family by its name.

    >>> families()["toroid"].parameters[0].domain
    'w>=2'
    """
    modules = offering(__name__, "FAMILY", "FAMILIES", "DEFINITION")
    found = [(family.name, family, module) for module in modules for family in families_in(module).values()]
    known = {name for family in found for name in (family[0], family[1].other_name)}
    for module in modules:
        if hasattr(module, "DEFINITION"):
            found.append((module.DEFINITION.name, _defined(module.DEFINITION, known), module))
    return MappingProxyType(dict(sorted(by_name("family", found).items())))


def families_in(module: ModuleType) -> Mapping[str, Family]:
    """The families of a module by what it says of each."""
    own = {module.__doc__ or "": module.FAMILY} if hasattr(module, "FAMILY") else {}
    return {**own, **getattr(module, "FAMILIES", {})}


def _defined(definition: Definition, known: Container[str]) -> Family[Network]:
    """The family that a text defines; one that defines none is removed, so that its error comes once."""
    try:
        if definition.name in known:
            raise definition.error(
                definition.place, f"there is a family {definition.name} already: give yours another name"
            )
        return defined_family(definition)
    except InputError:
        remove_definition(definition.name)
        raise


def define(definition: Definition) -> Family[Network]:
    """Add a family that a text defines, in place of one of the same name that a text defined before.

    Raises
    ------
    DefinitionError
        If it defines no networks; it is not added then.
    """
    if definition in plugin_definitions():
        return families()[definition.name]
    former = remove_definition(definition.name)
    add_definition(definition)
    try:
        return families()[definition.name]
    except InputError:
        if former is not None:
            add_definition(former)
        raise


@registry
def family_called(name: str) -> Family | None:
    """The family of this name, or of this other usual name or spelling; None if there is none.

    A family whose sizes are lists may have how many numbers they have behind its name.

    >>> family_called("toroid").name, family_called("toriod"), family_called("hyperx-4").parameters[0].entries
    ('toroid', None, ('S_1', 'S_2', 'S_3', 'S_4'))
    """
    if not re.sub(r"[\s_+-]", "", name).isalnum():  # a file, or a product
        return None
    module = next((each for each, names in TOGETHER.items() if name in names.split()), name.replace("-", "_"))
    if not plugin_modules() and module in {each.name for each in iter_modules(__path__)}:
        for family in families_in(import_module(f"{__name__}.{module}")).values():
            if family.name == name:
                return family
    base, _, many = name.rpartition("-")
    if (
        many.isdecimal()
        and many == str(int(many))
        and 0 < int(many) <= MOST_ENTRIES
        and (listed := families().get(base))
    ):
        return listed.of_entries(int(many)) if any(p.many for p in listed.parameters) else None
    others = {family.other_name: family for family in families().values() if family.other_name}
    called = {**others, **families()}
    return called.get(name) or called.get(meant(FAMILY, name, called) or "")
