"""Output that cannot show every character: LC_ALL=C without UTF-8, or a pipe on Windows."""

import io
import json
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from netlemma import cli, console


def printed(monkeypatch, encoding, *arguments):
    """The exit status, and the bytes that arrive."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    monkeypatch.setattr(sys, "argv", ["netlemma", *arguments])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    out.flush()
    return stop.value.code, out.buffer.getvalue()


def both(monkeypatch, *arguments):
    """The text as it is meant, and as ASCII can show it."""
    code, whole = printed(monkeypatch, "utf-8", *arguments)
    narrow_code, narrow = printed(monkeypatch, "ascii", *arguments)
    assert code == narrow_code == 0
    meant = whole.decode()
    assert not meant.isascii(), "nothing to escape: the test would show nothing"
    return meant, narrow.decode("ascii")


def test_json_is_the_same_value(monkeypatch):
    meant, shown = both(monkeypatch, "derive", "hypercube", "diameter", "--format", "json")
    assert json.loads(shown) == json.loads(meant)


def test_a_document_of_mathml_is_the_same_document(monkeypatch):
    meant, shown = both(monkeypatch, "derive", "hypercube", "diameter", "--format", "mathml")
    assert unescape(shown) == unescape(meant)


def test_text_is_whole(monkeypatch):
    meant, shown = both(monkeypatch, "derive", "hypercube", "mean_distance", "--steps")
    assert shown == "".join(c if c.isascii() else f"\\u{ord(c):04x}" for c in meant)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "where, code, said",
    [
        (">&-", 0, ""),
        ("2>&-", 0, ""),
        ("> /dev/full", 2, "netlemma: the output cannot be written: No space left on device\n"),
    ],
)
def test_closed_and_full_outputs(where, code, said):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    line = f'"{sys.executable}" -m netlemma measure ring K=3 {where}'
    found = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (code, said)


def test_compilations_are_announced_where_somebody_listens_and_only_once():
    from netlemma.base.compilations import announced
    from netlemma.graphs.base.jit import njit

    @njit
    def doubled(x):
        return 2 * x

    said: list[str] = []
    with announced(said.append):
        assert (doubled(2), doubled(3)) == (4, 6)
    assert len(said) == 2 and said[0].startswith("compiling loop") and ", doubled;" in said[0] and said[1] == ""
    assert doubled(2.0) == 4.0 and len(said) == 2  # nobody listens


def test_progress_goes_on_after_a_compilation():
    shown = console._Display()
    shown.timer.cancel()
    shown.say("3 of 12")
    for text in ("compiling one", "compiling two"):
        shown.compiling(text)
        assert shown.said == text
    shown.compiling("")
    assert shown.said == "3 of 12"
