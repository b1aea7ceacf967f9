"""Default comparison sizes of lemmas.

They are small; where a closed form has cases, they include each case and its edges. For a long finite sum they continue
beyond the largest measured networks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from netlemma.checks.base.inputs import InputError
from netlemma.checks.base.sizes import grid
from netlemma.checks.lemmas.further_sizes import first_sizes, further_sizes, told_apart
from netlemma.checks.lemmas.subject import subject
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.graphs import Family, RingFamily, families
from netlemma.graphs.base.limits import require, title
from netlemma.graphs.topology.symmetry import orbits

SIZES, FEWEST = 24, 10
LARGEST_NETWORK = (
    2**20
)  # nodes, where one parameter makes a family grow fast, 20 sizes are wanted and all nodes are alike
LARGEST_HOPS = 2**22  # of such a network
LARGEST_USUAL = 1100  # nodes, where there are parameters enough for many small sizes
LARGEST_MATCHED = 100  # nodes, where sources are matched with destinations
LARGEST_PERMUTED = 7  # nodes, where all permutations are tried
LARGEST_TRAFFIC = 256  # nodes, where the loads of directed channels are counted
LARGEST_RELATION = 170  # nodes, where routes are followed relation by relation
LEAST_VALUES = 8  # of each parameter, as far as networks with the others at their smallest have this many nodes:
LARGEST_LONG = 2100
LARGEST_AT_EDGE = 2**13  # nodes, where a case of a closed form begins, or one parameter is enough and nodes differ
EXTRA_VALUES = 10
# of Python's integers; the numbers of a table are half as long as the longest
BYTES_OF_INTEGER, BYTES_BY_DIGIT = (40, 0.415)
LARGEST_CUT = 36  # nodes, where all halves are searched through
FAST_ROUTINGS = ("shortest", "dimension-order", "concise", "general")


def default_sizes(found: Lemma, most: int = SIZES) -> list[dict[str, int]]:
    """The smallest sizes of a lemma, and some in each case of its closed form.

    Networks are chosen first, then a few values of the other parameters (a distance, a position).

    Parameters
    ----------
    found : Lemma
        Lemma.
    most : int, default SIZES
        Largest number of usual networks.

    Returns
    -------
    list of dict from str to int
        Sizes by parameter name.
    """
    built = found.measured.network
    networks = Domain(tuple(p for p in found.domain.parameters if p.name in built))
    extras = [p for p in found.domain.parameters if p.name not in built]
    first, largest = found.measured.routings[0], largest_measured(found)
    if first in FAST_ROUTINGS and largest == LARGEST_USUAL and len(found.domain.parameters) == 1:
        named = families().get(found.measured.subject)
        if named is None or named.kind == "network":  # few named graphs have nodes that are all alike
            small = networks.sizes(most, lambda size: _nodes(found, size, extras) <= largest)
            *_, last = (size for size in small if subject(found.measured.subject).is_legal(size))
            alike = _nodes_alike(found.measured.subject, tuple(last.items()))
            largest = LARGEST_NETWORK if alike else LARGEST_AT_EDGE
    chosen: list[dict[str, int]] = []
    fits = lambda size: _nodes(found, size, extras) <= largest and (largest < LARGEST_NETWORK or _is_quick(found, size))  # noqa: E731
    usual = list(networks.sizes(most, fits))
    symbols = {p.symbol for p in networks.parameters}
    about = tuple(relation for relation in found.domain.relations if relation.free_symbols <= symbols)
    allowed = replace(networks, relations=about, legal=None if extras else found.domain.legal)
    if sum(map(allowed.contains, usual)) < FEWEST <= most:  # few sizes are legal
        usual = list(allowed.sizes(FEWEST, fits))
    if not extras and most >= SIZES and found.fast is None:
        usual += further_sizes(found, usual, min(largest, LARGEST_TRAFFIC))
    if most >= SIZES and first in FAST_ROUTINGS and found.measured.quantity not in ("bisection", "deadlock_rank"):
        usual += _long_sizes(found, networks, extras, usual)
        usual += _edge_sizes(found, networks, extras, usual)
        if not extras and found.fast is None:
            usual += map(dict, told_apart(found.closed_form, found.domain, usual, fits))
    for size in usual:
        values = sorted(product(*(range(p.minimum, p.minimum + EXTRA_VALUES) for p in extras)), key=sum)
        candidates = ({**size, **dict(zip((p.name for p in extras), rest, strict=True))} for rest in values)
        legal = list(filter(found.domain.contains, candidates))
        chosen += legal[:EXTRA_VALUES]
        if len(extras) > 1:  # the smallest sums leave each of them small
            chosen += legal[EXTRA_VALUES :: max(1, len(legal) // EXTRA_VALUES)]
    return chosen


def _is_quick(found: Lemma, size: Size) -> bool:
    """Whether the explicit network of a size is a product, whose factors are measured, or has few hops."""
    about = subject(found.measured.subject)
    if not isinstance(about.kind, Family) or isinstance(about.kind, RingFamily) or not about.is_legal(size):
        return True
    sizes = about.kind.log_sizes(**about.kind.check(size))
    return 10 ** sizes[1] <= LARGEST_HOPS or bool(about.network(next(found.domain.sizes(1))).factors)


@cache
def _nodes_alike(text: str, size: tuple[tuple[str, int], ...]) -> bool:
    """Whether one source stands for all nodes of a network, by its checked symmetries; networks of rings are small."""
    return isinstance(subject(text).kind, RingFamily) or len(orbits(subject(text).network(dict(size))).sources) == 1


def largest_measured(found: Lemma) -> int:
    """The most nodes of networks on which a lemma is compared with measurements unasked.

    Parameters
    ----------
    found : Lemma
        Lemma.

    Returns
    -------
    int
        Number of nodes.
    """
    first, quantity = found.measured.routings[0], found.measured.quantity
    if quantity == "bisection":
        return LARGEST_CUT
    if quantity == "average":
        return LARGEST_PERMUTED
    if "worst_case" in quantity or first.startswith("valiant"):
        return LARGEST_MATCHED
    if quantity == "deadlock_rank" and first == "shortest":
        return LARGEST_RELATION
    if first in FAST_ROUTINGS:
        return LARGEST_USUAL
    usual_traffic = LARGEST_USUAL if len(found.domain.parameters) == 1 else LARGEST_TRAFFIC
    return usual_traffic if first.partition(" ")[0] in FAST_ROUTINGS else LARGEST_RELATION


def _nodes(found: Lemma, size: Size, extras: Sequence) -> int:
    return found.definition.nodes({**size, **{p.name: p.minimum for p in extras}})


def _long_sizes(found: Lemma, networks: Domain, extras: Sequence, usual: Sequence[Size]) -> list[dict[str, int]]:
    """For a long finite sum, which has terms of other kinds at larger sizes: one parameter larger than in the usual sizes,
    the others as small as can be, until it has taken enough values."""
    if found.fast is None:
        return []
    smallest = {p.name: p.minimum for p in networks.parameters}
    chosen = []
    for p in networks.parameters:
        reached = max((size[p.name] for size in usual), default=p.minimum)
        for value in range(reached + 1, p.minimum + LEAST_VALUES):
            size = {**smallest, p.name: value}
            if networks.contains(size) and _nodes(found, size, extras) <= LARGEST_LONG:
                chosen.append(size)
    return chosen


def _edge_sizes(found: Lemma, networks: Domain, extras: Sequence, usual: Sequence[Size]) -> list[dict[str, int]]:
    """The first network in each case of a closed form, those next to it, and the first one whose sizes are all above 1 and their
    minima, as far as they are not among the usual ones.

    A case that one size is in is so compared there, and its condition on both sides of each edge. Long finite sums have
    :func:`case_sizes`.
    """
    if found.fast is not None:
        return []
    chosen: list[dict[str, int]] = []
    for first in first_sizes(found.closed_form, found.domain).values():
        here = {name: first[name] for name in networks.names}
        chosen += [here, *({**here, name: here[name] + step} for step in (-1, 1) for name in here)]
    above = first_sizes(found.closed_form, found.domain, above=True).values() if extras else ()
    chosen += [{name: first[name] for name in networks.names} for first in above]
    fits = lambda size: networks.contains(size) and _nodes(found, size, extras) <= LARGEST_AT_EDGE  # noqa: E731
    return [size for n, size in enumerate(chosen) if size not in usual and size not in chosen[:n] and fits(size)]


def chosen_sizes(found: Lemma, wanted: Mapping[str, Sequence[int]] | None) -> list[dict[str, int]]:
    """The sizes that a user asked for, as far as they are in the domain; other parameters take default values.

    Parameters
    ----------
    found : Lemma
        Lemma.
    wanted : mapping from str to sequence of int or None
        Values by parameter name; the default sizes if None.

    Returns
    -------
    list of dict from str to int
        Sizes by parameter name.

    Raises
    ------
    InputError
        If none of the sizes is in the domain.
    """
    if wanted is None:
        return default_sizes(found)
    mentioned = {name: values for name, values in wanted.items() if name in found.domain.names}
    missing = [p for p in found.domain.parameters if p.name not in mentioned]
    for p in missing:
        mentioned[p.name] = range(p.minimum, p.minimum + (EXTRA_VALUES if p.name not in found.measured.network else 4))
    sizes = [
        size for size in grid({name: mentioned[name] for name in found.domain.names}) if found.domain.contains(size)
    ]
    if not sizes:
        raise InputError(f"{found.key}: none of the sizes is in the domain {found.domain.describe()}")
    return sizes


def require_value(found: Lemma, size: Size) -> None:
    """Check that the closed form of a lemma can be evaluated at a size, by an estimate of its tables.

    Parameters
    ----------
    found : Lemma
        Lemma.
    size : mapping from str to int
        Size of the network, by parameter name.

    Raises
    ------
    SizeError
        If it takes too long or too much memory.
    """
    if found.tables is None:
        return
    numbers, kept = found.tables(size)
    text = found.measured.subject
    longest = subject(text).log_nodes({name: size[name] for name in found.measured.network}) * BYTES_BY_DIGIT
    require("tables", title(text, size), numbers, kept=kept * (BYTES_OF_INTEGER + longest / 2))
