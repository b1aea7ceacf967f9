"""``netlemma bounds``: options, and what is printed. The computing is done by :mod:`checks` and :mod:`derive`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from netlemma.cli.network_words import source_of
from netlemma.cli.options import Form, Json, Network, Scope, Traffic, with_sizes

DIGITS_SHOWN = 60
OPTION = "--versus"


class WordsAfterVersus(TyperCommand):
    """A command whose --versus takes all words up to the next option: ``--versus spanning-bus-hypercube w=4``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, the words after --versus joined."""
        if OPTION in args:
            first = args.index(OPTION) + 1
            last = next((i for i in range(first, len(args)) if args[i].startswith("-")), len(args))
            if last == first:
                ctx.fail(f"{OPTION} needs a network, such as {OPTION} spanning-bus-hypercube w=4")
            args = [*args[:first], " ".join(args[first:last]), *args[last:]]
        return super().parse_args(ctx, args)


def bounds(
    words: Network = None,
    s_pe: Annotated[str, typer.Option("--s-pe", help="Service time of a processor.")] = "1",
    s_cl: Annotated[str, typer.Option("--s-cl", help="Service time of a link or bus.")] = "1",
    s: Annotated[list[str] | None, typer.Option("--s", help="Of one class: --s ring=3/2 (repeatable).")] = None,
    population: Annotated[int | None, typer.Option("--population", help="Messages in the network.")] = None,
    versus: Annotated[str, typer.Option(OPTION, help="Another network; sizes left out are free.")] = "",
    bandwidth: Annotated[
        str, typer.Option("--bandwidth", help="full, or limited: shared among a node's links.")
    ] = "full",
    routing: Annotated[
        str, typer.Option("--routing", help="shortest or dimension-order; with --traffic any routing.")
    ] = "shortest",
    traffic: Traffic = "",
    form: Form = "",
    scope: Scope = "",
    json: Json = False,
) -> None:
    """Bound the throughput: bottleneck, X0 bound, R0, N*, quantum, limits, finite populations.

    Examples: netlemma bounds toroid w=4 D=3 --s-pe 1 --s-cl 1 --population 64

    netlemma bounds links.csv --s rim=1 --s chord=1/2

    netlemma bounds toroid w=4 D=2 --traffic "hotspot nodes=0 share=1/4"
    """
    from checks.base.sizes import parse_network
    from netlemma.api.models import bounds as bounded
    from netlemma.api.networks import Chosen, scope_words
    from netlemma.console import print_json

    source, rest = source_of(words, form, scope)
    sizes = parse_network(rest)
    chosen = None if source.subject is not None else Chosen(source, source.build(**sizes))
    options = {"s_pe": s_pe, "s_cl": s_cl, "s": s or [], "population": population, "versus": versus,
               "bandwidth": bandwidth, "routing": routing, "traffic": traffic}  # fmt: skip
    found = bounded(chosen or source, **with_sizes(bounded, options, {} if chosen else sizes))
    print_json(found.as_json()) if json else _print(found.as_json(), scope_words(chosen.net) if chosen else "")


def _print(found: dict[str, Any], scope: str = "") -> None:
    from graphs.base.limits import title as titled
    from netlemma.console import print_table

    title = titled(found["family"], found["parameters"])
    if "traffic" in found:
        title = f"{title}, traffic {found['traffic']}"
    if "demands" in found:
        print(f"{title}: {found['nodes']} nodes, {found['routing']} routing, visit ratios: {found['source']}")
        if scope:
            print(scope)
        if "remark" in found:
            print(found["remark"])
        if found["bandwidth"]["limited"]:
            print(f"limited bandwidth: a link takes {found['bandwidth']['connections']} times as long")
        columns = ("class", "devices", "visit ratio", "service time", "demand")
        print_table("", columns, [tuple(_short(x) for x in row.values()) for row in found["demands"]])
        print(f"bottleneck          {', '.join(found['bottleneck'])}")
        print(f"X0 <= 1/(V_b S_b)   {_number(found['X0_bound'])}")
        print(f"R0                  {_number(found['R0'])}")
        print(f"N* = R0/(V_b S_b)   {_number(found['N_star'])}")
        print(f"least S_PE          {_number(found['least_S_PE'])}")
        print(
            f"quantum S_PE/S_CL   {_number(found['quantum']) if found['quantum'] else 'links differ: see least S_PE'}"
        )
    else:
        print(title)
    for name, each in found.get("limits", {}).items():
        print(
            f"X0 bound as {name} grows: {each['limit'] or 'not known'}"
            + (f" ({each['strength']})" if each["strength"] else "")
        )
        for line in each["because"]:
            print(f"    {line}")
    if "population" in found:
        _print_population(found["population"])
    if "versus" in found:
        _print_versus(found["versus"])


def _print_population(found: dict[str, Any]) -> None:
    from netlemma.console import print_table

    rows = [
        (name, _number(found[name]["lower"]), _number(found[name]["upper"]))
        for name in ("asymptotic", "balanced", "geometric")
    ]
    exact = _number(found["exact"])
    print_table(
        f"throughput with {found['N']} messages", ("bounds", "lower", "upper"), [*rows, ("exact MVA", exact, exact)]
    )


def _print_versus(found: dict[str, Any]) -> None:
    one, other = found["networks"]
    print(f"{one} versus {other}")
    for each in found["common"][:12]:
        a, b = (_number(x) for x in each["X0_bound"])
        print(f"    {each['nodes']} nodes: {a} and {b}; greater: {each['better']}")
    if len(found["common"]) > 12:
        print(f"    ... {len(found['common'])} common numbers of nodes in all")
    for each in found["crossings"]:
        print(
            f"    crossing between {each['between'][0]} and {each['between'][1]} nodes: {each['from']}, then {each['to']}"
        )
    if not found["crossings"]:
        print("    no crossing at common numbers of nodes")
    ranges = ", ".join(f"from {each['from_nodes']} {each['better']}" for each in found["at_most"][:8])
    print(
        f"    greater among networks of at most so many nodes: {ranges}"
        + (", ..." if len(found["at_most"]) > 8 else "")
    )
    limit = found["limit"]
    shown = limit["better"] or limit["because"]
    print(f"    in the limit: {shown}" + (f", ratio {limit['ratio']}" if limit.get("ratio") else ""))
    if "X0_bound" in limit:
        print(f"    bounds grow as {limit['X0_bound'][0]} and {limit['X0_bound'][1]}")


def _number(text: str | None) -> str:
    """An exact number, with its decimal value if it is no whole number."""
    from checks.performance.bounds_report import decimal

    if text is None or "/" not in text:
        return _short(text)
    return f"{_short(text)} = {decimal(text)}" if len(text) <= DIGITS_SHOWN else decimal(text)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= DIGITS_SHOWN else f"{text[:20]}...{text[-20:]}"
