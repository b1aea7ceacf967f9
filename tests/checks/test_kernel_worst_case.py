"""Certificates of worst cases in Rocq's kernel: right ones are accepted, theorems with a wrong number are refused."""

import json
import re
import shutil

import pytest
from typer.testing import CliRunner

from netlemma.checks.kernel.rocq_certificates import worst_case_theorem
from netlemma.checks.kernel.rocq_compiler import answers
from netlemma.cli import app

from .test_worst_case_certificate import CASES, proof

needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"
)
WRONG = (  # what is replaced by what, once
    ("larger bound", r"(worst_case table \d+ \()(\d+)", r"\g<1>1\2"),
    ("smaller bound", r"(worst_case table \d+ \().*?\)", r"\g<1>1 # 9)"),
    ("more messages on a channel", r"(from_0 .*?positive, )\d+", r"\g<1>99"),
    ("no messages", r"\(\d+%positive, [^;\]]*\)(?=.*\nDefinition from_1 )", "(999%positive, 1)"),
    (
        "a potential less",
        r"(Definition given .*?\[)[1-9]\d*( # \d+)?(?=[;\]])|(Definition given .*?; )[1-9]\d*",
        r"\1\g<3>0",
    ),
    ("another destination", r"(\) \[)(\d+); (\d+)", r"\1\3; \3"),
    ("another channel", r"\d+(?=%positive\.\nProof)", "999"),
)


def test_the_theorem_states_load_permutation_and_channel():
    data = proof(CASES[1])
    text = worst_case_theorem(data)
    stated = re.search(r"worst_case table 4 \((\d+)(?: # (\d+))?\) (\[.*\])%nat (\d+)%positive", text)
    assert stated
    assert f"{stated[1]}/{stated[2]}".removesuffix("/None") == data["gamma"]
    assert json.loads(stated[3].replace(";", ",")) == data["permutation"]
    assert int(stated[4]) == data["channel"] + 1


@pytest.mark.in_turn
@needs_rocq
@pytest.mark.parametrize(
    "most", [pytest.param(1, marks=pytest.mark.ci), pytest.param(len(CASES), marks=pytest.mark.long)]
)
def test_right_certificates_are_accepted_and_wrong_theorems_refused(most, rocq_folder):
    right = [worst_case_theorem(proof(case)) for case in CASES[:most]]
    wrong = {}
    for which in (0, 1, 3)[:most]:
        for what, old, new in WRONG:
            text = re.sub(old, new, right[which], count=1)
            assert text != right[which], (what, which)
            wrong[what, CASES[which][0]] = text
    found = answers([*right, *wrong.values()], rocq_folder)
    assert [answer.message for answer in found[: len(right)]] == [""] * len(right)
    assert [what for what, answer in zip(wrong, found[len(right) :], strict=True) if answer.accepted] == []


@pytest.mark.in_turn
@needs_rocq
@pytest.mark.ci
def test_certify_gives_them_to_the_kernel(tmp_path, monkeypatch, rocq_folder):
    monkeypatch.setenv("XDG_CACHE_HOME", str(rocq_folder.parents[1]))
    file = tmp_path / "worst.json"
    file.write_text(json.dumps(proof(CASES[0])), encoding="utf-8")
    shown = CliRunner().invoke(app, ["certify", str(file), "--kernel"])
    assert shown.exit_code == 0 and "accepted by Rocq's kernel" in " ".join(shown.stdout.split())
