"""Plug-ins: files outside the repository add what files of its folders add, and nothing is found by reading source text."""

import ast
import importlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections import Counter
from pathlib import Path

import pytest

import netlemma as nl
from netlemma import plugins
from netlemma.api.catalogue import KINDS
from netlemma.cli import main
from netlemma.derive import discovery
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.lemmas import FAMILIES
from netlemma.derive.lemmas.toroid import LEMMAS as TOROID
from netlemma.graphs.families import families, family_called
from netlemma.graphs.traffic.patterns import patterns

ROOT = Path(__file__).resolve().parents[1]
COPIES = {  # five files of the repository, with the names in them changed
    "graphs/families/mycielski.py": ('    "mycielski",', '    "my-mycielski",', 'other_name="mycielskian"', 'other_name=""'),
    "derive/lemmas/toroid.py": ('family("toroid"', 'family("my-toroid"'),
    "graphs/families/toroid.py": ('name="toroid"', 'name="my-toroid"'),
    "graphs/routings/up_down.py": ('{"up-down": ', '{"my-up-down": ', ', "up-down-adaptive": ', ', "my-up-down-adaptive": '),
    "graphs/traffic/patterns/hotspot.py": ('{"hotspot"', '{"my-hotspot"'),
    "graphs/formats/links.py": ('    "links",', '    "my-links",'),
}  # fmt: skip


@pytest.fixture
def plugged(monkeypatch):
    """Plug-ins that end with the test."""
    monkeypatch.setattr(plugins._PLUGINS, "modules", [])
    monkeypatch.setattr(plugins._PLUGINS, "files", {})
    monkeypatch.setattr(plugins._PLUGINS, "asked", True)
    yield plugins._PLUGINS
    plugins._forget()


def copied(folder: Path) -> list[Path]:
    """The copies, each under another name of its file."""
    found = []
    for name, changes in COPIES.items():
        text = (ROOT / name).read_text()
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
        path = folder / f"my_{name.replace('/', '_')}"
        path.write_text(text)
        found.append(path)
    return found


def command(*words: object, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", **more}
    shown = [sys.executable, "-P", "-m", "netlemma", *map(str, words)]
    return subprocess.run(shown, capture_output=True, text=True, env=environment, check=False)


def test_the_index_of_lemmas_is_that_of_their_modules():
    for path in (ROOT / "derive/lemmas").glob("[!_]*.py"):
        module = importlib.import_module(f"netlemma.derive.lemmas.{path.stem}")
        assert FAMILIES[path.stem] == Counter(LemmaKey.parse(key).subject for key in module.LEMMAS)


@pytest.mark.parametrize("module", [plugins, discovery, *map(importlib.import_module, (
    "netlemma.graphs.families", "netlemma.graphs.routings", "netlemma.graphs.formats", "netlemma.graphs.traffic.patterns",
    "netlemma.figures", "netlemma.drawing.layouts", "netlemma.checks.performance.comparisons"))])  # fmt: skip
def test_registries_read_no_source_text(module):
    text = inspect.getsource(module)
    assert "read_text" not in text and "getsource" not in text and "ast." not in text


LISTED = """
import json, sys
import netlemma as nl
print(json.dumps({kind: [str(next(iter(row.values()))) for row in nl.list(kind).rows] for kind in sys.argv[1:]}))
"""


@pytest.mark.in_turn
@pytest.mark.ci
def test_lists_are_the_same_without_comments_and_docstrings(tmp_path):
    for name in ("netlemma", "derive", "graphs", "checks", "proofs"):
        left_out = ("__pycache__", "derive", "graphs", "checks", "proofs") if name == "netlemma" else ("__pycache__",)
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns(*left_out))
        if name != "netlemma":
            (tmp_path / "netlemma" / name).symlink_to(tmp_path / name)
    for path in tmp_path.rglob("*.py"):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list):
                texts = [
                    each
                    for each in body
                    if isinstance(each, ast.Expr)
                    and isinstance(each.value, ast.Constant)
                    and isinstance(each.value.value, str)
                ]
                node.body = [each for each in body if each not in texts] or [ast.Pass()]
        path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    shown = [sys.executable, "-P", "-c", LISTED, *KINDS]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    after = subprocess.run(shown, capture_output=True, text=True, env=environment, check=False)
    assert after.returncode == 0, after.stderr
    before = {kind: [str(next(iter(row.values()))) for row in nl.list(kind).rows] for kind in KINDS}
    assert json.loads(after.stdout) == before and all(before.values())


