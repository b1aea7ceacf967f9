"""Families of networks: a name, parameters with their domain, a function that builds each size, and the numbers that
follow from the definition.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from netlemma.base.names import spelled_like
from netlemma.base.synonyms import FORMER
from netlemma.errors import NetworkError, SizeError
from netlemma.graphs.base.limits import fits, refuse_too_large, title
from netlemma.graphs.topology.product import HUGE, Part, build, log_product_sizes
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.topology.structure import ExplicitNetwork, Network, devices_at

# Numbers that follow from the definition of a family, and the networks built compared with them.


def counted(net: Network) -> dict[str, int]:
    """The numbers with which a definition is compared.

    >>> from netlemma.graphs import network
    >>> counted(network("mesh", k=3, n=2))
    {'nodes': 9, 'links': 12, 'ends': 9, 'least_degree': 2, 'degree': 4}
    """
    degrees = devices_at(net)
    return {
        "nodes": net.node_count,
        "links": net.device_count,
        "ends": len(net.ends),
        "least_degree": int(degrees.min()),
        "degree": int(degrees.max()),
    }


def require_facts(net: Network, facts: Mapping[str, int]) -> None:
    """Check a network against its definition."""
    found = counted(net)
    wrong = [
        f"{found[name]} {name.replace('_', ' ')} instead of {value}"
        for name, value in facts.items()
        if found[name] != value
    ]
    if wrong:
        raise NetworkError(f"the construction of {net.title} is wrong, please report it: it has {', '.join(wrong)}")


# Families of networks: a name, parameters with their domain, and a function that builds each size.


Built = TypeVar("Built", bound=ExplicitNetwork)


class Parameter(NamedTuple):
    """A parameter of a family: every integer from ``minimum`` on is legal, or each of several words.

    Parameters
    ----------
    name : str
        Its name.
    minimum : int
        The least legal number, or the least of a list.
    meaning : str
        What it says.
    many : int, default 0
        0 for one value; for a list of numbers, how many of them formulas take, as sizes of their own: ``S_1``, ``S_2``.
    words : tuple of str, default ()
        Legal words, if it is no number.
    default : int or str, optional
        Value if it is left out; None if it has to be given.
    optional : bool, default False
        Whether networks without it are of the family, too, and have no value of it; lemmas are about these.
    """

    name: str
    minimum: int
    meaning: str
    many: int = 0
    words: tuple[str, ...] = ()
    default: int | str | None = None
    optional: bool = False

    @property
    def needed(self) -> bool:
        """Whether it has to be given."""
        return self.default is None and not self.optional

    @property
    def domain(self) -> str:
        """Its name and legal values, as in ``w>=2``, ``S=3,4,.. (each >=2)`` or ``kind=one|two``."""
        if self.words:
            return f"{self.name}={'|'.join(self.words)}"
        if self.optional:
            return f"{self.name}>={self.minimum} (optional)"
        return f"{self.name}=3,4,.. (each >={self.minimum})" if self.many else f"{self.name}>={self.minimum}"

    @property
    def legal(self) -> str:
        """Its legal values in words."""
        if self.words:
            return f"one of {'|'.join(self.words)}"
        return f">= {self.minimum}" + (" each, a list with commas" if self.many else "")

    @property
    def entries(self) -> tuple[str, ...]:
        """Names of the numbers of a list in formulas."""
        return tuple(f"{self.name}_{j}" for j in range(1, self.many + 1))

    def read(self, family: str, given: Any) -> Any:
        """The value that a user gives: an integer, a tuple of integers, or a word.

        Parameters
        ----------
        family : str
            Name of the family.
        given : object
            What the user gives.

        Returns
        -------
        int, str or tuple of int
            The legal value.

        Raises
        ------
        SizeError
            If it is not a legal value.
        """
        if self.words:
            if given not in self.words:
                raise SizeError(f"{family} has no {self.name}={given}: it takes {self.domain}")
            return given
        if self.many:
            every = given if isinstance(given, (tuple, list)) else (given,)
            if not every:
                raise SizeError(f"{self.name} is an empty list: {family} takes {self.domain}")
            return tuple(self._number(family, each) for each in every)
        return self._number(family, given)

    def _number(self, family: str, given: Any) -> int:
        try:
            value = index(given)
        except TypeError:
            raise SizeError(f"{self.name}={given} is no integer: {family} takes {self.domain}") from None
        if value < self.minimum:
            raise SizeError(
                f"{family} has no size {self.name}={value}: "
                f"{self.name} ({self.meaning}) must be at least {self.minimum}"
            )
        return value


@dataclass(frozen=True)
class Family(Generic[Built]):
    """Networks of one construction, all of devices (:class:`Network`) or all of rings (:class:`RingFamily`).

    Parameters
    ----------
    name : str
        Name as on the command line.
    parameters : tuple of Parameter
        Parameters with their domains.
    classes : tuple of str
        Names of the classes of devices.
    summary : str
        Description in one line.
    make : Callable
        Function from the checked parameters to the network, which gets the name of the family if it has none.
    log_sizes : Callable
        Function from the parameters, which may be huge, to log10 of the numbers of nodes and of hops; too large a
        network is refused before it is built.
    default_sizes : tuple of Mapping of str to object, optional
        Sizes that are measured by default, the smallest legal ones first.
    illegal : Callable, optional
        Function from the parameters, each within its own domain, to what is wrong with all of them together: a sentence
        that says which are legal, or "".
    facts : Callable, optional
        Function from the parameters to numbers that follow from the definition, with which every network that is built
        is compared, see :func:`netlemma.graphs.topology.family.require_facts`.
    other_name : str, default ''
        Another usual name of the family.
    kind : str, default 'network'
        What it belongs to in listings: ``network``, or ``graph`` for the named graphs of graph theory.
    """

    name: str
    parameters: tuple[Parameter, ...]
    classes: tuple[str, ...]
    summary: str
    make: Callable[..., Built]
    log_sizes: Callable[..., tuple[float, float]]
    default_sizes: tuple[Mapping[str, Any], ...] = ()
    illegal: Callable[..., str] | None = None
    facts: Callable[..., Mapping[str, int]] | None = None
    other_name: str = ""
    kind: str = "network"

    has_channels: ClassVar[bool] = True  # of its networks, see ExplicitNetwork

    def build(self, **parameters: Any) -> Built:
        """The network of this size.

        Parameters
        ----------
        **parameters : object
            Value of each parameter.

        Raises
        ------
        SizeError
            If a parameter is missing, unknown or outside its domain, or the network would be too large.
        NetworkError
            If the network made is not what its definition says, by a mistake of netlemma's own.
        """
        values = self.check(parameters)
        self.require_fits(values)
        net = self.make(**values)
        net = net if net.family else net.named(self.name, values)
        if self.facts is not None:
            require_facts(net.require_channels(": facts are compared for networks of channels"), self.facts(**values))
        return net

    def require_fits(self, values: dict[str, Any]) -> None:
        """Check that the network of legal parameters is not too large to build.

        Raises
        ------
        SizeError
            If it is; the message gives the largest legal value of each parameter.
        """
        log_sizes = self.log_sizes(**values)
        refuse_too_large(self.name, values, *log_sizes, advice="" if fits(*log_sizes) else self._advice(values))

    def joined(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Sizes with the entries of lists, as formulas name them, joined to the lists.

        Later entries of 1 are left out where a list has none: a dimension of one switch is no dimension.

        Parameters
        ----------
        given : mapping from str to object
            Sizes.

        Returns
        -------
        dict from str to object
            Sizes by the names of the family.

        Examples
        --------
        >>> from netlemma.graphs.families import families
        >>> families()["hyperx"].joined({"S_1": 3, "S_2": 4, "S_3": 1, "T": 2})
        {'S': (3, 4), 'T': 2}
        """
        found = dict(given)
        for p in self.parameters:
            if p.many and p.name not in given and p.entries[0] in given:
                every = [found.pop(entry) for entry in p.entries if entry in found]
                found = {p.name: tuple(x for j, x in enumerate(every) if not j or x != 1 or p.minimum == 1), **found}
        return found

    def in_formulas(self, size: Mapping[str, Any]) -> dict[str, int]:
        """A legal size as formulas take it: the entries of lists, and no words; the converse of :meth:`joined`.

        Parameters
        ----------
        size : mapping from str to object
            Legal size.

        Returns
        -------
        dict from str to int
            Numbers by name; a list that is too long is left out.

        Examples
        --------
        >>> from netlemma.graphs.families import families
        >>> families()["hyperx"].in_formulas({"S": (3, 4), "T": 2})
        {'S_1': 3, 'S_2': 4, 'S_3': 1, 'T': 2}
        """
        found: dict[str, int] = {}
        for p in self.parameters:
            value = size.get(p.name)
            if p.many and value is not None and len(value) <= p.many:
                spare = (1,) * (p.many - len(value)) if p.minimum > 1 else ()
                found |= zip(p.entries, (*value, *spare), strict=False)
            elif isinstance(value, int):
                found[p.name] = value
        return found

    def of_entries(self, many: int) -> Self:
        """The family with as many numbers in each list as sizes of their own; its networks are those of the family.

        Parameters
        ----------
        many : int
            How many.

        Returns
        -------
        Family
            The family, which is named by them, such as ``hyperx-4``.
        """

        def make(**values: Any) -> Built:
            return self.make(**values).named(self.name, values)

        parameters = tuple(p._replace(many=many) if p.many else p for p in self.parameters)
        sizes = tuple(
            size for size in self.default_sizes if all(len(size[p.name]) == many for p in self.parameters if p.many)
        )
        return replace(self, name=f"{self.name}-{many}", parameters=parameters, make=make, default_sizes=sizes)

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The legal values of all parameters in the order of the family.

        Raises
        ------
        SizeError
            If a parameter is missing, unknown or outside its domain.
        """
        given = self.joined(given)
        names = [p.name for p in self.parameters]
        domain = ", ".join(p.domain for p in self.parameters) or "no parameters"
        for name in given:
            if name not in names:
                near = spelled_like(name, names) if len(names) > 1 else names
                meanings = ", ".join(f"{p.name}: {p.meaning}" for p in self.parameters)
                hint = f"; did you mean {near[0]}?" if near else f" ({meanings})" if names else ""
                if self.name in FORMER and name in ("f", "r"):
                    hint = f"; the rings of Johnson and Goodman with size {name} are {FORMER[self.name]}"
                raise SizeError(f"{self.name} has no parameter {name}: it takes {domain}{hint}")
        values = {}
        for p in self.parameters:
            value = given.get(p.name, p.default)
            if value is None and p.optional:
                continue
            if value is None:
                raise SizeError(f"{self.name} needs {p.name} ({p.meaning}): it takes {domain}")
            values[p.name] = p.read(self.name, value)
        if self.illegal is not None and (wrong := self.illegal(**values)):
            raise SizeError(f"{self.name} has no size {title('', values).strip()}: {wrong}")
        return values

    def _advice(self, values: dict[str, Any]) -> str:
        """Largest value of each parameter with the others unchanged."""
        hints = []
        for p in self.parameters:
            if not all(isinstance(v, int) for v in values.values()) or self.illegal is not None:
                return ""  # not every number is legal
            others = {k: v for k, v in values.items() if k != p.name}
            low, high = p.minimum - 1, min(values[p.name], HUGE)
            while high - low > 1:  # low fits (or is below the domain), high does not
                middle = (low + high) // 2
                low, high = (middle, high) if fits(*self.log_sizes(**others, **{p.name: middle})) else (low, middle)
            if low >= p.minimum:
                at = title(" at", others) if others else ""
                hints.append(f"{p.name}<={low}{at}")
        return ", e.g. " + " or ".join(hints) if hints else ""


class RingFamily(Family[RingNetwork]):
    """Networks of point-to-point rings of one construction: they have ring loads and no visit ratios."""

    has_channels = False


def product_family(
    name: str,
    parameters: tuple[Parameter, ...],
    factors: Callable[..., Sequence[Part]],
    summary: str,
    default_sizes: Sequence[Mapping[str, Any]],
    class_name: str = "",
    **options: Any,
) -> Family[Network]:
    """A family of Cartesian products.

    All devices are in the class ``class_name``; without it, there is one class for each dimension.

    Parameters
    ----------
    name : str
        Name of the family.
    parameters : tuple of Parameter
        Parameters with their domains.
    factors : Callable
        Function from the parameters to (factor, size, exponent) of each factor.
    summary : str
        Description in one line.
    default_sizes : Sequence of Mapping of str to object
        Sizes that are measured by default.
    class_name : str, default ''
        Class of all devices.
    **options : object
        Further fields of the family: ``other_name``, ``kind``.

    Returns
    -------
    Family of Network
        The family.
    """

    def make(**values: Any) -> Network:
        namer = (lambda d: class_name) if class_name else "dimension-{}".format
        return build(factors(**values), family=name, parameters=values, class_names=namer)

    return Family(
        name,
        parameters,
        (class_name or "dimension-i",),
        summary,
        make,
        lambda **v: log_product_sizes(factors(**v)),
        tuple(default_sizes),
        **options,
    )
