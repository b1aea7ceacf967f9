"""Which module may import which: derive ∥ graphs → checks → netlemma, and no circles."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN = {
    "derive": {"networkx", "numba", "graphs", "checks", "netlemma"},
    "graphs": {"sympy", "derive", "checks", "netlemma"},
    "checks": {"netlemma"},
    "netlemma": set(),
}
FILES = [path for top in FORBIDDEN for path in sorted((ROOT / top).rglob("*.py"))]


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path) for path in FILES}


def imported(nodes: Iterator[ast.AST] | list[ast.stmt]) -> Iterator[str]:
    """The names of the modules that these statements import."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, "imports are absolute here"
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else node.module for name in inside)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_side_imports_nothing_of_the_other_side_or_above(path: Path) -> None:
    everywhere = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    used = {name.partition(".")[0] for name in imported(everywhere)}
    assert not used & FORBIDDEN[name_of(path).partition(".")[0]]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """When they are loaded; what a function imports when it is called is not counted."""
    graph = {
        name_of(path): {name for name in imported(ast.parse(path.read_text(encoding="utf-8")).body) if name in MODULES}
        for path in FILES
    }
    graph = {name: used - {name} for name, used in graph.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle
