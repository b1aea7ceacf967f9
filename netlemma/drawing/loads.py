"""Links coloured by their exact load, with the most loaded ones marked."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from graphs import Measurement
from graphs.rings.measure import SIZE_RATIO
from graphs.traffic.measurement import TrafficMeasurement
from netlemma.drawing.links import Link
from netlemma.drawing.look import Look, Scale

MOST_NAMED = 4  # hot links that the caption names
MOST_TICKS = 6  # different loads that are written beside the colour bar as they are
LONGEST_TICK = 9  # characters of these
NEAR = 0.06  # parts of the colour bar that two numbers need


def load(link: Link, net: Any, measured: Any) -> Fraction:
    """The visit ratio of a device; under a traffic, the load of its more loaded direction; in networks of rings, the
    packets on the link, an echo counted as 1/5 of a packet.

    Parameters
    ----------
    link : Link
        Link to draw.
    net : object
        Network.
    measured : object
        Measurement of the network.

    Returns
    -------
    Fraction
        Load of the link.
    """
    if isinstance(measured, Measurement):
        return measured.visit_ratio(link.number)
    if isinstance(measured, TrafficMeasurement):
        return measured.of_devices[link.number]
    at = divmod(link.number, net.fanout)
    return int(measured.counts.send[at]) + SIZE_RATIO * int(measured.counts.echo[at])


def of_loads(links: Sequence[Link], net: Any, measured: Any) -> Look:
    """Colours and widths by load.

    Parameters
    ----------
    links : sequence of Link
        Links of the network to draw.
    net : object
        Network.
    measured : object
        Measurement of the network.

    Returns
    -------
    Look
        Look of the links.
    """
    values = [load(link, net, measured) for link in links]
    least, most = min(values), max(values)
    what, routing, under = "visit ratio", measured.routing, ""
    if isinstance(measured, TrafficMeasurement):
        what, routing = "load of the hotter direction", measured.routing.name
        under = f" under {measured.traffic.name}"
    elif not isinstance(measured, Measurement):
        what = f"packets (an echo counts {SIZE_RATIO})"
    kinds = "bus" if all(link.kind == "bus" for link in links) else "link"
    said = f"{most} = {float(most):.4g}" if most.denominator > 1 else str(most)
    if least == most:
        caption = f"every {kinds} has the same load: {what}{under} {said}; {routing} routing"
        return Look(caption=(caption,))
    hot = tuple(i for i, value in enumerate(values) if value == most)
    names = ", ".join(links[i].name for i in hot[:MOST_NAMED])
    more = f" and {len(hot) - MOST_NAMED} more" if len(hot) > MOST_NAMED else ""
    caption = f"hot: {names}{more}; {what}{under} {said}; {routing} routing"
    scale = Scale(float(least), float(most), what, ticks=_ticks(sorted(set(values))))
    return Look(tuple(map(float, values)), scale, hot, caption=(caption,))


def _ticks(values: Sequence[Fraction]) -> tuple[tuple[float, str], ...]:
    """The values as they are, if they are few, short and apart."""
    apart = NEAR * (values[-1] - values[0])
    if len(values) > MOST_TICKS or max(len(str(value)) for value in values) > LONGEST_TICK:
        return ()
    if any(high - low < apart for low, high in pairwise(values)):
        return ()
    return tuple((float(value), str(value)) for value in values)
