"""Families in one table: closed forms with their strength, and values of one network where there is none."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from netlemma.checks.networks.side_by_side import NetworkRow, row
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.typeset.expressions import expression_text
from netlemma.graphs import RingFamily, device_network, families
from netlemma.graphs.base.limits import title

OPEN = "open"  # no closed form for all sizes
ONE_CHANNEL = "deadlock_rank.shortest"  # a lemma that shortest paths need one virtual channel at all sizes
Measured = Callable[[NetworkRow], Any]
COLUMNS: Mapping[str, tuple[tuple[str, ...], Measured]] = {
    "nodes": (("nodes",), lambda r: r.ends),
    "degree": (("degree", "max_degree"), lambda r: r.degree),
    "diameter": (("diameter",), lambda r: r.diameter),
    "mean_distance": (("mean_distance",), lambda r: r.mean_distance),
    "largest_load": (("max_channel_load.uniform",), lambda r: r.load),
    "bisection": (("bisection",), lambda r: r.bisection),
    "fewest_vcs": (("fewest_vcs",), lambda r: r.vcs),
}


@dataclass(frozen=True)
class FamilyEntry:
    """One quantity of a family.

    Parameters
    ----------
    closed_form : str or None
        Closed form for all sizes; None if there is none.
    strength : str
        Strength of its proof, or ``open``.
    value : int, Fraction, Bounded or None
        Value at the size of the row; None if it was not measured.
    lemma : str, default ''
        Key of the lemma with the closed form, "" if there is none.
    """

    closed_form: str | None
    strength: str
    value: Any
    lemma: str = ""

    def __str__(self) -> str:
        """The closed form or the value, with the strength.

        >>> str(FamilyEntry("n - 1", "argued", 3)), str(FamilyEntry(None, OPEN, "2..3"))
        ('n - 1 (argued)', '2..3 (open)')
        """
        if self.closed_form is None and self.value is None:
            return OPEN
        return f"{self.value if self.closed_form is None else self.closed_form} ({self.strength})"


@dataclass(frozen=True)
class FamilyRow:
    """A family of devices, with a size and the entries of :data:`COLUMNS`."""

    name: str
    size: Mapping[str, Any]
    entries: Mapping[str, FamilyEntry]

    def as_json(self) -> dict[str, Any]:
        """Name, size and texts of the entries."""
        return {
            "name": self.name,
            "size": title("", self.size).strip(),
            **{n: str(each) for n, each in self.entries.items()},
        }


def family_table(
    size_of: Callable[[str], Mapping[str, Any] | None],
    containing: str = "",
    progress: Callable[[str], None] | None = None,
) -> list[FamilyRow]:
    """The rows of all families of devices, each measured at one size; named graphs only if they are asked for.

    Parameters
    ----------
    size_of : callable
        Function from the name of a family to the size of its row.
    containing : str, default ''
        Only families with this text in their names.
    progress : callable, optional
        Called with a line of text before each family.

    Returns
    -------
    list of FamilyRow
        Rows by name.
    """
    shown = {
        family.name: size
        for family in families().values()
        if containing.lower() in family.name
        and (containing or family.kind != "graph")
        and not isinstance(family, RingFamily)
        and (size := size_of(family.name)) is not None
    }
    rows: list[FamilyRow] = []
    for name, size in shown.items():
        if progress:
            progress(f"{len(rows)} of {len(shown)} families: {name}")
        rows.append(family_row(name, size))
    return rows


def family_row(name: str, size: Mapping[str, Any]) -> FamilyRow:
    """The row of a family of devices.

    Parameters
    ----------
    name : str
        Name of the family.
    size : mapping from str to object
        Sizes of the measured network.

    Returns
    -------
    FamilyRow
        Its row.

    Examples
    --------
    >>> str(family_row("hypercube", {"n": 3}).entries["diameter"])
    'n (proved)'
    """
    known, measured, there = set(keys()), row(device_network(name, **size)), families()[name].in_formulas(size)
    found = {column: _lemma(name, names, known) for column, (names, _) in COLUMNS.items()}
    entries = {column: _entry(found[column], there, value(measured)) for column, (_, value) in COLUMNS.items()}
    if f"{name}.{ONE_CHANNEL}" in known:
        free = lemma(f"{name}.{ONE_CHANNEL}")
        entries["fewest_vcs"] = FamilyEntry("1", free.strength, measured.vcs, free.key)
    nodes = next((each.definition.node_count for each in found.values() if each and each.definition.node_count), None)
    if found["nodes"] is None and nodes is not None:
        entries["nodes"] = FamilyEntry(expression_text(nodes), "by definition", measured.ends)
    return FamilyRow(name, size, entries)


def _lemma(family: str, names: Iterable[str], known: set[str]) -> Lemma | None:
    return next((lemma(key) for name in names if (key := f"{family}.{name}") in known), None)


def _entry(found: Lemma | None, size: Mapping[str, int], value: Any) -> FamilyEntry:
    if found is None or not found.domain.contains({name: size[name] for name in found.domain.names if name in size}):
        return FamilyEntry(None, OPEN, value)
    return FamilyEntry(expression_text(found.closed_form), found.strength, value, found.key)
