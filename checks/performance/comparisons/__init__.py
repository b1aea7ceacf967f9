"""Registry of comparisons of models with simulations; every module of this folder with a ``STUDY`` adds one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from netlemma.base.names import nearest
from netlemma.checks.performance.latency_models import parse_model_sizes
from netlemma.checks.performance.model_vs_simulation import SimulationCase
from netlemma.derive.performance.latency.latency_model import Model
from netlemma.errors import InputError
from netlemma.plugins import by_name, offering, registry


@dataclass(frozen=True)
class Study:
    """Cases with one name, for ``netlemma verify``.

    Parameters
    ----------
    name : str
        Name of the study.
    summary : str
        Compared models and simulations, in words.
    models : mapping from str to tuple of str
        Names of the parameters of a size, for each compared model.
    cycles : int or None
        Default number of simulated cycles at each load; None if it depends on the network.
    because : str
        Reason for this number.
    first_look : int
        Cycles at each load that give a first answer in seconds.
    sizes : sequence of mapping from str to object
        Default sizes.
    build : callable
        Function of sizes, cycles and reading that creates the cases.
    """

    name: str
    summary: str
    models: Mapping[str, tuple[str, ...]]
    cycles: int | None
    because: str
    first_look: int
    sizes: Sequence[Mapping[str, Any]]
    build: Callable[[Sequence[Mapping[str, Any]], Any, str], list[SimulationCase]]

    def cases(
        self, sizes: Sequence[Mapping[str, Any]] | None = None, cycles: int | None = None, reading: str = "corrected"
    ) -> list[SimulationCase]:
        """The cases at some sizes.

        Parameters
        ----------
        sizes : sequence of mapping from str to object or None, optional
            Sizes; the default sizes if None.
        cycles : int or None, optional
            Simulated cycles at each load; the default number if None.
        reading : str, default "corrected"
            Reading of the model.

        Returns
        -------
        list of SimulationCase
            Cases to compare.

        Raises
        ------
        InputError
            For sizes or a reading that the model does not have, and for less than one cycle.

        Examples
        --------
        >>> [case.title for case in study("wormhole").cases([{"k": 4, "flits": 16}])]
        ['mesh k=4 flits=16', 'oneway-torus k=4 flits=16']
        """
        if cycles is not None and cycles < 1:
            raise InputError(f"`cycles={cycles}`: at least 1 cycle is simulated")
        return self.build(self.sizes if sizes is None else sizes, cycles or self.cycles, reading)


@registry
def studies() -> Mapping[str, Study]:
    """Every study by its name."""
    found = ((module.STUDY.name, module.STUDY, module) for module in offering(__name__, "STUDY"))
    return by_name("comparison", found)


def study(name: str) -> Study:
    """The study with a name."""
    known = studies()
    if name not in known:
        raise InputError(f"no comparison {name!r}{nearest(name, known)}; comparisons: {', '.join(known)}")
    return known[name]


def study_of(model: str) -> Study | None:
    """The study that compares a model with simulations; None if there is none.

    >>> study_of("mesh").name, study_of("khonsari").models["khonsari"]
    ('wormhole', ('k', 'n', 'flits', 'vcs'))
    """
    return next((each for each in studies().values() if model in each.models), None)


def example_size(model: Model) -> dict[str, Any]:
    """The example of a model, as a size of the study that compares it.

    >>> from netlemma.derive.performance.latency.latency_model import models
    >>> example_size(models()["min"])
    {'k': 16, 'flits': 48, 'vcs': 3, 'sigma1': '1/5', 'sigma2': '4/5'}
    """
    compared = study_of(model.name)
    names = compared.models[model.name] if compared else ()
    return parse_model_sizes(" ".join(map(model.example.word, names)))[0] if names else {}
