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
