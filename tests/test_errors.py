"""One tree of exceptions in netlemma.errors, and texts below the command line that know none of its options."""

import ast
import builtins
import re
from pathlib import Path

import pytest

import netlemma as nl
from netlemma import errors
from netlemma.console import with_options
from netlemma.graphs.base.limits import require

ROOT = Path(__file__).parents[1]
OF_OTHER_PROGRAMS = {"--version", "what rtr --interconnect prints of Gemini and Aries routers"}
SIGNALS = {
    "EmptyRegion",
    "PluginFault",
    "Undecided",
    "PositionLimit",
    "Remark",
    "SolverLimit",
    "_Alarm",
    "_Apart",
    "_NoFolder",
    "_Unlike",
}  # caught nearby, and the category of warnings
EXCEPTIONS = {
    name: each
    for name, each in vars(errors).items()
    if getattr(each, "__module__", "") == errors.__name__ and isinstance(each, type)
}
BUILT_IN = {name for name, each in vars(builtins).items() if isinstance(each, type) and issubclass(each, BaseException)}


def modules(*left_out: str) -> list[Path]:
    """The modules of all packages, each once, but for those below some folders."""
    folders = [ROOT / name for name in ("derive", "graphs", "checks", "netlemma")]
    found = [path for folder in folders for path in folder.rglob("*.py") if path.resolve() == path]
    return [path for path in found if not path.relative_to(ROOT).as_posix().startswith(left_out)]


def texts_with_options(source: str) -> list[str]:
    """The strings of a module, but for its docstrings, that name an option of a command line."""
    if not re.search("--[a-z]", source):
        return []
    module = ast.parse(source)
    alone = {id(each.value) for each in ast.walk(module) if isinstance(each, ast.Expr)}
    texts = [each for each in ast.walk(module) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return [each.value for each in texts if id(each) not in alone and re.search("--[a-z]", each.value)]


def test_texts_below_the_command_line_name_no_options():
    found = {
        (path.relative_to(ROOT).as_posix(), text)
        for path in modules("netlemma/cli/", "netlemma/reporting/")
        for text in texts_with_options(path.read_text())
        if text not in OF_OTHER_PROGRAMS
    }
    assert not found


def test_a_text_with_an_option_is_found():
    source = '"""Of --load."""\n\n\ndef f(load):\n    """By --load."""\n    raise ValueError(f"{load}: say --load")\n'
    assert texts_with_options(source) == [": say --load"]


def classes_of_errors(source: str) -> set[str]:
    """The exceptions that a module defines."""
    if not re.search(r"\bclass \w+\(", source):
        return set()
    known = BUILT_IN | EXCEPTIONS.keys()
    classes = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.ClassDef)]
    return {each.name for each in classes if known & {base.id for base in each.bases if isinstance(base, ast.Name)}}


def test_exceptions_have_one_home():
    found = {name for path in modules("netlemma/errors.py") for name in classes_of_errors(path.read_text())}
    assert found == SIGNALS
    assert classes_of_errors("class Wrong(InputError): pass\nclass Table(Words): pass") == {"Wrong"}


def test_the_drawing_is_the_tree():
    drawn: list[tuple[int, str]] = []
    for line in errors.__doc__.splitlines():
        if match := re.match(r"((?:[│ ]   )*)(?:[├└]── )?([A-Z]\w+)(?: \(\w+\))?(?:  |$)", line):
            drawn.append((len(match[1]) // 4 + ("── " in line), match[2]))
    parents, edges = {}, set()
    for depth, name in drawn:
        parents[depth] = name
        edges.add((parents.get(depth - 1, "Exception"), name))
    assert len(drawn) == len(edges) == len(EXCEPTIONS)
    assert edges == {(each.__bases__[0].__name__, name) for name, each in EXCEPTIONS.items()}


def test_all_are_public_and_have_codes():
    codes = {name: each.code for name, each in EXCEPTIONS.items()}
    assert all(getattr(nl, name) is each and name in nl.__all__ for name, each in EXCEPTIONS.items())
    assert nl.errors is errors and len(set(codes.values())) == len(codes)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in codes.values())


@pytest.mark.parametrize(
    "code, call",
    [
        ("unknown-family", lambda: nl.measure("tree-of-nothing")),
        ("bad-size", lambda: nl.measure("mesh", k=8)),
        ("too-much-work", lambda: require("ring routes", "a network", 1e12)),
        ("unknown-pattern", lambda: nl.measure("mesh", k=4, n=2, traffic="nothing")),
        ("bad-formula", lambda: nl.check("ring", "diameter", "K+")),
        ("missing-load", lambda: nl.model("mesh", k=8, flits=20)),
        ("unknown-routing", lambda: nl.measure("mesh", k=4, n=2, routing="nothing")),
        ("unknown-quantity", lambda: nl.derive("ring", "nothing")),
        ("unknown-kind", lambda: nl.list("nothing")),
        ("bad-input", lambda: nl.bounds("mesh", k=4, n=2, bandwidth="nothing")),
        ("unknown-lemma", lambda: nl.lemma("ring.diametre")),
        ("outside-domain", lambda: nl.lemma("mesh.diameter").at(k=1, n=2)),
    ],
)
def test_an_error_has_the_code(code, call):
    with pytest.raises(nl.InputError) as raised:
        call()
    assert raised.value.code == code


@pytest.mark.parametrize(
    "text, shown",
    [
        ("`vcs` is 0", "--vcs is 0"),
        ("with `routing_file=my.py`", "with --routing-file my.py"),
        ('give `at="k=3 n=2"`', 'give --at "k=3 n=2"'),
        ("or `force=True`", "or --force"),
        ("`start` says the size", "--from says the size"),
        ("the user's '`vcs`' and ``vcs`` stay", "the user's '`vcs`' and ``vcs`` stay"),
        ("no `N` is an option", "no `N` is an option"),
    ],
)
def test_the_command_line_says_the_option(text, shown):
    assert with_options(text) == shown
