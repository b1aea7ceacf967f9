"""What is said of a verdict or a curve in a notebook: a list of names with their values, all words escaped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from derive.typeset.words import html_words

if TYPE_CHECKING:
    from derive.latency.model import Curve
    from derive.lemma import Verdict


def facts(title: str, rows: Iterable[tuple[str, object]]) -> str:
    """A description list below its title; names without a value are left out.

    >>> facts("a<b", [("why", "x & y"), ("remark", "")])
    '<div><p><b>a&lt;b</b></p><dl><dt>why</dt><dd>x &amp; y</dd></dl></div>'
    """
    shown = (
        f"<dt>{html_words(name)}</dt><dd>{html_words(str(value))}</dd>"
        for name, value in rows
        if value not in (None, "")
    )
    return f"<div><p><b>{html_words(title)}</b></p><dl>{''.join(shown)}</dl></div>"


def verdict_html(verdict: Verdict) -> str:
    """A verdict with its evidence: who says it, why, the counterexample, what is right."""
    rows: list[tuple[str, object]] = [
        ("says", verdict.evidence.get("words") or verdict.evidence.get("formula")),
        ("where", verdict.evidence.get("where")),
        ("source", f"{verdict.source} {verdict.locator}".strip()),
        ("reading", verdict.reading),
        *outcome(verdict),
        ("sizes compared", len(verdict.sizes)),
    ]
    return facts(f"{verdict.key}: {verdict.verdict}", rows)


def outcome(found: Any) -> list[tuple[str, object]]:
    """Proof, counterexample, correction and remark of a verdict or judgement."""
    rows: list[tuple[str, object]] = [("why", found.proof), ("counterexample", None), ("right", found.correction)]
    if found.counterexample:
        size = " ".join(f"{name}={value}" for name, value in found.counterexample["size"].items())
        values = ", ".join(f"{name} {value}" for name, value in found.counterexample.items() if name != "size")
        rows[1] = ("counterexample", f"at {size}: {values}" if size else values)
    return [*rows, ("remark", found.remark)]


def curve_html(curve: Curve) -> str:
    """Where a model of latency begins and ends: without load, and at saturation."""
    zero, end = curve.zero_load(), curve.saturation()
    rows = [
        ("latency without load", f"{zero} = {float(zero):.6g} cycles"),
        ("saturation", f"{end.load:.6g} messages per node and cycle: {end.channel} {end.why}"),
        ("busiest just below", f"{end.busiest}, utilisation {end.utilisation:.6g}"),
    ]
    return facts("latency over load", rows)
