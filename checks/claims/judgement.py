"""What a judge of a statement finds: a verdict that cannot be given without its evidence."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from checks.base.inputs import InputError
from derive.core.claim import Statement, Verdict
from derive.core.domain import Size
from derive.core.shown import Part, Shown


@dataclass(frozen=True)
class Judgement(Shown):
    """The verdict on a statement; write it with :func:`holds`, :func:`fails` or :func:`unknown`.

    Attributes
    ----------
    verdict : ``holds``, ``fails`` or ``unknown``.
    proof : why it holds for everything that the statement speaks of; None unless it holds.
    sizes : the sizes at which something was computed.
    counterexample : ``size``, ``claimed`` and ``true``, of the smallest size at which the statement fails.
    correction : what is right where it fails.
    remark : what was tried where it is unknown.
    evidence : what else was found, as plain data.
    """

    verdict: str
    proof: str | None = None
    sizes: tuple[dict[str, int], ...] = ()
    counterexample: Mapping[str, object] | None = None
    correction: str | None = None
    remark: str = ""
    evidence: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.verdict not in ("holds", "fails", "unknown"):
            raise ValueError(f"{self.verdict!r} is no verdict; it is holds, fails or unknown")
        if (self.verdict == "holds") != bool(self.proof):
            raise ValueError("a proof belongs to the verdict holds, and to no other")
        if (self.verdict == "fails") != bool(self.counterexample):
            raise ValueError("a counterexample belongs to the verdict fails, and to no other")
        if self.counterexample and not {"size", "claimed", "true"} <= set(self.counterexample):
            raise ValueError("a counterexample says the size, what is claimed and what is true")
        if self.verdict == "unknown" and not self.remark:
            raise ValueError("an unknown verdict says what was tried")

    def _parts(self) -> list[Part]:
        from derive.typeset.pages.displays import judgement_parts

        return judgement_parts(self)


Judge = Callable[[Statement], Judgement]
JUDGES = "checks.claims.statements"


def holds(proof: str, sizes: Iterable[Size] = (), **evidence: object) -> Judgement:
    """The statement holds for everything it speaks of, and ``proof`` says why.

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
    """The statement fails at ``size``, the smallest found; it held at ``sizes``.

    ``network`` is named where the statement does not say which it is about.

    >>> fails({"w": 3, "D": 2}, claimed=6, true=4).counterexample
    {'size': {'w': 3, 'D': 2}, 'claimed': '6', 'true': '4'}
    """
    counterexample = {"size": dict(size), **({"network": network} if network else {})}
    counterexample |= {"claimed": str(claimed), "true": str(true)}
    return Judgement("fails", None, _plain(sizes), counterexample, correction, evidence=evidence)


def unknown(remark: str, sizes: Iterable[Size] = (), **evidence: object) -> Judgement:
    """Neither shown nor refuted; ``remark`` says what was tried.

    >>> unknown("agrees at the sizes tried", [{"K": 2}]).verdict
    'unknown'
    """
    return Judgement("unknown", None, _plain(sizes), remark=remark, evidence=evidence)


def judge_of(statement: Statement) -> Judge:
    """The judge that a statement names, with the parameters that it gives.

    Parameters
    ----------
    statement : its ``judge`` is a function below :mod:`checks.claims.statements`, such as ``khonsari.queues.identity``.

    Raises
    ------
    InputError : there is no such function, or it takes other parameters.

    >>> judge_of(Statement("a.b", "words", "x", "", judge="x.y"))
    Traceback (most recent call last):
        ...
    graphs.base.errors.InputError: x: a.b: there is no judge 'x.y' in checks.claims.statements
    """
    place = f"{statement.source}: {statement.key}"
    module, _, name = statement.judge.rpartition(".")
    try:
        judge = getattr(importlib.import_module(f"checks.claims.statements.{module}"), name, None)
    except ModuleNotFoundError as error:
        if not str(error.name).startswith(JUDGES):
            raise
        judge = None
    if not inspect.isfunction(judge):
        raise InputError(f"{place}: there is no judge {statement.judge!r} in {JUDGES}")
    try:
        inspect.signature(judge).bind(statement, **statement.parameters)
    except TypeError as error:
        raise InputError(f"{place}: the judge {statement.judge} has other parameters: {error}") from None
    return partial(judge, **statement.parameters)


def verdict_of(statement: Statement, judge: Judge | None = None) -> Verdict:
    """The statement judged, in the shape of every other verdict; its words are among the evidence.

    Parameters
    ----------
    statement : what is judged.
    judge : another judge than the one that the statement names.

    Raises
    ------
    InputError : as :func:`judge_of` does.
    """
    found = (judge or judge_of(statement))(statement)
    return Verdict(
        key=statement.key, source=statement.source, locator=statement.locator, reading=statement.reading,
        verdict=found.verdict, proof=found.proof, sizes=found.sizes,
        counterexample=dict(found.counterexample) if found.counterexample else None,
        correction=found.correction, remark=found.remark, evidence={"words": statement.words, **found.evidence},
    )  # fmt: skip


def _plain(sizes: Iterable[Size]) -> tuple[dict[str, int], ...]:
    return tuple(dict(size) for size in sizes)
