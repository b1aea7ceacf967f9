"""Sources of networks: families, products, files, Python files and NetworkX graphs, all resolved in one place."""

import os
import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from netlemma.base.synonyms import FAMILY, GRIDS, in_sizes, meant, named, suggestion
from netlemma.errors import InputError, NetworkError
from netlemma.graphs.base.text_files import USUAL_COLUMNS, Columns, printable
from netlemma.graphs.families import families, family_called
from netlemma.graphs.formats import formats
from netlemma.graphs.formats.fabric.fabric import FORMER_SCOPES, SCOPES
from netlemma.graphs.sources.definition_files import defined
from netlemma.graphs.sources.in_service import changed
from netlemma.graphs.sources.network_sources import BuiltSource, Source, file_source, named_source
from netlemma.graphs.sources.python import PythonSource, graph_source, is_graph
from netlemma.graphs.topology.capacities import columns_of, no_column
from netlemma.graphs.topology.factors import FACTOR_KINDS
from netlemma.graphs.topology.product import looks_like_product
from netlemma.graphs.topology.ring_structure import AnyNetwork, RingNetwork
from netlemma.graphs.topology.structure import Network

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z_0-9]*=")
_PYTHON = re.compile(r"(.+\.py)(?::(.*))?", re.DOTALL)
_CALL = re.compile(r"(?P<name>[A-Za-z][\w -]*?)\s*\((?P<sizes>[\d\s,;]+)\)")
_CALLED = re.compile(r"(?P<name>[A-Za-z][\w +-]*?)\s*\((?P<sizes>\s*[A-Za-z]\w*=[^()]*|\s*\d+(?:x\d+)+\s*)\)")
_COLON = re.compile(r"(?P<name>[A-Za-z][\w +-]*?)\s*[:\[]\s*(?P<sizes>\d[\dx,;\s]*|[A-Za-z]\w*=[^()\]]*)\]?")
_LETTERS = re.compile(r"[CPK]_?\{?\d{1,9}\}?(?:\s*(?:[x×□*]|\\times|\\square|\\Box)\s*[CPK]_?\{?\d{1,9}\}?)+")
_OF_LETTER = {"C": "ring", "P": "line", "K": "clique"}
NAME, PYTHON, FILE = "name", "python", "file"
_LIKE_FILE = re.compile(r"[./\\]")
_WAYS = "a family with its sizes, such as toroid w=4 D=2, a product such as 'line(4) x ring(5)', or files (- is the standard input)"


