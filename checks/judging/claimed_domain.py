"""The sizes that a claim is about: the domain of its quantity, its condition, and the sizes that it names."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from random import Random

import sympy

from netlemma.checks.base.inputs import InputError, nearest
from netlemma.checks.base.sizes import grid
from netlemma.checks.formula.condition import Condition
from netlemma.checks.judging.truth import Truth
from netlemma.checks.lemmas.further_sizes import LARGEST_TERM_BY_TERM, first_sizes
from netlemma.derive.core.domain import Size

TRIED = 48
SEARCHED = 4000
FURTHER = 200
SPREAD = 4  # powers of two that parameters exceed their minima by
MOST_NEAR = 16  # values near the numbers of a formula that two parameters have together
MOST_WHOLE = 2000  # sizes of a finite domain that is enumerated whole


@dataclass(frozen=True)
class ClaimedDomain:
    """The sizes that a claim is about.

    Parameters
    ----------
    truth : Truth
        Quantity of the claim.
    where : Condition or None, optional
        Condition of the claim.
    only : mapping from str to sequence of int or None, optional
        The only values of some sizes.
    """

    truth: Truth
    where: Condition | None = None
    only: Mapping[str, Sequence[int]] | None = None

    def __post_init__(self) -> None:
        names = self.truth.names
        if self.where:
            self.where.require_names(names)
        require_sizes(self.truth, self.only)

    def contains(self, size: Size) -> bool:
        """Whether the claim is about a size of the quantity's domain."""
        if self.only and any(size[name] not in values for name, values in self.only.items()):
            return False
        return self.where is None or self.where.holds(size)

    @property
    def text(self) -> str:
        """The domain in one line, as in ``w >= 2, D >= 1, w even``."""
        parts = [self.truth.domain.describe()] if not self.truth.open_domain else [", ".join(self.truth.names)]
        parts += [f"{name} in {', '.join(map(str, values))}" for name, values in (self.only or {}).items()]
        return ", ".join(filter(None, [*parts, str(self.where or "")]))

    @property
    def condition(self) -> sympy.Basic:
        """The domain in symbols, as far as it has a symbolic form; what is left out only makes proof harder."""
        known = list(self.truth.domain.relations)
        if self.where:
            with suppress(InputError):
                known.append(self.where.to_sympy(self.truth.symbols))
        return sympy.And(*known)

    def whole(self) -> list[dict[str, int]] | None:
        """All sizes of a finite domain, the smallest first; None if it is infinite, too large or not seen to be finite."""
        bounds = self.where.bounds() if self.where else {}
        values: dict[str, Sequence[int]] = {}
        for p in self.truth.domain.parameters:
            low, high = bounds.get(p.name, (None, None))
            if self.only and p.name in self.only:
                values[p.name] = self.only[p.name]
            elif high is None or (low is None and self.truth.open_domain):
                return None
            else:
                values[p.name] = range(max(p.minimum, low or p.minimum), high + 1)
        if math.prod(map(len, values.values())) > MOST_WHOLE:
            return None
        return [size for size in grid(values) if self.truth.domain.contains(size) and self.contains(size)]

    def first(self, most: int = TRIED) -> list[dict[str, int]]:
        """The smallest sizes of the domain whose networks are small; those of an open domain are not known."""
        if self.truth.open_domain:
            return []
        return list(islice(filter(self.contains, self._legal()), most))

    def beyond(self, most: int = TRIED) -> list[dict[str, int]]:
        """The smallest legal sizes that the claim is not about."""
        if self.truth.open_domain or not (self.where or self.only):
            return []
        return list(islice((size for size in self._legal() if not self.contains(size)), most))

    def further(self, most: int = FURTHER, numbers: Sequence[int] = ()) -> list[dict[str, int]]:
        """Sizes that are compared with the closed form alone, without a network: the smallest ones, however large their
        networks are, some that are spread, and the first in each case of the closed form.

        Parameters
        ----------
        most : int, default FURTHER
            Largest number of the smallest ones, and of those that are spread.
        numbers : sequence of int, default ()
            Numbers of a formula, near which its cases may change: sizes that have them, one less and one more.

        Returns
        -------
        list of dict from str to int
            Sizes, the smallest first; none without a closed form.
        """
        truth = self.truth
        if truth.closed is None:
            return []
        bound = LARGEST_TERM_BY_TERM if truth.lemma and truth.lemma.fast else math.inf

        def counted(size: Size, most: float = bound) -> bool:
            nodes = truth.nodes(size)
            return nodes <= most and nodes < math.inf

        legal = truth.domain.sizes(SEARCHED, counted)
        edges = list(first_sizes(truth.closed, truth.domain).values())
        smallest = islice(filter(self.contains, legal), most)
        near = sorted({number + by for number in numbers for by in (-1, 0, 1)})
        small = {p.name: [p.minimum, p.minimum + 1] for p in truth.domain.parameters}
        beside = [grid({**small, name: near}) for name in small] if numbers else []
        if near and len(small) == 2:
            beside.append(grid(dict.fromkeys(small, near if len(near) < MOST_NEAR else list(numbers))))
        inside = lambda size: truth.domain.contains(size) and self.contains(size)  # noqa: E731
        edges = [size for size in edges if inside(size) and counted(size)]
        edges += [size for sizes in beside for size in sizes if inside(size) and counted(size, min(bound, 1e300))]
        return by_size([*smallest, *islice(self._spread(bound), most), *edges])

    def _spread(self, bound: float) -> Iterator[dict[str, int]]:
        """Legal sizes at random, always the same ones: some parameters near their minima, others larger."""
        truth, chance = self.truth, Random(1)
        for _ in range(SEARCHED):
            size = {
                p.name: p.minimum + chance.randrange(2 ** chance.randint(0, SPREAD)) for p in truth.domain.parameters
            }
            if truth.nodes(size) <= bound and truth.domain.contains(size) and self.contains(size):
                yield size

    def _legal(self) -> Iterator[dict[str, int]]:
        return self.truth.domain.sizes(SEARCHED, lambda size: self.truth.nodes(size) <= self.truth.largest)


