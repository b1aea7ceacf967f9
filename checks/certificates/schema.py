"""The fields of certificates by their kind, and the reader that refuses all others.

A shape is a :class:`LegalValues` (one value), ``[shape]`` (a list), ``(shape, ...)`` (a list of that length), a mapping of keys
to shapes (an object; ``"key?"`` may be missing, ``"*"`` is any other key), or a function from a value to its shape.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import CertificateError
from netlemma.graphs.deadlock.message_chains import INJECTIONS, ORDERS, WHERE
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, SWITCHING

LONGEST_TEXT = 4096
MOST = 10**1000  # numbers below it can be written out
RATIONAL = re.compile(r"(0|[1-9][0-9]{0,999})(/[1-9][0-9]{0,999})?")
NODE = re.compile(r"0|[1-9][0-9]{0,8}")
MODELS = ("input-output", "output", "input", "node", "transit")


class LegalValues(NamedTuple):
    """The legal values of a field, in words and as a test."""

    words: str
    fits: Callable[[Any], bool]


def one_of(*words: str) -> LegalValues:
    """One of some texts."""
    return LegalValues(" or ".join(words), lambda value: isinstance(value, str) and value in words)


def _plain(value: Any, deep: int = 9) -> bool:
    """Whether a value is a label: null, a whole number, a text, true or false, or a list of labels."""
    if _listed(value):
        return deep > 0 and all(_plain(part, deep - 1) for part in value)
    return value is None or type(value) in (str, bool) or _short(value)


def _short(value: Any) -> bool:
    """Whether a value is a whole number that can be written out."""
    return type(value) is int and abs(value) < MOST


def _listed(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _rule(value: Any) -> bool:
    kind, equals, most = value.partition("=") if isinstance(value, str) else ("", "", "")
    return value in ("any", "shortest") or (
        kind in ("links", "rings")
        and bool(equals)
        and most.isascii()
        and most.isdigit()
        and most[0] != "0"
        and len(most) < 7
    )


TEXT = LegalValues(
    f"a text of at most {LONGEST_TEXT} characters", lambda v: isinstance(v, str) and len(v) <= LONGEST_TEXT
)
WHOLE = LegalValues("a whole number from 0 on, of at most 1,000 digits", lambda v: _short(v) and v >= 0)
POSITIVE = LegalValues("a whole number from 1 on, of at most 1,000 digits", lambda v: _short(v) and v > 0)
NUMBER = LegalValues(
    "a whole number from 0 to 2^62, or null", lambda v: v is None or (type(v) is int and 0 <= v <= 2**62)
)
LABEL = LegalValues("null, a whole number, a text, or a list of these", _plain)
LITERAL = LegalValues(
    "a whole number other than 0, up to 2^62", lambda v: type(v) is int and v != 0 and abs(v) <= 2**62
)
OPTION = LegalValues("a whole number or a text", lambda v: _short(v) or TEXT.fits(v))
RULE = LegalValues("any, shortest, links=D or rings=H with a number from 1 on", _rule)
FLAG = LegalValues("true or false", lambda v: type(v) is bool)
NULL = LegalValues("null", lambda v: v is None)
RATE = LegalValues(
    "a text such as 3 or 63/4, of at most 2,000 digits", lambda v: isinstance(v, str) and bool(RATIONAL.fullmatch(v))
)


def _one_or_more(value: Any) -> Any:
    return [WHOLE] if _listed(value) else WHOLE


def _size(value: Any) -> Any:
    return [WHOLE] if _listed(value) else OPTION


CHANGES = {
    "without?": [TEXT],
    "capacity?": {"*": RATE},
    "latency?": {"*": RATE},
    "column?": TEXT,
    "latency_column?": TEXT,
}
FILES = {"files": {"*": TEXT}, "scope?": TEXT, "format?": TEXT, "*": WHOLE, **CHANGES}
NETWORKS = {
    "family": {"family": TEXT, "parameters": {"*": _size}, "scope?": TEXT, **CHANGES},
    "files": FILES,
    "fabric": {"fabric": FILES},
    "graph": {"graph": TEXT, "parameters": {}, **CHANGES},
    "python": {"python": TEXT, "parameters": {"*": OPTION}, "*": TEXT, **CHANGES},
}


def _network(value: Any) -> Any:
    """The shape of the description of a network: of a family, of files, of a fabric, or of a Python file."""
    found = next((shape for key, shape in NETWORKS.items() if isinstance(value, Mapping) and key in value), None)
    return found or LegalValues(f"an object with the key {' or '.join(NETWORKS)}", lambda _: False)


CHANNEL_ROUTING = {"name": TEXT, "vcs": POSITIVE, "options?": {"*": OPTION}, "description?": TEXT}
RING_ROUTING = {"name": TEXT, "description?": TEXT}
PACKET = {"source": TEXT, "destination": TEXT, "label": LABEL, "flits": POSITIVE, "holds": [WHOLE], "waits": [WHOLE]}
QUEUED = {"source": WHOLE, "destination": WHOLE, "holds": TEXT, "wants": TEXT}
ROUTE = (WHOLE, WHOLE, [(WHOLE, WHOLE)])
TRAFFIC = {"name": TEXT, "pairs?": [(WHOLE, WHOLE)]}
OF_CHANNELS = {
    "network": _network, "routing?": CHANNEL_ROUTING, "switching": one_of(*SWITCHING), "traffic?": TRAFFIC, "buffers?": POSITIVE,
}  # fmt: skip
FEWER = {
    "vcs": POSITIVE, "routing": CHANNEL_ROUTING, "cycles": [[WHOLE]], "proof": [[LITERAL]],
    "routes": [{"source": TEXT, "destination": TEXT, "label": LABEL, "hops": [WHOLE]}],
}  # fmt: skip
BUBBLE = one_of("critical", "worm")
MOVES = [(WHOLE, WHOLE)]
ROW = {"kind": WHOLE, "source": WHOLE, "destination": WHOLE, "causes": [[WHOLE]], "first": FLAG}
MESSAGES = {
    "kinds": [TEXT], "causes": [[WHOLE]], "to": [one_of(*WHERE)], "first": [FLAG], "networks": [WHOLE], "queue": POSITIVE,
    "order": one_of(*ORDERS), "injection": one_of(*INJECTIONS), "rows?": [ROW],
}  # fmt: skip
RESOURCE = (one_of("channel", "queue", "turn"), WHOLE, WHOLE)
SENT = {
    "kind": TEXT, "source": TEXT, "destination": TEXT, "label": LABEL, "flits": POSITIVE, "row?": WHOLE,
    "cause": LegalValues("a number of a message, or null", lambda v: v is None or (_short(v) and v >= 0)),
}  # fmt: skip
WAITING = {"message": WHOLE, "holds": [RESOURCE], "waits": [RESOURCE]}


def _entered(value: Any) -> Any:
    """What a message enters; null if it is taken off the network."""
    return NULL if value is None else RESOURCE


def _alone(value: Any) -> Any:
    """A certificate about the routing alone, inside another one."""
    require(value, {"kind": one_of("numbers", "turns", "ranks"), "*": LegalValues("", lambda _: True)}, "alone")
    return {"kind": TEXT, **KINDS[value["kind"]]}


INSIDE = {"kind": TEXT, "*": LegalValues("", lambda _: True)}  # a certificate inside, which is read when it is checked
STUCK = {"routing": CHANNEL_ROUTING, "packets": [PACKET], "moves": MOVES}  # with fewer channels
LESS = {"fewer?": FEWER, "deadlock?": STUCK}
OF_RINGS = {"network": _network, "queues": one_of(*MODELS), "scope?": TEXT}


def _numbering(certificate: Mapping[str, Any]) -> Any:
    """A numbering is about a routing by its name, or has routes of its own and shows that a routing exists."""
    own = {"routing": NULL, "rule": RULE, "routes": [ROUTE]} if "routes" in certificate else {"routing": RING_ROUTING}
    return {"verdict": one_of(FREE), **OF_RINGS, **own, "numbers": {"*": _one_or_more}, "classes?": POSITIVE}


def _by_number(shape: Any) -> Callable[[Any], Any]:
    """Values by numbers of nodes, hops or channels."""

    def found(value: Any) -> Any:
        if isinstance(value, Mapping) and not all(isinstance(key, str) and NODE.fullmatch(key) for key in value):
            return LegalValues("an object with numbers as keys", lambda _: False)
        return {"*": shape}

    return found


def _optimal(certificate: Mapping[str, Any]) -> Any:
    """A routing is the best for one traffic, with flows to destinations, or for all, with those of pairs."""
    both = {
        "network": _network, "lower": RATE, "upper": RATE, "scale": WHOLE, "channel": WHOLE,
        "symmetries": [{"reversing": FLAG, "image": [WHOLE]}],
    }  # fmt: skip
    wholes, pair = _by_number(WHOLE), {"source": WHOLE, "destination": WHOLE}
    if "traffic" in certificate:
        about = {"name": TEXT, "rates?": [(WHOLE, WHOLE, RATE)]}
        return {**both, "traffic": about, "flows": [{"destination": WHOLE, "flow": wholes}], "lengths": wholes}
    return {
        **both,
        "permutation": [WHOLE],
        "flows": [{**pair, "flow": wholes}],
        "lengths": [{**pair, "lengths": wholes}],
        "potentials": [{"channel": WHOLE, "sending": wholes, "getting": wholes}],
    }


def _bisection(certificate: Mapping[str, Any]) -> Any:
    """The lower bound follows from flows to all destinations, or from all halves in an order of the nodes."""
    moves = [{"destination": WHOLE, "moves": [(WHOLE, WHOLE, WHOLE, RATE)]}]
    proof = {"order": [WHOLE]} if "order" in certificate else {"flows": moves}
    return {"network": _network, "half": [WHOLE], "channels": WHOLE, "least": WHOLE, **proof}


PRIORITIES = {
    "network": _network, "routing?": CHANNEL_ROUTING, "flow": one_of("pfc"), "priorities": POSITIVE, "paths": [[WHOLE]],
}  # fmt: skip
KINDS: dict[str, Any] = {
    "numbers": {"verdict": one_of(FREE), **OF_CHANNELS, "numbers": [NUMBER], "rule?": TEXT, **LESS},
    "turns": {"verdict": one_of(FREE), **OF_CHANNELS, "numbers": [NUMBER], "rule?": TEXT, **LESS},
    "ranks": {"verdict": one_of(FREE), **OF_CHANNELS, "ranks": [NUMBER], "rule?": TEXT, **LESS},
    "order": {"verdict": one_of(FREE), **OF_CHANNELS, "vcs": POSITIVE, "order": [WHOLE], **LESS},
    "bubbles": {
        "verdict": one_of(FREE),
        **OF_CHANNELS,
        "rings": [[WHOLE]],
        "ranks": [NUMBER],
        "bubble?": BUBBLE,
        "rule?": TEXT,
    },
    "configuration": {
        "verdict": one_of(DEADLOCK),
        **OF_CHANNELS,
        "rings?": [[WHOLE]],
        "bubble?": BUBBLE,
        "packets": [PACKET],
        "moves": MOVES,
    },
    "networks": {
        "verdict": one_of(FREE),
        "network": _network,
        "switching": one_of(*SWITCHING),
        "messages": MESSAGES,
        "buffers?": POSITIVE,
        "order": [WHOLE],
        "alone": _alone,
    },
    "message-ranks": {"verdict": one_of(FREE), **OF_CHANNELS, "messages": MESSAGES, "ranks": [NUMBER], "rule?": TEXT},
    "messages": {
        "verdict": one_of(DEADLOCK),
        **OF_CHANNELS,
        "messages": MESSAGES,
        "sent": [SENT],
        "waiting": [WAITING],
        "moves": [(WHOLE, _entered)],
    },
    "modules": {
        "verdict": one_of(FREE),
        **OF_CHANNELS,
        "modules": [{"module": TEXT, "nodes": [WHOLE], "numbers": MOVES, "summary": MOVES}],
        "crossing": MOVES,
    },
    "pauses": {"verdict": one_of(FREE), **PRIORITIES, "numbers": [NUMBER], "rule?": TEXT},
    "paused": {"verdict": one_of(DEADLOCK), **PRIORITIES, "circle": [(WHOLE, [WHOLE])], "filling": [WHOLE]},
    "numbering": _numbering,
    "cycle": {"verdict": one_of(DEADLOCK), **OF_RINGS, "routing": RING_ROUTING, "cycle": [QUEUED], "filling": [WHOLE]},
    "worst-case": {
        "network": _network,
        "routing?": CHANNEL_ROUTING,
        "gamma": RATE,
        "channel": WHOLE,
        "permutation": [WHOLE],
        "potentials": [{"channel": WHOLE, "sending": _by_number(RATE), "getting": _by_number(RATE)}],
        "symmetries": [[WHOLE]],
        "moved": [(WHOLE, WHOLE, WHOLE)],
    },
    "optimal-routing": _optimal,
    "bisection": _bisection,
    "failures": {
        "network": _network,
        "of": one_of("links", "switches", "both"),
        "together": POSITIVE,
        "seed?": WHOLE,
        "whole": INSIDE,
        "after": [{"failed": [TEXT], "apart?": [TEXT], "certificate?": INSIDE}],
    },
    "no-routing": {"verdict": one_of(DEADLOCK), **OF_RINGS, "routing": NULL, "rule": RULE, "pairs": [(WHOLE, WHOLE)]},
}


def read(certificate: Any) -> str:
    """The kind of a certificate all of whose fields are known and have legal values.

    Parameters
    ----------
    certificate : object
        Certificate as read from JSON.

    Returns
    -------
    str
        Its kind.

    Raises
    ------
    Refused
        If a field is missing, unknown, or of another type.

    Examples
    --------
    >>> read({"kind": "search", "configurations": 1})
    Traceback (most recent call last):
        ...
    netlemma.errors.CertificateError: kind is 'search': ... is expected
    """
    require(certificate, {"kind": one_of(*KINDS), "*": LegalValues("", lambda _: True)}, "")
    kind: str = certificate["kind"]
    require({key: value for key, value in certificate.items() if key != "kind"}, KINDS[kind], "")
    return kind


def require(value: Any, shape: Any, where: str) -> None:
    """Check a value against a shape.

    shape: Its shape, see this module.
    """
    if isinstance(shape, LegalValues):
        if not shape.fits(value):
            raise CertificateError(f"{where} is {_said(value)}: {shape.words} is expected")
    elif callable(shape):
        require(value, shape(value), where)
    elif isinstance(shape, Mapping):
        _object(value, shape, where)
    elif not _listed(value):
        raise CertificateError(f"{where} is {_said(value)}: a list is expected")
    elif isinstance(shape, list):
        (each,) = shape
        if isinstance(each, LegalValues):  # the long lists
            wrong = next((i for i, part in enumerate(value) if not each.fits(part)), None)
            if wrong is not None:
                require(value[wrong], each, f"{where}[{wrong}]")
            return
        for i, part in enumerate(value):
            require(part, each, f"{where}[{i}]")
    else:
        if len(value) != len(shape):
            raise CertificateError(f"{where} has {len(value)} parts: {len(shape)} are expected")
        for i, (part, each) in enumerate(zip(value, shape, strict=True)):
            require(part, each, f"{where}[{i}]")


def _object(value: Any, shape: Mapping[str, Any], where: str) -> None:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise CertificateError(f"{where or 'the certificate'} is {_said(value)}: an object is expected")
    inside = f"{where}." if where else ""
    shapes = {key.removesuffix("?"): each for key, each in shape.items()}
    for key in shape:
        if not key.endswith("?") and key != "*" and key not in value:
            raise CertificateError(f"{where or 'the certificate'} has no {key!r}")
    for key, part in value.items():
        if key == "*" or key.endswith("?") or (key not in shapes and "*" not in shapes):
            known = ", ".join(each for each in shapes if each != "*")
            raise CertificateError(
                f"{where or 'the certificate'} has a key {quoted_text(key)}{nearest(key, shapes)}: keys are {known}"
            )
        require(part, shapes.get(key, shapes.get("*")), f"{inside}{key}")


def _said(value: Any) -> str:
    if isinstance(value, str):
        return quoted_text(value)
    if isinstance(value, Mapping):
        return "an object"
    if _listed(value):
        return "a list"
    if type(value) is int and not _short(value):
        return "a number of more than 1,000 digits"
    return quoted_text(f"{value!r:.60}")[1:-1]
