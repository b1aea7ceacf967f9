"""Bursty traffic as users request it: deviation of a source from Poisson arrivals, and superposition of several
sources.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from netlemma.base.displays import Facts, Part, Shown, Table, Words, four_decimals, rounded
from netlemma.base.names import assignments
from netlemma.checks.base.inputs import assignment, positive_number, quoted_text
from netlemma.derive.performance import mmpp
from netlemma.derive.performance.mmpp import MMPP2, superposed
from netlemma.derive.performance.mmpp_moments import MOMENTS, WRITTEN_OUT, facts, moment
from netlemma.derive.performance.mmpp_queue import Stages, waiting
from netlemma.derive.typeset.expressions import expression_latex, expression_text
from netlemma.errors import ArrivalsError, InputError, NoSteadyState

NAMES = ("mu1", "mu2", "sigma1", "sigma2")
EXAMPLE = "mu1=0.01 sigma1=0.2 sigma2=0.8"
TIMES = tuple(Fraction(10) ** i for i in range(6))
MOST_TIMES = 1000
LONGEST = 10_000


def parse_source(words: Sequence[str]) -> MMPP2:
    """A source from words ``name=value``; mu2 is 0 by default.

    >>> parse_source(["mu1=0.01", "sigma1=1/5", "sigma2=0.8"]).mean_rate
    Fraction(1, 125)
    """

    given: dict[str, Fraction] = {}
    for word in words:
        name, text = assignment(word.strip(), given, NAMES, EXAMPLE)
        given[name] = positive_number(text, name, "a rate per cycle", zero=True)
    missing = [name for name in NAMES if name not in given and name != "mu2"]
    if missing:
        raise InputError(f"no value for {', '.join(missing)}; write for instance {EXAMPLE}")
    try:
        return MMPP2(given["mu1"], given.get("mu2", 0), given["sigma1"], given["sigma2"])
    except ArrivalsError as error:
        raise InputError(str(error)) from None


def parse_times(text: str) -> tuple[Fraction, ...]:
    """Times in cycles, separated by commas.

    >>> parse_times("1,48, 0.5")
    (Fraction(1, 1), Fraction(48, 1), Fraction(1, 2))
    """
    words = text.split(",") if len(text) <= LONGEST else [text]
    if len(words) > MOST_TIMES:
        raise InputError(f"`at` has {len(words)} times; at most {MOST_TIMES} are taken")
    return tuple(positive_number(word, "`at`", "a time in cycles") for word in words)


@dataclass(frozen=True)
class ArrivalMoments(Shown):
    """Moments of the arrivals of a source, as plain data; numbers of :func:`traffic`."""

    found: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma traffic --json``."""
        return dict(self.found)

    def _parts(self) -> list[Part]:
        found = self.found
        about = [("source", assignments(found["source"]))]
        if "superposed" in found:
            about.append((f"{found['sources']} at once", assignments(found["superposed"])))
        about += [("messages per cycle", found["mean_rate"])]
        about += [("variance over mean", f"{found['dispersion_limit']} in a long time; Poisson: 1")]
        rows = [
            (p["time"], rounded(p["mean"]), f"{p['dispersion']:.6f}", rounded(p["third_moment"]))
            for p in found["points"]
        ]
        shown: list[Part] = [
            Facts(about),
            Table(("time (cycles)", "mean", "variance/mean", "third central moment"), rows),
        ]
        if "queue" in found:
            queue = found["queue"]
            wait = f"mean wait {four_decimals(queue['wait'])} cycles; Poisson arrivals: {four_decimals(queue['poisson_wait'])}"
            utilised = f"queue with service time {queue['service']}: utilisation {four_decimals(queue['utilisation'])}"
            shown.append(Words(f"{utilised}, {queue['state'] if queue['wait'] is None else wait}"))
        return shown


