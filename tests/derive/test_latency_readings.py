"""Parameters of models (whole, real, words) and readings made of single choices."""

from fractions import Fraction

import pytest

from netlemma.derive.performance.latency.latency_model import (
    Example,
    Keyword,
    Need,
    OpenPoint,
    Real,
    complete,
    make_reading,
    single_switches,
)
from netlemma.errors import ModelError

KINDS = (
    Need("k", 2, 16, "nodes along a dimension"),
    Real("sigma1", Fraction(0), Fraction(1), "a rate", above=True),
    Keyword("lengths", {"fixed": "all alike", "exponential": "memoryless"}, "of messages", "fixed"),
    Real("factor", Fraction(1), Fraction(9), "a factor", Fraction(1)),
)
SUCH = Example("x1999", "Figure 1", {"k": "7", "sigma1": "0.5"}, guessed={"sigma1": "no scale"})
BLOCKING = OpenPoint("blocking", {"once": "at one hop", "twice": "summed again", "never": "none"}, "once", "twice")
HOPS = OpenPoint("hops", {"before": "h - 1 hops", "after": "h hops"}, "before", "after")


def test_parameters_are_exact_and_defaults_are_filled_in_in_order() -> None:
    for given in (Fraction(1, 5), 0.2):
        found = complete("x", KINDS, {"sigma1": given, "k": 8}, SUCH)
        assert list(found.items()) == [("k", 8), ("sigma1", Fraction(1, 5)), ("lengths", "fixed"), ("factor", 1)]
    assert complete("x", KINDS, {"sigma1": 1, "k": 2, "lengths": "exponential"}, SUCH)["lengths"] == "exponential"


def test_what_is_guessed_has_a_value() -> None:
    assert SUCH.words == ("k=7", "sigma1=0.5")
    with pytest.raises(ValueError, match="n: guessed"):
        Example("x1999", "Figure 1", {"k": "7"}, guessed={"n": "nothing said"})


@pytest.mark.parametrize(
    "given, words",
    [
        ({"sigma1": 1}, r"needs k \(nodes along a dimension\), such as k=7$"),
        ({"k": 4}, "needs sigma1"),
        ({"k": 4, "sigma1": 1, "x": 1}, "no parameter 'x': it takes k, sigma1, lengths, factor"),
        ({"k": 1, "sigma1": 1}, "from 2 to 16"),
        ({"k": Fraction(5, 2), "sigma1": 1}, "whole number"),
        ({"k": "8", "sigma1": 1}, "whole number"),
        ({"k": 4, "sigma1": 0}, "above 0, at most 1"),
        ({"k": 4, "sigma1": float("nan")}, "above 0"),
        ({"k": 4, "sigma1": "0.2"}, "a number above 0"),
        ({"k": 4, "sigma1": 1, "factor": Fraction(1, 2)}, "from 1 to 9"),
        ({"k": 4, "sigma1": 1, "lengths": "random"}, "one of fixed, exponential"),
    ],
)
def test_parameters_are_refused_in_one_line(given, words) -> None:
    with pytest.raises(ModelError, match=words) as refused:
        complete("x", KINDS, given, SUCH)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text, name, blocking, hops",
    [
        ("corrected", "corrected", "once", "before"),
        ("", "corrected", "once", "before"),
        ("printed", "printed", "twice", "after"),
        ("corrected blocking=printed", "corrected blocking=twice", "twice", "before"),
        ("blocking=never", "corrected blocking=never", "never", "before"),
        ("printed hops=corrected", "printed hops=before", "twice", "before"),
    ],
)
def test_a_reading_is_a_set_with_switches(text, name, blocking, hops) -> None:
    found = make_reading((BLOCKING, HOPS), text)
    assert (found.name, found.options) == (name, {"blocking": blocking, "hops": hops})
    assert found.notes[0].startswith(f"blocking={blocking}: ")


@pytest.mark.parametrize(
    "text, words",
    [
        ("fresh", "no reading 'fresh'.*blocking, hops"),
        ("corrected blocks=once", "no choice 'blocks'.*blocking, hops"),
        ("corrected blocking=thrice", "options are once, twice, never"),
        ("corrected printed", "choice=option"),
        ("hops=after hops=before", "given twice"),
        ("hops=", "no option ''"),
        ("x" * 2000, "at most 1000"),
    ],
)
def test_readings_are_refused_in_one_line(text, words) -> None:
    with pytest.raises(ModelError, match=words) as refused:
        make_reading((BLOCKING, HOPS), text)
    assert "\n" not in str(refused.value)


def test_single_switches_are_all_options_that_are_not_corrected() -> None:
    assert single_switches((BLOCKING, HOPS)) == (
        "printed", "corrected", "corrected blocking=twice", "corrected blocking=never", "corrected hops=after",
    )  # fmt: skip
