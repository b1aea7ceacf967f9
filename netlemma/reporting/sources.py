"""Dependencies of results: the sources that their code reaches by imports, read from syntax trees.

Lemmas and families are found by discovery, which no import statement shows. So a module with the name of one of them in
a text, such as ``"toroid.mean_distance"``, is taken to depend on the modules that define that family: the judge of a
statement, or a figure. A lemma names others by their whole keys, and explicit networks name no lemmas. The same applies
to routings, models and studies, in modules whose imports lead to their registries, and in the modules that define the
lemma itself. In modules that all results of a kind share, names of families and lemmas are no such signs: there a family
is the subject.
"""

import ast
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from sys import version_info

from netlemma.graphs.base.lazy import exports

PACKAGES = ("derive", "graphs", "checks", "netlemma")
WORD = re.compile(r"[a-z][a-z0-9-]*(\.[A-Za-z0-9_.-]*)?")  # as names of families and keys of lemmas are
COMPUTED_WITH = ("sympy", "mpmath", "networkx", "numpy", "numba", "z3-solver", "python-sat", "matplotlib")


@dataclass(frozen=True)
class ModuleFacts:
    """Imports of a module (as dotted names that may be modules), and the first words of its texts."""

    imports: tuple[str, ...]
    words: frozenset[str]


