"""Every command and every line of Python in README.md and docs/ runs, and prints what is shown there.

- ``console`` blocks: each line after ``$ `` runs in bash, the lines below it are its output, standard error included.
  ``...`` stands for anything left out. An exit status other than 0 must be shown by ``$ echo $?``.
- ``python`` blocks run by themselves, as doctests where they have prompts.
- Blocks with a file, as in ``python file=graphs/families/new.py``, are written to that file; what comes after runs on a
  copy of the packages. ``<!-- after other.md -->`` begins with the files of another page.

A page runs from top to bottom in a folder of its own. Commands are forks of one process that has imported everything
(``command_server.py``), and ordinary processes on pages that run on a copy. After a change of what commands print,
``python tests/test_readme.py`` writes the new outputs into the pages.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
USUAL = ("README", "deadlock", "add-a-family")
PACKAGES = ("derive", "graphs", "checks", "netlemma")
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.M | re.S)
AFTER = re.compile(r"^<!-- after (?P<page>\S+) -->$", re.M)
LINK = re.compile(r"\]\((?!https?:|#)(?P<target>[^)#]+)")
MARK = "=-=-= exit status "
SHOWN_ONLY = ("sh", "text", "latex", "bibtex", "yaml", "toml")
SECONDS = 300
SERVER = Path(__file__).with_name("command_server.py")


class Block(NamedTuple):
    """A fenced block: its language, the file it is written to (if any), its text and the line where the text begins."""

    language: str
    file: str
    text: str
    line: int


class Command(NamedTuple):
    """A line of a console block and the output shown below it."""

    text: str
    output: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        language, _, rest = match["info"].partition(" file=")
        found.append(Block(language, rest, match["text"], text[: match.start("text")].count("\n") + 1))
    return found


def commands(block: Block) -> list[Command]:
    """The commands of a console block; one that ends in a backslash goes on in the next line."""
    found: list[Command] = []
    for number, line in enumerate(block.text.splitlines(), block.line):
        if found and found[-1].text.endswith("\\") and not found[-1].output:
            found[-1] = found[-1]._replace(text=f"{found[-1].text}\n{line.removeprefix('> ')}")
        elif line.startswith("$ "):
            found.append(Command(line[2:], "", number))
        else:
            found[-1] = found[-1]._replace(output=f"{found[-1].output}{line}\n")
    return found


def run(arguments: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        arguments,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
    )
    return done.returncode, done.stdout


@contextmanager
def served() -> Iterator[dict[str, str]]:
    """An environment in which ``netlemma`` and ``doctest-file`` run in forks of one process."""
    plain = environment_of_pages()
    with tempfile.TemporaryDirectory(prefix="pages-") as folder:
        place = Path(folder, "socket")
        for name, kind in (("netlemma", "netlemma"), ("doctest-file", "doctest")):
            script = Path(folder, name)
            script.write_text(
                f'#!/bin/sh\nexec "{sys.executable}" -SE "{SERVER}" ask "{place}" {kind} "$@"\n', encoding="utf-8"
            )
            script.chmod(0o755)
        command = [sys.executable, "-P", str(SERVER), "serve", str(place)]  # tests has folders called as packages are
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=plain) as server:
            assert server.stdout and server.stdout.readline() == "ready\n"
            yield dict(plain, PATH=f"{folder}{os.pathsep}{plain['PATH']}")


@pytest.fixture(scope="module")
def forks() -> Iterator[dict[str, str]]:
    with served() as environment:
        yield environment


def environment_of_pages() -> dict[str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return dict(os.environ, COLUMNS="80", PATH=path, PYTHONHASHSEED="0")


def tidy(output: str) -> str:
    return re.sub(r"[ \t]+$", "", output, flags=re.M).strip("\n") + "\n"


def outputs(page: Path, block: Block, folder: Path, environment: dict[str, str]) -> list[tuple[Command, str, int]]:
    """Run the commands of a block in one shell: each with what it printed and its exit status."""
    steps = commands(block)
    script = "".join(f'{step.text}\n__s=$?; echo; echo "{MARK}$__s"; (exit $__s)\n' for step in steps)
    _, printed = run(["bash", "-c", script], folder, environment)
    parts = re.split(rf"^{MARK}(\d+)\n", printed, flags=re.M)
    assert len(parts) == 2 * len(steps) + 1, f"{page.name}, line {block.line}: the shell stopped early\n{printed}"
    return [(step, tidy(parts[2 * i]), int(parts[2 * i + 1])) for i, step in enumerate(steps)]


def compare_console(page: Path, block: Block, folder: Path, environment: dict[str, str]) -> None:
    found = outputs(page, block, folder, environment)
    for number, (step, printed, status) in enumerate(found):
        where = f"{page.name}, line {step.line}: $ {step.text}\n"
        shown = tidy(step.output)
        blanks = doctest.NORMALIZE_WHITESPACE if "..." in shown else 0  # widths depend on what is left out
        same = doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS | blanks)
        assert same, f"{where}--- shown on the page\n{shown}--- printed\n{printed}"
        explained = number + 1 < len(found) and found[number + 1][0].text == "echo $?"
        assert status == 0 or explained, f"{where}exit status {status}, of which the page says nothing"


def write_console(page: Path, block: Block, folder: Path, environment: dict[str, str]) -> None:
    """Put what the commands print into the page, except where something is left out."""
    lines: list[str] = []
    for step, printed, _ in outputs(page, block, folder, environment):
        now = step.output if "..." in step.output else printed
        lines += ["$ " + step.text, *now.strip("\n").splitlines()]
    page.write_text(page.read_text(encoding="utf-8").replace(block.text, "\n".join(lines) + "\n"), encoding="utf-8")


def run_python(page: Path, block: Block, folder: Path, environment: dict[str, str]) -> None:
    session = ">>> " in block.text
    script = folder / ("session.txt" if session else "script.py")
    script.write_text(block.text, encoding="utf-8")
    doctests = ["-m", "doctest", "-o", "ELLIPSIS"] if session else []
    command = [sys.executable, *doctests, script.name]
    if session and shutil.which("doctest-file", path=environment["PATH"]):
        command = ["doctest-file", script.name]
    status, printed = run(command, folder, environment)
    assert status == 0, f"{page.name}, line {block.line}:\n{printed}"


def copy_packages(folder: Path) -> None:
    """A copy of the packages, with the machine code that Numba has kept of them."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, symlinks=True)


