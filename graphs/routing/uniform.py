"""Adaptive routings whose choices are drawn: every legal choice equally likely at each hop."""

from dataclasses import replace
from fractions import Fraction

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.routing.channel_routing import ADAPTIVE, OBLIVIOUS, ChannelChoice, ChannelRouting, Label
from netlemma.graphs.routing.choices import ALIKE, Choices

UNIFORM = "uniform"


def uniform(routing: ChannelRouting) -> ChannelRouting:
    """The oblivious routing that draws one of the choices of an adaptive one, all equally likely at each hop.

    Parameters
    ----------
    routing : ChannelRouting
        Adaptive routing.

    Returns
    -------
    ChannelRouting
        The oblivious routing.

    Raises
    ------
    RoutingError
        If the routing is not adaptive.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> drawn = uniform(channel_routing(network("mesh", k=3, n=2), "west-first"))
    >>> drawn.kind, [str(weight) for _, weight in drawn.next_channels(0, None, 8, None)]
    ('oblivious', ['1/2', '1/2'])
    """
    if routing.kind != ADAPTIVE:
        raise RoutingError(f"choice={UNIFORM} applies only to adaptive routings; {routing.title} is {routing.kind}")
    ask, arrays = routing.next_channels, routing.choices_to

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        allowed = dict.fromkeys(channel for channel, weight in ask(node, came_by, destination, label) if weight)
        return [(channel, Fraction(1, len(allowed))) for channel in allowed]

    def choices_to(destination: int, label: Label) -> Choices:
        assert arrays is not None
        choices: Choices = arrays(destination, label)
        return replace(choices, weights=ALIKE, weight=None)

    return replace(
        routing,
        kind=OBLIVIOUS,
        next_channels=next_channels,
        choices_to=None if arrays is None else choices_to,
        escape=None,
        way_out=None,
        description=f"{routing.description}; all choices equally likely at each hop",
    )
