"""Sequences compared term by term, b-files, and what a sequence is instead."""

from math import comb

import pytest

from netlemma.checks.sequences import Terms, check_sequence, parse_terms, read_bfile
from netlemma.errors import FormatError, InputError

WIENER = [n * 4 ** (n - 1) for n in range(1, 9)]  # of hypercubes


def text(values):
    return ", ".join(map(str, values))


def test_all_terms_are_compared_and_no_more_is_claimed():
    found = check_sequence("hypercube", "wiener_index", text(WIENER))
    assert (found.verdict, found.domain, len(found.sizes)) == ("holds", "n=1..8", 8)
    assert "further terms" in found.remark
    lemma = check_sequence("hypercube", "nodes_at_distance", text(comb(n, 2) for n in range(2, 7)), "n=2", "i=2")
    assert lemma.verdict == "holds" and "next 21, 28, 36" in lemma.remark


@pytest.mark.sampled(1)
@pytest.mark.parametrize("at", range(4))
@pytest.mark.in_turn
def test_the_first_difference_is_found(at):
    wrong = [*WIENER]
    wrong[at] += 1
    wrong[6] += 1
    found = check_sequence("hypercube", "wiener_index", text(wrong))
    assert found.verdict == "fails" and len(found.sizes) == at
    assert found.counterexample == {"size": {"n": at + 1}, "claimed": str(wrong[at]), "true": str(WIENER[at])}


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("values", "start", "said"),
    [
        ([2 * w for w in WIENER], 1, "distance_sum"),
        ([w + 1 for w in WIENER], 1, "1 more than wiener_index"),
        (WIENER[2:], 1, "wiener_index at n+2 instead of n"),
        (WIENER, 0, "wiener_index at n+1 instead of n"),
        ([2**n * n // 2 for n in range(1, 8)], 1, "links"),
        ([3 * w + 5 for w in WIENER], 1, ""),
        ([2, 16], 1, ""),
    ],
)
def test_what_a_sequence_is_instead_is_named(values, start, said):
    found = check_sequence("hypercube", "wiener_index", text(values), f"n={start}")
    assert found.verdict == "fails"
    assert said in found.evidence.get("other", {"text": ""})["text"] and bool(said) == ("other" in found.evidence)


def test_terms_at_no_legal_size_are_left_out():
    found = check_sequence("hypercube", "links", "0, 1, 4", "n=0")
    assert (found.verdict, found.domain) == ("holds", "n=1..2") and "1 terms are at no legal size" in found.remark
    with pytest.raises(InputError, match=r"none of n=-5\.\.-4"):
        check_sequence("hypercube", "links", "0, 1", "n=-5")


def test_other_sizes_stay_the_same():
    assert check_sequence("toroid", "links", "4, 32, 192", "D=1", "w=4").verdict == "holds"
    assert check_sequence("toroid", "links", "8, 18, 32", sizes="D=2").verdict == "holds"
    for words in ({}, {"sizes": "w=4 D=2"}, {"start": "w=1", "sizes": "w=4"}, {"sizes": "w=3..4 D=2"}):
        with pytest.raises(InputError):
            check_sequence("toroid", "links", "4", **words)


@pytest.mark.parametrize("wrong", ["", " ", "1, x", "1/0", "1.5", "2^3", "1e5", "9" * 5000, "٣", "__import__('os')"])
def test_texts_that_are_no_sequence_are_refused(wrong):
    with pytest.raises(InputError):
        parse_terms(wrong)


def test_b_files_are_read(tmp_path):
    file = tmp_path / "b000001.txt"
    file.write_text("# Wiener\n\n1 1\n2 8 # square\n3 48\n")
    assert read_bfile(file) == Terms(1, [1, 8, 48], str(file))
    assert check_sequence("hypercube", "wiener_index", read_bfile(file)).verdict == "holds"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("1 1\n3 9\n", ":2: the index is 3, and 2 is next"),
        ("1 1\n1 1\n", ":2:"),
        ("1 1\n2\n", ":2:"),
        ("1 1 1\n", ":1:"),
        ("a 1\n", ":1:"),
        ("1 0x10\n", ":1:"),
        ("99999999999 1\n", ":1:"),
        (f"1 {'9' * 4001}\n", ":1:"),
        ("# nothing\n", ": the b-file has no terms"),
        ("", ": the file is empty"),
        ("1 1\0", ":1:"),
    ],
)
def test_broken_b_files_are_refused_with_their_line(tmp_path, content, line):
    file = tmp_path / "b.txt"
    file.write_text(content)
    with pytest.raises(FormatError) as refused:
        read_bfile(file)
    assert f"b.txt{line}" in str(refused.value)
