"""Judgements: verdicts on statements, which cannot be constructed without their evidence."""

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from netlemma.checks.base.inputs import InputError
from netlemma.derive.core.claim import Reading, Verdict, require_evidence
from netlemma.derive.core.domain import Size
from netlemma.derive.core.shown import Part, Shown


@dataclass(frozen=True)
class Judgement(Shown):
    """The verdict on a statement, constructed by :func:`holds`, :func:`fails`, :func:`agrees` or :func:`unknown`.

    Parameters
    ----------
    verdict : str
        ``holds``, ``fails``, ``agrees`` or ``unknown``.
    proof : str or None, optional
        Reason why it holds for all cases of the statement; None unless it holds.
    sizes : tuple of dict from str to int, default ()
        Sizes at which values were computed.
    counterexample : mapping from str to object or None, optional
        ``size``, ``claimed`` and ``true`` of the smallest size at which the statement fails.
    correction : str or None, optional
        Correct value or formula if it fails.
    remark : str, default ""
        Attempts, if it agrees or is unknown.
    evidence : mapping from str to object, optional
        Further results, as plain data.
    """

    verdict: str
    proof: str | None = None
    sizes: tuple[dict[str, int], ...] = ()
    counterexample: Mapping[str, object] | None = None
    correction: str | None = None
    remark: str = ""
    evidence: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        require_evidence(self)
        if self.counterexample and not {"size", "claimed", "true"} <= set(self.counterexample):
            raise ValueError("a counterexample says the size, what is claimed and what is true")

    def _parts(self) -> list[Part]:
        from netlemma.derive.typeset.pages.displays import judgement_parts

        return judgement_parts(self)


Judge = Callable[[Reading], Judgement]
JUDGES = "netlemma.checks.claims.statements"


def holds(proof: str, sizes: Iterable[Size] = (), **evidence: object) -> Judgement:
    """The judgement that a statement holds in all its cases.

    Parameters
    ----------
    proof : str
        Reason.
    sizes : iterable of mapping from str to int, default ()
        Sizes at which values were computed.
    **evidence : object
        Further results by name.

    Returns
    -------
    Judgement
        Judgement ``holds``.

    Examples
    --------
    >>> holds("counted on the one network it speaks of", [{"K": 5}]).sizes
    ({'K': 5},)
    """
    return Judgement("holds", proof, _plain(sizes), evidence=evidence)


def fails(
    size: Size,
    claimed: object,
    true: object,
    correction: str | None = None,
    sizes: Iterable[Size] = (),
    network: str = "",
    **evidence: object,
) -> Judgement:
    """The judgement that a statement fails.

    Parameters
    ----------
    size : mapping from str to int
        Smallest size found at which it fails.
    claimed : object
        Value of the statement there.
    true : object
        Correct value there.
    correction : str or None, optional
        Correct value or formula in general.
    sizes : iterable of mapping from str to int, default ()
        Sizes at which it held.
    network : str, default ""
        Name of the network, if the statement does not name it.
    **evidence : object
        Further results by name.

    Returns
    -------
    Judgement
        Judgement ``fails``.

    Examples
    --------
    >>> fails({"w": 3, "D": 2}, claimed=6, true=4).counterexample
    {'size': {'w': 3, 'D': 2}, 'claimed': '6', 'true': '4'}
    """
    counterexample = {"size": dict(size), **({"network": network} if network else {})}
    counterexample |= {"claimed": str(claimed), "true": str(true)}
    return Judgement("fails", None, _plain(sizes), counterexample, correction, evidence=evidence)


def agrees(remark: str, sizes: Iterable[Size], **evidence: object) -> Judgement:
    """The judgement that a statement is true in all cases tried, without a proof for the others.

    Parameters
    ----------
    remark : str
        Cases tried.
    sizes : iterable of mapping from str to int
        Sizes at which values were computed, at least one.
    **evidence : object
        Further results by name.

    Returns
    -------
    Judgement
        Judgement ``agrees``.

    Examples
    --------
    >>> agrees("equal at the size tried", [{"K": 2}]).verdict
    'agrees'
    """
    return Judgement("agrees", None, _plain(sizes), remark=remark, evidence=evidence)


def unknown(remark: str, sizes: Iterable[Size] = (), **evidence: object) -> Judgement:
    """The judgement that it is open whether a statement is true in the cases tried.

    Parameters
    ----------
    remark : str
        Attempts.
    sizes : iterable of mapping from str to int, default ()
        Sizes at which values were computed.
    **evidence : object
        Further results by name.

    Returns
    -------
    Judgement
        Judgement ``unknown``.

    Examples
    --------
    >>> unknown("the intervals overlap", [{"K": 2}]).verdict
    'unknown'
    """
    return Judgement("unknown", None, _plain(sizes), remark=remark, evidence=evidence)


def judge_of(statement: Reading) -> Judge:
    """The judge that a statement names, with the parameters of the statement.

    The ``judge`` of a statement is a function below :mod:`netlemma.checks.claims.statements`, such as
    ``khonsari.queues.identity``.

    Raises
    ------
    InputError
        If there is no such function, or it takes other parameters.

    Examples
    --------
    >>> judge_of(Reading("a.b", "words", "x", "", judge="x.y"))
    Traceback (most recent call last):
        ...
    netlemma.graphs.base.errors.InputError: x: a.b: there is no judge 'x.y' in netlemma.checks.claims.statements
    """
    place = f"{statement.source}: {statement.key}"
    module, _, name = statement.judge.rpartition(".")
    try:
        judge = getattr(importlib.import_module(f"netlemma.checks.claims.statements.{module}"), name, None)
    except ModuleNotFoundError as error:
        if not str(error.name).startswith(JUDGES):
            raise
        judge = None
    if not inspect.isfunction(judge):
        raise InputError(f"{place}: there is no judge {statement.judge!r} in {JUDGES}")
    try:
        accepts = getattr(judge, "accepts", None) or inspect.signature(judge)
        accepts.bind(statement, **statement.parameters)
    except TypeError as error:
        raise InputError(f"{place}: the judge {statement.judge} has other parameters: {error}") from None
    return partial(judge, **statement.parameters)


def verdict_of(statement: Reading, judge: Judge | None = None) -> Verdict:
    """The verdict on a statement, with its words among the evidence.

    Parameters
    ----------
    statement : Reading
        Reading to judge.
    judge : Judge or None, optional
        Judge to use instead of the one that the statement names.

    Returns
    -------
    Verdict
        Verdict in the form of all other verdicts.

    Raises
    ------
    InputError
        As in :func:`judge_of`.
    """
    judgement = (judge or judge_of(statement))(statement)
    return Verdict(
        key=statement.key, source=statement.source, locator=statement.locator, reading=statement.reading,
        verdict=judgement.verdict, proof=judgement.proof, sizes=judgement.sizes,
        counterexample=dict(judgement.counterexample) if judgement.counterexample else None,
        correction=judgement.correction, remark=judgement.remark, evidence={"words": statement.words, **judgement.evidence},
    )  # fmt: skip


def _plain(sizes: Iterable[Size]) -> tuple[dict[str, int], ...]:
    return tuple(dict(size) for size in sizes)
