"""What there is: families, lemmas, claims and models, with their status."""

from __future__ import annotations

import sys
from inspect import Parameter, signature
from typing import Any

from checks.claims.papers import papers
from checks.lemmas.lemma_lookup import find, wanted_keys
from derive.core.lemma import Lemma
from derive.discovery import keys, lemma
from derive.networks.ranks.smt import SolverMissing
from derive.performance.latency.model import Model, models
from derive.typeset.expressions import expression_text
from netlemma.console import print_table


def proved_lemmas(subject: str = "", quantity: str = "") -> list[Lemma]:
    """The lemmas asked for (all if no subject is given), each with its proof re-run.

    A proof that needs a solver which is not installed cannot be re-run: of several lemmas, those are left out, which is said.

    Raises
    ------
    ProofError : a proof does not re-check. SolverMissing : the only lemma asked for needs a solver.
    """
    if not subject:
        found = [lemma(key) for key in keys()]
    else:
        found = find(subject, quantity) if quantity else [lemma(key) for key in wanted_keys(subject)]
    proved = []
    for each in found:
        try:
            each.check()
        except SolverMissing as error:
            if len(found) == 1:
                raise
            print(f"netlemma: {each.key} is left out: {error}", file=sys.stderr)
        else:
            proved.append(each)
    return proved


def catalogue() -> dict[str, Any]:
    """Everything that is there, as plain data."""
    from graphs import families
    from graphs.deadlock.rings.queues import MODELS as QUEUE_MODELS

    return {
        "families": [
            {
                "name": family.name,
                "parameters": {p.name: f">= {p.minimum}, {p.meaning}" for p in family.parameters},
                "classes": list(family.classes),
                "summary": family.summary,
            }
            for family in families().values()
        ],
        "lemmas": [_lemma(lemma(key)) for key in keys()],
        "claims": [
            {
                "key": claim.key,
                "source": claim.source,
                "locator": claim.locator,
                "formula": claim.formula,
                "where": claim.where,
            }
            for paper in papers().values()
            for claim in paper.claims
        ],
        "statements": [
            {
                "key": statement.key,
                "source": statement.source,
                "locator": statement.locator,
                "words": statement.words,
                "reading": statement.reading,
            }
            for paper in papers().values()
            for statement in paper.statements
        ],
        "models": [_model(m) for m in models().values()],
        "routings": _routings(),
        "queue_models": [{"name": model.name, "meaning": model.meaning} for model in QUEUE_MODELS.values()],
    }


def _model(model: Model) -> dict[str, Any]:
    """A model of latency with its readings, and the choices of which they are made."""
    named = [name for name in model.compared() if "=" not in name]
    choices = [{"name": choice.name, "options": list(choice.options)} for choice in model.choices]
    about = {"name": model.name, "summary": model.summary, "readings": named, "choices": choices}
    example = {"words": list(model.example.words), "source": model.example.source, "locator": model.example.locator}
    return {**about, "example": {**example, "guessed": dict(model.example.guessed)}}


def _routings() -> list[dict[str, Any]]:
    """Routings on channels that deadlock can be asked of, with their options and the first line of what they say of themselves."""
    from graphs.routings import channel_routings

    return [
        {
            "name": name,
            "options": [_option(p) for p in signature(make).parameters.values() if p.name != "net"],
            "summary": (make.__doc__ or "").strip().partition("\n")[0],
        }
        for name, make in channel_routings().items()
    ]


def _option(parameter: Parameter) -> str:
    """An option and what it is if it is not given: nothing where that depends on the network."""
    open_one = parameter.default in (None, "") or (parameter.name, parameter.default) == ("vcs", 0)
    return parameter.name if open_one else f"{parameter.name}={parameter.default}"


def _lemma(found: Lemma) -> dict[str, str]:
    return {
        "key": found.key,
        "domain": found.domain.describe(),
        "closed_form": expression_text(found.closed_form),
        "status": f"{found.strength}, {len(found.derivation.steps)} steps",
    }


def print_catalogue(found: dict[str, Any]) -> None:
    """The catalogue as tables."""
    families_rows = [
        (
            f["name"],
            ", ".join(f"{n} {meaning}" for n, meaning in f["parameters"].items()),
            ", ".join(f["classes"]),
            f["summary"],
        )
        for f in found["families"]
    ]
    print_table("Families", ("name", "parameters", "classes", "what it is"), families_rows)
    print_table(
        "Lemmas", ("key", "closed form", "status"), [(x["key"], x["closed_form"], x["status"]) for x in found["lemmas"]]
    )
    rows = [(c["source"], c["locator"], c["key"], c["formula"], c["where"]) for c in found["claims"]]
    print_table("Claims (netlemma errata --all judges them)", ("source", "locator", "key", "formula", "where"), rows)
    said = [(s["source"], s["locator"], s["key"], s["words"]) for s in found["statements"]]
    print_table("Statements (judged by errata, too)", ("source", "locator", "key", "words"), said)
    models_rows = [
        (m["name"], m["summary"], " ".join(m["example"]["words"]), ", ".join(m["readings"])) for m in found["models"]
    ]
    columns = ("name", "what it is", "as in its paper", "readings")
    print_table("Models of latency (and routed, for any network)", columns, models_rows)
    routings = [(r["name"], " ".join(r["options"]), r["summary"]) for r in found["routings"]]
    print_table("Routings (netlemma deadlock NETWORK --routing)", ("name", "options", "what it is"), routings)
    models = [(m["name"], m["meaning"]) for m in found["queue_models"]]
    print_table("Queue models of rings (netlemma deadlock NETWORK --queues)", ("name", "what it is"), models)
    print('Any product is a family too: netlemma derive "line(a) x ring(b)^2" mean_distance')