def resolve(
    words: Sequence[str], *, read_as: str | None = None, scope: str | None = None, columns: Columns = USUAL_COLUMNS
) -> tuple[Source, list[str]]:
    """The source that words name, and the words ``name=value`` that are not part of its name.

    Parameters
    ----------
    words : Sequence of str
        Words as on the command line: a family, a product, ``my.py``, ``my.py:function``, a ``.net`` file, which is read and
        stands for the family that it defines, or one or several other files; and assignments ``name=value``.
    read_as : str, optional
        Format of files where their content does not determine it, see :func:`netlemma.graphs.sources.network_sources.file_source`.
    scope : str, optional
        Nodes between which messages run where there are terminals: "terminals" (also if None), "switches"
        or "all".
    columns : Columns, default USUAL_COLUMNS
        Columns or attributes with the capacities and latencies of links, as far as they are named.

    Returns
    -------
    tuple of (Source, list of str)
        The source, not built yet (files are read, and a Python file is run), and the assignments in their order.

    Raises
    ------
    InputError
        If there is not exactly one network, or it takes no format or scope.
    UnknownFamily
        If a word is neither a family nor a file; the message suggests the nearest family.
    FormatError
        If a file violates its format.

    Examples
    --------
    >>> resolve(["toroid", "w=4", "D=3", "flits=20"])
    (<FamilySource toroid with sizes w, D>, ['w=4', 'D=3', 'flits=20'])
    """
    scope = FORMER_SCOPES.get(scope or "", scope)
    words = words if read_as else spelled_out(words)
    names = [word for word in words if not _ASSIGNMENT.match(word)]
    rest = [word for word in words if _ASSIGNMENT.match(word)]
    if not read_as:
        names = [defined(name) for name in names]
    if not read_as and not any(map(os.path.exists, names)):
        count = next((count for count in range(len(names), 0, -1) if in_sizes(" ".join(names[:count]))), 0)
        if called := in_sizes(" ".join(names[:count])):
            names = [called[0], *names[count:]]
            rest = [*(f"{size}={value}" for size, value in called[1].items()), *rest]
        else:
            names = _joined(names)
    if not names:
        raise InputError(f"no network is named: give {_WAYS}")
    if number := next((name for name in names[1:] if re.fullmatch(r"[\d,]+", name) and not os.path.exists(name)), ""):
        raise InputError(
            f"{printable(number)} behind {printable(names[0])} is no network: a size is written name=value, as in "
            + _example(names, given=rest)
        )
    together = " ".join(names)
    if (match := _CALL.fullmatch(together)) and match["name"] not in FACTOR_KINDS and not read_as:
        raise InputError(f"{printable(together)}: sizes are written name=value, as in {_instead_of_call(match)}")
    kinds = [kind_of(name, read_as) for name in names]
    if set(kinds) != {FILE} and len(names) > 1:
        second = next(name for name in names[1:] if kind_of(name, read_as) != FILE or kinds[0] != FILE)
        if kinds[0] == NAME:
            near = suggestion(FAMILY, together, families())
            named_source(
                names[0] if family_called(names[0]) or not near else together
            )  # whose error says more if it is none
        if (known := family_called(names[0])) and kind_of(second) == NAME and not named(FAMILY, second, families()):
            takes = ", ".join(f"{each.domain} ({each.meaning})" for each in known.parameters)
            raise InputError(
                f"{printable(second)} behind {printable(names[0])} is no size, routing, traffic or quantity: {known.name} takes "
                f"{takes}; names of several words stand in quotes"
            )
        raise InputError(
            f"{printable(names[0])} and {printable(second)} are two networks: give one; names of several words stand in quotes"
        )
    if kinds[0] == FILE:
        options = {option for form in formats().values() for option in form.options}
        own = {word.partition("=")[0]: word.partition("=")[2] for word in rest if word.partition("=")[0] in options}
        values = {name: _whole(name, value) for name, value in own.items()}
        left = [word for word in rest if word.partition("=")[0] not in own]
        return file_source(names, read_as, scope, values, columns), left
    if read_as:
        raise InputError(f"`read_as` applies only to files; {printable(names[0])} is not a file")
    if kinds[0] == PYTHON:
        match = _PYTHON.fullmatch(names[0])
        assert match
        return PythonSource(match[1], match[2] or "", scope, columns), rest
    if columns:
        raise no_column(names[0], columns)
    what = "there is no such file, and no family is called" if _LIKE_FILE.search(names[0]) else "no family is called"
    return named_source(names[0], what, scope), rest