def traffic(words: Sequence[str], at: str = "", sources: str = "", service: str = "") -> ArrivalMoments:
    """Moments of the arrivals of a source.

    >>> found = traffic(["mu1=0.01", "sigma1=0.2", "sigma2=0.8"], at="48").as_json()
    >>> found["dispersion_limit"], round(found["points"][0]["dispersion"], 6)
    ('251/250', 1.003917)
    """

    source = parse_source(words)
    rate, limit = source.mean_rate, mmpp.dispersion_limit(source)
    times = parse_times(at) if at else TIMES
    found: dict[str, Any] = {"source": _numbers(source)}
    if sources:
        n = positive_number(sources, "`sources`", "a number of sources")
        try:
            source = superposed(source, n)
        except ArrivalsError as error:
            raise InputError(str(error)) from None
        found |= {"sources": str(n), "superposed": _numbers(source)}
        rate *= n  # exactly, which the numbers of the match need not be; the limit is that of one source
    found |= {
        "mean_rate": str(rate),
        "dispersion_limit": str(limit),
        "points": [
            {
                "time": str(t),
                "mean": float(mmpp.mean(source, t)),
                "dispersion": float(mmpp.dispersion(source, t)),
                "third_moment": float(mmpp.third_moment(source, t)),
            }
            for t in times
        ],
    }
    if service:
        found["queue"] = _queue(source, positive_number(service, "`service`", "a service time"))
    return ArrivalMoments(found)


def _queue(source: MMPP2, service: Fraction) -> dict[str, Any]:
    """The mean wait in a queue, and that of Poisson arrivals of the same rate; without a steady state both are None."""

    rate = source.mean_rate
    found = {"service": str(service), "utilisation": float(rate * service)}
    poisson = MMPP2(rate, rate, source.sigma1, source.sigma2)
    try:
        waits = [float(waiting(each, Stages(service)).at_arrivals) for each in (source, poisson)]
    except NoSteadyState:
        return {**found, "wait": None, "poisson_wait": None, "state": "saturated"}
    return {**found, "wait": waits[0], "poisson_wait": waits[1], "state": "steady"}


def equations(form: str) -> list[str]:
    """Derivations of the moments and the steps to the match, with proofs re-run, as lines of text or LaTeX."""

    if form not in ("text", "latex"):
        raise InputError(f"`equations` is {quoted_text(form)}; it is text or latex")
    as_text = form == "text"
    write = expression_text if as_text else expression_latex
    lines = []
    for name in MOMENTS:
        derivation = moment(name)
        title = name.replace("_", " ").replace(".", ", ")
        steps = [(write(step.after), step.because, "; ".join(step.proof.describe())) for step in derivation.steps]
        if as_text:
            lines += [f"{title}: {write(derivation.start)}"]
            lines += [f"    = {after}\n        {because}; {proof}" for after, because, proof in steps]
        else:
            rows = [rf"&= {after} && \text{{{because}}}" for after, because, _ in steps]
            lines += [
                r"\begin{align*}",
                rf"\text{{{title}:}}\quad {write(derivation.start)} " + " \\\\\n".join(rows),
                r"\end{align*}",
            ]
    meaning = [(write(symbol), write(value)) for symbol, value in WRITTEN_OUT.items()]
    if as_text:
        lines += ["where " + ", ".join(f"{name} = {value}" for name, value in meaning) + ", E = e^(-s*t)"]
    else:
        lines += [
            r"\begin{align*}",
            " \\\\\n".join(f"{name} &= {value}" for name, value in [*meaning, ("E", "e^{-s t}")]),
            r"\end{align*}",
        ]
    lines += ["one process for n sources, and only one:"] if as_text else [r"\begin{enumerate}"]
    for number, fact in enumerate(facts(), 1):
        fact.check()
        lines += [f"{number}. {fact.words}" if as_text else rf"\item {fact.words}"] if as_text else _item(fact, write)
    return lines if as_text else [*lines, r"\end{enumerate}"]


def _item(fact: Any, write: Any) -> list[str]:
    return [rf"\item {fact.key}", *(rf"\[ {write(left)} = {write(right)} \]" for left, right in fact.identities)]


def _numbers(source: MMPP2) -> dict[str, str]:
    return {name: _text(getattr(source, name)) for name in NAMES}


def _text(value: Any) -> str:
    return str(value) if isinstance(value, Fraction) else repr(float(value))
