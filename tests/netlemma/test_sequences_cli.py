"""``netlemma check --sequence`` and ``--bfile``, and ``netlemma derive --as``."""

import json

import pytest


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("hypercube", "links", "--sequence", "1,4,12"), 0),
        (("hypercube", "links", "--sequence", "1,4,13", "--from", "n=1"), 1),
        (("hypercube", "links", "n", "--sequence", "1"), 2),
        (("hypercube", "links", "--sequence", "1", "--fit"), 2),
        (("hypercube", "links", "--sequence", "1", "--where", "n even"), 2),
        (("hypercube", "links", "--bfile", "no-such-file"), 2),
        (("hypercube", "links", "n", "--from", "n=1"), 2),
    ],
)
def test_exit_statuses(run, words, status):
    ended = run("check", *words, "--json")
    assert ended.status == status and (status < 2) == bool(ended.out)
    if status < 2:
        assert json.loads(ended.out)[0]["verdict"] == ("fails" if status else "holds")
    else:
        assert len(ended.err.strip().splitlines()) == 1


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("hypercube", "wiener_index", "--as", "generating-function"), 0, "x/(4*x - 1)^2"),
        (("hypercube", "wiener_index", "--as", "recurrence", "--json"), 0, '"8"'),
        (("toroid", "diameter", "--at", "w=4", "--as", "asymptotic"), 0, "a(D) = 2*D exactly, for D >= 1"),
        (("ring", "wiener_index", "--format", "oeis"), 0, "%F A000000 a(n) = "),
        (("hypercube", "mean_distance", "--as", "recurrence"), 2, "wiener_index of hypercube is one"),
        (("permutation-star", "nodes", "--as", "recurrence"), 2, "factorial(n) is no exponential polynomial"),
        (("slim-fly", "nodes", "--as", "recurrence"), 2, "not for all numbers"),
        (
            ("toroid", "diameter", "--as", "recurrence"),
            2,
            ': toroid.diameter is for w >= 2, D >= 1: a sequence has one index, and w and D are free; give --at "w=2"',
        ),
        (
            ("toroid", "diameter", "--at", "w=1", "--as", "recurrence"),
            2,
            ": --at gives w=1, and toroid.diameter is for w >= 2, D >= 1",
        ),
        (
            ("ring", "wiener_index", "--at", "K=3", "--as", "recurrence"),
            2,
            ": ring.wiener_index is for K >= 2: a sequence needs one size that --at leaves out",
        ),
        (("ring", "--as", "recurrence"), 2, "one quantity"),
        (("ring", "diameter", "--as", "series"), 2, "--as takes"),
        (("ring", "diameter", "--as", "recurrence", "--format", "latex"), 2, "--format"),
    ],
)
def test_closed_forms_as_sequences(run, words, status, said):
    ended = run("derive", *words)
    assert ended.status == status and said in (ended.err if status else ended.out)
    assert not status or (len(ended.err.strip().splitlines()) == 1 and not ended.out)
