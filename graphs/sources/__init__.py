"""Sources of networks: families, products, files, Python files and NetworkX graphs, all resolved in one place."""

from graphs.sources.resolving import (
    NAME,
    device_network,
    from_description,
    kind_of,
    network,
    read,
    resolve,
    ring_network,
    source,
)
from graphs.sources.source import Source

__all__ = [
    "NAME",
    "Source",
    "device_network",
    "from_description",
    "kind_of",
    "network",
    "read",
    "resolve",
    "ring_network",
    "source",
]