def module_facts(source: str, data: str = "") -> ModuleFacts:
    """The facts of a source and of the TOML file beside it: imports in functions count, texts of the data as well.

    Those for type checkers and docstrings do not.

    >>> module_facts('def f():\\n    from netlemma.graphs import network\\n    return network("toroid.x")').imports
    ('graphs.network',)
    >>> sorted(module_facts('def f():\\n    "ring"\\n    return g("toroid.x", "not one")').words)
    ['not', 'toroid.x']
    >>> sorted(module_facts("", 'networks = [{ family = "ring", label = "Simple ring" }]').words)
    ['ring']
    """
    imports: dict[str, None] = {}
    words = {word for text in _texts(tomllib.loads(data)) for word in _first_word(text)}
    for node in _nodes(ast.parse(source)):
        if isinstance(node, ast.Import):
            imports |= dict.fromkeys(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports |= dict.fromkeys(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words |= _first_word(node.value)
    return ModuleFacts(tuple(imports), frozenset(words))


def _first_word(text: str) -> set[str]:
    return {word for word in text.split(maxsplit=1)[:1] if WORD.fullmatch(word)}


def _texts(data: object) -> Iterator[str]:
    """The texts in data of TOML; its keys are none."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping | list):
        for each in data.values() if isinstance(data, Mapping) else data:
            yield from _texts(each)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        yield child
        yield from _nodes(child)


def files() -> dict[str, Path]:
    """The source of each module of netlemma, by the module's name."""
    found = {}
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None and spec.submodule_search_locations is not None
        top = Path(next(iter(spec.submodule_search_locations)))
        for path in sorted(top.rglob("*.py")):
            name = ".".join([package, *path.relative_to(top).with_suffix("").parts])
            found[name.removesuffix(".__init__")] = path
    return found


@cache
def exported() -> dict[str, str]:
    """The module of each name that a package imports on first use, by the name with its package.

    >>> exported()["graphs.measure"]
    'netlemma.graphs.loads.measure'
    """
    stubs = {name: path.with_suffix(".pyi") for name, path in files().items() if path.name == "__init__.py"}
    return {
        f"{package}.{name}": home
        for package, stub in stubs.items()
        if stub.exists()
        for name, (home, _) in exports(stub).items()
    }


def data_beside(path: Path) -> bytes:
    """The data file of a module, which has its name with the ending ``.toml``; nothing if it has none."""
    data = path.with_suffix(".toml")
    return data.read_bytes() if data.is_file() else b""


def versions() -> str:
    """Versions of Python and of the installed packages that compute."""
    found = [f"python {version_info.major}.{version_info.minor}"]
    for name in COMPUTED_WITH:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} missing")
    return ", ".join(found)


class ModuleSources:
    """All modules with the digests of their sources, and their dependencies.

    texts: Digest of the source of each module.
    read: Function of name and digest that returns the facts of a module; :func:`facts` unless they are remembered.
    named: Modules that define the family with a name, or the lemma with a key.
    computed_with: Versions that every result depends on.
    registered: For each module with a registry, the modules that define its entries by name.
    """

    def __init__(
        self,
        texts: Mapping[str, str],
        read: Callable[[str, str], ModuleFacts],
        named: Mapping[str, Iterable[str]],
        computed_with: str = "",
        registered: Mapping[str, Mapping[str, Iterable[str]]] | None = None,
    ) -> None:
        self._texts, self._read = dict(texts), read
        self._named = {name: tuple(modules) for name, modules in named.items()}
        self._versions = computed_with
        self._registered = registered or {}
        self._next: dict[str, tuple[str, ...]] = {}
        self._defining: dict[str, tuple[str, ...]] = {}
        self._shared: dict[str, frozenset[str]] = {}
        self._reached: dict[tuple[str, ...], frozenset[str]] = {}

    def imported(self, *roots: str) -> frozenset[str]:
        """All modules reached from the given ones by imports, themselves included.

        >>> a = ModuleFacts(("b.f", "sympy"), frozenset({"ring"}))
        >>> read = {"a": a, "b": ModuleFacts((), frozenset()), "r": ModuleFacts((), frozenset())}
        >>> sources = ModuleSources(dict.fromkeys(read, ""), lambda name, digest: read[name], {"ring": ["r"]})
        >>> sorted(sources.imported("a")), sorted(sources.reached("b", ["a"]))
        (['a', 'b'], ['a', 'b', 'r'])
        """
        if roots not in self._reached:
            seen: set[str] = set()
            open_ones = [self._module(root) for root in roots]
            while open_ones:
                name = open_ones.pop()
                if name and name not in seen:
                    seen.add(name)
                    open_ones += self._imports(name)
            self._reached[roots] = frozenset(seen)
        return self._reached[roots]

    def reached(self, shared: str, own: Iterable[str]) -> frozenset[str]:
        """The dependencies of a result: imports of the shared module and of its own modules, and the families named
        there.
        """
        seen = set(self._with_registered(shared))
        open_ones = [self._module(each) for each in own]
        for each in open_ones:
            if each.startswith("netlemma.derive.lemmas."):
                seen |= self.imported(*self._measured_with(each))
        while open_ones:
            name = open_ones.pop()
            if name and name not in seen:
                seen.add(name)
                open_ones += [*self._imports(name), *self._names(name)]
        return frozenset(seen)

    def _with_registered(self, shared: str) -> frozenset[str]:
        """What all results of a kind share, with the routings, models and studies that it names."""
        if shared not in self._shared:
            seen: set[str] = set()
            open_ones = [shared]
            while open_ones:
                name = open_ones.pop()
                if name not in seen:
                    seen.add(name)
                    open_ones += [*self._imports(name), *self._registered_in(name)]
            self._shared[shared] = frozenset(seen)
        return self._shared[shared]

    def digest(self, shared: str, own: Iterable[str], about: str) -> str:
        """The digest of a result: all sources that it depends on, its subject, and versions."""
        parts = [f"{name} {self._texts[name]}" for name in sorted(self.reached(shared, own))]
        return hashlib.sha256("\n".join([*parts, about, self._versions]).encode()).hexdigest()

    def _imports(self, name: str) -> tuple[str, ...]:
        if name not in self._next:
            read = self._read(name, self._texts[name])
            self._next[name] = tuple(dict.fromkeys(each for each in map(self._module, read.imports) if each))
        return self._next[name]

    def _names(self, name: str) -> tuple[str, ...]:
        """The modules of what is named in a module."""
        if name not in self._defining:
            self._defining[name] = (*self._named_in(name), *self._registered_in(name))
        return self._defining[name]

    def _words(self, name: str) -> frozenset[str]:
        return self._read(name, self._texts[name]).words

    def _measured_with(self, name: str) -> Iterator[str]:
        """The modules of the routings and the like that a module of lemmas names: the values are measured with them, on the
        other side, to which no import leads."""
        words = self._words(name)
        for known in self._registered.values():
            yield from sorted({module for each in words & known.keys() for module in known[each]})

    def _registered_in(self, name: str) -> Iterator[str]:
        """The modules of routings, models and studies that are named in a module which leads to what finds them."""
        words = self._words(name)
        for finder, known in self._registered.items():
            named = words & known.keys()
            if named and finder in self.imported(name):
                yield from sorted({module for each in named for module in known[each]})

    def _named_in(self, name: str) -> tuple[str, ...]:
        """The modules of the families and lemmas that are named in a module."""
        words = self._words(name)
        side = name.partition(".")[0]
        if side == "derive":
            names = {word for word in words if "." in word}
        else:
            names = {word.partition(".")[0] for word in words}
        found = sorted({module for each in names & self._named.keys() for module in self._named[each]})
        return tuple(module for module in found if side != "graphs" or module.startswith("graphs."))

    def _module(self, name: str) -> str:
        """The module that a dotted name is, or is in; none if it is not one of netlemma's."""
        name = home if (home := exported().get(name, "")) in self._texts else name
        while name and name not in self._texts:
            name = name.rpartition(".")[0]
        return name
