"""Links coloured by their exact load, with the most loaded ones marked."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from netlemma.drawing.links import Link
from netlemma.drawing.look import Look, Scale
from netlemma.graphs.loads.measure import DeviceMeasurement
from netlemma.graphs.rings.measure import SIZE_RATIO
from netlemma.graphs.traffic.measurement import TrafficMeasurement

MOST_NAMED = 4  # hot links that the caption names
MOST_TICKS = 6  # different loads that are written beside the colour bar as they are
LONGEST_TICK = 9  # characters of these
NEAR = 0.06  # parts of the colour bar that two numbers need


def load(link: Link, net: Any, measured: Any) -> Fraction:
    """The visit ratio of a device; under a traffic, the load of its more loaded direction; both divided by the capacity; in networks of
    rings, the packets on the link, an echo counted as 1/5 of a packet.
    """
    if isinstance(measured, DeviceMeasurement):
        ratio = measured.visit_ratio(link.number)
        return ratio if net.capacity is None else ratio / net.capacity[link.number]
    if isinstance(measured, TrafficMeasurement):
        return measured.of_devices[link.number]
    at = divmod(link.number, net.fanout)
    return int(measured.counts.send[at]) + SIZE_RATIO * int(measured.counts.echo[at])


def of_loads(links: Sequence[Link], net: Any, measured: Any) -> Look:
    """Colours and widths by load."""
    values = [load(link, net, measured) for link in links]
    kind = "bus" if all(link.kind == "bus" for link in links) else "link"
    inside = _between_switches(links, net)
    what, caption = in_words(net, measured, "load of the hotter direction")
    found = by_value(values, [link.name for link in links], kind, what, caption, inside)
    return (
        found
        if len(inside) == len(links) or not found.hot
        else replace(found, caption=(f"{found.caption[0]}; between switches",))
    )


def _between_switches(links: Sequence[Link], net: Any) -> list[int]:
    """The links of the network itself: without those of terminals, if there are others."""
    forwarding = getattr(net, "forwarding", None)
    every = range(len(links))
    if forwarding is None:
        return list(every)
    return [i for i in every if all(forwarding[u] for u in links[i].nodes)] or list(every)


def in_words(net: Any, measured: Any, load: str) -> tuple[str, str]:
    """The meaning of the values of a measurement, and its caption with a place for the largest."""
    over = " / capacity" if getattr(net, "capacity", None) is not None else ""
    if isinstance(measured, TrafficMeasurement):
        load += over
        return load, f"{load} under {measured.traffic.name}: {{}}; {measured.routing.name} routing"
    what = f"visit ratio{over}" if isinstance(measured, DeviceMeasurement) else f"packets (an echo counts {SIZE_RATIO})"
    return what, f"{what} {{}}; {measured.routing} routing"


def by_value(
    values: Sequence[Fraction], names: Sequence[str], kind: str, what: str, caption: str, among: Sequence[int] = ()
) -> Look:
    """Colours and widths by value, the largest ones of all, or among some, marked."""
    least, highest = min(values), max(values)
    most = max((values[i] for i in among), default=highest)
    said = f"{most} = {float(most):.4g}" if most.denominator > 1 else str(most)
    if least == highest:
        return Look(caption=(f"every {kind} has the same load: {caption.format(said)}",))
    hot = tuple(i for i in among or range(len(values)) if values[i] == most)
    more = f" and {len(hot) - MOST_NAMED} more" if len(hot) > MOST_NAMED else ""
    caption = f"hot: {', '.join(names[i] for i in hot[:MOST_NAMED])}{more}; {caption.format(said)}"
    scale = Scale(float(least), float(highest), what, ticks=_ticks(sorted(set(values))))
    return Look(tuple(map(float, values)), scale, hot, caption=(caption,))


def _ticks(values: Sequence[Fraction]) -> tuple[tuple[float, str], ...]:
    """The values as they are, if they are few, short and apart."""
    apart = NEAR * (values[-1] - values[0])
    if len(values) > MOST_TICKS or max(len(str(value)) for value in values) > LONGEST_TICK:
        return ()
    if any(high - low < apart for low, high in pairwise(values)):
        return ()
    return tuple((float(value), str(value)) for value in values)
