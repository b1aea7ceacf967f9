"""Values of the options of traffic patterns."""

import re
from fractions import Fraction

import numpy as np

from graphs.topology.structure import Network
from graphs.traffic.traffic import TrafficError

RATE = re.compile(r"[0-9]{1,18}(/[0-9]{1,18}|\.[0-9]{1,18})?|\.[0-9]{1,18}")


def exact_rate(text: str) -> Fraction | None:
    """An exact number of a text such as 1/4, 0.25 or 3; None if it is none.

    >>> exact_rate("1/4"), exact_rate("0.1"), exact_rate("-1"), exact_rate("1e5"), exact_rate("1/0")
    (Fraction(1, 4), Fraction(1, 10), None, None, None)
    """
    text = text.strip()
    if not RATE.fullmatch(text) or (text.partition("/")[2].strip("0") == "" and "/" in text):
        return None
    return Fraction(text)


def share_of(text: str, pattern: str) -> Fraction:
    """A share between 0 and 1.

    Parameters
    ----------
    text : str
        Text of the share.
    pattern : str
        Name of the pattern, for messages.

    Returns
    -------
    Fraction
        The share.

    Raises
    ------
    TrafficError
        If the text is no such number.
    """
    share = exact_rate(str(text))
    if share is None or not 0 < share <= 1:
        raise TrafficError(f"share={str(text)[:40]} of {pattern}: a number above 0 and up to 1, such as 1/4")
    return share


def node_numbers(net: Network, text: str, pattern: str) -> np.ndarray:
    """Numbers of nodes that are written with commas.

    Parameters
    ----------
    net : Network
        The network.
    text : str
        The numbers.
    pattern : str
        Name of the pattern, for messages.

    Returns
    -------
    ndarray of int64
        The numbers, none twice.

    Raises
    ------
    TrafficError
        If one is no end of the network, or is given twice.
    """
    words = str(text).split(",")
    for word in words:
        legal = word.isascii() and word.isdigit() and len(word) < 10
        if not legal or int(word) >= net.node_count or not net.is_end[int(word)]:
            raise TrafficError(
                f"nodes={str(text)[:40]} of {pattern}: {word[:20]!r} is no node of {net.title} that gets messages; nodes are numbers "
                f"from 0 to {net.node_count - 1:,}"
            )
    if len(set(map(int, words))) < len(words):
        raise TrafficError(f"nodes={str(text)[:40]} of {pattern}: a node is given twice")
    return np.array(list(map(int, words)), dtype=np.int64)
