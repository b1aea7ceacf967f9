"""``netlemma deadlock`` and ``netlemma certify``: options, and what is printed. The deciding is done by :mod:`checks`."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli.network_words import source_of
from netlemma.cli.options import Form, Json, Network, Scope

MOST_BYTES = 500_000_000
RING_OPTIONS = ("queues", "partitions", "exists", "routes")
CHANNEL_OPTIONS = ("routing-file", "vcs", "switching", "fewest")


def deadlock(
    words: Network = None,
    routing: Annotated[
        str, typer.Option("--routing", help="Such as dimension-order, 'duato escape=1'; of rings: concise or general.")
    ] = "",
    routing_file: Annotated[
        str, typer.Option("--routing-file", metavar="FILE.py", help="Your own routing: a Python file, which is run.")
    ] = "",
    vcs: Annotated[int | None, typer.Option("--vcs", help="Virtual channels of each hop.")] = None,
    switching: Annotated[str, typer.Option("--switching", help="wormhole, cut-through or store-and-forward.")] = "",
    fewest: Annotated[bool, typer.Option("--fewest", help="Show a deadlock of the fewest packets.")] = False,
    queues: Annotated[
        str, typer.Option("--queues", help="Of rings: input-output, output, input, node or transit queues.")
    ] = "",
    partitions: Annotated[
        bool, typer.Option("--partitions", help="Of rings: how many partitions queues need.")
    ] = False,
    exists: Annotated[bool, typer.Option("--exists", help="Of rings: is there any deadlock-1 routing?")] = False,
    all_sizes: Annotated[
        bool,
        typer.Option("--all-sizes", help="Of mesh, torus, toroid, oneway-torus, livefly: one verdict for all sizes."),
    ] = False,
    routes: Annotated[str, typer.Option("--routes", help="For --exists: any, shortest, links=D or rings=H.")] = "",
    form: Form = "",
    scope: Scope = "",
    certificate: Annotated[Path | None, typer.Option("--certificate", help="Write the certificate here.")] = None,
    draw: Annotated[Path | None, typer.Option("--draw", help="Draw the deadlock to this .svg, .png or .pdf.")] = None,
    json: Json = False,
) -> None:
    """Decide whether a routing can deadlock; exit status 0 only if it cannot.

    Examples: netlemma deadlock livefly f=3 r=3 --certificate order.json

    netlemma deadlock opensm-subnet.lst opensm.fdbs --scope all

    netlemma deadlock links.csv --routing up-down
    """
    from checks.base.sizes import parse_network
    from graphs.sources.files import FileSource
    from netlemma.cli.commands.all_sizes import of_all_sizes
    from netlemma.console import print_json

    if draw is not None:
        from netlemma.drawing.files import checked_format, require_matplotlib

        checked_format(draw)
        require_matplotlib()
    source, sizes = source_of(words, form, scope)
    net: Any = None  # for the drawing
    if all_sizes:
        others = {"--routing-file": routing_file, "--queues": queues, "--partitions": partitions, "--exists": exists,
                  "--switching": switching, "--fewest": fewest, "--routing": routing, "a size": sizes, "--routes": routes}  # fmt: skip
        title, shown = of_all_sizes(source.subject or source.title, vcs, others)
    elif isinstance(source, FileSource) and source.fabric is not None:
        besides = {"--routing-file": routing_file, "--queues": queues, "--partitions": partitions, "--exists": exists,
                   "--routes": routes}  # fmt: skip
        by_name = {"--vcs": vcs, "--switching": switching, "--fewest": fewest}
        source.build(**parse_network(sizes))  # a file has no sizes
        title, shown = _of_files(source, routing, vcs, switching, fewest, besides, by_name)
    else:
        net, title, shown = _of_network(
            source, sizes, routing, routing_file, vcs, switching, queues, partitions, exists, routes, fewest
        )
    if certificate is not None and shown["certificate"] is not None:
        _write(certificate, shown["certificate"])
        shown["certificate"] = str(certificate)
    if draw is not None:
        shown["drawing"] = _draw(
            f"{title}: deadlock ({shown['criterion'].partition(', ')[0]})", shown["cycle"], net, draw
        )
    print_json(shown) if json else _print(title, shown)
    if shown["verdict"] != "deadlock-free":
        raise typer.Exit(1)


def certify(
    file: Annotated[Path, typer.Argument(help="A certificate, as --certificate wrote it.")],
    routing_file: Annotated[
        str | None,
        typer.Option("--routing-file", metavar="FILE.py", help="The user's routing that it is about, which is run."),
    ] = None,
) -> None:
    """Check a certificate again from the network and its routing alone; exit status 1 if it is refused.

    Example: netlemma certify order.json
    """
    from checks.certificates.certificate import Refused, check

    found = _read(file)
    try:
        with redirect_stdout(sys.stderr):
            shown = check(found, routing_file)
        print(shown)
    except Refused as error:
        print(f"refused: {error}")
        raise typer.Exit(1) from None


def _of_files(
    source: Any,
    routing: str,
    vcs: int | None,
    switching: str,
    fewest: bool,
    others: dict[str, Any],
    by_name: dict[str, Any],
) -> tuple[str, dict[str, Any]]:
    """A fabric with the routes of its files, or with a routing that has a name."""
    from checks.base.inputs import InputError
    from graphs.deadlock.fabric import decide, load
    from netlemma.console import progress

    for option, value in {**others, **({} if routing else by_name)}.items():
        if value not in (None, "", False):
            unless = ", unless a --routing is named" if option in by_name else ""
            raise InputError(f"{option} does not go with {source.title}{unless}")
    named = {"routing": {"name": routing, "vcs": vcs}} if routing else {}
    description = {**source.description(), **named}
    fabric = load(description, source)
    with progress() as say:
        found = decide(
            fabric, description, switching or "wormhole", fewest, lambda done, every: say(f"{done} of {every}")
        )
    return fabric.fabric.title, found.as_json()


def _of_network(
    source: Any,
    sizes: list[str],
    routing: str,
    routing_file: str,
    vcs: int | None,
    switching: str,
    queues: str,
    partitions: bool,
    exists: bool,
    routes: str,
    fewest: bool,
) -> tuple[Any, str, dict[str, Any]]:
    from checks.base.inputs import InputError
    from checks.base.sizes import parse_network
    from graphs.topology.ring_structure import RingNetwork

    net = source.build(**parse_network(sizes))
    rings = isinstance(net, RingNetwork)
    given = {"routing-file": routing_file, "vcs": vcs is not None, "switching": switching, "fewest": fewest, "queues": queues,
             "partitions": partitions, "exists": exists, "routes": routes}  # fmt: skip
    for option in CHANNEL_OPTIONS if rings else RING_OPTIONS:
        if given[option]:
            other = "networks of channels" if rings else "networks of point-to-point rings"
            raise InputError(f"--{option} goes with {other}, and {net.title} is none")
    if exists and (routing or partitions):
        raise InputError("--exists asks for any routing, so --routing and --partitions do not go with it")
    if routes and not exists:
        raise InputError("--routes says which routings --exists looks for: add --exists")
    shown = (
        _of_rings(net, routing, queues, partitions, exists, routes)
        if rings
        else _of_channels(net, routing, routing_file, vcs, switching, fewest)
    )
    return net, net.title, shown


def _of_rings(net: Any, routing: str, queues: str, partitions: bool, exists: bool, routes: str) -> dict[str, Any]:
    from graphs.deadlock.rings.partitions import ring_partitions
    from graphs.deadlock.rings.queues import DEFAULT
    from graphs.deadlock.rings.ring_deadlock import ring_deadlock
    from graphs.deadlock.rings.routing_existence import exists as any_routing
    from netlemma.console import progress

    model = queues or DEFAULT
    if exists:
        return any_routing(net, routes or "any", model).as_json()
    with progress() as say:
        shown = ring_deadlock(
            net, routing or None, model, lambda done, every: say(f"{done} of {every} nodes")
        ).as_json()
    if partitions:
        found, enough = ring_partitions(net, routing or None, model)
        shown["partitions"] = {"least": found.lower, "enough": found.upper, "why": found.why, "by_hops": found.by_hops}
        shown["certificate"] = enough
    return shown


def _of_channels(
    net: Any, routing: str, routing_file: str, vcs: int | None, switching: str, fewest: bool
) -> dict[str, Any]:
    from checks.base.inputs import InputError
    from graphs.deadlock.channels import decide
    from graphs.routing.routing_file import file_routing
    from graphs.routings import routing_in_words
    from netlemma.console import progress

    if routing and routing_file:
        raise InputError("--routing and --routing-file are two routings: give one")
    if routing.endswith(".py"):
        raise InputError(f"--routing {routing} looks like a Python file: --routing-file {routing} runs it")
    with redirect_stdout(sys.stderr):  # what the user's file prints
        if routing_file:
            by = file_routing(net, routing_file, vcs)
        else:
            by = routing_in_words(net, routing or "dimension-order", vcs)
        with progress() as say:
            say_how_many = lambda done, every: say(f"{done} of {every}")  # noqa: E731
            return decide(by, switching or "wormhole", fewest=fewest, progress=say_how_many).as_json()


def _print(title: str, shown: dict[str, Any]) -> None:
    print(f"{title}: {shown['verdict']}")
    print(f"criterion    {shown['criterion']}")
    print(f"scope        {shown['scope']}")
    if shown["channels"] is not None:
        print(f"resources    {shown['channels']}, with {shown['dependencies']} dependencies")
    for each in shown["cycle"]:
        print(
            f"             from {each['source']} to {each['destination']}: holds {each['holds']}, wants {each['wants']}"
        )
    if "partitions" in shown:
        found = shown["partitions"]
        exact = found["least"] == found["enough"]
        count = found["enough"] if exact else f"{found['least']} to {found['enough']}"
        by_hops = f"; by hop count {found['by_hops']}" if found["by_hops"] else ""
        print(f"partitions   {count} ({found['why']}{by_hops})")
    if isinstance(shown["certificate"], str):
        print(f"certificate  {shown['certificate']}")
    elif shown["certificate"] is not None:
        print("certificate  write it with --certificate FILE, check it with netlemma certify FILE")
    if "drawing" in shown:
        print(f"drawing      {shown['drawing'] or 'none, since there is no cycle to draw'}")


def _draw(title: str, cycle: list[dict[str, Any]], net: Any, path: Path) -> str | None:
    """Draw a cycle, if there is one, and give the name of the file."""
    from netlemma.drawing.cycle import draw_cycle
    from netlemma.drawing.drawn import save

    if not cycle:
        return None
    save(draw_cycle(title, cycle, net), title, path)
    return str(path)


def _write(path: Path, data: Any) -> None:
    from json import dumps

    from checks.base.inputs import InputError

    try:
        path.write_text(dumps(data) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def _read(path: Path) -> dict[str, Any]:
    from json import loads

    from checks.base.inputs import InputError

    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    if len(text) > MOST_BYTES:
        raise InputError(f"{path} is larger than {MOST_BYTES:,} bytes, the most that is read")
    try:
        found = loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{path} is no JSON; a certificate is what netlemma deadlock --certificate writes") from None
    if not isinstance(found, dict):
        raise InputError(f"{path} is no certificate, which is a JSON object")
    return found
