"""Certificates about channels, checked again from the network and its routing relation alone, without the code of the
finders.

The kinds "numbers" and "ranks" show that a blocked packet has a choice beyond all channels that it holds (for
"configuration" see :mod:`netlemma.checks.certificates.configuration_certificate`). The number of a channel is the length of the
longest chain of dependencies that leads to it; its rank is the least that the choices of its packets allow. The routing
determines both, and no other values are accepted.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from netlemma.checks.certificates.certified import (
    certified_routing,
    choices,
    labels,
    require_following,
    routing_words,
    ways,
)
from netlemma.checks.certificates.choice_arrays import MANY, in_phases, least_numbers, least_numbers_in_phases
from netlemma.checks.certificates.configuration_certificate import reached
from netlemma.checks.certificates.line_certificate import on_lines
from netlemma.checks.certificates.order_certificate import in_no_order, rises
from netlemma.checks.certificates.schema import Refused
from netlemma.checks.certificates.turn_certificate import rise_along_turns
from netlemma.graphs.deadlock.verdict import RULES
from netlemma.graphs.routing.channel_routing import ChannelRouting

NONE = -1  # below all: what a channel without a number has


def check_channels(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """Check a certificate about channels.

    Parameters
    ----------
    certificate : Mapping of str to object
        Certificate as read by :func:`netlemma.checks.certificates.schema.read`.
    file : str or None, optional
        File with the user's routing, if the certificate is about one.
    network : object, optional
        The network of the certificate given again, see :func:`netlemma.checks.certificates.certified.certified_source`.

    Returns
    -------
    str
        The subject and the proof in words.

    Raises
    ------
    Refused
        If the certificate does not prove its verdict.

    Examples
    --------
    >>> check_channels({"kind": "numbers", "network": {"family": "mesh", "parameters": {"k": 3, "n": 1}}, "numbers": [0, 1, 1, 0],
    ...                 "routing": {"name": "dimension-order", "vcs": 1}, "switching": "wormhole"})
    'mesh k=3 n=1, routing dimension-order, wormhole switching: each of the 6 waiting states can advance'
    """
    shown = _shown(certificate, file, network)
    for name in ("fewer", "deadlock"):
        if name not in certificate:
            continue
        less = certificate[name]
        base, _ = certified_routing({**certificate, "routing": less["routing"]}, file, network)
        named = f"routing {routing_words(base, file)}" if "sha256" in base.options else routing_words(base)
        if name == "fewer":
            shown += f"; {named}: {in_no_order(base, less)}"
        else:
            if base.vcs != 1:
                raise Refused(
                    f"deadlock.routing has {base.vcs} virtual channels: it needs one, so that it has no choice of them"
                )
            wormhole = certificate["switching"] == "wormhole"
            shown += f"; {named} with one virtual channel: {reached(base, less['packets'], less['moves'], wormhole)}"
    return shown


def _shown(certificate: Mapping[str, Any], file: str | None, network: Any) -> str:
    kind, wormhole = certificate["kind"], certificate["switching"] == "wormhole"
    routing, subject = certified_routing(certificate, file, network)
    if kind == "order":
        lanes = f", {certificate['vcs']} virtual channels on each hop" if certificate["vcs"] > 1 else ""
        return f"{subject}{lanes}: {rises(routing, certificate['vcs'], certificate['order'])}"
    if kind == "configuration":
        return f"{subject}: {reached(routing, certificate['packets'], certificate['moves'], wormhole)}"
    rule, given = RULES[kind], certificate["ranks" if kind == "ranks" else "numbers"]
    if certificate.get("rule", rule) != rule:
        raise Refused(f"rule is not that of {kind}: {rule}")
    if len(given) != routing.channel_count:
        raise Refused(f"there must be a number from 0 on, or null, for each of {routing.channel_count} channels")
    if kind == "turns":
        return f"{subject}: {rise_along_turns(routing, given)}"
    return f"{subject}: {_beyond(routing, given, kind == 'numbers', wormhole)}"


def _beyond(routing: ChannelRouting, given: Sequence[int | None], rising: bool, wormhole: bool) -> str:
    """Follow all packets of each goal; numbers must rise on their ways, ranks leave a way on with a lower one."""
    if rising and (shown := on_lines(routing, given, wormhole)):
        return shown
    if large := next((v for v in given if v is not None and v >= routing.channel_count), None):
        raise Refused(
            f"the number {large} is given, and {routing.channel_count} channels need none above {routing.channel_count - 1}"
        )
    escape = routing.escape if rising and routing.kind == "adaptive" else None
    value = [NONE if v is None or (escape and not escape(c)) else v for c, v in enumerate(given)]
    phases = rising and in_phases(routing)
    arrays = phases or (routing.choices_to is not None and len(routing.ends) * len(value) > MANY)
    require_following(routing, "packets" if arrays else "relations", phases)
    if phases:
        least, places = least_numbers_in_phases(routing, value)
    elif arrays:
        least, places = least_numbers(routing, value, rising, wormhole)
    else:
        least, places = _followed(routing, value, rising, wormhole)
    for c, (v, right) in enumerate(zip(given, least, strict=True)):
        right = NONE if escape and not escape(c) else right
        if (v or 0) != max(right, 0) or (v is None and right != NONE):
            raise Refused(f"{routing.channel_name(c)} has {v}, which should be {'null' if right == NONE else right}")
    return f"each of the {places:,} waiting states can advance"


def _followed(routing: ChannelRouting, value: list[int], rising: bool, wormhole: bool) -> tuple[list[int], int]:
    """The least numbers that packets allow, and the number of their places, by asking the relation at each place."""
    pick, least, places = max if rising == (routing.kind == "adaptive") else min, [NONE] * len(value), 0
    starts: dict[tuple[int, Any], set[int]] = {}
    for source in routing.ends:
        for goal in routing.ends:
            for label in labels(routing, source, goal):
                starts.setdefault((goal, label), set()).update(choices(routing, source, None, goal, label))
    for (goal, label), first in starts.items():
        order, met = ways(routing, goal, label, first), dict.fromkeys(first, NONE)
        for channel, later in reversed(order) if rising else order:
            choice = pick(value[c] for c in later) if later else NONE
            if rising:
                held = max(met[channel], value[channel]) if wormhole else value[channel]
                least[channel] = max(least[channel], 0)
                for c in later:
                    met[c] = max(met.get(c, NONE), held)
                    least[c] = max(least[c], held + 1)
                stuck = later and choice <= held
            else:
                met[channel] = max(choice + 1, *(met[c] for c in later if wormhole), NONE)
                least[channel] = max(least[channel], met[channel])
                stuck = met[channel] > value[channel]
            if stuck:
                raise Refused(f"behind {routing.channel_name(channel)} a packet to node {goal} may wait for ever")
        places += len(order)
    return least, places
