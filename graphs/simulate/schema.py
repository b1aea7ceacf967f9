"""Options as fields of a dataclass with their unit, legal values and help.

The checks, keywords, JSON, sweep plan, stored keys and command line all read these fields, so that an option is
declared once."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from inspect import Parameter
from math import inf
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any

from netlemma.base.names import did_you_mean
from netlemma.errors import SimulationError

KINDS = {"int": int, "float": float, "str": str}  # of a field by its annotation, None left out


@dataclass(frozen=True)
class Option:
    """One option.

    Parameters
    ----------
    name : str
        Name in Python; on the command line ``vc_rule`` is ``--vc-rule``.
    kind : type
        Int, float or str.
    default : object
        Default value; MISSING if the option must be given; None if it depends on others, as ``help`` says.
    help : str
        Meaning, in one line.
    unit : str, default ''
        Unit of a number.
    low, high : float, optional
        Smallest and largest legal number.
    between : bool, default False
        Whether ``low`` and ``high`` themselves are not legal.
    words : tuple of str, optional
        Legal words of a text.
    former : Mapping of str to str, optional
        Words that were legal before, with those in their place.
    read : Callable, optional
        Function that converts a text to its canonical form and refuses illegal ones.
    in_loops : bool, default False
        Whether the compiled loops of the simulator read it, as a field of ``rules``. Runs with another value than the
        default go cycle by cycle, until the loop over events obeys it, too.
    """

    name: str
    kind: type
    default: Any
    help: str
    unit: str = ""
    low: float = -inf
    high: float = inf
    between: bool = False
    words: tuple[str, ...] = ()
    former: Mapping[str, str] = field(default_factory=dict)
    read: Callable[[str], str] | None = None
    in_loops: bool = False

    def checked(self, value: Any) -> Any:
        """The value in the option's own type.

        Raises
        ------
        SimulationError
            If the value is not legal; the line names the legal ones.

        Examples
        --------
        >>> Option("buffers", int, 2, "Flits of a buffer.", "flits", low=1, high=9).checked(0)
        Traceback (most recent call last):
            ...
        netlemma.errors.SimulationError: buffers=0: give a whole number from 1 to 9 (flits)
        """
        if value is None and self.default is None:
            return None
        if self.kind is str:
            value = self.former.get(str(value), value)
            if self.words and value not in self.words:
                hint = did_you_mean(str(value), self.words)
                raise SimulationError(f"{self.name}={str(value)[:40]!r}: it is {' or '.join(self.words)}{hint}")
            return self.read(str(value)) if self.read else str(value)
        legal = isinstance(value, Integral if self.kind is int else Real) and not isinstance(value, bool)
        if legal:
            legal = self.low < value < self.high if self.between else self.low <= value <= self.high
        if not legal:
            shown = f"{value:g}" if isinstance(value, float) else str(value)[:40]
            raise SimulationError(f"{self.name}={shown}: give a {self.range}{f' ({self.unit})' if self.unit else ''}")
        return self.kind(value)

    @property
    def range(self) -> str:
        """The legal numbers in words."""
        number = "whole number" if self.kind is int else "number"
        if self.between:
            return f"{number} more than {self.low:g}" + ("" if self.high == inf else f" and less than {self.high:g}")
        return f"{number} from {self.low:,}" + (" on" if self.high == inf else f" to {self.high:,}")

    @property
    def keyword(self) -> Parameter:
        """The keyword of a function that takes the option."""
        default = Parameter.empty if self.default is MISSING else self.default
        annotation = f"{self.kind.__name__}{' | None' if self.default is None else ''}"
        return Parameter(self.name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def option(help: str, default: Any = MISSING, **about: Any) -> Any:
    """A field of a dataclass that is an option."""
    return field(default=default, metadata={"help": help, **about})


@cache
def options_of(schema: type) -> Mapping[str, Option]:
    """The options of a dataclass by name, in order."""
    return MappingProxyType({each.name: _option(each) for each in fields(schema) if "help" in each.metadata})


def _option(declared: Field) -> Option:
    kind = KINDS[str(declared.type).partition(" ")[0]]
    return Option(declared.name, kind, declared.default, **declared.metadata)


def documented(schema: type) -> type:
    """Add the options to the docstring of their dataclass."""
    add_options(schema, options_of(schema).values())
    return schema


def add_options(documented: Any, options: Iterable[Option]) -> None:
    """Replace the line OPTIONS in a docstring by the descriptions of options."""
    lines = []
    for each in options:
        lines += [f"    {each.name} : {each.keyword.annotation}", f"        {each.help}"]
    if documented.__doc__:  # there is none under python -OO
        documented.__doc__ = documented.__doc__.replace("    OPTIONS", "\n".join(lines))
