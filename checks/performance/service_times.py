"""Service times as users write them: one for processors, one for links, or one for each class of devices."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from netlemma.checks.base.inputs import InputError, nearest, positive_number, quoted_text
from netlemma.derive.performance.bounds.asymptotic_bounds import PROCESSOR


def service_time(text: str, what: str) -> Fraction:
    """Read a service time exactly.

    Parameters
    ----------
    text : str
        Positive rational number, such as 3/2 or 0.1.
    what : str
        Name of the option, for the error text.

    Returns
    -------
    Fraction
        Service time.

    Raises
    ------
    InputError
        For any other text.

    Examples
    --------
    >>> service_time("3/2", "--s-pe"), service_time("0.1", "--s-pe")
    (Fraction(3, 2), Fraction(1, 10))
    >>> service_time("0", "--s-pe")
    Traceback (most recent call last):
        ...
    netlemma.graphs.base.errors.InputError: --s-pe is '0'; a service time must be positive
    """
    return positive_number(text, what, "a service time")


@dataclass(frozen=True)
class ServiceTimes:
    """Service times of processors, of links, and of link classes with their own service time."""

    processor: Fraction = Fraction(1)
    link: Fraction = Fraction(1)
    classes: Mapping[str, Fraction] = field(default_factory=dict)

    def of(self, name: str) -> Fraction:
        """The service time of a class."""
        return self.processor if name == PROCESSOR else self.classes.get(name, self.link)

    def require(self, known: Iterable[str]) -> None:
        """Check that every class with its own service time is one of the known classes.

        Raises
        ------
        InputError
            For an unknown class.
        """
        names = sorted(set(known))
        for name in self.classes:
            if name not in names:
                raise InputError(f"no class {quoted_text(name)}{nearest(name, names)}; classes: {', '.join(names)}")


def read_service_times(processor: str, link: str, classes: Iterable[str]) -> ServiceTimes:
    """Read service times from texts.

    Parameters
    ----------
    processor : str
        Service time of processors.
    link : str
        Service time of links.
    classes : iterable of str
        Service times of classes, in the form ``name=value``.

    Returns
    -------
    ServiceTimes
        Service times.

    Raises
    ------
    InputError
        For a text that cannot be read, and a class that is given twice.

    Examples
    --------
    >>> read_service_times("1", "2", ["ring=1/2"]).of("ring")
    Fraction(1, 2)
    """
    own: dict[str, Fraction] = {}
    for text in classes:
        name, equals, value = (part.strip() for part in text.rpartition("="))
        if not equals or not name:
            raise InputError(f"--s {quoted_text(text)} is not of the form class=time; write for instance --s link=3/2")
        if name in own:
            raise InputError(f"--s gives {quoted_text(name)} twice")
        if name == PROCESSOR:
            raise InputError(f"the service time of a {PROCESSOR} is given by --s-pe, not by --s")
        own[name] = service_time(value, f"--s {name}")
    return ServiceTimes(service_time(processor, "--s-pe"), service_time(link, "--s-cl"), own)
