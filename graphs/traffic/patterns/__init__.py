"""Traffic patterns by name.

Modules of this folder list functions (net, **options) -> Traffic by their names in ``PATTERNS``; discovery finds
them."""

from collections.abc import Callable, Mapping

from netlemma.graphs.traffic.traffic import Traffic
from netlemma.plugins import offered, registry


@registry
def patterns() -> Mapping[str, Callable[..., Traffic]]:
    """Every pattern that has a name, as a function of the network and its options.

    >>> "tornado" in patterns()
    True
    """
    return offered(__name__, "PATTERNS", "traffic pattern")
