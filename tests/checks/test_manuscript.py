"""Any text is a paper: marks that say nothing, environments without an end, tables without rows."""

import random

import pytest

from netlemma.checks.manuscript.judged_paper import judge_paper, patch

PIECES = [
    "% netlemma: ring diameter\n", "% netlemma: ring diameter K=5\n", "% netlemma: ring\n", "% netlemma: let N=2^K\n",
    r"\netlemma{ring diameter}", r"\netlemma[ring diameter K=4]{2}", r"\netlemma[ring diameter]{", "}", "{", r"\begin{align}",
    r"\end{align}", r"\begin{equation}", r"\end{equation}", r"\[", r"\]", "$$", "$", r"\begin{tabular}{rr}", r"\end{tabular}",
    r"\begin{table}", r"\end{table}", " & ", r" \\ ", r"\hline", "$K$", "2", "3", "5", "1.5", r"\lfloor K/2 \rfloor", "K/2",
    "d = ", "\n\n", " the diameter is ", ". ", r"\label{a}", "%", r"\begin{verbatim}", r"\end{verbatim}", r"\begin{cases}",
    r"\end{cases}", "é", "\x00", r"\newcommand{\a}{\a}", r"\a", "% netlemma: ring diameter --where\n", "% netlemma: ring 'x\n",
]  # fmt: skip


def _fuzzed(path, count, seed):
    chance = random.Random(seed)
    found = set()
    for _ in range(count):
        path.write_text("".join(chance.choice(PIECES) for _ in range(chance.randint(1, 40))), encoding="utf-8")
        judged = judge_paper([path], seconds=5)
        for each in judged:
            assert each.line >= 1 and "\n" not in each.sentence and each.as_json()
        patch(judged)
        found |= {each.verdict for each in judged}
    assert found == {"holds", "fails", "unknown"}


@pytest.mark.in_turn
def test_any_text_is_judged_without_an_error(tmp_path):
    _fuzzed(tmp_path / "p.tex", 50, 4)


def test_lines_of_a_paper_may_be_long(tmp_path):
    words = r"word \newcommand{\N}{2^n} " * 400
    (tmp_path / "p.tex").write_text("% netlemma: hypercube nodes\n" + r"$\N$" + "\n" + words)
    (found,) = judge_paper([tmp_path / "p.tex"])
    assert len(words) > 8000 and found.verdict == "holds"


@pytest.mark.long
@pytest.mark.parametrize("seed", (5, 6))
def test_many_texts_are_judged_without_an_error(tmp_path, seed):
    _fuzzed(tmp_path / "p.tex", 1500, seed)
