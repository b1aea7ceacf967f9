"""Errors about input: each one line that says what was given, what is legal and what to do."""

from collections.abc import Iterable
from fractions import Fraction

MOST_NAMED = 20  # names that an error text lists


class UnknownFamily(ValueError):
    """No family has this name; the message suggests the nearest one."""


class ProductError(ValueError):
    """The text of a product does not parse; the message points at the character."""


class SizeError(ValueError):
    """A parameter is missing, unknown or outside its domain, or the network would be too large."""


class WorkError(SizeError):
    """Work that would take too long, or too much memory, by an estimate; ``--force`` has it done."""


class NetworkError(ValueError):
    """The nodes and devices given are no network that messages can be sent on, e.g. a disconnected one."""


class SymmetryError(ValueError):
    """A permutation of the nodes that was said to be a symmetry is none."""


class RoutingError(ValueError):
    """A routing relation leaves a message undelivered, or its weights are no distribution."""


class FormatError(ValueError):
    """A file violates its format, or its routes do not deliver; the message begins with FILE:LINE, or with FILE."""


class InputError(ValueError):
    """Input that cannot be used. Its text is exactly one line that says what was given and what is expected.

    >>> str(InputError("two\\nlines"))
    'two lines'
    """

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class NotDecided(InputError):
    """A number that was not decided: it is at least ``least`` and at most ``most``."""

    def __init__(self, what: str, least: Fraction | int, most: Fraction | int, unit: str = "") -> None:
        super().__init__(f"{what} is not decided: at least {least}, at most {most}{unit}")
        self.least, self.most = least, most


def one_line(text: str) -> str:
    """The text with everything unprintable (line breaks, NUL, control characters) replaced by a space or an escape.

    >>> one_line("a\\n\\tb\\0c")
    'a  b\\\\x00c'
    """
    return "".join(
        " " if c.isspace() else c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def legal_names(what: str, names: Iterable[str], command: str) -> str:
    """The legal names for an error text; if they are more than a reader looks through, the command that lists them.

    >>> legal_names("routings", ["general", "shortest"], "list routings")
    'routings: general, shortest'
    >>> legal_names("routings", map(str, range(33)), "list routings")
    'netlemma list routings names them'
    """
    known = list(names)
    return f"{what}: {', '.join(known)}" if len(known) <= MOST_NAMED else f"netlemma {command} names them"


class WorkerError(ValueError):
    """Workers that cannot be used, or were lost, in one line."""


class WorkersLost(WorkerError):
    """Workers that died or went away in the middle of their work."""
