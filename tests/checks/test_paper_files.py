"""Files of papers' claims: their phrases and equations are used, and every refusal is one line that names the file."""

import re
from pathlib import Path

import pytest

from netlemma.checks.claims.claims import entry_of
from netlemma.checks.claims.papers import papers, parse_stated, read_paper
from netlemma.derive.core.claim import Claim, Reading, Standing, Statement
from netlemma.errors import ClaimFileError

FILES = sorted((Path(__file__).parents[2] / "derive" / "claims").glob("*.toml"))
CLAIM = '[[claim]]\nkey = "ring.diameter"\nformula = "K"\nlocator = "Eq. 1"\n'
SAID = """
[[statement]]
key = "ring.devices"
words = "K nodes"
locator = "Table I"
says.nodes = "K"
judge = "reed1982.construction.devices"
"""
ALL = """
sections = ["Table I"]

[phrases]
all = "all pairs"
once = '''$all, each
once'''

[printed]
"Eq. 1" = '\\bar{K}'

[[claim]]
key = "ring.diameter"
formula = "K/2"
where = "K even"
locator = "Eq. 1"
reading = "$once"

[[statement]]
key = "ring.devices"
words = "K nodes"
locator = "Table I"
reading = "${once}!"
printed = "K"
says.nodes = "K"
judge = "reed1982.construction.devices"
with.family = "ring"
with.most = 3
with.even = true
with.because.nodes = "$all"
"""


def test_all_fields() -> None:
    claim = Claim("ring.diameter", "K/2", "x", "Eq. 1", "all pairs, each once", "K even", printed="\\bar{K}")
    given = {"family": "ring", "most": 3, "even": True, "because": {"nodes": "all pairs"}}
    reading, judge = "all pairs, each once!", "reed1982.construction.devices"
    said = Reading("ring.devices", "K nodes", "x", "Table I", reading, {"nodes": "K"}, "K", judge, given)
    assert parse_stated(ALL, source="x") == ((claim,), (Statement((said,)),), ("Table I",))


READINGS = """
[[statement]]
words = "a ring of K nodes has diameter K/2"
locator = "Eq. 1"
severity = "formula"
why = "odd rings are shorter"
derivation = "both ways around, $\\\\lfloor K/2 \\\\rfloor$"
worked = '''
$K = 3$:   two ways around

one hop each'''

[[statement.reading]]
key = "ring.diameter"
formula = "K/2"

[[statement.reading]]
key = "ring.diameter"
formula = "K/2"
part = "K even"

[[statement.reading]]
key = "ring.devices"
says.nodes = "K"
judge = "reed1982.construction.devices"
with.family = "ring"
against = "it is about the diameter"
"""


def test_readings_have_what_their_statement_gives() -> None:
    ((said,),) = [parse_stated(READINGS, source="x").statements]
    whole, part, judged = said.readings
    assert {each.words for each in said.readings} == {said.words} == {"a ring of K nodes has diameter K/2"}
    assert isinstance(part, Claim) and isinstance(whole, Claim) and (whole.where, part.where) == ("", "K even")
    assert isinstance(judged, Reading) and judged.standing == Standing(against="it is about the diameter")
    assert (part.standing.decides, whole.standing.decides) == (False, True)
    assert said.worked == ("$K = 3$: two ways around", "one hop each")
    assert (said.severity, said.why, said.locator) == ("formula", "odd rings are shorter", "Eq. 1")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"formula"\nwhy', '"grave"\nwhy', "statement 1: no severity 'grave'"),
        ('why = "odd rings are shorter"', "", "statement 1: a severity and its reason, why, belong together"),
        ("one hop each", "one\ntwo\nthree\nfour\nfive", "statement 1: worked has 6 lines; at most 5"),
        ('part = "K even"', 'part = "K even"\nrepair = "a is read as b"', "statement 1: reading 2: give one of part, repair"),
        ('part = "K even"', 'repair = "K"', "statement 1: reading 2: a repair says what is read as what"),
        ('part = "K even"', 'judge = "a.b"', "statement 1: reading 2: a formula cannot have the field judge"),
        ('against', 'where = "K even"\nagainst', "statement 1: reading 3: words with a judge cannot have the field where"),
        ('part = "K even"', 'prat = "K even"', "statement 1: reading 2: unknown field 'prat' (did you mean 'part'?)"),
    ],
)  # fmt: skip
def test_wrong_readings(old: str, new: str, message: str) -> None:
    text = READINGS.replace(old, new, 1)
    assert text != READINGS
    with pytest.raises(ClaimFileError) as refusal:
        parse_stated(text, "smith2020.toml")
    assert str(refusal.value).startswith(f"smith2020.toml: {message}")