def require_sizes(truth: Truth, sizes: Mapping[str, Sequence[int]] | None) -> None:
    """Check that sizes are named as those of a quantity.

    Parameters
    ----------
    truth : Truth
        Quantity.
    sizes : mapping from str to sequence of int or None
        Values by name.

    Raises
    ------
    InputError
        For another name.
    """
    names = truth.names
    for name in sizes or ():
        if name not in names:
            what = f"it has {', '.join(names)}" if names else "it is a network of one size"
            raise InputError(f"{truth.source.title} has no size {name!r}{nearest(name, names)}; {what}")


def given_sizes(domain: ClaimedDomain, wanted: Mapping[str, Sequence[int]] | None) -> list[dict[str, int]]:
    """The sizes at which a user wants a claim to be tried; sizes that are not mentioned take a few small values.

    Parameters
    ----------
    domain : ClaimedDomain
        Domain of the claim.
    wanted : mapping from str to sequence of int or None
        Values by name.

    Returns
    -------
    list of dict from str to int
        Sizes of the domain, the smallest first; none if nothing is wanted.

    Raises
    ------
    InputError
        For an unknown name, a size that is needed and not given, or if none of the sizes is in the domain.
    """
    truth = domain.truth
    require_sizes(truth, wanted)
    if not wanted and not truth.open_domain:
        return []
    values = dict(wanted or {})
    defaults = truth.source.defaults
    for p in truth.domain.parameters:
        if p.name in values:
            continue
        if p.name in defaults:
            values[p.name] = [defaults[p.name]]
        elif truth.open_domain and p.name in truth.source.parameters:
            needed = domain.whole()
            if needed:
                return needed
            raise InputError(f"{truth.source.title} needs values of {p.name}: give them, such as --sizes {p.name}=2..9")
        else:
            values[p.name] = range(p.minimum, p.minimum + USUAL_VALUES)
    legal = [
        size for size in grid({p.name: values[p.name] for p in truth.domain.parameters}) if truth.domain.contains(size)
    ]
    if not legal:
        raise InputError(f"{truth.key}: none of the sizes is in the domain {truth.domain.describe()}")
    return list(filter(domain.contains, legal))


USUAL_VALUES = 4


def by_size(sizes: Iterable[Size]) -> list[dict[str, int]]:
    """Sizes without repetition, in order of their sum."""
    different = {tuple(size.items()): dict(size) for size in sizes}
    return sorted(different.values(), key=lambda size: (sum(size.values()), tuple(size.values())))


def size_text(size: Mapping[str, object]) -> str:
    """A size as users write it.

    >>> size_text({"w": 3, "D": 1})
    'w=3 D=1'
    """
    return " ".join(f"{name}={value}" for name, value in size.items())