@pytest.mark.in_turn
@pytest.mark.usefixtures("plugged")
def test_copies_of_files_of_the_repository_work_by_option(tmp_path, monkeypatch, capsys):
    given = [word for path in copied(tmp_path) for word in ("--plugin", path)]

    def shown(*words: object) -> str:
        monkeypatch.setattr(sys, "argv", ["netlemma", *map(str, [*words, *given])])
        with pytest.raises(SystemExit) as stop:
            main()
        said = capsys.readouterr()
        assert stop.value.code == 0, said.err
        return said.out

    assert "my-toroid" in (listed := shown("list", "families")) and "my-mycielski" in listed
    theirs, mine = shown("derive", "toroid", "mean_distance"), shown("derive", "my-toroid", "mean_distance")
    assert mine.replace("my-toroid", "toroid").split() == theirs.split()
    measured = ("w=4", "D=2", "--traffic", "my-hotspot nodes=0", "--routing", "my-up-down", "--json")
    mine, theirs = (json.loads(shown("measure", name, *measured)) for name in ("my-toroid", "toroid"))
    assert json.dumps(mine).replace("my-toroid", "toroid") == json.dumps(theirs)
    assert "deadlock-free" in shown("deadlock", "my-mycielski", "n=4", "--routing", "my-up-down")
    assert "my-mycielski" in shown("compare", "my-mycielski n=3", "ring K=5")
    shown("draw", "my-toroid", "w=4", "D=2", "-o", tmp_path / "drawing.svg")
    assert "<svg" in (tmp_path / "drawing.svg").read_text()
    (tmp_path / "net.csv").write_text("from,to\n0,1\n1,2\n2,0\n")
    assert "my-links" in shown("list", "formats")
    assert "3" in shown("measure", tmp_path / "net.csv", "--read-as", "my-links")


@pytest.mark.in_turn
def test_the_variable_names_plugins(tmp_path):
    given = os.pathsep.join(map(str, copied(tmp_path)))
    shown = command("measure", "my-mycielski", "n=4", NETLEMMA_PLUGINS=given)
    assert shown.returncode == 0 and "my-mycielski n=4" in shown.stdout
    assert command("measure", "my-mycielski", "n=4").returncode == 2


@pytest.mark.parametrize("name", ["bubble-sort", "transposition-graph"])  # one reads its definition as it is imported
def test_lemmas_that_follow_from_a_definition_are_copied_with_it(tmp_path, plugged, name):
    text = (ROOT / f"derive/lemmas/{name.replace('-', '_')}.py").read_text().replace(f'"{name}', f'"my-{name}')
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(nl.PluginError, match=rf"there is no my-{name}\.net"):
        nl.plugin(tmp_path / "mine.py")
        nl.lemma(f"my-{name}.degree")
    (tmp_path / f"my-{name}.net").write_text(
        (ROOT / f"derive/definitions/{name}.net").read_text().replace(name, f"my-{name}")
    )
    plugins._forget()
    nl.plugin(tmp_path / "mine.py")
    for quantity in ("nodes", "degree", "diameter"):
        assert nl.lemma(f"my-{name}.{quantity}").at(n=5) == nl.lemma(f"{name}.{quantity}").at(n=5)


@pytest.mark.parametrize(
    "text, words",
    [
        ("import nowhere_at_all", ["cannot be imported", "(line 1)", "nowhere_at_all"]),
        ("\n1 / 0", ["cannot be imported", "(line 2)", "ZeroDivisionError"]),
        ("def f(:", ["cannot be imported", "SyntaxError"]),
        ("X = 1", ["offers nothing", "FAMILY"]),
        ("raise SystemExit", ["cannot be imported", "SystemExit"]),
    ],
)
def test_a_plugin_that_fails_is_one_line_and_leaves_nothing(tmp_path, plugged, text, words):
    path = tmp_path / "bad.py"
    path.write_text(text)
    with pytest.raises(nl.PluginError) as caught:
        nl.plugin(path)
    assert all(word in str(caught.value) for word in [*words, str(path)]) and "\n" not in str(caught.value)
    assert not plugged.modules and not plugged.files and not [n for n in sys.modules if n.endswith(".bad")]


