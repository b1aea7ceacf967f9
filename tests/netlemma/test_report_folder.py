"""A report is put in place whole or not at all, and nothing that it did not write is deleted."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from netlemma.errors import InputError
from netlemma.folder import Folder

MANIFEST = "netlemma-report.json"
FIRST = {"index.html": "one", "families/ring.html": "ring", "assets/old.css": "gone in the next one"}
SECOND = {"index.html": "two", "families/ring.html": "ring", "new.html": b"new"}


def content(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def put(path, files=FIRST, force=False, kind="report"):
    return Folder(path, force, kind).put(files)


def test_a_new_folder_an_empty_one_and_an_earlier_report(tmp_path):
    out = tmp_path / "deep" / "out"
    assert put(out) == sum(map(len, FIRST.values()))
    (tmp_path / "empty").mkdir()
    put(tmp_path / "empty")
    put(out, SECOND)
    assert set(content(out)) == {*SECOND, MANIFEST}
    assert not (out / "assets").exists()
    assert json.loads((out / MANIFEST).read_text())["files"].keys() == SECOND.keys()
    assert sorted(path.name for path in out.parent.iterdir()) == ["out"]


def test_files_of_others_are_kept(tmp_path):
    out = tmp_path / "out"
    put(out)
    (out / "notes").mkdir()
    (out / "notes/mine.txt").write_text("mine")
    (out / "empty").mkdir()
    (out / "link").symlink_to("/nowhere")
    put(out, SECOND)
    assert (out / "notes/mine.txt").read_text() == "mine"
    assert (out / "empty").is_dir()
    assert os.readlink(out / "link") == "/nowhere"
    assert (out / "index.html").read_text() == "two"


def test_a_folder_of_others_takes_force_and_keeps_its_files(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.tex").write_text("years of work")
    (out / "index.html").write_text("another")
    before = content(out)
    with pytest.raises(InputError, match=r"is not empty and no earlier report .*`force=True`"):
        put(out)
    assert content(out) == before
    put(out, force=True)
    assert (out / "thesis.tex").read_text() == "years of work"
    assert (out / "index.html").read_text() == "one"


def test_a_changed_file_and_a_name_that_is_taken_are_not_overwritten(tmp_path):
    out = tmp_path / "out"
    put(out)
    (out / "index.html").write_text("edited by hand")
    with pytest.raises(InputError, match=r"'index.html' .* was changed since it was written"):
        put(out, SECOND)
    put(out, FIRST, force=True)
    (out / "new.html").write_text("somebody's")
    with pytest.raises(InputError, match=r"'new.html' .* is not of an earlier report"):
        put(out, SECOND)
    assert (out / "new.html").read_text() == "somebody's"
    assert (out / "index.html").read_text() == "one"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_report_and_a_gallery_never_take_the_place_of_one_another(tmp_path):
    out = tmp_path / "out"
    put(out)
    before = content(out)
    with pytest.raises(InputError, match=r"no earlier gallery \('assets/old.css' is there\): name another folder$"):
        put(out, SECOND, None, "gallery")
    assert content(out) == before
    put(tmp_path / "gallery", SECOND, None, "gallery")
    with pytest.raises(InputError, match="no earlier report"):
        put(tmp_path / "gallery")
    put(tmp_path / "gallery", FIRST, None, "gallery")
    assert set(content(tmp_path / "gallery")) == {*FIRST, "netlemma-gallery.json"}


@pytest.mark.parametrize("mine", ["families", "index.html/mine"])
@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize("earlier", [False, True])
def test_a_file_is_not_given_up_for_a_folder_nor_a_folder_for_a_file(tmp_path, mine, link, earlier):
    out = tmp_path / "out"
    if earlier:
        put(out, {"new.html": "new"})
    (out / mine).parent.mkdir(parents=True, exist_ok=True)
    (out / mine).symlink_to(tmp_path) if link else (out / mine).write_text("mine")
    with pytest.raises(InputError, match="not of an earlier report, and the report has a"):
        put(out, FIRST, force=True)
    assert os.readlink(out / mine) == str(tmp_path) if link else (out / mine).read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    "manifest",
    ["", "[]", '{"files": 3}', '{"files": {"../outside": "x"}}', '{"files": {"/etc/passwd": "x"}}', "[" * 100_000],
)
def test_a_manifest_that_is_none_makes_no_report(tmp_path, manifest):
    out = tmp_path / "out"
    out.mkdir()
    (out / MANIFEST).write_text(manifest)
    (tmp_path / "outside").write_text("precious")
    with pytest.raises(InputError, match="no earlier report"):
        put(out)
    put(out, force=True)
    assert (tmp_path / "outside").read_text() == "precious"


def test_what_is_no_folder_or_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="is no folder"):
        put(tmp_path / "file")
    with pytest.raises(InputError, match="cannot be written"):
        put(tmp_path / "file" / "out")
    with pytest.raises(InputError, match="cannot be written"):
        put(tmp_path / "\0")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(InputError, match="cannot be written"):
        put(loop)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("step", ["_refuse_overwriting", "_keep_foreign", "_swap"])
def test_killed_while_writing_the_earlier_report_is_whole(tmp_path, step, monkeypatch):
    out = tmp_path / "out"
    put(out)
    (out / "mine.txt").write_text("mine")
    before = content(out)
    child = os.fork()
    if not child:
        monkeypatch.setattr(Folder, step, lambda *given: os.kill(os.getpid(), signal.SIGKILL))
        put(out, SECOND)
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    assert content(out) == before
    put(out, SECOND)
    assert (out / "mine.txt").read_text() == "mine"


def state(process):
    """The state and the parent of a process from /proc; "gone" once it has ended."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "gone", 0
    return ("gone" if words[0] in "ZX" else words[0]), int(words[1])


@pytest.mark.long
@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_a_run_killed_in_the_middle_leaves_the_earlier_report_and_no_processes(tmp_path):
    out = tmp_path / "out"
    put(out)
    before = content(out)
    command = [
        sys.executable,
        "-m",
        "netlemma",
        "report",
        "-o",
        str(out),
        "--ledger",
        str(tmp_path / "l"),
        "--only",
        "ring-shuffle",
    ]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert "results are kept" in run.stderr.readline()
    workers = []
    while not workers:
        workers = [name for name in filter(str.isdigit, os.listdir("/proc")) if state(name)[1] == run.pid]
    run.kill()
    run.wait()
    assert content(out) == before
    assert {path.name for path in tmp_path.iterdir()} <= {"out", "l", "l-journal"}
    end = time.monotonic() + 20
    while any(state(each)[0] != "gone" for each in workers):
        assert time.monotonic() < end, "processes go on without their parent"
        time.sleep(0.1)
