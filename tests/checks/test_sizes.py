"""Sizes and parameters as users write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netlemma.checks.base.inputs import grid, parse_parameters, parse_sizes
from netlemma.errors import SizeTextError


def test_sizes():
    assert list(parse_sizes("w=2..9\tD=1..3").items()) == [("w", range(2, 10)), ("D", range(1, 4))]
    assert parse_sizes("w=2,4,8") == {"w": (2, 4, 8)}
    assert parse_sizes("w=2..16..2") == {"w": range(2, 17, 2)}
    assert parse_sizes("w=2..4,8,16..32..8 D=1") == {"w": (2, 3, 4, 8, 16, 24, 32), "D": (1,)}
    assert parse_sizes("w=-1..0") == {"w": range(-1, 1)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no sizes given; write for instance w=2..9 D=1..3"),
        ("w", "'w' is not of the form name=value; write for instance w=2..9 D=1..3"),
        ("D=", "'D=' has no value; write for instance D=1..3"),
        ("w=", "'w=' has no value; write for instance w=2..9"),
        ("w = 3", "'w' is not of the form name=value; write for instance w=2..9 D=1..3"),
        ("w=2..", "w=2..: '' is not a whole number; write w=2..9"),
        ("w=2...9", "w=2...9: a range is first..last or first..last..step"),
        ("w=2..9..2..1", "w=2..9..2..1: a range is first..last or first..last..step"),
        ("w=9..2", "w=9..2 is empty; a range runs upwards, write w=2..9"),
        ("w=2..9..0", "w=2..9..0: the step is at least 1"),
        (
            "w=even",
            "w=even: 'even' is a word, and sizes are whole numbers here; write w=4, w=2..9 or w=2,4,8, "
            "or leave w out if it takes words",
        ),
        ("w=2,x", "w=x: 'x' is not a whole number; write w=4, w=2..9 or w=2,4,8"),
        ("w=2,2", "'w=2,2' gives a value of w twice"),
        ("w=2 w=3", "'w' is given twice"),
        ("W=2", "unknown parameter 'W' (did you mean 'w'?)"),
        ("hops=2", "unknown parameter 'hops'; expected w, D"),
        ("w=1..10000000000", "w has more than 100000 values"),
        ("w=" + ",".join(map(str, range(2000))) + ",1..99999", "w has more than 100000 values"),
        ("w=" + "9" * 50, "w=999999999999999999...999999999999999999: a number has at most 18 digits"),
        ("w=\u0663", "w=\u0663: '\u0663' is not a whole number; write w=4, w=2..9 or w=2,4,8"),
        ("1w=3", "'1w=3' is not of the form name=value; write for instance w=2..9 D=1..3"),
        ("w=\0", "w=\\x00: '\\x00' is not a whole number; write w=4, w=2..9 or w=2,4,8"),
        ("w=2 " * 50_000, "sizes are at most 100000 characters long; these are 200000"),
    ],
)
def test_wrong_sizes(text, message):
    with pytest.raises(SizeTextError) as refusal:
        parse_sizes(text, known=["w", "D"])
    assert str(refusal.value) == message


def test_parameters():
    assert parse_parameters(["w=4", "D=3"], known=["w", "D"]) == {"w": 4, "D": 3}
    assert parse_parameters([]) == {}
    assert parse_parameters(["K=-1"]) == {"K": -1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["w=x"], "w=x: 'x' is not a whole number; write w=4"),
        (["w=4.5"], "w=4.5: '4.5' is not a whole number; write w=4"),
        (["w=2..3"], "w=2..3: '2..3' is not a whole number; write w=4"),
        (["w"], "'w' is not of the form name=value; write for instance w=4"),
        (["w=4", "w=4"], "'w' is given twice"),
        (["v=4"], "unknown parameter 'v'; expected w, D"),
        (["w=1e9"], "w=1e9: '1e9' is not a whole number; write w=4"),
        (["=4"], "'=4' is not of the form name=value; write for instance w=4"),
        ([""], "'' is not of the form name=value; write for instance w=4"),
    ],
)
def test_wrong_parameters(arguments, message):
    with pytest.raises(SizeTextError) as refusal:
        parse_parameters(arguments, known=["w", "D"])
    assert str(refusal.value) == message


@given(st.dictionaries(st.sampled_from("wDK"), st.lists(st.integers(-5, 9), min_size=1, unique=True), min_size=1))
def test_grid_has_every_size_once_the_small_ones_first(values):
    sizes = parse_sizes(" ".join(f"{name}={','.join(map(str, v))}" for name, v in values.items()))
    found = list(grid(sizes))
    totals = [sum(size.values()) for size in found]
    expected = 1
    for v in values.values():
        expected *= len(v)
    assert len({tuple(size.items()) for size in found}) == len(found) == expected
    assert totals == sorted(totals)
    assert all(list(size) == list(values) for size in found)


def test_grid_too_large():
    with pytest.raises(SizeTextError, match="more than 1000000 sizes"):
        grid(parse_sizes("w=1..2000 D=1..2000"))