def test_dollars_stand_for_themselves_where_there_are_no_phrases() -> None:
    (claim,), _, _ = parse_stated(CLAIM + 'reading = "for $k$ even"')
    assert claim.reading == "for $k$ even"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_phrases_and_equations_are_used(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for table, use in (("phrases", r"\${{?{}\b"), ("printed", r"^locator = \"{}\"$")):
        block = re.search(rf"^\[{table}\].*?(?=^\[)", text, re.M | re.S)
        names = re.findall(r'^(?:"([^"]+)"|(\w+)) = ', block[0], re.M) if block else []
        for name in (quoted or bare for quoted, bare in names):
            assert len(re.findall(use.format(re.escape(name)), text, re.M)) > 1, f"{name} serves less than two entries"


@pytest.mark.parametrize("paper", papers().values(), ids=lambda paper: paper.key)
def test_formulas_can_be_read(paper) -> None:
    for claim in paper.claims:
        assert entry_of(claim).key == claim.key


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CLAIM + "fromula = '1'", "claim 1: unknown field 'fromula' (did you mean 'formula'?)"),
        (CLAIM + "key = 'a.b'", "not TOML: Cannot overwrite a value"),
        (CLAIM + CLAIM, "claim 2 (ring.diameter): the same as claim 1"),
        (SAID + SAID.replace("nodes", "links"), "statement 2 (ring.devices): the same as statement 1"),
        (CLAIM.replace("locator", "reading"), 'claim 1 (ring.diameter): no locator; write locator = "Table II"'),
        (SAID.replace("locator", "reading"), 'statement 1 (ring.devices): no locator; write locator = "Table II"'),
        (SAID.replace("words", "reading"), 'statement 1: no words; write words = "..."'),
        (SAID.replace("says.nodes", "formula"), "statement 1: a formula cannot have the field judge"),
        (SAID.replace("says.nodes", "says"), "statement 1: says is not a table"),
        (SAID.replace('"K"', "3"), 'statement 1: says: nodes is not a text; write nodes = "..."'),
        (SAID.replace("judge", "reading"), 'statement 1: no judge; write judge = "..."'),
        (SAID + "with.family = 1.5", 'statement 1: with: family is not a text; write family = "..."'),
        (SAID + "with.because.nodes = 3", "statement 1: with: because: nodes is not a text"),
        (SAID + "with = 'ring'", "statement 1: with is not a table"),
        ("statement = 3", "'statement' is not a list of tables; each statement begins with [[statement]]"),
        ("phrase = {}", "unknown entry 'phrase' (did you mean 'phrases'?); each claim begins with [[claim]]"),
        ("phrases = 3", "phrases is not a table"),
        ("[phrases]\na = '$b'\nb = 'b'", "phrases: a: there is no phrase $b; phrases stand in [phrases]"),
        ("[phrases]\nall = 'x'\n" + CLAIM + "reading = '$al'", "claim 1: reading: there is no phrase $al (did you mean 'all'?)"),
        ("[phrases]\nall = 'x'\n" + CLAIM + "reading = '3 $'", "claim 1: reading: write $$ for a dollar sign"),
        ("sections = 'Table I'", 'sections is not a list of texts; write sections = ["Table II"]'),
    ],
)  # fmt: skip
def test_wrong_files(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "smith2020.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ClaimFileError) as refusal:
        read_paper(path)
    assert str(refusal.value).startswith(f"{path}: {message}")
    assert str(refusal.value).isprintable()
