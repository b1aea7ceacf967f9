"""Users' builders that take longer than the time of the answer are interrupted."""

import signal

import pytest

from netlemma.checks import check
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.judging.reference_values import reference_values_of
from netlemma.errors import OutOfTime
from netlemma.graphs.sources import source

BUILDER = """
import time
import networkx as nx

def slow(n):
    for _ in range(2):  # the first interruptions are swallowed
        try:
            time.sleep(600)
        except:
            pass
    return nx.path_graph(n)
"""


@pytest.fixture
def slow(tmp_path):
    (tmp_path / "slow.py").write_text(BUILDER)
    return f"{tmp_path}/slow.py:slow"


@pytest.mark.parametrize("asked", ["value", "node_count", "devices"])
def test_networks_are_built_within_the_time(slow, asked):
    truth = reference_values_of(source(slow), "diameter", TimeBudget(0.1))
    with pytest.raises(OutOfTime, match="takes more than"):
        getattr(truth, asked)({"n": 4})


def test_an_answer_says_where_the_time_ended(slow):
    handler = signal.getsignal(signal.SIGALRM)
    found = check(slow, "diameter", "n-1", sizes="n=3..6", seconds=0.1)
    assert found.verdict == "unknown"
    assert "the time ended before n=3" in str(found)
    assert signal.getsignal(signal.SIGALRM) is handler and signal.getitimer(signal.ITIMER_REAL)[0] == 0
