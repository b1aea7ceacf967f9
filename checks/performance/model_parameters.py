"""Parameters of latency models as users write them: ``k=8``, ``sigma1=0.2``, ``lengths=fixed``."""

from collections.abc import Iterable

from netlemma.checks.base.inputs import InputError, nearest, positive_number, quoted_text
from netlemma.checks.base.sizes import assignment, grid, parse_parameters, parse_sizes
from netlemma.derive.performance.latency.model import Keyword, Model, Real
from netlemma.derive.performance.latency.parameters import Parameter, Value


def parse_model_parameters(arguments: Iterable[str], model: Model) -> dict[str, Value]:
    """Read parameters of a model from arguments ``name=value``. Real numbers are exact: 0.2 is 1/5.

    Parameters
    ----------
    arguments : iterable of str
        Arguments such as ``["k=8", "flits=20"]``.
    model : Model
        Model with the kinds of its parameters.

    Returns
    -------
    dict from str to Value
        Values by parameter name.

    Raises
    ------
    InputError
        For an unknown name, one given twice, or a value of another kind; the model checks the ranges.

    Examples
    --------
    >>> from netlemma.derive.performance.latency.model import models
    >>> parse_model_parameters(["k=8", "flits=20"], models()["mesh"])
    {'k': 8, 'flits': 20}
    """
    kinds = {kind.name: kind for kind in model.parameters}
    found: dict[str, Value] = {}
    for argument in arguments:
        name, text = assignment(argument.strip(), found, kinds, model.example.words[0])
        found[name] = _value(kinds[name], name, text)
    return found


def _value(kind: Parameter, name: str, text: str) -> Value:

    if isinstance(kind, Real):
        return positive_number(text, name, kind.meaning, zero=True)
    if isinstance(kind, Keyword):
        if text not in kind.options:
            raise InputError(
                f"{name}={quoted_text(text)[1:-1]}{nearest(text, kind.options)}: {name} ({kind.meaning}) is one of "
                f"{', '.join(kind.options)}"
            )
        return text
    return parse_parameters([f"{name}={text}"])[name]


def parse_model_sizes(text: str) -> list[dict[str, int | str]]:
    """Sizes for comparisons of models, as in :func:`netlemma.checks.base.sizes.grid`; values such as 1/5 or 0.2 are rates.

    A rate has one value, kept as the text of its fraction.

    Raises
    ------
    InputError
        As in :func:`netlemma.checks.base.sizes.parse_sizes`, and for an illegal rate.

    Examples
    --------
    >>> parse_model_sizes("k=8,16 flits=48 sigma1=0.2")
    [{'k': 8, 'flits': 48, 'sigma1': '1/5'}, {'k': 16, 'flits': 48, 'sigma1': '1/5'}]
    """
    rates: dict[str, str] = {}
    whole: dict[str, None] = {}
    order: list[str] = []
    for word in text.split():
        name, value = assignment(word, order, None, "k=8")
        if "/" in value or ("." in value and ".." not in value):
            rates[name] = str(positive_number(value, name, "a rate"))
        else:
            whole[word] = None
        order.append(name)
    sizes = grid(parse_sizes(" ".join(whole)))
    return [{name: rates[name] if name in rates else size[name] for name in order} for size in sizes]