def test_a_failing_plugin_ends_a_command_with_status_2(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("import nowhere_at_all")
    shown = command("list", "families", "--plugin", path)
    assert shown.returncode == 2 and shown.stdout == ""
    assert shown.stderr.count("\n") == 1 and str(path) in shown.stderr


@pytest.mark.parametrize(
    "name, use",
    [
        ("graphs/families/ring.py", lambda: family_called("ring")),
        ("graphs/traffic/patterns/hotspot.py", patterns),
        ("derive/lemmas/ring.py", lambda: nl.lemma("ring.diameter")),
        ("graphs/routings/duato.py", lambda: nl.routing(nl.network("torus", k=3, n=2), "duato")),
    ],
)
def test_a_name_that_exists_is_an_error_that_says_where_both_are(tmp_path, plugged, name, use):
    path = tmp_path / "mine.py"
    shutil.copy(ROOT / name, path)
    discovery.lemma.cache_clear()
    nl.plugin(path)
    with pytest.raises(nl.PluginError) as caught:
        use()
    assert str(path) in str(caught.value) and name in str(caught.value)


def test_registries_see_a_plugin_that_comes_later(tmp_path, plugged):
    paths = copied(tmp_path)
    assert "my-toroid" not in families() and family_called("my-toroid") is None and "my-hotspot" not in patterns()
    for path in paths:
        nl.plugin(path)
        nl.plugin(path)  # a second time is no second plug-in
    assert "my-toroid" in families() and family_called("my-toroid") is not None and "my-hotspot" in patterns()
    assert nl.lemma("my-toroid.mean_distance").at(w=4, D=3) == nl.lemma("toroid.mean_distance").at(w=4, D=3)


@pytest.mark.ci
def test_the_distribution_of_the_page_works_where_it_is_installed(tmp_path):
    page = (ROOT / "docs/plugins.md").read_text()
    (source := tmp_path / "source").mkdir()
    for name, text in re.findall(r"^```\w+ file=(\S+)\n(.*?)^```$", page, re.M | re.S):
        (source / name).write_text(text)
    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=False)
    python = fresh / "bin/python"
    packages = next(fresh.glob("lib/python*/site-packages"))
    (packages / "here.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", packages, source]
    subprocess.run(install, check=True, capture_output=True)

    def shown(*words: str) -> str:
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        result = subprocess.run(
            [python, "-P", "-m", "netlemma", *words], capture_output=True, text=True, env=clean, cwd=fresh, check=False
        )
        assert result.returncode == 0, result.stderr
        return result.stdout

    assert "clique-ring" in shown("list", "families") and "next-node" in shown("list", "patterns")
    assert "ring-first" in shown("list", "routings") and "clique-ring.mean_distance" in shown(
        "list", "lemmas", "clique-ring"
    )
    assert "proved for all sizes" in shown("derive", "clique-ring", "mean_distance")
    exact = ("check", "clique-ring", "mean_distance")
    assert "holds" in shown(*exact, "k^2/(k^2 - 1)*((k - 1)/k + k/4)", "--where", "k even")
    assert "next-node" in shown("measure", "clique-ring", "k=4", "--traffic", "next-node", "--routing", "ring-first")
    assert "deadlock-free" in shown("deadlock", "clique-ring", "k=4", "--routing", "ring-first")
    assert "clique-ring k=4" in shown("compare", "clique-ring k=4", "torus k=4 n=2")
    shown("draw", "clique-ring", "k=4", "-o", "drawing.svg")
    assert (fresh / "drawing.svg").exists()


@pytest.mark.in_turn
def test_workers_get_plugins(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, netlemma as nl\n"
        "from netlemma.graphs.base.worker_pool import on_this_machine\n"
        "from netlemma.derive.discovery import keys\n"
        'if __name__ == "__main__":\n'
        "    nl.plugin(sys.argv[1])\n"
        '    print(*(len(each) for each in on_this_machine(keys, ["my-toroid"] * 4, 2)))\n'
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = subprocess.run(
        [sys.executable, script, copied(tmp_path)[1]], capture_output=True, text=True, env=environment, check=False
    )
    assert shown.stdout.split() == [str(len(TOROID))] * 4, shown.stderr
