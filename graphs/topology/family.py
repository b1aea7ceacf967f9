"""Families of networks: a name, parameters with their domain, and a function that builds each size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from operator import index
from typing import Any, Generic, NamedTuple, TypeVar

from graphs.base.errors import SizeError
from graphs.base.limits import fits, refuse_too_large
from graphs.topology.product import Part, build, log_product_sizes
from graphs.topology.ring_structure import RingNetwork
from graphs.topology.structure import Network

Built = TypeVar("Built", bound=Network | RingNetwork)


class Parameter(NamedTuple):
    """A parameter of a family: every integer from ``minimum`` on is legal."""

    name: str
    minimum: int
    meaning: str


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
        Function from the checked parameters to the network.
    log_sizes : Callable
        Function from the parameters, which may be huge, to log10 of the numbers of nodes and of hops; too large a
        network is refused before it is built.
    default_sizes : tuple of Mapping of str to int, optional
        Sizes that are measured by default, the smallest legal ones first.
    """

    name: str
    parameters: tuple[Parameter, ...]
    classes: tuple[str, ...]
    summary: str
    make: Callable[..., Built]
    log_sizes: Callable[..., tuple[float, float]]
    default_sizes: tuple[Mapping[str, int], ...] = ()

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
        """
        values = self.check(parameters)
        self.require_fits(values)
        return self.make(**values)

    def require_fits(self, values: dict[str, Any]) -> None:
        """Check that the network of legal parameters is not too large to build.

        Raises
        ------
        SizeError
            If it is; the message gives the largest legal value of each parameter.
        """
        log_sizes = self.log_sizes(**values)
        refuse_too_large(self.name, values, *log_sizes, advice="" if fits(*log_sizes) else self._advice(values))

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters as integers in the order of the family.

        Raises
        ------
        SizeError
            If a parameter is missing, unknown or outside its domain.
        """
        names = [p.name for p in self.parameters]
        domain = ", ".join(f"{p.name}>={p.minimum}" for p in self.parameters) or "no parameters"
        for name in given:
            if name not in names:
                same = [known for known in names if known.lower() == name.lower()]
                near = same or (get_close_matches(name, names, 1, 0.0) if len(names) > 1 else names)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise SizeError(f"{self.name} has no parameter {name}: it takes {domain}{hint}")
        values = {}
        for p in self.parameters:
            if p.name not in given:
                raise SizeError(f"{self.name} needs {p.name} ({p.meaning}): it takes {domain}")
            try:
                values[p.name] = index(given[p.name])
            except TypeError:
                raise SizeError(f"{p.name}={given[p.name]} is no integer: {self.name} takes {domain}") from None
            if values[p.name] < p.minimum:
                raise SizeError(
                    f"{self.name} has no size {p.name}={values[p.name]}: "
                    f"{p.name} ({p.meaning}) must be at least {p.minimum}"
                )
        return values

    def _advice(self, values: dict[str, Any]) -> str:
        """Largest value of each parameter with the others unchanged."""
        hints = []
        for p in self.parameters:
            if not all(isinstance(v, int) for v in values.values()):
                return ""  # a list of sizes
            others = {k: v for k, v in values.items() if k != p.name}
            low, high = p.minimum - 1, values[p.name]
            while high - low > 1:  # low fits (or is below the domain), high does not
                middle = (low + high) // 2
                low, high = (middle, high) if fits(*self.log_sizes(**others, **{p.name: middle})) else (low, middle)
            if low >= p.minimum:
                at = " at " + " ".join(f"{k}={v}" for k, v in others.items()) if others else ""
                hints.append(f"{p.name}<={low}{at}")
        return ", e.g. " + " or ".join(hints) if hints else ""


class RingFamily(Family[RingNetwork]):
    """Networks of point-to-point rings of one construction: they have ring loads and no visit ratios."""


def product_family(
    name: str,
    parameters: tuple[Parameter, ...],
    factors: Callable[..., Sequence[Part]],
    summary: str,
    default_sizes: Sequence[Mapping[str, int]],
    class_name: str = "",
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
    default_sizes : Sequence of Mapping of str to int
        Sizes that are measured by default.
    class_name : str, default ''
        Class of all devices.

    Returns
    -------
    Family of Network
        The family.
    """

    def make(**values: int) -> Network:
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
    )
