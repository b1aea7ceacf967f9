"""Several theorems in one file have the answers that each has alone."""

import shutil
from itertools import permutations

import pytest

from netlemma.checks.kernel import rocq_compiler
from netlemma.checks.kernel.rocq_compiler import answers

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(shutil.which("coqc") is None, reason="Rocq is not installed (Debian: apt-get install coq)"),
]

HEAD = "From Coq Require Import Arith.\nFrom Netlemma Require Import Definitions.\n"


def text(statement, proof="reflexivity.", before="", name="easy"):
    return f"{HEAD}\n{before}Theorem {name} : {statement}.\nProof. {proof} Qed.\n\nPrint Assumptions {name}.\n"


RIGHT = [text("1 + 1 = 2"), text("forall n, n + 0 = n", "auto with arith."), text("2 * 2 = 4", name="other")]
WRONG = {
    "Unable to unify": text("1 + 1 = 3"),
    "depends on axioms: Axioms: false : 0 = 1": text("0 = 1", "exact false.", "Axiom false : 0 = 1.\n"),
    "depends on axioms": text("1 = 1").partition("Print")[0],
    "Syntax error": text("1 = "),
    "not found": text("0 = 1", "exact T0.easy."),
}


@pytest.mark.in_turn
@pytest.mark.parametrize("order", list(permutations(range(6), 2))[::11], ids=str)
def test_answers_are_those_of_each_text_alone(order, rocq_folder, monkeypatch):
    every = [*RIGHT, *WRONG.values()]
    mixed = [*(every[which] for which in order), *every]
    for together in (1, 12):
        monkeypatch.setattr(rocq_compiler, "TOGETHER", together)
        found = answers(mixed, rocq_folder / f"{together}-{order}")
        assert [answer.accepted for answer in found] == [each in RIGHT for each in mixed]
        assert all(message in answer.message for message, answer in zip(WRONG, found[-len(WRONG) :], strict=True))


def test_right_theorems_are_compiled_together(rocq_folder, monkeypatch):
    files = []
    run = rocq_compiler.run
    monkeypatch.setattr(rocq_compiler, "run", lambda command, place: files.append(command[-1]) or run(command, place))
    fresh = [text(f"{n} + 1 = {n + 1}", name=f"next_{n}") for n in range(20)]
    assert all(answer.accepted for answer in answers(fresh, rocq_folder / "together"))
    assert files.count("theorems.v") == 2


def test_a_theory_that_does_not_compile_is_said(rocq_folder, monkeypatch):
    monkeypatch.setattr(
        "netlemma.checks.kernel.rocq_compiler.theory_files", lambda: {"Definitions.v": "Definition n : nat := true."}
    )
    with pytest.raises(RuntimeError, match=r"does not compile, in Definitions\.v"):
        answers(RIGHT[:1], rocq_folder)
