"""The notebooks in docs/notebooks run, as scripts and as notebooks in a kernel, and show what their text says.

A notebook is a Python file whose cells begin with ``# %%`` (jupytext). In a kernel each last expression of a cell shows itself;
a cell that fails fails the test, and so does a cell that shows only the bare ``repr`` of something of ours.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from tempfile import TemporaryDirectory

import jupytext
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from traitlets.config import Config

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.py"))
SECONDS = 300
LINK = re.compile(r"\]\((?!https?:|#)(?P<target>[^)#]+)")
IMPORTED = re.compile(r"^(?:from|import) ([\w.]+)", re.M)
PUBLIC = {
    *("derive", "derive.typeset", "graphs", "graphs.simulate", "graphs.sweep", "checks", "checks.certificate"),
    *("dataclasses", "fractions", "pathlib", "tempfile", "networkx", "matplotlib.pyplot"),
}
SAYS = {  # what each shows, as its text and other pages have it
    "formula_to_proof": ["64/21", "refused at step 5", "claimed 1/2, true 1", "holds"],
    "judge_a_paper": ["16/7", "at w=2 D=3: claimed 2, true 16/7", "2 of 3 hold", "unknown"],
    "mesh_against_torus": ["5.333", "saturated", "unstable", "image/png"],
    "my_routing": ["wait for one another", "deadlock-free", "refused: 'any_shortest.py' is not", "refused: behind"],
}


def environment(**more: str) -> dict[str, str]:
    """With this interpreter first."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return dict(os.environ, PATH=path, PYTHONPATH=str(ROOT), **more)


def executed(text: str, folder: Path) -> NotebookNode:
    """The notebook with what its cells show, from a kernel that is spoken to by files. :raises CellExecutionError: if one fails"""
    book = jupytext.reads(text, fmt="py:percent")
    where = {"metadata": {"path": str(folder)}}
    with TemporaryDirectory() as own:  # its path is short, as sockets want it
        files = Config(
            KernelManager={"transport": "ipc"}, ConnectionFileMixin={"connection_file": f"{own}/kernel.json"}
        )
        client = NotebookClient(book, config=files, timeout=SECONDS, kernel_name="python3", resources=where)
        client.execute(env=environment(IPYTHONDIR=own))
    return book


def shown(book: NotebookNode) -> list[dict[str, str]]:
    """What the cells show: by type, printed text as ``text``."""
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    return [{"text": output.text} if output.output_type == "stream" else dict(output.data) for output in outputs]


def test_there_are_four_stories() -> None:
    assert [path.stem for path in NOTEBOOKS] == sorted(SAYS)


def run_scripts(paths: list[Path], folder: Path) -> None:
    """One after the other in one interpreter, each in a namespace of its own. :raises CalledProcessError: if one fails"""
    every = "import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path, run_name='__main__')"
    arguments = [sys.executable, "-c", every, *map(str, paths)]
    environ = environment(MPLBACKEND="agg")
    subprocess.run(arguments, cwd=folder, env=environ, check=True, timeout=SECONDS, capture_output=True)


def test_they_run_as_scripts_and_leave_nothing_behind(tmp_path: Path) -> None:
    run_scripts(NOTEBOOKS, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_as_a_notebook_and_shows_what_it_says(path: Path, tmp_path: Path) -> None:
    found = shown(executed(path.read_text(encoding="utf-8"), tmp_path))
    every = "\n".join("".join(each.values()) + " ".join(each) for each in found)
    for words in SAYS[path.stem]:
        assert words in every, f"{path.name} does not show {words!r}"
    pages = [each["text/html"] for each in found if "text/html" in each]
    assert pages
    for page in pages:
        ET.fromstring(f"<div>{page}</div>")
    bare = [each["text/plain"] for each in found if list(each) == ["text/plain"]]
    assert not [words for words in bare if words.startswith("<") or "namespace" in words], bare


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_is_a_story_of_text_and_cells_with_working_links(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    cells = jupytext.reads(text, fmt="py:percent").cells
    assert cells[0].cell_type == "markdown" and cells[0].source.startswith("# ")
    assert "## What to try next" in cells[-1].source
    kinds = [cell.cell_type for cell in cells]
    assert kinds.count("markdown") >= 6 and kinds.count("code") >= 6
    assert set(IMPORTED.findall(text)) <= PUBLIC, "notebooks use what users may use"
    for match in LINK.finditer(text):
        assert (path.parent / match["target"]).exists(), f"{path.name} links to {match['target']}"


def test_a_notebook_with_a_failing_cell_fails(tmp_path: Path) -> None:
    spoilt = "# %%\n1 + 1\n\n# %%\n1 / 0\n"
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        executed(spoilt, tmp_path)
    script = tmp_path / "spoilt.py"
    script.write_text(spoilt, encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        run_scripts([script], tmp_path)
