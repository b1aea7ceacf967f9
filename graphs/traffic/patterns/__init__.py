"""Traffic patterns by name.

Modules of this folder list functions (net, **options) -> Traffic by their names in ``PATTERNS``; discovery finds
them."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from netlemma.graphs.traffic.traffic import Traffic


@cache
def patterns() -> Mapping[str, Callable[..., Traffic]]:
    """Every pattern that has a name, as a function of the network and its options.

    >>> "tornado" in patterns()
    True
    """
    found: dict[str, Callable[..., Traffic]] = {}
    for module in iter_modules(__path__):
        found |= import_module(f"{__name__}.{module.name}").PATTERNS
    return MappingProxyType(dict(sorted(found.items())))
