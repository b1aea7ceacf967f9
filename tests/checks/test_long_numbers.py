"""Numbers of nodes that are too long to be written down: sizes that have them are left out, and are not computed."""

import pytest

from netlemma.checks import check
from netlemma.derive.lemmas.dcell import DCellServers
from netlemma.errors import ResultTooLarge


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("formula", "where", "verdict"), [("n*(n + 1)", "k = 1", "agrees"), ("n*(n + 1)", "", "fails")]
)
def test_claims_on_a_doubly_exponential_family_are_judged(formula, where, verdict):
    found = check("dcell", "nodes", formula, where)
    assert found.verdict == verdict
    assert found.counterexample is None or found.counterexample["size"] == {"n": 2, "k": 0}


@pytest.mark.parametrize("level", [17, 10**9])
def test_a_number_that_is_too_long_is_refused_at_once(level):
    with pytest.raises(ResultTooLarge, match=f"level {level}"):
        DCellServers(2, level)
