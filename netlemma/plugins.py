"""What modules offer to the program: those of a package of the repository, and plug-ins from outside, alike.

A module says what it offers by names at its top level (:data:`OFFERS`). A plug-in is a Python file, a TOML file of a
paper's claims, or a ``.net`` file that defines a family of networks: given to :func:`plugin`, listed in the environment
variable ``NETLEMMA_PLUGINS``, or an entry point of an installed distribution in the group ``netlemma.plugins``.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, update_wrapper
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
from typing import Any, ParamSpec, TypeVar

from netlemma.definitions import MOST_CHARACTERS, Definition, read_definition
from netlemma.errors import PluginError

P = ParamSpec("P")
R = TypeVar("R")

VARIABLE, GROUP = "NETLEMMA_PLUGINS", "netlemma.plugins"
OFFERS = {
    "FAMILY": "a family of networks",
    "FAMILIES": "families of networks by what is to be said of each",
    "DEFINITION": "a family of networks as a text defines it",
    "LEMMAS": "lemmas by key",
    "QUESTION": "an open question",
    "QUESTIONS": "open questions",
    "ROUTINGS": "routings on channels by name",
    "RING_ROUTINGS": "routings of point-to-point rings by name",
    "USUAL": "usual routings by family",
    "PATTERNS": "traffic patterns by name",
    "FORMAT": "a file format",
    "MODEL": "a latency model",
    "STUDY": "a comparison of models with simulations",
    "FIGURES": "figures",
    "place": "a layout of drawings",
}


class _Plugins:
    """The plug-ins of this process."""

    def __init__(self) -> None:
        self.modules: list[ModuleType] = []
        self.files: dict[Path, None] = {}
        self.definitions: dict[str, Definition] = {}
        self.asked = False  # whether the variable and the installed distributions have been looked at
        self.forget: list[Callable[[], None]] = []


_PLUGINS = _Plugins()


def registry(build: Callable[P, R]) -> Callable[P, R]:
    """A function whose values are kept until a plug-in comes."""
    kept = lru_cache(maxsize=256)(build)
    _PLUGINS.forget.append(kept.cache_clear)
    return update_wrapper(kept, build)  # type: ignore[return-value]


def plugin(path: str | Path) -> None:
    """Add what a file offers: a family, lemmas, routings, traffic patterns, a format, a model, a layout, figures, claims.

    The file is run as a module; it may be the text of any module in the folders of netlemma that are searched for such
    modules, under other names. Worker processes read it, too.

    Parameters
    ----------
    path : str or Path
        Python file with names such as ``FAMILY``, ``LEMMAS``, ``ROUTINGS`` or ``PATTERNS`` at its top level, a TOML
        file with the claims of a paper, or a ``.net`` file with the definition of a family.

    Raises
    ------
    PluginError
        If the file cannot be read or imported, or offers nothing.
    DefinitionError
        If a definition cannot be read, with the line and the column.

    See Also
    --------
    netlemma.define, netlemma.testing.check_family, netlemma.testing.check_routing, netlemma.testing.check_lemma

    Examples
    --------
    >>> plugin("nowhere.py")
    Traceback (most recent call last):
    netlemma.errors.PluginError: plug-in nowhere.py cannot be read: No such file or directory
    """
    file = Path(path).resolve()
    if file in _PLUGINS.files:
        return
    if file.suffix not in (".py", ".toml", ".net"):
        raise PluginError(f"plug-in {path}: a plug-in is a Python file, a TOML file of claims, or a .net file")
    try:
        with file.open("rb") as opened:
            text = opened.read(4 * MOST_CHARACTERS + 1) if file.suffix == ".net" else b""
    except OSError as error:
        raise PluginError(f"plug-in {path} cannot be read: {error.strerror}") from None
    if file.suffix == ".net":
        add_definition(read_definition(text.decode("utf-8", "replace"), str(path)))
        return
    _PLUGINS.files[file] = None
    try:
        if file.suffix == ".py":
            _add(_run(file), str(path))
    except PluginError:
        del _PLUGINS.files[file]
        sys.modules.pop(_module_name(file), None)
        raise
    _forget()


def add_definition(definition: Definition) -> None:
    """Add a family that a text defines, in place of one of the same name that was added before."""
    if _PLUGINS.definitions.get(definition.name) != definition:
        remove_definition(definition.name)
        module = ModuleType(definition.name)
        module.__file__ = definition.source
        vars(module)["DEFINITION"] = _PLUGINS.definitions[definition.name] = definition
        _PLUGINS.modules.append(module)
        _forget()


def remove_definition(name: str) -> Definition | None:
    """Remove the family of this name that a text defines, and say what it was."""
    former = _PLUGINS.definitions.pop(name, None)
    if former is not None:
        _PLUGINS.modules = [each for each in _PLUGINS.modules if getattr(each, "DEFINITION", None) is not former]
        _forget()
        _forget_all()
    return former


def _module_name(file: Path) -> str:
    """The name of the module of a file, with a digest: two files of one name are two modules, alike in every process."""
    return f"netlemma_plugin_{sha256(str(file).encode()).hexdigest()[:8]}.{file.stem}"


def _run(file: Path) -> ModuleType:
    name = _module_name(file)
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    folder = name.partition(".")[0]
    sys.modules[folder] = ModuleType(folder)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise _not_imported(str(file), error) from None
    return module


def _not_imported(name: str, error: BaseException) -> PluginError:
    """The error for a plug-in that raised another, with the line of its file."""
    line, trace = getattr(error, "lineno", None), error.__traceback__
    while trace is not None:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == name else line
        trace = trace.tb_next
    where = f" (line {line})" if line else ""
    said = " ".join(str(error).split())
    return PluginError(f"plug-in {name}{where} cannot be imported: {type(error).__name__}: {said}")


def _add(module: ModuleType, name: str) -> None:
    if not any(hasattr(module, offer) for offer in OFFERS):
        raise PluginError(f"plug-in {name} offers nothing: it has none of {', '.join(OFFERS)} at its top level")
    _PLUGINS.modules.append(module)


def _forget() -> None:
    for forget in _PLUGINS.forget:
        forget()


def _forget_all() -> None:
    """Forget all that functions keep, since much of it is kept by the names of families."""
    for name in [each for each in sys.modules if each.startswith("netlemma.")]:
        for value in list(vars(sys.modules[name]).values()):
            if callable(clear := getattr(value, "cache_clear", None)):
                clear()


def _ask() -> None:
    """Read the plug-ins that the environment names, once."""
    if _PLUGINS.asked:
        return
    _PLUGINS.asked = True
    for path in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        plugin(path)
    for entry in entry_points(group=GROUP):
        try:
            module = entry.load()
        except (Exception, SystemExit) as error:
            raise _not_imported(f"{entry.name} = {entry.value}", error) from None
        _add(module, f"{entry.name} = {entry.value}")
        _forget()


def plugin_modules() -> tuple[ModuleType, ...]:
    """The plug-ins that are modules."""
    _ask()
    return tuple(_PLUGINS.modules)


def plugin_files(suffix: str = "") -> tuple[Path, ...]:
    """The files of plug-ins, or those with a suffix; definitions are not among them."""
    _ask()
    return tuple(file for file in _PLUGINS.files if file.suffix.endswith(suffix))


def plugin_definitions() -> tuple[Definition, ...]:
    """The families that texts define."""
    _ask()
    return tuple(_PLUGINS.definitions.values())


def add_plugins(added: Iterable[Path | Definition]) -> None:
    """Add the plug-ins of another process, in a worker."""
    for each in added:
        if isinstance(each, Definition):
            add_definition(each)
        else:
            plugin(each)


def offering(package: str, *offers: str) -> list[ModuleType]:
    """The modules in a package, and the plug-ins, that offer something by one of these names at their top level."""
    path = sys.modules[package].__path__ if package in sys.modules else import_module(package).__path__
    own = (import_module(f"{package}.{each.name}") for each in iter_modules(path) if not each.ispkg)
    return [module for module in (*own, *plugin_modules()) if any(hasattr(module, offer) for offer in offers)]


def by_name(kind: str, entries: Iterable[tuple[str, Any, ModuleType]]) -> dict[str, Any]:
    """What modules offer, by name; a name that two modules give to different things is an error.

    >>> by_name("pattern", [("shift", 1, sys), ("shift", 2, os)])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    netlemma.errors.PluginError: there are two of the name shift (pattern): in sys and in ...os.py
    """
    found: dict[str, tuple[Any, ModuleType]] = {}
    for name, value, module in entries:
        other = found.setdefault(name, (value, module))
        if other[0] is not value:
            places = " and in ".join(getattr(each, "__file__", None) or each.__name__ for each in (other[1], module))
            raise PluginError(f"there are two of the name {name} ({kind}): in {places}")
    return {name: value for name, (value, _) in found.items()}


def offered(package: str, offer: str, kind: str) -> Mapping[str, Any]:
    """The entries of the mappings that the modules in a package, and plug-ins, have by a name, in the order of their names."""
    modules = offering(package, offer)
    entries = ((name, value, module) for module in modules for name, value in getattr(module, offer).items())
    return MappingProxyType(dict(sorted(by_name(kind, entries).items())))
