"""Equations 16 to 22: dimensions that a message has crossed after h hops, and channels that it can select.

A message makes z_l hops in each of the m dimensions that it needs (m_I in the paper). ``most`` is the greatest number of objects in a
cell whose element of the sets Z, Z' is k; ``element`` and ``others`` are those elements, and ``s`` are the hops in the y dimensions
chosen, of which each index goes up to ``last``.
"""

from derive.claims.khonsari.words import said

_CAPACITY = "the sets Z and Z' are the K of proposition 2, whose cells hold at most k_l - 1 objects"
_MOST = "the sets Z and Z' have the greatest numbers of hops, 'at most the l-th element'"
_DAMAGED = "; Z' has one element for each dimension that is not chosen"
_LIKELY = "; every way to spread the hops counts once"


def _crossed(number: str, y: str, name: str, most: str, reading: str, which: str):
    return said(
        f"crossed.{number}.{which}",
        f"Pass_h^{name}(i)",
        f"Eq. {number}",
        reading + _DAMAGED + _LIKELY,
        y=y,
        last="m - y",
        element="z",
        others="z - 1",
        most=most,
        hops="h - s",
    )


_PASS = tuple(
    _crossed(number, y, name, most, reading, which)
    for number, y, name in (("17", "1", "1"), ("18", "2", "2"), ("19", "0..m", "y"))
    for most, reading, which in (("k - 1", _CAPACITY, "capacity"), ("k", _MOST, "most"))
)

STATEMENTS = (
    said("spread.capacity", "n_(i,h) = N_(0,Z)^(m_I)(h)", "Eq. 16", _CAPACITY, element="z", most="k - 1"),
    said("spread.most", "n_(i,h) = N_(0,Z)^(m_I)(h)", "Eq. 16", _MOST, element="z", most="k"),
    *_PASS,
    said(
        "crossed.paths",
        "the probability that a message has entirely crossed y dimensions",
        "Eq. 19",
        "hops spread in ways that count once each, for a message that takes every shortest path equally likely",
        counted="distributions",
        likely="paths",
    ),
    said(
        "crossed.walk",
        "the probability that a message has entirely crossed y dimensions",
        "Eq. 19",
        "hops spread in ways that count once each, for a message that takes any needed dimension equally likely in each hop",
        counted="distributions",
        likely="walk",
    ),
    said(
        "crossed.elements",
        "I'_i = 0 if i = l_1 or ... or i = l_y, I_i - 1 otherwise; Z' has its non-zero elements",
        "Eq. 20",
        "I'_i is the greatest number of hops in a dimension not crossed; all n dimensions have an element, 0 if they have none",
        chosen="0",
        otherwise="I - 1",
    ),
    said(
        "crossed.all-messages",
        "P_h^y(i) = sum over x = 1..n_i of Pass_h^y(i_x)",
        "Eq. 21",
        "a probability for i-hop messages, Pass being right; total is that sum",
        probability="total",
    ),
    said(
        "channels.crossed",
        "this i-hop message has reached the h-th hop channel (1 <= h < i) along its path",
        "text, before Eq. 10",
        "h takes all these values and no others; channels of the network, that of ejection is none",
        least="1",
        most="i - 1",
    ),
    said(
        "select.crossed",
        "it has already made (i - 1) hops and has crossed, say, y dimensions, (1 <= y <= n)",
        "text, before Eq. 22",
        "hops made when it crosses channel i; y takes all these values and no others, dimensions without hops being crossed",
        made="h - 1",
        least="1",
        most="n",
    ),
    said(
        "select.printed",
        "phi_(h,i) = sum over y = 0..n of (n - y) P_h^y(i)",
        "Eq. 22",
        "P after h hops, as in equations 16 to 21, of the needed dimensions",
        choices="n - y",
        made="h",
        crossed="y",
    ),
    said(
        "select.needed",
        "phi_(h,i) = sum over y = 0..n of (n - y) P_h^y(i)",
        "Eq. 22",
        "P after the h - 1 hops made before channel h, y of the m needed dimensions crossed",
        choices="n - y",
        made="h - 1",
        crossed="y",
    ),
    said(
        "select.all",
        "phi_(h,i) = sum over y = 0..n of (n - y) P_h^y(i)",
        "Eq. 22",
        "P after the h - 1 hops made before channel h, the n - m dimensions without hops counted as crossed",
        choices="n - y",
        made="h - 1",
        crossed="y + n - m",
    ),
)
