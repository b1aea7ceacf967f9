"""Files of claims: what is read, and every refusal in one line."""

import time

import pytest

from netlemma.checks.claims.claims import parse_claims, read_claims
from netlemma.checks.claims.papers import MOST_BYTES
from netlemma.errors import ClaimFileError

CLAIM = '[[claim]]\nkey = "toroid.mean_distance"\nformula = "D*w/4"\n'


def test_all_fields():
    [claim] = parse_claims(
        CLAIM + 'where = "w even"\nsizes = "w=2..9"\nsource = "reed1982"\n'
        'locator = "Table II"\nreading = "ordered pairs"'
    )
    assert (claim.family, claim.quantity, claim.key) == ("toroid", "mean_distance", "toroid.mean_distance")
    assert str(claim.formula) == "D*w/4" and str(claim.where) == "w even"
    assert claim.sizes == {"w": range(2, 10)}
    assert (claim.source, claim.locator, claim.reading) == ("reed1982", "Table II", "ordered pairs")
    assert claim.place == "claims: claim 1"
    assert hash(claim)


def test_product_and_class():
    first, second = parse_claims(
        '[[claim]]\nfamily = "ring(w)^D"\nquantity = "diameter"\nformula = "D*floor(w/2)"\n'
        '[[claim]]\nkey = "toroid.visit_ratio.link"\nformula = "1"'
    )
    assert (first.family, first.quantity) == ("ring(w)^D", "diameter")
    assert (second.family, second.quantity) == ("toroid", "visit_ratio.link")
    assert first.where is first.sizes is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no claims; each claim begins with [[claim]]"),
        ("claim = 3", "'claim' is not a list of tables"),
        ("[claim]\nkey='a.b'", "'claim' is not a list of tables"),
        ("[[claims]]\nkey='a.b'", "unknown entry 'claims'"),
        ("[[claim]\n", "not TOML"),
        ("\0", "not TOML"),
        ("a=" + "[" * 50_000, "not TOML: nested too deep"),
        ("a=" + "9" * 9999, "not TOML"),
        (".".join("a" * 200_000) + "=1", "line 1 has more than 50 dots"),
        (CLAIM * 3000, "3000 claims are too many"),
        (CLAIM + "[[claim]]\nformula='w'", "claim 2: what is the claim about?"),
        ("[[claim]]\nkey='.x'\nformula='w'", "claim 1: what is the claim about?"),
        ("[[claim]]\nkey='a.b'", "claim 1: no formula"),
        (CLAIM + "family='toroid'", "claim 1: give either key, or family and quantity"),
        (CLAIM + "sizes=3", "claim 1: sizes is not a text"),
        (CLAIM + "sizes='w=9..2'", "claim 1: sizes: w=9..2 is empty"),
        (CLAIM + "whree='w even'", "claim 1: unknown field 'whree' (did you mean 'where'?)"),
        (CLAIM + "where='w'", "claim 1: where: column 1: a number stands"),
        (CLAIM + "locator='" + "x" * 5000 + "'", "claim 1: locator has 5000 characters"),
        ("[[claim]]\nkey='a.b'\nformula=\"__import__('os')\"", "claim 1: formula: column 12: the character"),
        ("[[claim]]\nkey='a.b'\nformula='9^9^9^9'", "claim 1: formula: column 4: the exponent"),
        ('[[claim]]\nkey="a.b"\nformula="w"\n"x\\ny"=1', "claim 1: unknown field 'x y'"),
    ],
)
def test_wrong_text(text, message):
    start = time.process_time()
    with pytest.raises(ClaimFileError) as refusal:
        parse_claims(text, "file.toml")
    assert time.process_time() - start < 1
    assert str(refusal.value).startswith(f"file.toml: {message}")
    assert str(refusal.value).isprintable()


def test_file(tmp_path):
    path = tmp_path / "claims.toml"
    path.write_text(CLAIM, encoding="utf-8")
    assert [claim.key for claim in read_claims(path)] == ["toroid.mean_distance"]


def test_files_that_cannot_be_read(tmp_path):
    large, latin = tmp_path / "large.toml", tmp_path / "latin.toml"
    large.write_bytes(b"#" * (MOST_BYTES + 1))
    latin.write_bytes(b"# \xe9")
    for path, message in (
        (tmp_path / "missing.toml", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
        ("a\0b", "cannot be read"),
        (large, "larger than"),
        (latin, "not UTF-8"),
    ):
        with pytest.raises(ClaimFileError, match=message) as refusal:
            read_claims(path)
        assert str(refusal.value).isprintable()
