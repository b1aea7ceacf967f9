"""Parameters of models of latency as users write them: ``k=8``, ``sigma1=0.2``, ``lengths=fixed``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from checks.inputs import InputError, nearest, positive_number, shown
from checks.sizes import assignment, parse_parameters

if TYPE_CHECKING:
    from derive.latency.model import Model
    from derive.latency.parameters import Parameter, Value


def parse_model_parameters(arguments: Iterable[str], model: Model) -> dict[str, Value]:
    """Parameters of a model from arguments ``name=value``; each is read as the model's parameter of that name asks.

    Real numbers are read exactly: 0.2 is 1/5.

    :raises InputError: for an unknown name, one given twice, or a value of another kind; ranges are the model's

    >>> from derive.latency.model import models
    >>> parse_model_parameters(["k=8", "flits=20"], models()["mesh"])
    {'k': 8, 'flits': 20}
    """
    kinds = {kind.name: kind for kind in model.parameters}
    found: dict[str, Value] = {}
    for argument in arguments:
        name, text = assignment(argument.strip(), found, kinds, model.parameters[0].example)
        found[name] = _value(kinds[name], name, text)
    return found


def _value(kind: Parameter, name: str, text: str) -> Value:
    from derive.latency.model import Real, Word

    if isinstance(kind, Real):
        return positive_number(text, name, kind.meaning, zero=True)
    if isinstance(kind, Word):
        if text not in kind.options:
            raise InputError(
                f"{name}={shown(text)[1:-1]}{nearest(text, kind.options)}: {name} ({kind.meaning}) is one of "
                f"{', '.join(kind.options)}"
            )
        return text
    return parse_parameters([f"{name}={text}"])[name]
