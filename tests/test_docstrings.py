"""Docstrings of public functions: numpydoc's validation, and a Raises section wherever an error is raised."""

import ast
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator

import pytest
from numpydoc.docscrape import get_doc_object
from numpydoc.validate import validate

PACKAGES = ("derive", "graphs", "checks", "netlemma")
COMMANDS = "netlemma.cli.commands."  # the help of each option describes it, and docstrings are the commands' help
ALWAYS = {"GL06", "GL07", "GL08"}  # an unknown section, sections out of order, no docstring
ENTRIES = {"PR02", "PR04", "PR07"}  # an unknown parameter, one without type, one without meaning
WITH_PARAMETERS = {"PR01", "PR02", "PR03", "PR04", "PR07", "RT01", "RT03", "YD01"}


PARTS = 3  # of the modules of a package, one in the usual run
each_part = pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, PARTS))])


def modules(package: str) -> Iterator[str]:
    yield package
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        if not found.name.startswith(COMMANDS) and not found.name.endswith("__main__"):
            yield found.name


def documented_by_base(owner: type, name: str) -> bool:
    return any(vars(base)[name].__doc__ for base in owner.__mro__[1:] if name in vars(base))


def public_functions(module: object) -> Iterator[tuple[str, Callable]]:
    """Functions of a module and methods of its classes; inherited documentation counts, properties are no functions."""
    for name, found in vars(module).items():
        if name.startswith("_") or getattr(found, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(found):
            for method, value in vars(found).items():
                function = inspect.unwrap(getattr(value, "__func__", value))
                if (
                    inspect.isfunction(function)
                    and not method.startswith("_")
                    and not documented_by_base(found, method)
                ):
                    yield f"{name}.{method}", getattr(found, method)
        elif inspect.isfunction(inspect.unwrap(found)):
            yield name, inspect.unwrap(found)


def parameters(function: Callable) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]


def escaping(nodes: Iterable[ast.AST]) -> set[str]:
    """Error types in the raise statements of some nodes, without those of functions inside and those caught there."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Try):
            caught = {
                name.id
                for handler in node.handlers
                for name in ast.walk(handler.type or handler)
                if isinstance(name, ast.Name)
            }
            found |= escaping(node.body) - caught | escaping([*node.handlers, *node.orelse, *node.finalbody])
        elif isinstance(node, ast.Raise):
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            found |= {error.id} if isinstance(error, ast.Name) and error.id[0].isupper() else set()
        elif not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            found |= escaping(ast.iter_child_nodes(node))
    return found


def raised(function: Callable) -> set[str]:
    """Error types that a function itself raises."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    return escaping(definition.body)


def complaints(function: Callable) -> list[str]:
    doc = get_doc_object(function)
    wanted = ALWAYS | (WITH_PARAMETERS if len(parameters(function)) >= 2 else set())
    found = [f"{code} {message}" for code, message in validate(doc)["errors"] if code in wanted]
    listed = {entry.type.removeprefix("~").rpartition(".")[2] for entry in doc["Raises"]}
    return found + [f"{error} is not in a Raises section" for error in sorted(raised(function) - listed)]


def class_complaints(owner: type) -> list[str]:
    """Faults in the Parameters section of a class, if it has one."""
    doc = get_doc_object(owner)
    return [f"{code} {message}" for code, message in validate(doc)["errors"] if doc["Parameters"] and code in ENTRIES]


@each_part
@pytest.mark.parametrize("package", PACKAGES)
def test_parameters_of_classes_are_described(package, part):
    found = [
        f"{module}.{name}: {complaint}"
        for module in list(modules(package))[part::PARTS]
        for name, value in vars(importlib.import_module(module)).items()
        if inspect.isclass(value) and value.__module__ == module and not name.startswith("_")
        for complaint in class_complaints(value)
    ]
    assert not found, "\n".join(found)


@each_part
@pytest.mark.parametrize("package", PACKAGES)
def test_public_functions_have_numpy_docstrings(package, part):
    found = [
        f"{module}.{name}: {complaint}"
        for module in list(modules(package))[part::PARTS]
        for name, function in public_functions(importlib.import_module(module))
        for complaint in complaints(function)
    ]
    assert not found, "\n".join(found)


def incomplete(size: int, count: int) -> int:
    """Number of things.

    Parameters
    ----------
    size : int
        Size of a thing.
    """
    if size < 0:
        raise ValueError("negative")
    return size * count


def test_missing_sections_are_found():
    assert [complaint.split()[0] for complaint in complaints(incomplete)] == ["PR01", "RT01", "ValueError"]


def test_missing_docstrings_are_found():
    def bare() -> None:
        pass

    assert [complaint.split()[0] for complaint in complaints(bare)] == ["GL08"]


def test_entries_on_one_line_are_found():
    class Sized:
        """A thing.

        Parameters
        ----------
        size : its size, in metres.
        """

        def __init__(self, size: int) -> None:
            self.size = size

    assert [complaint.split()[0] for complaint in class_complaints(Sized)] == ["PR07"]


def test_definitions_of_families_have_no_markup_of_sphinx():
    """The site and the PDF show them; code stands between double back-quotes there."""
    for name in [name for name in modules("graphs.families") if name != "graphs.families"]:
        shown = importlib.import_module(name).__doc__ or ""
        assert not re.search(r":\w+:`", shown), f"{name}: {shown}"
