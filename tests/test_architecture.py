"""The two sides know nothing of each other, nothing imports in a circle, nothing runs text as code.

All by reading the syntax trees of the sources: nothing of theirs is run here, except to ask which lemmas and families exist.
"""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("derive", "graphs", "checks", "netlemma")
FORBIDDEN = {
    "derive": {"networkx", "numpy", "numba", "graphs", "checks", "netlemma"},
    "graphs": {"sympy", "derive", "checks", "netlemma"},
    "checks": {"netlemma"},
    "netlemma": set(),
}
ALL_MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}
RUNS_TEXT = {"eval", "exec", "compile", "__import__", "sympify", "parse_expr", "lambdify", "S"}
UNPICKLES = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal", "joblib", "code", "codeop", "runpy"}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(ALL_MODULES[module].read_text())


def for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def statements(node: ast.AST, everywhere: bool):
    """The nodes of a module; without its functions' bodies and what only type checkers read, unless ``everywhere``."""
    for child in ast.iter_child_nodes(node):
        if not everywhere and (
            isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or for_types_only(child)
        ):
            continue
        yield child
        yield from statements(child, everywhere)


def imports(module: str, source: ast.Module, everywhere: bool = True) -> set[str]:
    """The modules that a module imports, by full name; ``from package import name`` gives both, and where ``name`` is a
    module of ours only that."""
    package = module if ALL_MODULES.get(module, Path()).name == "__init__.py" else module.rpartition(".")[0]
    found = set()
    for node in statements(source, everywhere):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names = {f"{base}.{alias.name}" for alias in node.names}
            found |= names if names <= set(ALL_MODULES) else {base, *names}
    return found


def roots(module: str, source: ast.Module) -> set[str]:
    return {name.partition(".")[0] for name in imports(module, source)}


def test_all_sources_are_seen():
    assert len(ALL_MODULES) > 60
    assert {"derive.lemma", "graphs.network", "checks.verify", "netlemma.cli", "derive", "graphs"} <= set(ALL_MODULES)


@pytest.mark.parametrize("module", ALL_MODULES)
def test_a_module_keeps_the_rules(module):
    each_side_imports_only_what_it_may(module)
    imports_are_absolute(module)
    nothing_runs_text(module)
    modules_are_imported_by_their_names(module)
    it_says_what_it_is(module)


def each_side_imports_only_what_it_may(module):
    """derive ∥ graphs → checks → netlemma, in functions too.

    With NumPy latency models compute in floats, and words are counted in integers; other formulas are exact without it.
    """
    wrong = roots(module, tree(module)) & FORBIDDEN[module.partition(".")[0]]
    if module.startswith("derive.latency.") or module in ("derive.pattern_rows", "derive.shuffle_patterns"):
        wrong -= {"numpy"}
    assert not wrong, f"{module} imports {', '.join(sorted(wrong))}"


def imports_are_absolute(module):
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree(module)))


@pytest.mark.parametrize(
    "module, text, wrong",
    [
        ("derive.x", "import networkx as nx", {"networkx"}),
        ("derive.x", "def f():\n    from graphs.network import Network", {"graphs"}),
        ("derive.x", "if True:\n    import checks.verify", {"checks"}),
        ("graphs.x", "from sympy import S", {"sympy"}),
        ("graphs.x", "try:\n    import derive\nexcept ImportError:\n    pass", {"derive"}),
        ("checks.x", "class A:\n    import netlemma.cli", {"netlemma"}),
        ("checks.x", "from derive import lemma\nfrom graphs import network\nimport sympy", set()),
        ("derive.x", "from . import lemma\nfrom .proof import Proof\nimport sympy", set()),
    ],
)
def test_the_scan_sees_imports_wherever_they_are(module, text, wrong):
    assert roots(module, ast.parse(text)) & FORBIDDEN[module.partition(".")[0]] == wrong


def test_the_scan_resolves_relative_imports():
    assert imports("derive.lemmas.x", ast.parse("from .. import proof")) == {"derive.proof"}
    assert imports("derive.lemmas.x", ast.parse("from .ring import LEMMAS")) == {
        "derive.lemmas.ring",
        "derive.lemmas.ring.LEMMAS",
    }


