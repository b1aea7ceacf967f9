"""Imports keep to the layers and form no circle, nothing runs text as code, families are found from their files.

Imports are judged by import-linter, by the contracts in pyproject.toml; it counts imports inside functions and for type checkers.
"""

import ast
import importlib
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("derive", "graphs", "checks", "netlemma")


def name_of(path: Path) -> str:
    """The name by which a module is imported: the folders of the repository stand inside the package netlemma."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    return name if name.partition(".")[0] == "netlemma" else f"netlemma.{name}"


ALL_MODULES = {name_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}
RUNS_TEXT = {"eval", "exec", "compile", "__import__", "sympify", "parse_expr", "lambdify", "S"}
UNPICKLES = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal", "joblib", "code", "codeop", "runpy"}
BELOW = {"derive": ("derive",), "graphs": ("graphs",), "checks": ("derive", "graphs", "checks")}  # and the face: all
WITH_NUMPY = (
    "netlemma.derive.formal.rocq_degrees",  # affine pieces are proposed from tables of numbers, and shown by Rocq
    "netlemma.derive.formal.rocq_distances",
    "netlemma.derive.performance.latency.",
    "netlemma.derive.networks.shuffle.shuffle_patterns",
)


def contracts(root: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the sources below a folder."""
    command = [
        sys.executable,
        "-P",
        "-c",
        "from importlinter.cli import lint_imports_command as run; run()",
        "--no-cache",
    ]
    paths = {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=root, env={**os.environ, **paths}, capture_output=True, text=True, check=False)


def test_imports_keep_to_the_contracts():
    shown = contracts(ROOT)
    assert shown.returncode == 0, shown.stdout


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "module, text, broken",
    [
        ("derive/core/domain.py", "def f():\n    from netlemma.derive.core import lemma", "No import circles"),
        ("graphs/base/text_files.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from netlemma.graphs.topology import structure", "No import circles"),
        ("derive/core/domain.py", "def f():\n    import networkx", "Symbols use no explicit networks"),
        ("graphs/base/limits.py", "def f():\n    import sympy", "Explicit networks use no symbols"),
        ("graphs/base/limits.py", "def f():\n    from netlemma.derive import lemma", "Symbols and networks know nothing"),
        ("checks/base/inputs.py", "import netlemma.cli.options", "Symbols and networks know nothing"),
    ],
)  # fmt: skip
def test_an_import_against_the_contracts_is_found(tmp_path, module, text, broken):
    for package in reversed(PACKAGES):
        left_out = shutil.ignore_patterns("__pycache__", *PACKAGES[:3], "proofs") if package == "netlemma" else None
        shutil.copytree(ROOT / package, tmp_path / package, ignore=left_out or shutil.ignore_patterns("__pycache__"))
        if package != "netlemma":
            (tmp_path / "netlemma" / package).symlink_to(tmp_path / package)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    path = tmp_path / module
    path.write_text(f"{path.read_text()}\n\n{text}\n")
    shown = contracts(tmp_path)
    wrong = [line for line in shown.stdout.splitlines() if line.endswith("BROKEN")]
    assert shown.returncode == 1 and "BROKEN" in shown.stdout and broken in shown.stdout, (wrong, shown.stdout)


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(ALL_MODULES[module].read_text())


@cache
def nodes(source: ast.Module) -> list[ast.AST]:
    return list(ast.walk(source))


@cache
def imports(source: ast.Module) -> set[str]:
    """The modules and names that a module imports, wherever it does, by full name."""
    found = set()
    for node in nodes(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_modules_keep_the_rules():
    for module in ALL_MODULES:
        try:
            formulas_are_exact(module)
            imports_are_absolute(module)
            nothing_runs_text(module)
            modules_are_imported_by_their_names(module)
        except AssertionError as error:
            raise AssertionError(f"{module}: {error}") from error


def formulas_are_exact(module):
    """With NumPy latency models compute in floats, and words are counted in integers; other formulas are exact without it."""
    assert not (
        module.startswith("netlemma.derive.") and "numpy" in imports(tree(module)) and not module.startswith(WITH_NUMPY)
    ), module


def imports_are_absolute(module):
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in nodes(tree(module)))


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
    for node in nodes(source):
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


