"""Networks that commands are given: a family or a product with its sizes, or a file; the reading is done by :mod:`graphs`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

MAPPING, INFINIBAND = "--mapping", "--infiniband"
OWN_ROUTES = (INFINIBAND, "--anynet")  # files that say by which ways messages go
TABLES = "tables"


def fabric_files(
    infiniband: tuple[str, str] | None, anynet: str, graphml: str, cray: str, links: str
) -> dict[str, Any]:
    """What the options that name a network's files are given, by their names."""
    return {INFINIBAND: infiniband, "--anynet": anynet, "--graphml": graphml, "--cray": cray, "--links": links}


def given_file(files: Mapping[str, Any], subject: str, scope: str = "") -> tuple[str, Any] | None:
    """The option that names the network's file, with what is behind it; None if a family or a product is named.

    Parameters
    ----------
    files : the options of a command that name files, and what was given for each.
    subject : the first argument, "" if there is none. A size is taken for one: ``--links FILE w=4`` has no family.
    scope : between which ends of a fabric messages run.

    Raises
    ------
    InputError : no network, two of them, or options that do not go with it.

    >>> given_file({"--links": "my.csv", "--cray": ""}, "")
    ('--links', 'my.csv')
    """
    from checks.base.inputs import InputError, shown

    given = [(option, file) for option, file in files.items() if file]
    if len(given) > 1:
        raise InputError(f"{given[0][0]} and {given[1][0]} are two networks: give one")
    if not given and (not subject or "=" in subject):
        raise InputError(f"name a family or a product, or give one file with {', '.join(files)}")
    if scope and (not given or given[0][0] == MAPPING):
        fabrics = [option for option in files if option != MAPPING]
        raise InputError(f"--scope goes with the files of a fabric: {', '.join(fabrics)}")
    if given and subject:
        if "=" in subject:
            raise InputError(
                f"{shown(subject)}: sizes go with a family, and {given[0][0]} names a network that has its own"
            )
        raise InputError(f"{shown(subject)} and {given[0][0]} are two networks: give one")
    return given[0] if given else None


def named_network(files: Mapping[str, Any], subject: str, parameters: list[str] | None, scope: str = "") -> Any:
    """The network of a family or a product with its sizes, or of a file.

    :raises InputError: as :func:`given_file`, and what the network or its file refuses
    """
    from checks.base.sizes import parse_network
    from graphs import network

    given = given_file(files, subject, scope)
    return network(subject, **parse_network(parameters or [])) if given is None else read_network(*given, scope)


def network_and_words(
    files: Mapping[str, Any], subject: str, parameters: list[str] | None, scope: str = ""
) -> tuple[Any, list[str]]:
    """The network of a file, or the name of a family or a product; and the words with sizes and whatever else is set.

    With a file there is no name, so that the first word is one of those: ``--links FILE flits=20``.

    :raises InputError: as :func:`given_file`, and what the network's file refuses
    """
    words = parameters or []
    if any(files.values()) and "=" in subject:
        subject, words = "", [subject, *words]
    given = given_file(files, subject, scope)
    return (subject if given is None else read_network(*given, scope)), words


def read_network(option: str, file: Any, scope: str = "") -> Any:
    """The network of a file, or of the two files of an InfiniBand fabric, named after the first.

    Messages run between its adapters, or between all its nodes with the scope "all", and through switches alone.
    """
    if option == MAPPING:
        from graphs.rings.mapping import read_mapping

        return read_mapping(file)
    from graphs.formats.loading import read_fabric

    return read_fabric(option.removeprefix("--"), file).between(scope or "adapters")


def routing_to_measure(net: Any, files: Mapping[str, Any], routing: str, scope: str = "") -> Any:
    """The routing that ``--routing`` names for a measurement: the name as it is, or a routing on channels.

    ``tables`` are the forwarding tables of an InfiniBand fabric, or the paths that BookSim takes.

    :raises InputError: tables of a network that has none; RoutingError: options that a routing does not take
    """
    from checks.base.inputs import InputError
    from graphs import RingNetwork, routing_names

    if routing == TABLES:
        given = next(((option, file) for option, file in files.items() if file and option in OWN_ROUTES), None)
        if given is None:
            raise InputError(
                f"--routing {TABLES} goes with {' and '.join(OWN_ROUTES)}, whose files say by which ways messages go"
            )
        from graphs.formats.loading import load

        option, file = given
        named = dict(zip(("subnet", "tables"), file, strict=True)) if option == INFINIBAND else {"network": file}
        scope = scope or "adapters"
        return replace(
            load({"format": option.removeprefix("--"), "files": named, "scope": scope}).routing(scope), name=TABLES
        )
    if routing and routing not in routing_names() and not isinstance(net, RingNetwork):
        from graphs.routings import channel_routings, routing_in_words

        if routing.split()[0] in channel_routings():
            return routing_in_words(net, routing)
    return routing or None


def scope_words(net: Any) -> str:
    """Between which nodes of a network that was read messages run, and through which; "" if all are alike.

    >>> from graphs import network
    >>> scope_words(network("ring", K=5))
    ''
    """
    forwards = getattr(net, "forwards", None)
    if forwards is None and getattr(net, "terminals", None) is None:
        return ""
    switches = int(net.forwarding.sum())
    if net.terminals is None:
        return f"scope all: messages between all {net.node_count} nodes, switches too, through the {switches} switches"
    return f"scope adapters: messages between the {len(net.ends)} adapters, through the {switches} switches"
