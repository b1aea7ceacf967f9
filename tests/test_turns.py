"""Cases of the usual run: all have their turn."""

from pathlib import Path

import pytest

from tests import turns


@pytest.mark.parametrize(("count", "kept"), [(10, 3), (7, 2), (2, 5), (1, 1), (12, 4)])
def test_every_case_has_its_turn(monkeypatch, count, kept):
    found = []
    for now in range(1_000, 1_000 + -(-count // kept)):
        monkeypatch.setattr(turns, "turn", lambda now=now: now)
        found.append(turns.drawn("a test", range(count), kept))
        assert len(set(found[-1])) == len(found[-1]) == min(count, kept)
        assert turns.drawn("a test", range(count), kept) == found[-1]
    assert set().union(*found) == set(range(count))


def test_nothing_is_drawn_of_nothing():
    assert turns.drawn("a test", [], 3) == []


@pytest.mark.skipif(not (Path(__file__).parents[1] / ".git").exists(), reason="this copy has no history")
def test_turns_are_commits():
    assert turns.turn() > 0


def test_each_name_has_one_turn_in_eight(monkeypatch):
    names = [f"test {number}" for number in range(300)]
    found = []
    for now in range(1_000, 1_008):
        monkeypatch.setattr(turns, "turn", lambda now=now: now)
        found += [name for name in names if turns.has_its_turn(name)]
        assert 18 < sum(map(turns.has_its_turn, names)) < 60
    assert sorted(found) == sorted(names)
