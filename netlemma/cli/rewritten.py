"""The command line that somebody meant who wrote networks, sizes, quantities or files as options."""

import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence

from netlemma.base.synonyms import FAMILY, GRIDS, in_sizes, meant
from netlemma.graphs.families import families, family_called
from netlemma.graphs.sources import NAME, kind_of, sizes_to_write, spelled_out
from netlemma.graphs.sources.network_sources import named_source

_NETWORK = ("topology", "topo", "network", "net", "family", "graph", "name")
_QUANTITY, _FORMULA = (
    ("metric", "metrics", "quantity", "property", "measure"),
    ("formula", "claim", "expression", "expr"),
)
_EXTENTS = ("size", "sizes", "dim", "dims", "dimension", "dimensions", "shape", "extents")
_SIDES = (("rows", "height", "y"), ("cols", "columns", "width", "x"))
_MEANT = {
    **dict.fromkeys(
        ("hosts-per-switch", "nodes-per-router", "hosts-per-router", "concentration", "nodes-per-switch"), "terminal"
    ),
    "routers": "switch",
    "radix": "radix port",
    "ports": "radix port",
    "n": "number",
    "levels": "level stage",
    "stages": "stage level",
    "g": "group",
    "hosts": "terminal",
    "nodes": "node",
}
_FLITS = ("flits", "packet-size", "packet-length", "message-length", "flits-per-packet")
_NUMBERS = re.compile(r"\d+(?:[x,]\d+)*", re.I)


def rewritten(command: str, words: Sequence[str], own: Callable[[str], bool | None]) -> str:
    """The line to write instead; empty if it cannot be told. ``own`` says what option of the command a word is, if it is one,
    and whether a value follows.

    >>> rewritten("measure", ["--topology", "mesh", "--k", "8", "--n", "2"], lambda word: None)
    'netlemma measure mesh k=8 n=2'
    >>> rewritten("measure", ["torus", "--size", "4x4", "--metric", "diameter"], lambda word: None)
    'netlemma derive torus diameter'
    """
    names: list[str] = []
    unknown: list[tuple[str, str]] = []
    kept: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if not word.startswith("-") or word == "-":
            names.append(word)
        elif (takes := own(name)) is not None:
            kept += [word, rest.pop(0)] if takes and not equals and rest else [word]
        else:
            value = value if equals else rest.pop(0) if rest and not rest[0].startswith("--") else ""
            unknown.append((name.lstrip("-").replace("_", "-"), value))
    if any(not value for _, value in unknown) or (command == "compare" and len(names) > 1):
        return ""
    network = [value for name, value in unknown if name.lower() in _NETWORK and not os.path.exists(value)]
    files = [value for _, value in unknown if os.path.exists(value)]
    quantity = [value for name, value in unknown if name in _QUANTITY]
    formula = [value for name, value in unknown if name in _FORMULA]
    sizes = [(name, value) for name, value in unknown if value not in (*network, *files, *quantity, *formula)]
    names = [*spelled_out([*network, *names]), *files]
    written = _with_sizes(names, sizes)
    if written is None or not (sizes or quantity or formula or files):
        return ""
    if formula or (quantity and command == "check"):
        command, kept = "check", []
    elif quantity:
        command, kept, written = "derive", [], [_family(written) or " ".join(written)]
    missing = "".join(f"; {text}" for text in sizes_to_write(written)) if command not in ("derive", "check") else ""
    return f"netlemma {shlex.join([command, *written, *quantity, *formula, *kept])}{missing}"


def _with_sizes(names: Sequence[str], given: Sequence[tuple[str, str]]) -> list[str] | None:
    """Words of a network with sizes that were options; None if one of them is none."""
    if not given:
        return list(names)
    family = families().get(_family(names))
    if family is None:
        text = " ".join(name for name in names if "=" not in name)
        if text and kind_of(text) == NAME:
            named_source(text)  # whose error says more
        return None
    values = {name.lower(): value for name, value in given}
    is_grid = (meant(FAMILY, family.name, GRIDS) or family.name) in GRIDS
    sides = [next((values[name] for name in each if name in values), "") for each in _SIDES]
    if is_grid and len(values) == 2 and all(sides):
        return [*names, "x".join(sides)]
    written = list(names)
    for name, value in given:
        if is_grid and name in _EXTENTS and _NUMBERS.fullmatch(value) and not value.isdigit():
            written.append(value.replace(",", "x"))
        elif is_grid and name in ("radix", "ary", "side") and GRIDS[family.name].side:
            written.append(f"{GRIDS[family.name].side}={value}")
        elif is_grid and name in _EXTENTS and value.isdigit() and GRIDS[family.name].dimensions:
            written.append(f"{GRIDS[family.name].dimensions}={value}")
        elif found := _size_meant(name, {each.name: each.meaning.lower() for each in family.parameters}):
            written.append(f"{found}={value}")
        elif name in _FLITS:
            written.append(f"flits={value}")
        elif _NUMBERS.fullmatch(value) and (len(name) <= 2 or name in _EXTENTS or len(written) > len(names)):
            family.check({name: value})  # whose error says what there is
        else:
            return None
    return written


def _family(names: Sequence[str]) -> str:
    """The family that words name; empty if they name none."""
    text = " ".join(name for name in names if "=" not in name)
    called, family = in_sizes(text), family_called(text)
    return called[0] if called else family.name if family else ""


def _size_meant(name: str, known: Mapping[str, str]) -> str:
    """The size of a family that an option names, by its letter or by a word of its meaning; empty if it is none or several.

    >>> known = {"a": "switches of a group", "h": "links of a switch to other groups", "groups": "number of groups"}
    >>> _size_meant("A", known), _size_meant("g", known), _size_meant("switches", known), _size_meant("x", known)
    ('a', 'groups', 'a', '')
    """
    if name in known:
        return name
    same = [each for each in known if each.lower() == name.lower()]
    if same or (len(name) == 1 and name not in _MEANT):
        return same[0] if len(same) == 1 else ""
    stem = rf"\b(?:{'|'.join(re.escape(word.rstrip('s')) for word in _MEANT.get(name, name).split())})"
    fits = [each for each, meaning in known.items() if re.search(stem, meaning)]
    first = [each for each in fits if re.match(rf"(?:number of )?{stem}", known[each])]
    found = first if len(first) == 1 else fits
    return found[0] if len(found) == 1 else ""
