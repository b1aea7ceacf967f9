"""Channels of explicit networks by their directions: lemmas with planted faults are refuted, unequal channels are noticed."""

from dataclasses import replace

import pytest

from netlemma.checks.lemmas.measured_flows import _one, explicit_channels, rate
from netlemma.checks.lemmas.verify import verify_lemma
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.discovery import keys, lemma

CHANNELS = [
    key
    for family in ("mesh", "oneway-torus")
    for what in ("rate", "branching", "blocking")
    for key in keys(f"{family}.{what}")
]


def test_there_are_lemmas_of_all_kinds() -> None:
    assert len(CHANNELS) > 35


@pytest.mark.sampled(15)
@pytest.mark.parametrize("key", CHANNELS)
def test_lemmas_hold_and_a_planted_fault_is_seen(key) -> None:
    found = lemma(key)
    sizes = [size for size in found.domain.sizes(12) if size["k"] <= 4]
    assert verify_lemma(found, sizes).verdict == "holds"
    last = found.derivation.steps[-1]
    steps = (*found.derivation.steps[:-1], replace(last, after=last.after + 1))
    wrong = verify_lemma(replace(found, derivation=Derivation(steps)), sizes)
    assert wrong.verdict == "fails" and wrong.counterexample["size"] == sizes[0]


def test_channels_that_differ_are_no_class() -> None:
    there = explicit_channels("mesh", 4)
    different = {there.rate(there.channel((x, 0), "W")) for x in range(1, 4)}
    with pytest.raises(ValueError, match="2 different values"):
        _one(different, "rate.x", {"k": 4})
    with pytest.raises(ValueError, match="different values"):
        rate("mesh", "rate.x", {"k": 4})  # without a column, channels of all columns are counted


def test_the_crossing_is_one_channel_and_the_first_link_behind_it_is_not_used_by_all() -> None:
    there = explicit_channels("oneway-torus", 3)
    assert there.rate(there.channel((0, 0), "x")) == there.rate(there.channel((1, 0), "x"))
    assert there.channel((1, 0), "x'") is None and there.channel((2, 0), "x'") is not None
