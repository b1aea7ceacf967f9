"""Listings of families, lemmas, claims, models, routings, file formats, queues of rings and traffic patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from netlemma.base.displays import Part, Shown, Table, Words
from netlemma.base.names import nearest
from netlemma.errors import InputError

if TYPE_CHECKING:
    from netlemma.derive.core.lemma import Lemma

CatalogueRow = dict[str, Any]
# what lemmas are listed by, and other names of it
STRENGTHS = {
    **{name: name for name in ("kernel-checked", "proved", "argued", "agrees", "open")},
    "kernel": "kernel-checked",
    "enumerated": "agrees",
}
# further kinds of which an overview has the names
NAMED = ("quantities", "routings", "formats", "queues", "patterns")


@dataclass(frozen=True)
class Catalogue(Shown):
    """What there is: the entries of one kind, or how much there is of each.

    ``print`` shows it as ``netlemma list`` does, ``as_json()`` is its ``--json``.

    kind: Kind such as "families"; None for an overview.
    rows: Data of each entry by name; of an overview the ``kind``, ``number`` and ``entries`` of each kind.
    strength: Strength of the lemmas that were asked for, where there are none of it.
    """

    kind: str | None
    rows: tuple[CatalogueRow, ...]
    strength: str = field(default="", repr=False)

    def as_json(self) -> Any:
        """The entries as data for JSON; of an overview one object."""
        return {row["kind"]: row["entries"] for row in self.rows} if self.kind is None else [*map(dict, self.rows)]

    def _parts(self) -> list[Part]:
        if self.kind is None:
            rows = [(row["kind"], row["number"], _entries_text(row["kind"], row["entries"])) for row in self.rows]
            product = 'Any product is a family too: netlemma derive "line(a) x ring(b)^2" mean_distance'
            return [Table(("netlemma list", "number", ""), rows), Words(product)]
        if not self.rows and self.strength:
            return [
                Words(
                    f"none of these {self.kind} is {self.strength}".replace(
                        "is agrees", "is compared at small sizes only"
                    )
                )
            ]
        if not self.rows:
            return [Words(f"none of these {self.kind} is open: each has a proof or an argument for all its sizes")]
        columns = [name.replace("_", " ") for name in self.rows[0]]
        table = Table(columns, [[_text(value) for value in row.values()] for row in self.rows])
        more = "netlemma list lemmas FILTER derives closed forms and strengths of those whose key contains FILTER; `status=True` of all"
        return [table, *([Words(more)] if columns == ["key"] else [])]


def _entries_text(kind: str, entries: Any) -> str:
    if kind == "families":
        each = (f"{' '.join([row['name'], *row['sizes']])} ({row['lemmas']})" for row in entries)
        return f"with their sizes and the number of their lemmas: {', '.join(each)}"
    if kind == "lemmas":
        return "closed forms of the families; any product has lemmas too"
    return ", ".join(f"{key} {count}" for key, count in entries.items()) if kind == "claims" else ", ".join(entries)


def catalog(
    kind: str | None = None,
    containing: str = "",
    *,
    status: bool = False,
    open: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Catalogue:
    """List what there is: families, lemmas, claims, models, routings and so on.

    Reads names only, unless closed forms or strengths are asked for, which derives the lemmas: about a tenth of a second
    each. ``nl.list`` is the same function.

    Parameters
    ----------
    kind : str or None, optional
        families, lemmas, claims, models, quantities, routings, formats, queues, patterns or topologies; None for an
        overview of all.
    containing : str, default ""
        Only entries with this text, whatever the case; of lemmas, in their keys. Of lemmas a word may be a strength,
        alone or beside a text, as in "torus argued": kernel-checked, proved, argued, agrees, open. Argued lemmas are
        listed with what would decide them.
    status : bool, default False
        Whether closed forms and strengths of the lemmas are derived, as ``containing`` does, too.
    open : bool, default False
        Whether only lemmas are listed that have no proof or argument for all sizes, and open questions.
    progress : callable, optional
        Called with a line of text on the lemma that is derived.

    Returns
    -------
    Catalogue
        Its ``rows`` are the entries, each a dictionary.

    Raises
    ------
    InputError
        For an unknown kind, or if no entry contains the text.

    See Also
    --------
    explain : What a name or a word of the output means.
    derive : Closed forms with their proofs.

    Examples
    --------
    >>> catalog("routings", "duato").rows[0]["name"]
    'duato'
    >>> [row["name"] for row in catalog("models").rows]
    ['khonsari', 'mesh', 'min', 'oneway-torus']
    """
    if kind is None:
        if containing or status or open:
            raise InputError(f"a filter, `status` and `open` apply only to a kind: {', '.join(KINDS)}")
        return _overview()
    if f"{kind}-{containing}" in OTHER_KINDS:  # traffic patterns
        kind, containing = f"{kind}-{containing}", ""
    kind = OTHER_KINDS.get(kind, kind)
    if kind not in KINDS:
        raise InputError(f"no kind {kind!r}{nearest(kind, KINDS)}; kinds: {', '.join(KINDS)}", code="unknown-kind")
    if status and kind != "lemmas":
        raise InputError("`status` applies only to lemmas")
    if open and kind != "lemmas":
        raise InputError("`open` applies only to lemmas")
    strength = ""
    if kind == "lemmas":
        containing, strength = _with_strength(containing)
        open = open or strength == "open"
    rows = _rows(kind, containing, status, open, progress, strength)
    if not rows and kind in ("families", "lemmas", "topologies"):
        containing = _family_named(containing)
        rows = _rows(kind, containing, status, open, progress, strength)
    if not rows and strength and (not containing or _lemmas(containing, False)):
        return Catalogue(kind, (), strength)
    if not rows and not (open and _lemmas(containing, False, False)):
        raise InputError(f"none of the {kind} has {containing!r} in it; netlemma list {kind} shows all")
    return Catalogue(kind, tuple(rows))


def _rows(
    kind: str,
    containing: str,
    status: bool,
    open: bool,
    progress: Callable[[str], None] | None,
    strength: str,
) -> list[CatalogueRow]:
    if kind == "lemmas":
        derived = status or open or bool(containing or strength)
        return _lemmas(containing, derived, open, progress, strength)
    if kind == "topologies":
        return _topologies(containing, progress)
    return [row for row in KINDS[kind]() if containing.lower() in _text(row.values()).lower()]


def _family_named(text: str) -> str:
    """A text, or the name of the family that it is another name of.

    >>> _family_named("2d mesh"), _family_named("k-ary n-cube"), _family_named("mean_")
    ('mesh', 'torus', 'mean_')
    """
    from netlemma.base.synonyms import FAMILY, in_sizes, meant

    called = in_sizes(text)
    return called[0] if called else meant(FAMILY, text) or text


def _overview() -> Catalogue:
    from netlemma.checks.claims.papers import papers
    from netlemma.derive.discovery import counts
    from netlemma.derive.performance.latency.latency_model import models

    lemmas = counts()
    families = [
        {"name": row["name"], "sizes": [*row["sizes"]], "lemmas": lemmas[row["name"]], "summary": row["summary"]}
        for row in _families()
    ]
    count = sum(row["lemmas"] for row in families)
    claims = {key: len(paper.statements) for key, paper in papers().items()}
    named: dict[str, list[str]] = {"models": [*models()]}
    named |= {kind: [row["name"] for row in KINDS[kind]()] for kind in NAMED}
    rows: list[tuple[str, int, Any]] = [
        ("families", len(families), families),
        ("lemmas", count, count),
        ("claims", sum(claims.values()), claims),
        *((kind, len(names), names) for kind, names in named.items()),
    ]
    return Catalogue(None, tuple({"kind": kind, "number": number, "entries": of} for kind, number, of in rows))


def _families() -> Iterable[CatalogueRow]:
    from netlemma.graphs import families

    for family in sorted(families().values(), key=lambda family: family.kind == "graph"):
        sizes = {size.name: f"{size.legal}, {size.meaning}" for size in family.parameters}
        yield {
            "name": family.name,
            "kind": family.kind,
            "sizes": sizes,
            "classes": list(family.classes),
            "summary": family.summary,
        }


def _topologies(containing: str = "", progress: Callable[[str], None] | None = None) -> list[CatalogueRow]:
    """Closed forms of each family of devices with their strengths, and values of one network where there is none."""
    from netlemma.checks.side_by_side import family_table
    from netlemma.reporting.shown_sizes import shown_size

    return [row.as_json() for row in family_table(shown_size, containing, progress)]


def _with_strength(text: str) -> tuple[str, str]:
    """A filter of lemmas without the word that is a strength, and the strength.

    >>> _with_strength("argued"), _with_strength("k-ary n-cube kernel"), _with_strength("torus")
    (('', 'argued'), ('k-ary n-cube', 'kernel-checked'), ('torus', ''))
    """
    words = text.split()
    found = {STRENGTHS[word.lower()] for word in words if word.lower() in STRENGTHS}
    if len(found) > 1:
        raise InputError(f"a lemma has one strength; {text!r} names {' and '.join(sorted(found))}")
    if not found:
        return text, ""
    return " ".join(word for word in words if word.lower() not in STRENGTHS), found.pop()


def _lemmas(
    containing: str,
    derived: bool,
    only_open: bool = False,
    progress: Callable[[str], None] | None = None,
    strength: str = "",
) -> list[CatalogueRow]:
    from netlemma.checks.kernel.accepted_lemmas import may_be, shown_strength
    from netlemma.derive.algebra.proof import ARGUED, ENUMERATED
    from netlemma.derive.discovery import is_only_compared, keys, lemma, open_questions

    only_open, strength = only_open or strength == "agrees", "" if strength == "open" else strength
    wanted = ENUMERATED if strength == "agrees" else strength
    chosen = [
        key
        for key in keys()
        if containing.lower() in key.lower()
        and not (only_open and not is_only_compared(key))
        and not (wanted and not may_be(wanted, key))
    ]
    if not derived:
        return [{"key": key} for key in chosen]
    rows = []
    for number, key in enumerate(chosen):
        if progress:
            progress(f"{number} of {len(chosen)} lemmas: {key}")
        found = lemma(key)
        if wanted and shown_strength(found) != wanted:
            continue
        decided = {"undecided": undecided(found)} if wanted == ARGUED else {}
        rows.append(_status(found) | decided)
    if strength:
        return rows
    if only_open:
        rows += [
            {"key": each.key, "domain": each.domain, "closed_form": each.known, "status": each.status}
            for key, each in open_questions().items()
            if containing.lower() in key.lower()
        ]
    return rows


def _status(lemma: Lemma) -> CatalogueRow:
    from netlemma.checks.kernel.accepted_lemmas import shown_strength
    from netlemma.derive.typeset.expressions import expression_text

    steps = len(lemma.derivation.steps)
    return {
        "key": lemma.key,
        "domain": lemma.domain.describe(),
        "closed_form": expression_text(lemma.closed_form),
        "status": f"{shown_strength(lemma)}, {steps} step{'s' if steps != 1 else ''}",
    }


def undecided(lemma: Lemma) -> str:
    """What a proof for all sizes would have to show, for an argued lemma to be proved: its steps that are argued."""
    from netlemma.derive.algebra.proof import ARGUED

    steps = lemma.derivation.steps
    open_steps = [(i, each) for i, each in enumerate(steps, 1) if each.proof.strength == ARGUED]
    said = []
    for i, step in open_steps:
        others = [each.key for each in getattr(step.proof, "lemmas", ()) if each.strength == ARGUED]
        what = f"rests on {', '.join(others)}" if others else f"{step.because} ({', '.join(step.proof.describe())})"
        said.append(f"step {i} of {len(steps)}: {what}")
    return "; ".join(said)


def _claims() -> Iterable[CatalogueRow]:
    from netlemma.checks.claims.papers import papers
    from netlemma.derive.core.claim import Claim

    for paper in papers().values():
        for said in paper.statements:
            for each in said.readings:
                where = f", where {each.where}" if isinstance(each, Claim) and each.where else ""
                says = f"{each.formula}{where}" if isinstance(each, Claim) else each.words
                yield {"source": each.source, "locator": each.locator, "key": each.key, "says": says}


def _models() -> Iterable[CatalogueRow]:
    from netlemma.derive.performance.latency.latency_model import models

    for name, model in sorted(models().items()):
        yield {
            "name": name,
            "summary": model.summary,
            "example": " ".join(model.example.words),
            "readings": [each for each in model.compared() if "=" not in each],
            "choices": {choice.name: list(choice.options) for choice in model.choices},
        }


def _quantities() -> Iterable[CatalogueRow]:
    from netlemma.checks.judging.quantity_list import QUANTITIES

    for each in QUANTITIES.values():
        name = f"{each.name}.CLASS" if each.by_class else each.name
        yield {"name": each.name, "summary": each.words, "write": name, "of": "rings" if each.rings else "any network"}


def _routings() -> Iterable[CatalogueRow]:
    from netlemma.graphs.routings import channel_routings, ring_routings

    for of, known in (("channels", channel_routings()), ("rings", ring_routings())):
        for name, make in known.items():
            options = [_option(each) for each in signature(make).parameters.values() if each.name != "net"]
            summary = (make.__doc__ or "").strip().partition("\n")[0]
            yield {"name": name, "of": of, "options": options, "summary": summary}


def _patterns() -> Iterable[CatalogueRow]:
    from netlemma.graphs.traffic.named import MIX
    from netlemma.graphs.traffic.patterns import patterns

    for name, make in patterns().items():
        options = [_option(each) for each in signature(make).parameters.values() if each.name not in ("net", "pairs")]
        yield {"name": name, "options": options, "summary": (make.__doc__ or "").strip().partition("\n")[0]}
    yield {
        "name": MIX,
        "options": ["terms"],
        "summary": "A sum of patterns with their shares, as 3/4*uniform+1/4*transpose.",
    }


def _option(parameter: Parameter) -> str:
    """An option and what it is if it is not given: nothing where that depends on the network."""
    open_one = parameter.default in (None, "", Parameter.empty) or (parameter.name, parameter.default) == ("vcs", 0)
    return parameter.name if open_one else f"{parameter.name}={parameter.default}"


def _formats() -> Iterable[CatalogueRow]:
    from netlemma.graphs.formats import formats

    for name, form in formats().items():
        yield {"name": name, "summary": form.summary, "suffixes": list(form.suffixes)}


def _queues() -> Iterable[CatalogueRow]:
    from netlemma.graphs.deadlock.ring_queues import MODELS

    return ({"name": model.name, "summary": model.meaning} for model in MODELS.values())


KINDS: dict[str, Callable[[], Iterable[CatalogueRow]]] = {
    "families": _families,
    "lemmas": lambda: _lemmas("", False),
    "claims": _claims,
    "models": _models,
    "quantities": _quantities,
    "routings": _routings,
    "formats": _formats,
    "queues": _queues,
    "patterns": _patterns,
    "topologies": _topologies,
}

OTHER_KINDS = {
    **dict.fromkeys(
        ("networks", "family", "topology", "network-topologies", "network-families", "graphs", "names"), "families"
    ),
    **dict.fromkeys(("routing", "algorithms", "routing-algorithms", "routing-functions"), "routings"),
    **dict.fromkeys(("traffic", "traffics", "pattern", "traffic-patterns"), "patterns"),
    **dict.fromkeys(("metrics", "metric", "quantity", "properties"), "quantities"),
    **dict.fromkeys(("formulas", "formulae", "lemma"), "lemmas"),
    **dict.fromkeys(("papers", "statements"), "claims"),
    "format": "formats",
    "model": "models",
}


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        if all(isinstance(each, str) for each in value.values()):  # words with commas of their own
            return "; ".join(f"{name} {each}" for name, each in value.items())
        return ", ".join(f"{name}={'|'.join(each)}" for name, each in value.items())
    if value is None:
        return ""
    return ", ".join(map(_text, value)) if isinstance(value, Iterable) and not isinstance(value, str) else str(value)
