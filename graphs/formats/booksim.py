"""Configurations of BookSim2: the network, routing, traffic and load that they name, by their names here.

N. Jiang et al., A detailed and flexible cycle-accurate network-on-chip simulator, ISPASS 2013; defaults are those of
``booksim_config.cpp``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from netlemma.errors import InputError
from netlemma.graphs.base.text_files import TextFile, printable
from netlemma.graphs.formats.fabric.format import Format

MAX_CONFIGURATION = 1 << 20  # bytes
DEFAULTS = {
    "topology": "torus", "k": "8", "n": "2", "c": "1", "routing_function": "none", "num_vcs": "16", "vc_buf_size": "8",
    "traffic": "uniform", "injection_rate": "0.1", "injection_rate_uses_flits": "0", "packet_size": "1",
    "wait_for_tail_credit": "0", "network_file": "", "classes": "1", "use_read_write": "0", "perm_seed": "0",
}  # fmt: skip
_COMMENT = re.compile(r"//[^\n]*")
_STATEMENT = re.compile(r"\s*(?P<key>[A-Za-z_]\w*)\s*=\s*(?P<value>\{[^{};]*\}|[^\s;{}=]+(?:\(\{?[^;]*\))?)\s*;")
_BEGINNING = re.compile(r"\s*[A-Za-z_]\w*\s*=\s*[^;\n=]+;")
_OWN_KEY = re.compile(r"^\s*(topology|routing_function|injection_rate|num_vcs|network_file|vc_buf_size)\s*=", re.M)
_CALL = re.compile(r"(?P<name>\w+)(?:\((?P<given>.*)\))?")
_ALIKE = ("uniform", "tornado", "neighbor", "transpose", "bitcomp", "bitrev")  # whichever dimension is the first

ROUTINGS: Mapping[str, Mapping[str, str]] = {  # by topology; "falling" stands for an order of dimensions
    "mesh": {
        "dor": "dimension-order{falling}", "dim_order": "dimension-order{falling}", "xy_yx": "o1turn", "romm": "romm",
        "valiant": "valiant", "min_adapt": "duato",
    },
    "torus": {
        "dim_order": "dimension-order ties=split{falling}", "dim_order_bal": "dimension-order ties=split{falling}",
        "valiant": "valiant ties=split", "min_adapt": "duato",
    },
    "cmesh": {"dor_no_express": "shortest-first"},
    "flatfly": {"ran_min": "hyperx-order"},
    "fattree": {"nca": "shortest", "anca": "shortest-adaptive"},
    "dragonflynew": {"min": "minimal", "ugal": "ugal"},
    "anynet": {"min": "tables"},
}  # fmt: skip
PATTERNS = {
    "uniform": "uniform", "bitcomp": "bit-complement", "bitrev": "bit-reverse", "transpose": "transpose", "shuffle": "shuffle",
    "tornado": "tornado", "neighbor": "neighbor", "bad_dragon": "group+1",
}  # fmt: skip
BY_PLACE = ("cmesh", "flatfly")  # whose nodes are numbered across their routers


@dataclass(frozen=True)
class Configuration:
    """The network that a configuration names, and what is asked of it.

    family: Name of the family; None for a network of a file.
    sizes: Its sizes.
    file: File of the network.
    asked: Routing, virtual channels, traffic, load and options of simulations, by their names as parameters.
    missing: Of parameters without a counterpart, what the configuration has there.
    unused: Keys without a counterpart, in the order of the file.
    """

    family: str | None
    sizes: Mapping[str, Any]
    file: str | None
    asked: Mapping[str, Any]
    missing: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()


def read_booksim(file: TextFile) -> Configuration:
    """The configuration in a file.

    >>> found = read_booksim(TextFile("a.cfg", b"topology = mesh; k = 8; n = 2; routing_function = dor; injection_rate = 0.005;"))
    >>> found.family, found.sizes, found.asked["routing"], found.asked["load"]
    ('mesh', {'k': 8, 'n': 2}, 'dimension-order', Fraction(1, 200))
    """
    return _Reader(file).configuration()


class _Reader:
    """Values of a file by key, with their lines; those of BookSim where there is none."""

    def __init__(self, file: TextFile) -> None:
        self.file = file
        self.given: dict[str, tuple[str, int]] = {}
        self.used: set[str] = set()
        self.missing: dict[str, str] = {}
        text = _COMMENT.sub("", file.data.decode("utf-8", "replace").removeprefix("\ufeff"))
        at = 0
        while text[at:].strip():
            line = text.count("\n", 0, at + len(text[at:]) - len(text[at:].lstrip())) + 1
            found = _STATEMENT.match(text, at)
            if found is None:
                file.refuse(line, f"'key = value;' is expected, not {printable(text[at:].split(';')[0].strip())}")
            self.given[found["key"]] = ("".join(found["value"].split()), line)  # a later one replaces it, as in BookSim
            at = found.end()

    def text(self, key: str) -> str:
        self.used.add(key)
        return self.given[key][0] if key in self.given else DEFAULTS[key]

    def whole(self, key: str, low: int, high: int = 10**6) -> int:
        line = self.given[key][1] if key in self.given else 1
        return self.file.number(line, self.text(key), key, low, high)

    def refuse(self, key: str, message: str) -> None:
        self.file.refuse(self.given[key][1] if key in self.given else None, message)

    def configuration(self) -> Configuration:
        topology = self.text("topology")
        families: dict[str, Callable[[], tuple[str, dict[str, Any]]]] = {
            "mesh": lambda: ("mesh", self.numbers("k", "n")),
            "torus": lambda: ("torus", self.numbers("k", "n")),
            "cmesh": self.concentrated,
            "fattree": lambda: ("k-ary-n-tree", self.numbers("k", "n")),
            "flatfly": self.flattened,
            "dragonflynew": self.dragonfly,
        }
        family: str | None = None
        sizes: dict[str, Any] = {}
        name: str | None = None
        if topology == "anynet":
            name = self.text("network_file")
            if not name:
                self.refuse("topology", "topology = anynet needs the name of a file: network_file = FILE;")
        elif topology in families:
            family, sizes = families[topology]()
        else:
            legal = ", ".join([*families, "anynet"])
            self.refuse("topology", f"topology {printable(topology)} has no counterpart: {legal} have one")
        if int(self.whole("classes", 1)) > 1:
            self.refuse("classes", "several classes of packets have no counterpart: give each a file of its own")
        asked = {"routing": self.routing(topology), "vcs": self.whole("num_vcs", 1), "traffic": self.traffic(topology)}
        if topology == "anynet":  # whose tables allow every virtual channel
            asked["vcs"] = None
        asked |= self.messages()
        asked |= {"buffers": self.whole("vc_buf_size", 1, 1000), "ejection": "single",
                  "reuse": "empty" if self.whole("wait_for_tail_credit", 0, 1) else "tail"}  # fmt: skip
        unused = tuple(key for key in self.given if key not in self.used)
        told = {key: value for key, value in asked.items() if value is not None}
        return Configuration(family, sizes, name, told, self.missing, unused)

    def numbers(self, *keys: str) -> dict[str, int]:
        if self.whole("c", 1) > 1:
            self.used.discard("c")  # BookSim's cubes ignore it
        return {key: self.whole(key, 1) for key in keys}

    def concentrated(self) -> tuple[str, dict[str, Any]]:
        if self.whole("n", 1) != 2:
            self.refuse("n", "a concentrated mesh has n = 2")
        return "concentrated-mesh", {"k": self.whole("k", 2), "c": self.whole("c", 1)}

    def flattened(self) -> tuple[str, dict[str, Any]]:
        return "hyperx", {"S": (self.whole("k", 2),) * self.whole("n", 1, 16), "T": self.whole("c", 1)}

    def dragonfly(self) -> tuple[str, dict[str, Any]]:
        if self.whole("n", 1) != 1:
            self.refuse("n", "BookSim's dragonfly has n = 1, groups that are fully connected")
        p = self.whole("k", 1)
        return "dragonfly", {"p": p, "a": 2 * p, "h": p, "arrangement": "consecutive"}

    def routing(self, topology: str) -> str | None:
        name, known = self.text("routing_function"), ROUTINGS[topology]
        if name not in known:
            legal = ", ".join(known)
            self.missing["routing"] = (
                f"routing_function = {printable(name)[1:-1]} of topology {topology} ({legal} have one)"
            )
            return None
        plain = _CALL.match(self.text("traffic"))
        alike = plain is not None and plain["name"] in _ALIKE
        return known[name].format(falling="" if alike else " order=falling")

    def traffic(self, topology: str) -> str | None:
        """BookSim's pattern in words; the digits of its nodes are in the reverse order of those here, the numbers the same."""
        text = self.text("traffic")
        call = _CALL.fullmatch(text)
        name = call["name"] if call else text
        if topology in BY_PLACE and name != "uniform":
            self.missing["traffic"] = (
                f"traffic = {name} of topology {topology}, whose nodes are numbered across routers"
            )
        elif name in PATTERNS:
            return PATTERNS[name]
        elif name == "randperm":
            return f"permutation seed={self.whole('perm_seed', 0, 10**9)}"
        elif name == "hotspot" and call and call["given"]:
            lists = re.findall(r"\{([\d,]+)\}|(\d+)", call["given"])
            nodes, *rates = [(braces or single).split(",") for braces, single in lists] or [[]]
            if nodes and (not rates or len(set(rates[0])) == 1):
                return f"hotspot nodes={','.join(nodes)} share=1"
            if nodes and len(rates) == 1:
                shares = [int(rate) for rate in [*rates[0], *[rates[0][-1]] * (len(nodes) - len(rates[0]))]]
                terms = [
                    f"{share}/{sum(shares)}*hotspot nodes={n} share=1" for n, share in zip(nodes, shares, strict=True)
                ]
                return f"mix {'+'.join(terms)}"
        self.missing.setdefault("traffic", f"traffic = {printable(text)[1:-1]} ({', '.join(PATTERNS)} have one)")
        return None

    def messages(self) -> dict[str, Any]:
        """Length and rate of the packets."""
        size, rate = self.text("packet_size"), self.text("injection_rate")
        if self.whole("use_read_write", 0, 1):
            self.missing["flits"] = self.missing["load"] = "use_read_write = 1, packets that are answered"
            return {}
        if not re.fullmatch(r"[1-9][0-9]{0,5}", size):
            self.missing["flits"] = f"packet_size = {printable(size)[1:-1]}, which is no single length"
        in_flits = self.whole("injection_rate_uses_flits", 0, 1)
        if not re.fullmatch(r"[0-9]*\.?[0-9]+([eE]-?[0-9]{1,2})?", rate):
            self.missing["load"] = f"injection_rate = {printable(rate)[1:-1]}, which is no single rate"
        elif in_flits and "flits" in self.missing:
            self.missing["load"] = f"injection_rate = {rate} in flits of packets of several lengths"
        found: dict[str, Any] = {}
        if "flits" not in self.missing:
            found["flits"] = int(size)
        if "load" not in self.missing:
            found["load"] = Fraction(rate) / (int(size) if in_flits else 1)
        return found


def value_of(found: Configuration, name: str, value: Any) -> Any:
    """A parameter of a function: the given value, or that of the configuration where it is None or an empty text.

    >>> made = Configuration("mesh", {"k": 4, "n": 2}, None, {"vcs": 2}, {"traffic": "traffic = taper64"})
    >>> value_of(made, "vcs", None), value_of(made, "vcs", 4), value_of(made, "traffic", "uniform")
    (2, 4, 'uniform')
    """
    if value is not None and not (isinstance(value, str) and not value):
        return value
    if name in found.missing:
        raise InputError(f"{found.missing[name]} has no counterpart: give `{name}`", code="not-modelled")
    return found.asked.get(name, value)


def recognises(text: str) -> bool:
    """Whether a text begins as a configuration."""
    plain = _COMMENT.sub("", text)
    return _BEGINNING.match(plain) is not None and _OWN_KEY.search(plain.replace(";", "\n")) is not None


FORMAT = Format(
    "booksim",
    "a configuration of BookSim2",
    recognises,
    read_booksim,
    suffixes=(".cfg",),
    limit=MAX_CONFIGURATION,
)
