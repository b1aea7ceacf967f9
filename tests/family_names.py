"""Families for tests of each of them: networks, and a draw of the named graphs; the other graphs are tested with ``-m long``."""

from collections.abc import Iterable
from typing import Any

import pytest

from netlemma.graphs import families
from tests.turns import drawn

GRAPHS = [name for name, family in families().items() if family.kind == "graph"]
DRAWN = drawn("named graphs", GRAPHS, 5)


def usual(name: str) -> bool:
    """Whether a family is looked at in the usual run where each is tested alone."""
    return name in DRAWN or name not in GRAPHS


def marked(cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Cases whose first part is a family or a product, as parameters of a test; named graphs that are not drawn are for the long run."""
    return [case if usual(case[0]) else pytest.param(*case, marks=pytest.mark.long) for case in cases]