RUNS_FILES_OF_USERS = "netlemma.graphs.base.python_file"  # only where the user names such a file, as documented


def nothing_runs_text(module):
    assert module == RUNS_FILES_OF_USERS or not text_that_is_run(tree(module))


def test_files_of_users_are_run_for_networks_and_routings_alone():
    assert text_that_is_run(tree(RUNS_FILES_OF_USERS))
    users = {module for module in ALL_MODULES if RUNS_FILES_OF_USERS in imports(tree(module))}
    assert users == {
        "netlemma.graphs.routing.routing_file",
        "netlemma.graphs.sources.python",
    }


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


STUBS = "netlemma.base.lazy"  # imports what the stubs of packages name, which a test below reads
PLUGINS = "netlemma.plugins"  # imports the modules in packages that say what they offer, and runs plug-ins of users


def modules_are_imported_by_their_names(module):
    """Names of modules that are computed would hide an import from the scan: only discovery does that, of named packages."""
    if module in (STUBS, PLUGINS):
        return
    computed = [
        node
        for node in nodes(tree(module))
        if isinstance(node, ast.Call) and called(node) in ("import_module", "__import__", "exec_module")
    ]
    own = module.partition(".")[2].partition(".")[0]
    for node in computed:
        text = ast.unparse(node.args[0]) if node.args else ""
        begins = text.lstrip("f").strip("'\"")
        below = tuple(f"netlemma.{name}." for name in BELOW[own]) if own in BELOW else ("netlemma.",)
        assert begins.startswith(("{__name__}", *below)) or (begins == "netlemma" and own not in BELOW), (
            f"{module}:{node.lineno}: {text}"
        )


@pytest.mark.parametrize("stub", [stub.relative_to(ROOT).as_posix() for stub in ROOT.glob("*/__init__.pyi")])
def test_public_names_come_from_the_packages_below_and_are_no_modules(stub):
    package = name_of(ROOT / stub)
    imported = [node for node in ast.parse((ROOT / stub).read_text()).body if isinstance(node, ast.ImportFrom)]
    assert imported and {node.module.partition(".")[0] for node in imported} <= {"netlemma"}
    eager = {name for each in imports(tree(package)) for name in [each.rpartition(".")[2]]}
    names = [(node.module, alias.name, alias.asname) for node in imported for alias in node.names]
    offered = importlib.import_module(package)
    for home, name, public in names:
        assert getattr(offered, public) is getattr(importlib.import_module(home), name)
        assert f"{package}.{public}" not in ALL_MODULES or public in {*eager, "derive", "testing"}, (
            f"{package}.{public} is a module"
        )


def test_lemmas_and_families_belong_together():
    """Every family with lemmas can be built, its lemmas are found, and every product family has lemmas."""
    from netlemma.derive import keys
    from netlemma.graphs import families
    from netlemma.graphs.families import TOGETHER

    together = {name for names in TOGETHER.values() for name in names.split()}
    modules = {path.stem for path in (ROOT / "graphs" / "families").glob("*.py")} - {"__init__"}
    with_lemmas = {path.stem for path in (ROOT / "derive" / "lemmas").glob("*.py")} - {"__init__"}
    assert {name.replace("-", "_") for name in families().keys() - together} | TOGETHER.keys() == modules
    assert {key.partition(".")[0] for key in keys()} <= set(families())
    products = {"ring", "toroid", "spanning_bus_hypercube", "mesh", "torus", "oneway_torus", "hypercube"}
    assert products <= with_lemmas & modules
    for name in products:
        family = name.replace("_", "-")
        assert {"mean_distance", "diameter"} <= {key.partition(".")[2] for key in keys(family)}, family


def test_a_family_is_found_from_its_files_alone():
    """No list of families outside the two folders: no module elsewhere imports a family's file."""
    families = {path.stem for path in (ROOT / "graphs" / "families").glob("*.py")} - {"__init__"}
    for module in ALL_MODULES:
        if module.startswith(("netlemma.graphs.families", "netlemma.derive.lemmas")):
            continue
        for name in imports(tree(module)):
            head, _, tail = name.rpartition(".")
            if head in ("netlemma.graphs.families", "netlemma.derive.lemmas"):
                assert tail not in families, f"{module} imports {name}"
