"""Sizes that are lists, such as the jumps of a circulant graph, or may be left out, as sizes of lemmas and of networks."""

import re
from typing import TYPE_CHECKING

from netlemma.errors import InputError

if TYPE_CHECKING:
    from netlemma.graphs.sources.network_sources import Source


def with_entries(subject: str, sizes: str) -> tuple[str, str]:
    """The subject and the text of sizes with the entries of a list as sizes of their own: ``jumps=1,3`` is ``jumps_1=1 jumps_2=3``.

    Lists of another length than the lemmas of a family have are sizes of the lemmas for this length, if there are some.

    >>> with_entries("circulant.links", "n=8 jumps=1,3")
    ('circulant.links', 'n=8 jumps_1=1 jumps_2=3')
    >>> with_entries("xgft", "m=2,2,3 w=1,2,2")
    ('xgft-3', 'm_1=2 m_2=2 m_3=3 w_1=1 w_2=2 w_3=2')
    """
    from netlemma.derive import keys
    from netlemma.graphs.families import family_called

    name, dot, quantity = subject.partition(".")
    family = family_called(name)
    lists = {p.name: p.many for p in family.parameters if p.many} if family else {}
    parts = [word.partition("=") for word in sizes.split()]
    given = {word: len(values.split(",")) for word, _, values in parts if word in lists}
    long = max(given.values(), default=0)
    if any(lists[each] != many for each, many in given.items()) and keys(f"{name}-{long}"):
        name = f"{name}-{long}"
    words = (
        [f"{word}_{place}={value}" for place, value in enumerate(values.split(","), 1)]
        if word in lists
        else [f"{word}{equals}{values}"]
        for word, equals, values in parts
    )
    return f"{name}{dot}{quantity}", " ".join(each for every in words for each in every)


def with_own_sizes(subject: str, at: str) -> tuple[str, str]:
    """A family and the text of its sizes, among them those that are part of its name.

    >>> with_own_sizes("2d mesh", "k=4"), with_own_sizes("torus 4x6", ""), with_own_sizes("mesh", "n=2")
    (('mesh', 'n=2 k=4'), ('rectangular-torus', 'S=4,6'), ('mesh', 'n=2'))
    """
    from netlemma.graphs.sources import sized

    name, own = sized(subject, {})
    texts = {size: ",".join(map(str, value)) if isinstance(value, tuple) else value for size, value in own.items()}
    return name, " ".join([*(f"{size}={text}" for size, text in texts.items()), *at.split()])


def with_lists(network: "Source", quantity: str, formula: str, sizes: str) -> "tuple[Source, str]":
    """A network whose sizes that are lists have the values that a text gives, and the rest of the text.

    Where none is given, and the quantity has a lemma, the entries are sizes of their own, such as ``jumps_1``; so are they where
    the formula names them.
    """
    from netlemma.checks.base.inputs import parse_network
    from netlemma.derive import keys
    from netlemma.graphs.sources import source
    from netlemma.graphs.sources.network_sources import ListedSource

    if network.subject and any(re.search(rf"\b{name}_\{{?1\b", formula) for name in network.lists):
        subject, entries = with_entries(network.subject, sizes)
        if keys(f"{subject}.{quantity}"):
            return source(subject), entries
    words = sizes.split()
    some_given = any(word.partition("=")[0] in network.lists for word in words)
    if not network.lists or (not some_given and f"{network.title}.{quantity}" in keys(network.title)):
        return network, sizes
    given = parse_network(word for word in words if word.partition("=")[0] in network.lists)
    for name in network.lists:
        if name not in given:
            raise InputError(
                f"{network.title} has the list {name} as a size: give it with the other sizes, as in {name}=1,2"
            )
    values = {}
    for name, value in given.items():
        if isinstance(value, str):
            raise InputError(f"{name}={value}: {name} of {network.title} is a list of whole numbers, as in {name}=1,2")
        values[name] = value if isinstance(value, tuple) else (value,)
    rest = " ".join(word for word in words if word.partition("=")[0] not in network.lists)
    return ListedSource(network, values), rest


def with_lists_of(network: "Source", quantity: str, formula: str, at: str, sizes: str) -> "tuple[Source, str, str]":
    """As :func:`with_lists`, for the sizes beside a network and those at which a formula is tried; lists belong to the former.

    Options beside a network that are not at their defaults leave no lemmas on it.
    """
    network, at = _with_options(network, at)
    lists = [word for word in sizes.split() if word.partition("=")[0] in network.lists]
    rest = " ".join(word for word in sizes.split() if word not in lists)
    if lists or at or not rest:
        network, at = with_lists(network, quantity, formula, " ".join([at, *lists]).strip())
        return network, at, rest
    network, sizes = with_lists(network, quantity, formula, sizes)
    return network, "", sizes


def _with_options(network: "Source", at: str) -> "tuple[Source, str]":
    from netlemma.checks.base.inputs import parse_network
    from netlemma.graphs.sources.network_sources import ListedSource

    words = [word for word in at.split() if word.partition("=")[0] in network.optional]
    given = {name: value for name, value in parse_network(words).items() if value != network.optional[name]}
    rest = " ".join(word for word in at.split() if word not in words)
    return (ListedSource(network, given) if given else network), rest
