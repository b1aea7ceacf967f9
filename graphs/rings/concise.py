"""A family's own routing: a rule that knows the construction, as the paper's function of source, node, target and last link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Rule = Callable[[int, int, int, "int | None"], int]


@dataclass(frozen=True)
class Concise:
    """A routing that a construction brings with it.

    Parameters
    ----------
    words : what the rule is, in one line.
    next_link : the rule: function from (source, node, target, link by which the packet came, None at the source) to the
        number of the link that the packet takes next; not asked at the target.
    """

    words: str
    next_link: Rule
