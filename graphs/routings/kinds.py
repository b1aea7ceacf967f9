"""Kinds of routings that fit a purpose: one of another kind is refused, and one that fits is named."""

from collections.abc import Iterator, Sequence
from itertools import product

from netlemma.errors import RoutingError
from netlemma.graphs.routing.channel_routing import OBLIVIOUS, ChannelRouting
from netlemma.graphs.routings import DIMENSION_ORDER, Made, channel_routing, channel_routings


def require_kind(by: Made, kinds: Sequence[str], what: str) -> None:
    """Refuse a routing of an unsuitable kind, and name a suitable one.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import routing
    >>> require_kind(routing(network("mesh", k=3, n=2), "odd-even"), ["deterministic"], "this model needs")
    Traceback (most recent call last):
        ...
    netlemma.errors.RoutingError: odd-even on mesh k=3 n=2 is adaptive; this model needs a deterministic routing, ...
    """
    if by.kind not in kinds:
        article = "a" if kinds[0][0] == "d" else "an"
        drawn = OBLIVIOUS in kinds and isinstance(by, ChannelRouting) and by.name in channel_routings()
        raise RoutingError(
            f"{by.title} is {by.kind}; {what} {article} {' or '.join(kinds)} routing{such_as(by, kinds)}"
            + (f"; its choices are equally likely as {by.name} choice=uniform" if drawn else "")
        )


def such_as(by: Made, kinds: Sequence[str]) -> str:
    """Text ", such as" with a routing of some kinds on the network of another one, as users write it; "" if none is
    found.
    """
    fits = next(_of_kind(by, kinds), None)
    return f", such as {fits}" if fits else ""


def _of_kind(by: Made, kinds: Sequence[str]) -> Iterator[str]:
    """Names of routings on the same network, as users write them, those of the first kind first: the same with fewer
    virtual channels, dimension order, then the others with the last name first, so that up-down precedes routings that
    can deadlock. They are discovered: a list of names would make all results depend on all these routings.
    """
    if not isinstance(by, ChannelRouting):
        return
    known = channel_routings()
    fewer = range(1, by.vcs) if by.name in known else ()
    others = [DIMENSION_ORDER, *sorted(known.keys() - {DIMENSION_ORDER}, reverse=True)]
    tried = [(by.name, {**by.options, "vcs": vcs}) for vcs in fewer] + [(name, {}) for name in others]
    for kind, (name, options) in product(kinds, tried):
        try:
            made = channel_routing(by.network, name, **options)  # type: ignore[arg-type]
        except RoutingError:
            continue
        if made.kind == kind:
            yield " ".join([name, *(f"{option}={value}" for option, value in options.items())])