def module_graph(sources: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Which modules of ours each imports as it is loaded; a package counts by its own ``__init__``."""
    return {
        module: {name for name in imports(module, source, everywhere=False) if name in sources} - {module}
        for module, source in sources.items()
    }


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle, if there are any."""
    done: set[str] = set()

    def visit(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module not in done:
            for other in sorted(graph[module]):
                if found := visit(other, [*path, module]):
                    return found
            done.add(module)
        return []

    return next(filter(None, (visit(module, []) for module in sorted(graph))), [])


def test_no_circular_imports():
    found = circle(module_graph({module: tree(module) for module in ALL_MODULES}))
    assert not found, " -> ".join(found)


def test_circles_are_seen():
    sources = {"a": "import b", "b": "from c import d", "c": "def f():\n    import a", "e": "import a"}
    trees = {module: ast.parse(text) for module, text in sources.items()}
    assert circle(module_graph(trees)) == []
    trees["c"] = ast.parse("import a")
    assert circle(module_graph(trees)) == ["a", "b", "c", "a"]


def called(node: ast.Call) -> str:
    return (
        node.func.id
        if isinstance(node.func, ast.Name)
        else node.func.attr
        if isinstance(node.func, ast.Attribute)
        else ""
    )


def text_that_is_run(source: ast.Module) -> list[str]:
    """Calls and imports by which text could become code: S and sympify of anything but what is sure to be no text, too."""
    found = []
    for node in ast.walk(source):
        if isinstance(node, ast.Call) and called(node) in RUNS_TEXT and not _is_harmless(node):
            found.append(f"line {node.lineno}: {ast.unparse(node)[:80]}")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name.partition(".")[0] for alias in node.names} | {
                (getattr(node, "module", None) or "").partition(".")[0]
            }
            found += [f"line {node.lineno}: imports {name}" for name in sorted(names & UNPICKLES)]
            found += [
                f"line {node.lineno}: imports {a.name}" for a in node.names if a.name in RUNS_TEXT - {"S", "compile"}
            ]
    return found


def _is_harmless(node: ast.Call) -> bool:
    """``re.compile``; ``sp.S`` of something that is no text, such as ``sp.S(0)`` or ``sp.S(expr)`` in derive and checks."""
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    name = called(node)
    if name == "compile":
        return owner is not None and ast.unparse(owner) == "re"
    if name == "exec":
        return owner is not None
    literal_text = any(
        isinstance(a, ast.Constant | ast.JoinedStr) and not isinstance(getattr(a, "value", ""), int) for a in node.args
    )
    return name == "S" and not literal_text


RUNS_FILES_OF_USERS = "graphs.python_file"  # only where the user names a file with a routing, as documented


def nothing_runs_text(module):
    assert module == RUNS_FILES_OF_USERS or not text_that_is_run(tree(module))


def test_files_of_users_are_run_for_routings_alone():
    assert text_that_is_run(tree(RUNS_FILES_OF_USERS))
    users = {module for module in ALL_MODULES if RUNS_FILES_OF_USERS in imports(module, tree(module))}
    assert users == {"graphs.routing_file"}


@pytest.mark.parametrize(
    "text",
    [
        "eval('1')", "exec(text)", "compile(text, '', 'eval')", "__import__('os')", "sp.sympify(text)", "import pickle",
        "from sympy.parsing.sympy_parser import parse_expr", "sympy.lambdify(x, e)", "from pickle import loads", "sp.S('w/4')",
        "S(f'{name}')", "builtins.eval(text)", "def f():\n    import marshal", "from sympy import sympify as s",
    ],
)  # fmt: skip
def test_text_that_is_run_is_seen(text):
    assert text_that_is_run(ast.parse(text))


@pytest.mark.parametrize(
    "text", ["re.compile('x')", "sp.S(0)", "sp.S(expr)", "evaluate(expr)", "compiled(e)(p)", "self.execute()"]
)
def test_other_calls_are_left_alone(text):
    assert not text_that_is_run(ast.parse(text))


def modules_are_imported_by_their_names(module):
    """Names of modules that are computed would hide an import from the scan: only discovery does that, of named packages."""
    computed = [
        node
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and called(node) in ("import_module", "__import__", "exec_module")
    ]
    own = module.partition(".")[0]
    for node in computed:
        text = ast.unparse(node.args[0]) if node.args else ""
        begins = text.lstrip("f").strip("'\"").partition(".")[0]
        assert begins in {"{__name__}", *PACKAGES} - FORBIDDEN[own], f"{module}:{node.lineno}: {text}"


def it_says_what_it_is(module):
    docstring = ast.get_docstring(tree(module))
    path = ALL_MODULES[module]
    empty_package = path.name == "__init__.py" and not path.read_text().strip()
    assert empty_package or (docstring and len(docstring.splitlines()[0]) > 10), module


def test_lemmas_and_families_belong_together():
    """Every family with lemmas can be built, its lemmas are found, and every product family has lemmas."""
    from derive import keys
    from graphs import families

    modules = {path.stem for path in (ROOT / "graphs" / "families").glob("*.py")} - {"__init__"}
    with_lemmas = {path.stem for path in (ROOT / "derive" / "lemmas").glob("*.py")} - {"__init__"}
    assert {name.replace("-", "_") for name in families()} == modules
    assert {key.partition(".")[0] for key in keys()} <= set(families())
    products = {"ring", "toroid", "spanning_bus_hypercube", "mesh", "torus", "hypercube"}
    assert products <= with_lemmas & modules
    for name in products:
        family = name.replace("_", "-")
        assert {"mean_distance", "diameter"} <= {key.partition(".")[2] for key in keys(family)}, family


def test_a_family_is_found_from_its_files_alone():
    """No list of families outside the two folders: no module elsewhere imports a family's file."""
    families = {path.stem for path in (ROOT / "graphs" / "families").glob("*.py")} - {"__init__"}
    for module in ALL_MODULES:
        if module.startswith(("graphs.families", "derive.lemmas")):
            continue
        for name in imports(module, tree(module)):
            head, _, tail = name.rpartition(".")
            if head in ("graphs.families", "derive.lemmas"):
                assert tail not in families, f"{module} imports {name}"


def test_packages_are_listed():
    import tomllib

    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    present = {module for module, path in ALL_MODULES.items() if path.name == "__init__.py"}
    assert present <= set(listed), f"pyproject.toml lacks {', '.join(sorted(present - set(listed)))}"
    assert not any(name.startswith("tests") for name in listed)
    assert sys.version_info >= (3, 11)