def spelled_out(words: Sequence[str]) -> list[str]:
    """Words with those apart that people write in one: a network with its sizes behind a colon, in brackets or in quotes.

    >>> spelled_out(["slim fly q=5"]), spelled_out(["torus:4,4,4"]), spelled_out(["dragonfly(a=8,h=4)"])
    (['slim fly', 'q=5'], ['torus', '4x4x4'], ['dragonfly', 'a=8', 'h=4'])
    >>> spelled_out(["C_5 x K_2"]), spelled_out(["C5 □ P3"])
    (['ring(5) x clique(2)'], ['ring(5) x line(3)'])
    >>> spelled_out(["clos:4,4,8"]), spelled_out(["my.py:star"]), spelled_out(["mesh:k=8"]), spelled_out(["line(4) x ring(5)"])
    (['clos', '4', '4', '8'], ['my.py:star'], ['mesh', 'k=8'], ['line(4) x ring(5)'])
    """
    found: list[str] = []
    for word in words:
        if os.path.exists(word):
            found.append(word)
        elif _LETTERS.fullmatch(word):  # C_5 x K_2
            factors = re.findall(r"([CPK])_?\{?(\d+)\}?", word)
            found.append(" x ".join(f"{_OF_LETTER[letter]}({size})" for letter, size in factors))
        elif (match := _CALLED.fullmatch(word) or _COLON.fullmatch(word)) and family_called(match["name"].strip()):
            name, sizes = match["name"].strip(), re.split(r"[\s,;]+", match["sizes"].strip())
            is_grid = (meant(FAMILY, name, GRIDS) or name) in GRIDS and all(map(str.isdigit, sizes))
            found += [name, *(["x".join(sizes)] if is_grid else sizes)]
        else:
            pieces = word.split()
            given = [piece for piece in pieces if _ASSIGNMENT.match(piece)]
            name = " ".join(piece for piece in pieces if piece not in given)
            found += [name, *given] if given and name else [word]
    return found


def _joined(names: list[str]) -> list[str]:
    """Names of which the first ones are one, if they are the name of a family, or of what stands for one."""
    for count in range(len(names), 1, -1):
        together = " ".join(names[:count])
        if family_called(together) or named(FAMILY, together):
            return [together, *names[count:]]
    return names


def sizes_to_write(words: Sequence[str]) -> list[str]:
    """What is to be said of the sizes behind a family that are bare numbers, or missing; nothing if all is well.

    >>> sizes_to_write(["fat tree", "4"]), sizes_to_write(["mesh", "4x4"]), sizes_to_write(["polarfly"])[0][:16]
    (['sizes are written name=value, as in fat-tree k=4 (k: ports of a switch)'], [], 'polarfly needs q')
    """
    names = _joined([word for word in spelled_out(words) if "=" not in word])
    given = [word for word in words if "=" in word]
    if in_sizes(" ".join(names)) or not (family := family_called(names[0])):
        return []
    if len(names) > 1:
        return [f"sizes are written name=value, as in {_example(names, given=given)}"]
    said = {word.partition("=")[0] for word in given}
    missing = [each for each in family.parameters if each.default is None and each.needed and each.name not in said]
    return [f"{family.name} needs {', '.join(f'{each.name} ({each.meaning})' for each in missing)}"] * bool(missing)


def _example(names: Sequence[str], in_order: bool = False, given: Sequence[str] = ()) -> str:
    """What to write for a family with bare numbers behind it, which are the sides of a grid, or its sizes in their order."""
    family = family_called(names[0]) or family_called(named_source(names[0]).title)
    numbers = list(takewhile(re.compile(r"[\d,]+").fullmatch, names[1:]))
    values = ",".join(numbers).split(",")
    if family is None:
        return "mesh k=4 n=2"
    if not in_order and family.name in GRIDS and GRIDS[family.name].of_lists and len(values) > 1:
        return f"{family.name} {'x'.join(values)}"
    named = [word.partition("=")[0] for word in given]
    sizes = [each for each in family.parameters if each.needed and each.name not in named]
    if len(sizes) == 1 and (sizes[0].many or len(values) == 1):
        values = [",".join(values)]
    if family.name in ("xgft", "pgft") and len(numbers) == len(sizes) + 1:
        numbers = numbers[1:]  # behind the number of levels
    if len(numbers) == len(sizes):
        values = numbers
    values = values if len(values) == len(sizes) else ["NUMBER"] * len(sizes)
    written = [f"{size.name}={value}" for size, value in zip(sizes, values, strict=True)]
    meanings = ", ".join(f"{size.name}: {size.meaning}" for size in sizes)
    return f"{' '.join([family.name, *given, *written])} ({meanings})"


def _instead_of_call(match: re.Match[str]) -> str:
    """What to write for a family with its sizes in brackets, or for a tree XGFT(h; m; w)."""
    name, given = match["name"], [part.replace(" ", "") for part in match["sizes"].split(";")]
    if name.casefold() in ("xgft", "pgft") and len(given) == 3 + (name.casefold() == "pgft"):
        return " ".join([name.casefold(), *(f"{size}={text}" for size, text in zip("mwp", given[1:], strict=False))])
    return _example([named_source(name).title, *given], in_order=True)


def kind_of(name: str, read_as: str | None = None) -> str:
    """Kind of a word: name of a family or product, Python file, or another file, whether it exists or not.

    >>> kind_of("toroid"), kind_of("my.py:star"), kind_of("links.csv")
    ('name', 'python', 'file')
    """
    if family_called(name) and not read_as:
        return NAME
    if _PYTHON.fullmatch(name) and not read_as:
        return PYTHON
    if read_as or name == "-" or os.path.exists(name):
        return FILE
    if looks_like_product(name) and not re.search(r"[/\\]|\.\w+$", name):
        return NAME
    return FILE if _LIKE_FILE.search(name) and not suggestion(FAMILY, name, families()) else NAME


def _whole(name: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise InputError(f"{name}={printable(text)[1:-1]}: a whole number is expected")
    return int(text)


def source(
    subject: Any,
    *,
    read_as: str | None = None,
    scope: str | None = None,
    without: Any = (),
    capacity: Any = None,
    latency: Any = None,
) -> Source:
    """The source of a network that a user names in Python, with capacities and latencies, and without what is left out."""
    whole = _whole_source(subject, read_as, scope, columns_of(capacity, latency))
    return changed(whole, without, capacity, latency)


def _whole_source(subject: Any, read_as: str | None, scope: str | None, columns: Columns) -> Source:
    scope = FORMER_SCOPES.get(scope or "", scope)
    if isinstance(subject, Source):
        if scope or read_as:
            raise InputError(f"{subject.title} has its scope and format: do not give them again")
        if columns:
            raise no_column(subject.title, columns)
        return subject
    if isinstance(subject, AnyNetwork):
        if columns:
            raise no_column(subject.title, columns)
        return BuiltSource(subject, scope)
    if isinstance(subject, (str, os.PathLike)):
        subject = [subject]
    if isinstance(subject, (list, tuple)) and all(isinstance(each, (str, os.PathLike)) for each in subject):
        words = [os.fspath(each) for each in subject]
        found, rest = resolve(words, read_as=read_as, scope=scope, columns=columns)
        if rest and (called := in_sizes(" ".join(words))):
            raise InputError(f"{printable(words[0])} is {called[0]} with {', '.join(rest)}: sizes are arguments")
        if rest:
            raise InputError(f"{printable(rest[0])} is no network: sizes are arguments, such as {rest[0]}")
        return found
    if is_graph(subject):
        return graph_source(subject, scope, columns)
    raise InputError(f"{type(subject).__name__} is no network: give {_WAYS}, a NetworkX graph or a Network")


def sized(subject: Any, sizes: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
    """A network, and its sizes with those that its name has.

    >>> sized("2d mesh", {"k": 4}), sized("torus 4x6", {})
    (('mesh', {'n': 2, 'k': 4}), ('rectangular-torus', {'S': (4, 6)}))
    """
    called = in_sizes(subject) if isinstance(subject, str) and not os.path.exists(subject) else None
    if called is None:
        return subject, sizes
    own = {name: tuple(map(int, text.split(","))) if "," in text else int(text) for name, text in called[1].items()}
    for name in own.keys() & sizes.keys():
        raise InputError(f"{printable(subject)} has {name}={own[name]}: {name}={sizes[name]} is given besides")
    return called[0], {**own, **sizes}


def network(
    subject: Any,
    *,
    read_as: str | None = None,
    scope: str | None = None,
    without: Any = (),
    capacity: Any = None,
    latency: Any = None,
    **sizes: Any,
) -> AnyNetwork:
    """The explicit network that a user names.

    Parameters are those of :func:`netlemma.network`.

    >>> network("toroid", w=4, D=3)
    <Network toroid w=4 D=3: 64 nodes, 192 devices>
    >>> network("8x8 mesh")
    <Network mesh k=8 n=2: 64 nodes, 112 devices>
    >>> network("line(4) x ring(5)").classes
    [('dimension-0', 15), ('dimension-1', 20)]
    """
    subject, every = sized(subject, sizes)
    own = source(subject, read_as=read_as, scope=scope, without=without, capacity=capacity, latency=latency)
    return own.build(**every)


def read(
    *files: str | os.PathLike[str], read_as: str | None = None, scope: str | None = None, **options: Any
) -> AnyNetwork:
    """The network of files.

    Parameters are those of :func:`netlemma.read`.
    """
    return file_source([os.fspath(file) for file in files], read_as, scope, options).build()


CHANGES = frozenset(("without", "capacity", "latency"))  # of the network that the rest describes
_OLD_ROLES = {
    "subnet": "",
    "network": "",
    "tables": "forwarding-tables",
    "routes": "routes",
    "levels": "service-levels",
    "lanes": "virtual-lanes",
}


def from_description(data: Mapping[str, Any], python: str | None = None) -> tuple[Source, dict[str, Any]]:
    """The source and the sizes that the description of a network names, see :meth:`Source.description`.

    >>> from_description({"family": "ring", "parameters": {"K": 5}})
    (<FamilySource ring with sizes K>, {'K': 5})
    """
    if CHANGES & data.keys():
        whole, sizes = from_description({key: value for key, value in data.items() if key not in CHANGES}, python)
        return changed(whole, data.get("without"), data.get("capacity"), data.get("latency")), sizes
    if "family" in data:
        return named_source(str(data["family"]), scope=data.get("scope")), dict(data["parameters"])
    if "python" in data:
        name = printable(str(data["python"]))
        if python is None:
            raise InputError(f"the network is that of a Python file, {name}: name the file")
        found, sizes = source(python, scope=data.get("scope")), dict(data["parameters"])
        if found.description(**sizes) != {**data, "python": found.title}:
            raise InputError(f"{printable(python)} is not the file {name} that is meant: its contents differ")
        return found, sizes
    own = ("files", "format", "scope", "routing", "column", "latency_column")
    files, options = data["files"], {name: value for name, value in data.items() if name not in own}
    if not isinstance(files, Mapping) or not all(isinstance(each, str) for each in files.values()):
        raise TypeError("files are a mapping to their names")
    names = list(files)
    if "format" in data:
        roles = _OLD_ROLES if data["format"] == "infiniband" else {**_OLD_ROLES, "network": str(data["format"])}
        names = [roles[name] for name in names]
    scope = FORMER_SCOPES.get(data.get("scope", ""), data.get("scope"))
    return file_source(
        list(files.values()), ",".join(names), None if scope == SCOPES[0] else scope, options, Columns.of(data)
    ), {}


def device_network(subject: Any, **sizes: Any) -> Network:
    """The network of devices (links and buses) that a user names.

    Parameters are those of :func:`netlemma.network`.

    >>> device_network("ring", K=5).device_count
    5
    """
    net = network(subject, **sizes)
    return net.require_channels(
        ", whose links carry send and echo packets and have no visit ratios: "
        f"netlemma measure {net.title} shows their loads",
        error=NetworkError,
    )


def ring_network(subject: Any, **sizes: Any) -> RingNetwork:
    """The network of rings that a user names.

    Parameters are those of :func:`netlemma.network`.

    >>> ring_network("clock").ring_count
    2
    """
    net = network(subject, **sizes)
    if not isinstance(net, RingNetwork):
        raise NetworkError(
            f"{net.family} is not made of point-to-point rings, so there are no send and echo packets to count"
        )
    return net
