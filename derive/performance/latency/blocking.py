"""Probability that a message is blocked, summed over its hops and averaged over destinations.

Khonsari et al., equations 8 to 11 and 17 to 22. The probability at one hop is P_a&d P_a^(m - 1) if m dimensions are
left: P_a is the probability that all adaptive virtual channels of a physical channel are busy, P_a&d that the escape
channel is busy too. The total is P_a&d times a sum of weight * P_a^exponent. The terms do not depend on the load and
are counted here once.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from netlemma.derive.networks.channels.adaptivity import selectable

PowerTerms = dict[Fraction, Fraction]


def nodes_at(k: int, n: int) -> list[int]:
    """The numbers of nodes at distances 0, 1, ..., n(k-1): the coefficients of (1 + x + ... + x^(k-1))^n.

    Parameters
    ----------
    k : int
        Nodes of each ring.
    n : int
        Number of dimensions.

    Returns
    -------
    list of int
        Number of nodes by distance in hops.

    Examples
    --------
    >>> nodes_at(3, 2)
    [1, 2, 3, 2, 1]
    """
    found = [1]
    for _ in range(n):
        found = [sum(found[max(0, i - k + 1) : i + 1]) for i in range(len(found) + k - 1)]
    return found


def mean_distance(k: int, n: int) -> Fraction:
    """Mean number of hops to another node.

    Parameters
    ----------
    k : int
        Nodes of each ring.
    n : int
        Number of dimensions.

    Returns
    -------
    Fraction
        Mean distance in hops.

    Examples
    --------
    >>> mean_distance(3, 2)
    Fraction(9, 4)
    """
    counts = nodes_at(k, n)
    return Fraction(sum(i * count for i, count in enumerate(counts)), sum(counts) - 1)


def _left(k: int, n: int, options: Mapping[str, str]) -> Iterator[tuple[int, int, tuple[Fraction, ...]]]:
    """Hops i, channel h and the distribution of the number of dimensions left there, according to the options ``hops`` and
    ``weighting``.
    """
    done = (Fraction(1), *[Fraction(0)] * n)
    for i, rows in selectable(k, n, options["weighting"]).items():
        for h in range(1, i + 1):
            yield i, h, (rows[h] if options["hops"] == "before" else rows.get(h + 1, done))


def _mean(row: tuple[Fraction, ...]) -> Fraction:
    return sum((m * p for m, p in enumerate(row)), Fraction(0))


def blocking_terms(k: int, n: int, options: Mapping[str, str]) -> PowerTerms:
    """Weights by exponent: P_a&d times the sum of weight P_a^exponent is the mean over destinations of the sum of all hops'
    probabilities.

    Parameters
    ----------
    k : int
        Nodes of each ring.
    n : int
        Number of dimensions.
    options : mapping from str to str
        Option of each choice of :data:`netlemma.derive.performance.latency.models.khonsari_choices.CHOICES`.

    Returns
    -------
    PowerTerms
        Weight of each exponent.

    References
    ----------
    A. Khonsari, M. Ould-Khaoua and J. Ferguson, equations 8 to 11 and 17 to 22.

    Examples
    --------
    >>> from netlemma.derive.performance.latency.models.khonsari import MODEL
    >>> {int(e): str(w) for e, w in blocking_terms(3, 2, MODEL.reading("corrected").options).items()}
    {0: '23/16', 1: '13/16'}
    """
    counts, found = nodes_at(k, n), PowerTerms()
    first = {i: _mean(rows[1]) for i, rows in selectable(k, n, options["weighting"]).items()}
    for i, _, row in _left(k, n, options):
        weight = Fraction(counts[i], sum(counts) - 1) * (i if options["blocking"] == "summed" else 1)
        whole = counts[i] if options["averaging"] == "sum" else 1
        if options["selectable"] == "distribution":
            terms = [(Fraction(m - 1), weight * whole * p) for m, p in enumerate(row) if p]
        else:
            never = n - first[i] if options["selectable"] == "uncrossed" else 0
            terms = [((_mean(row) + never) * whole - 1, weight)]
        for exponent, part in terms:
            found[exponent] = found.get(exponent, Fraction(0)) + part
    return dict(sorted(found.items()))
