"""Certificates about deadlock in Rocq's kernel: all kinds on channels are accepted, wrong theorems are refused."""

import json
import re
import shutil

import pytest
from typer.testing import CliRunner

from netlemma.checks import deadlock
from netlemma.checks.certificates.certification import check_certificate
from netlemma.checks.kernel.rocq_certificates import theorem
from netlemma.checks.kernel.rocq_compiler import answers
from netlemma.cli import app
from netlemma.errors import InputError

from .forgeries import certificates, written

needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"
)
LONG_WORMS = {  # two packets on a one-way ring of four, each of two flits
    "packets": [
        {"source": "(0)", "destination": "(3)", "label": None, "flits": 2, "holds": [0, 1], "waits": [2]},
        {"source": "(2)", "destination": "(1)", "label": None, "flits": 2, "holds": [2, 3], "waits": [0]},
    ],
    "moves": [[0, 0], [1, 2], [0, 1], [1, 3]],
}
ALIKE = r"%positive, \d+%N", "%positive, 0%N"
WRONG = (  # what is replaced, by what, and how often at most
    ("packet missing", r"Enter \d+ \d+ \d+%positive; ", "", 1),
    ("packet that enters twice", r"(Enter \d+ \d+ \d+%positive; )", r"\1\1", 1),
    ("packet without flits", r"((?:Enter|Worm \(tabled table\)) \d+) \d+ ", r"\1 0 ", 0),
    ("fewer packets in the end", r"(Definition stuck .* := \[)Worm .*?; (?=Worm)", r"\1", 1),
    ("another channel held", r"(Definition stuck .*?\[Worm [^[]*\[)\d+", r"\g<1>999", 1),
    ("move along no row", r"%positive; Enter", "%positive; Go 0 999%positive; Enter", 1),
    ("tail that leaves before the head goes on", r"%positive; Enter", "%positive; Leave 0; Enter", 1),
    ("free way on", r"\((\d+), \[(\d+)", r"(\1, [999; \2", 0),
    ("packets that have arrived", r"\((\d+), \[[\d; ]+\]", r"(\1, []", 0),
)


def changed(text, old, new, count=0):
    """The text with places changed, of which there must be one."""
    found = re.sub(old, new, text, count=count)
    assert found != text, old
    return found


def test_theorems_about_certificates_of_other_kinds_are_missing():
    ring = deadlock("livefly", f=3, r=1, queues="output").certificate
    with pytest.raises(InputError, match="`kernel` takes certificates of the kinds"):
        theorem(ring)


@pytest.mark.in_turn
@needs_rocq
@pytest.mark.ci
def test_the_kernel_accepts_certificates_and_refuses_wrong_theorems(tmp_path, rocq_folder):
    every = {name: each for name, each in certificates(written(tmp_path)).items() if "switching" in each[0]}
    worms = {**deadlock("oneway-torus", k=4, n=1, routing="dimension-order").certificate, **LONG_WORMS}
    assert check_certificate(worms).startswith("deadlock: ")
    drawn = deadlock("mesh", k=3, n=2, routing="shortest").certificate
    escape = deadlock("torus", k=4, n=2, routing="duato").certificate
    right = {"long worms": theorem(worms), "drawn": theorem(drawn), "escape": theorem(escape)}
    right |= {name: theorem(data, file) for name, (data, file) in every.items()}
    assert {data["kind"] for data, _ in every.values()} == {"numbers", "turns", "ranks", "configuration"}
    wrong = {
        **{f"numbers alike, {name}": changed(right[name], *ALIKE) for name in ("ring free", "ranks", "escape")},
        "turns alike": changed(right["turns west-first"], *ALIKE),
        "packets that go back": changed(right["ring free"], r"\[\((\d+), \[(\d+)\]\); \(\2, \[", r"\g<0>\1", 1),
        "packets too short": changed(right["long worms"], r"((?:Enter|Worm \(tabled table\)) \d+) 2 ", r"\1 1 "),
        "drawn channels that have no row": changed(right["drawn"], *WRONG[-1][1:]),
    }
    for name in ("ring dead", "ring of four dead", "adaptive dead", "long worms"):
        wrong |= {f"{what}, {name}": changed(right[name], *change) for what, *change in WRONG}
    found = answers([*right.values(), *wrong.values()], rocq_folder)
    assert {name: a.message for name, a in zip(right, found, strict=False) if not a.accepted} == {}
    accepted = [name for name, a in zip(wrong, found[len(right) :], strict=True) if a.accepted]
    assert accepted == []


@pytest.mark.in_turn
@needs_rocq
@pytest.mark.ci
def test_commands_give_certificates_to_the_kernel(tmp_path, monkeypatch, rocq_folder):
    monkeypatch.setenv("XDG_CACHE_HOME", str(rocq_folder.parents[1]))
    for words, verdict in (("mesh k=4 n=2 --routing west-first", 0), ("oneway-torus k=3 n=1", 1)):
        file = tmp_path / "found.json"
        shown = CliRunner().invoke(app, ["deadlock", *words.split(), "--kernel", "--json", "--certificate", str(file)])
        assert shown.exit_code == verdict and json.loads(shown.stdout)["kernel"] == "accepted", shown.output
        again = CliRunner().invoke(app, ["certify", str(file), "--kernel"])
        assert again.exit_code == 0 and "accepted by Rocq's kernel" in " ".join(again.stdout.split())


@needs_rocq
@pytest.mark.long
def test_a_torus_of_256_nodes_is_accepted(rocq_folder):
    free = deadlock("torus", k=16, n=2, routing="dimension-order", vcs=2).certificate
    assert answers([theorem(free)], rocq_folder)[0].message == ""
