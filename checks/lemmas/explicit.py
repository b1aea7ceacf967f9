"""Explicit networks of lemmas with what is counted on them, kept for the lemmas that come next."""

from functools import lru_cache

from netlemma.checks.lemmas.subject import subject
from netlemma.graphs import Measurement, Network, Profile, measure, profile
from netlemma.graphs.loads.indices.distances import Distances, distances

NETWORKS_KEPT = 64  # as many as the lemmas of a family are compared on
Built = tuple[tuple[str, int], ...]  # pairs (parameter, value)


def network_of(text: str, size: Built) -> Network:
    """The explicit network of a family, or of a product whose text names its sizes.

    Parameters
    ----------
    text : str
        Family, or product as text.
    size : tuple of tuple of (str, int)
        Pairs (parameter, value).

    Returns
    -------
    Network
        Network of devices.

    Raises
    ------
    NetworkError
        For a network of rings.
    """
    return subject(text).network(dict(size))


kept_network = lru_cache(NETWORKS_KEPT)(network_of)


@lru_cache(4 * NETWORKS_KEPT)
def measurement(text: str, size: Built, routing: str) -> Measurement:
    """The measurement of a network that is kept.

    Parameters
    ----------
    text : str
        Family, or product as text.
    size : tuple of tuple of (str, int)
        Pairs (parameter, value).
    routing : str
        Routing.

    Returns
    -------
    Measurement
        Distances and loads.
    """
    return measure(kept_network(text, size), routing)


@lru_cache(NETWORKS_KEPT)
def profile_of(text: str, size: Built) -> Profile:
    """Pairs and shortest paths by distance in a network that is kept.

    Parameters
    ----------
    text : str
        Family, or product as text.
    size : tuple of tuple of (str, int)
        Pairs (parameter, value).

    Returns
    -------
    Profile
        Counts by distance.
    """
    return profile(kept_network(text, size))


@lru_cache(NETWORKS_KEPT)
def distances_of(text: str, size: Built) -> Distances:
    """Distances in a network that is kept, without loads.

    Parameters
    ----------
    text : str
        Family, or product as text.
    size : tuple of tuple of (str, int)
        Pairs (parameter, value).

    Returns
    -------
    Distances
        Counts and radius.
    """
    return distances(kept_network(text, size))