def run_page(page: Path, folder: Path, forks: dict[str, str], console: Callable[..., None] = compare_console) -> None:
    environment = forks
    earlier = [page.parent / match["page"] for match in AFTER.finditer(page.read_text(encoding="utf-8"))]
    every = [block for other in earlier for block in blocks(other) if block.file] + blocks(page)
    if any(block.file.startswith(PACKAGES) for block in every):
        copy_packages(folder)
        environment = dict(environment_of_pages(), PYTHONPATH=str(folder))
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # all that run on the copy compile it once
    for block in every:
        if block.file:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            console(page, block, folder, environment)
        elif block.language == "python":
            run_python(page, block, folder, environment)
        else:
            assert block.language in SHOWN_ONLY, f"{page.name}, line {block.line}: {block.language!r} blocks do not run"


@pytest.mark.parametrize(
    "page",
    [page if page.stem in USUAL else pytest.param(page, marks=pytest.mark.ci) for page in PAGES],
    ids=lambda page: page.name,
)
def test_page(page: Path, tmp_path: Path, forks: dict[str, str]) -> None:
    run_page(page, tmp_path, forks)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "command",
    [
        'netlemma check toroid mean_distance "D*w/4" --where "w even" --json',
        "netlemma measure toroid w=4 d=3",
        "netlemma deadlock oneway-torus k=4 n=1 --routing dimension-order | cat; echo ${PIPESTATUS[@]}",
        "echo '[1]' > rings.json; netlemma measure rings.json 2> error; netlemma -h > help; cat error help",
    ],
)
def test_a_fork_prints_and_ends_as_a_process_does(command: str, tmp_path: Path, forks: dict[str, str]) -> None:
    one, other = (
        subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, check=False)
        for environment in (forks, environment_of_pages())
    )
    assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)
    assert one.stdout or one.stderr


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ("$ echo one\ntwo\n", "--- shown on the page two --- printed one"),
        ("$ netlemma measure ring\nnetlemma: ring needs K...\n", "exit status 2, of which the page says nothing"),
        ("$ exit 3\n", "the shell stopped early"),
        ("$ netlemma measure ring\n...\n$ echo $?\n1\n", "--- shown on the page 1 --- printed 2"),
    ],
)
def test_what_a_page_shows_wrongly_is_found(block: str, complaint: str, tmp_path: Path, forks: dict[str, str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"```console\n{block}```\n", encoding="utf-8")
    with pytest.raises(AssertionError) as found:
        run_page(page, tmp_path, forks)
    assert complaint in " ".join(str(found.value).split())


def test_a_wrong_doctest_of_a_page_is_found(tmp_path: Path, forks: dict[str, str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 6 * 7\n43\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"Got:\n +42"):
        run_page(page, tmp_path, forks)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    for match in LINK.finditer(FENCE.sub("", page.read_text(encoding="utf-8"))):
        assert (page.parent / match["target"]).exists(), f"{page.name} links to {match['target']}, which does not exist"


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "tasks").glob("*.md")), ids=lambda page: page.name)
def test_a_task_takes_at_most_ten_commands(page: Path) -> None:
    console = [step for block in blocks(page) if block.language == "console" for step in commands(block)]
    called = [step for step in console if step.text.startswith("netlemma ")]
    sessions = [block.text for block in blocks(page) if block.language == "python" and ">>> " in block.text]
    assert 0 < len(called) + sum(text.count("nl.") for text in sessions) <= 10


def test_set_up_commands_are_single_lines_that_the_automatic_checks_run() -> None:
    readme = ROOT / "README.md"
    setups = [line for block in blocks(readme) if block.language == "sh" for line in block.text.splitlines()]
    ours = [line for line in setups if line.startswith("python3 -m venv .venv && ")]
    assert len(ours) == 2 and "pytest" in ours[1], ours
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert all(line in checks.splitlines() for line in ours)


if __name__ == "__main__":
    with served() as of_forks:
        for each in PAGES:
            with tempfile.TemporaryDirectory() as somewhere:
                run_page(each, Path(somewhere), of_forks, write_console)
