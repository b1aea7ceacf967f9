"""The notebooks in docs/notebooks run, as scripts and as notebooks in a kernel, and show what their text says.

A notebook is a Python file whose cells begin with ``# %%`` (jupytext). In a kernel each last expression of a cell shows itself;
a cell that fails fails the test, and so does a cell that shows only the bare ``repr`` of something of ours.
"""

import doctest
import os
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from tempfile import TemporaryDirectory

import jupytext
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.py"))
SECONDS = 300
LINK = re.compile(r"\]\((?!https?:|#)(?P<target>[^)#]+)")
IMPORTED = re.compile(r"^(?:from|import) ([\w.]+)", re.M)
PUBLIC = {
    *(
        "netlemma",
        "netlemma.derive",
        "netlemma.derive.typeset",
        "netlemma.graphs",
        "netlemma.graphs.simulate",
        "netlemma.graphs.simulate.sweep",
        "netlemma.checks",
        "netlemma.checks.certificates.certification",
        "netlemma.errors",
    ),
    *("dataclasses", "fractions", "pathlib", "tempfile", "networkx", "sympy", "matplotlib.pyplot"),
}
SAYS = {  # what each shows, as its text and other pages have it
    "formula_to_proof": [
        "Fraction(64, 21)",
        "64/21 = 3.04762",
        "antidifference",
        "refused at step 5",
        "claimed 1/2, true 1",
        "holds",
    ],
    "judge_a_paper": ["16/7", "at w=2 D=3: claimed 2, true 16/7", "2 of 3 hold", "agrees"],
    "lesson_on_networks": ["Fraction(9, 5)", "holds if pairs of a node with itself are counted", "deadlock-free"],
    "mesh_against_torus": [
        "5.333",
        "16 between the halves",
        "32 between the halves",
        "saturated",
        "unstable",
        "image/png",
    ],
    "my_routing": ["wait for one another", "deadlock-free", "refused: 'any_shortest.py' is not", "refused: behind"],
}


def environment(**more: str) -> dict[str, str]:
    """With this interpreter first."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return dict(os.environ, PATH=path, PYTHONPATH=str(ROOT), **more)


def run(book: NotebookNode, folder: Path) -> NotebookNode:
    """The cells run in a kernel that is spoken to by files. :raises CellExecutionError: if one fails"""
    where = {"metadata": {"path": str(folder)}}
    with TemporaryDirectory() as own:  # its path is short, as sockets want it
        files = Config(
            KernelManager={"transport": "ipc"}, ConnectionFileMixin={"connection_file": f"{own}/kernel.json"}
        )
        client = NotebookClient(book, config=files, timeout=SECONDS, kernel_name="python3", resources=where)
        client.execute(env=environment(IPYTHONDIR=own))
    return book


def shown(cells: list[NotebookNode]) -> list[dict[str, str]]:
    """What the cells show: by type, printed text as ``text``, in one piece though a slow kernel sends it in several."""
    found: list[dict[str, str]] = []
    for output in (output for cell in cells if cell.cell_type == "code" for output in cell.outputs):
        if output.output_type != "stream":
            found.append(dict(output.data))
        elif found and "text" in found[-1]:
            found[-1]["text"] += output.text
        else:
            found.append({"text": output.text})
    return found


def test_there_are_four_stories_and_a_lesson() -> None:
    assert [path.stem for path in NOTEBOOKS] == sorted(SAYS)


def cell(source: str) -> NotebookNode:
    return new_code_cell(source)


def as_scripts(paths: list[Path]) -> NotebookNode:
    """A cell that runs files one after the other, each as a script in a namespace of its own."""
    every = list(map(str, paths))
    return cell(f"import runpy\nfor path in {every}:\n    runpy.run_path(path, run_name='__main__')")


def run_all(paths: list[Path], folder: Path) -> dict[str, list[dict[str, str]]]:
    """What each notebook shows. All of them run in one kernel, the names of one forgotten before the next, and then as scripts."""
    joined, where = [], {}
    for path in paths:
        cells = jupytext.reads(path.read_text(encoding="utf-8"), fmt="py:percent").cells
        where[path.stem] = slice(len(joined), len(joined) + len(cells))
        joined += [*cells, cell("%reset -f")]
    book = run(new_notebook(cells=[*joined, as_scripts(paths)]), folder)
    return {name: shown(book.cells[cells]) for name, cells in where.items()}


def wrong(name: str, found: list[dict[str, str]]) -> list[str]:
    """What is wrong with what a notebook shows, one line each."""
    every = "\n".join("".join(each.values()) + " ".join(each) for each in found)
    problems = [f"{name} does not show {words!r}" for words in SAYS[name] if words not in every]
    pages = [each["text/html"] for each in found if "text/html" in each]
    if not pages:
        problems.append(f"{name} shows no page")
    for page in pages:
        ET.fromstring(f"<div>{page}</div>")
    for each in found:
        if list(each) == ["text/plain"] and (each["text/plain"].startswith("<") or "namespace" in each["text/plain"]):
            problems.append(f"{name} shows a bare {each['text/plain']}")
        if "text/html" in each and not {"text/plain", "text/latex"} <= set(each):
            problems.append(f"{name} shows HTML without its other forms: {each['text/html'][:80]}")
    return problems


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "notebooks", [NOTEBOOKS[:1], pytest.param(NOTEBOOKS, marks=pytest.mark.long)], ids=["one", "all"]
)
def test_they_run_as_notebooks_and_as_scripts_show_what_they_say_and_leave_nothing_behind(
    notebooks: list[Path], tmp_path: Path
) -> None:
    found = run_all(notebooks, tmp_path)
    assert not [line for name, each in found.items() for line in wrong(name, each)]
    assert not list(tmp_path.iterdir())
    first = found["formula_to_proof"]
    assert wrong("formula_to_proof", first[1:] + [{"text/plain": "<object at 0x7f>"}])
    assert wrong("judge_a_paper", first)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_is_a_story_of_text_and_cells_with_working_links(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    cells = jupytext.reads(text, fmt="py:percent").cells
    assert cells[0].cell_type == "markdown" and cells[0].source.startswith("# ")
    assert "**" in cells[0].source and "?**" in cells[0].source, "a notebook begins with a question"
    assert cells[-2].source.startswith("## The answer") and "## What to try next" in cells[-1].source
    kinds = [cell.cell_type for cell in cells]
    assert kinds.count("markdown") >= 6 and kinds.count("code") >= 6
    assert set(IMPORTED.findall(text)) <= PUBLIC, "notebooks use what users may use"
    for match in LINK.finditer(text):
        assert (path.parent / match["target"]).exists(), f"{path.name} links to {match['target']}"


@pytest.mark.in_turn
def test_a_cell_that_fails_fails_as_does_a_script_that_needs_names_of_another_notebook(tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.py"
    spoilt.write_text("# %%\nprint(found)\n", encoding="utf-8")
    other = cell("found = 1")
    book = new_notebook(cells=[other, cell("%reset -f"), as_scripts([spoilt])])
    with pytest.raises(CellExecutionError, match="NameError"):
        run(book, tmp_path)


def test_what_the_page_on_notebooks_shows_is_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "notebooks" / "README.md"), module_relative=False)
    assert tried and not failed
