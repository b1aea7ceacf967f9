"""The site as it is written: it hangs together, every formula and table is complete, every number is what its command prints."""

import json
import random
import re
import shutil
from html import escape

import pytest
from typer.testing import CliRunner

from netlemma.checks.formula.formula_latex import formula_latex
from netlemma.cli import app
from netlemma.reporting.template_filters import flowing

from .conftest import CLAIMS
from .site_checks import leaks, problems, read_pages, too_heavy, untraced
from .site_commands import run, wrong_numbers

SAMPLE = 12


@pytest.fixture
def site(small_site):
    return small_site


def test_the_site_hangs_together(site):
    assert not problems(site)
    pages = read_pages(site)
    assert {"index.html", "errata.html", "families/ring.html", "papers/reed1982.html", "search.html"} <= set(pages)
    assert pages["families/ring.html"].formulas > 12
    assert len(pages["papers/reed1982.html"].numbers) > CLAIMS
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < 3_000_000
    assert too_heavy(site) == []


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "old, new, said",
    [
        ("<h3>", "<h6>", "h6 follows"),
        ('id="ring-diameter"', 'id="ring-quantum"', "two elements have the id ring-quantum"),
        ('id="deadlock"', 'id="elsewhere"', "leads to no element"),
        ('<th scope="col">Legal', "<th>Legal", "without scope"),
        ("../assets/style.css", "https://example.org/style.css", "outside the site"),
        ("assets/style.css", "assets/none.css", "leads to no file"),
        ('data-latex="', 'data-tex="', "without LaTeX"),
        ("</table>", "", "closes"),
        ("<h1>", "<h1>Another</h1><h1>", "2 headings of the first level"),
        ('<a class="skip" href="#main">Skip to content</a>', "", "first link ['../index.html']"),
        ('<nav class="contents" aria-label="On this page">', "<nav>", "navigation without a name"),
        ('aria-label="Copy text of ring.diameter"', 'aria-label="The text"', "not called by its words"),
        ('aria-label="Copy text of ring.diameter"', "", "has no name of its own"),
        ("<code>netlemma verify ring", '<code tabindex="0">netlemma verify ring', "stops the keyboard"),
    ],
)
def test_what_is_wrong_with_a_page_is_seen(site, tmp_path, old, new, said):
    broken = tmp_path / "out"
    shutil.copytree(site, broken)
    page = next(
        broken / name
        for name in ("families/ring.html", "lemmas/ring-diameter.html")
        if old in (broken / name).read_text()
    )
    text = page.read_text()
    page.write_text(text.replace(old, new, 1))
    assert any(said in each for each in problems(broken)), problems(broken)


@pytest.mark.in_turn
def test_no_markup_is_seen(site, tmp_path):
    assert leaks(site) == []
    for text in (
        "links 2^n",
        "an *emphasis* of",
        "p*w nodes",
        "m // h",
        "2·_p",
        r"a \frac of",
        "$n$",
        "n >= 2",
        "max_load",
    ):
        (tmp_path / "page.html").write_text(f"<p>{text}, <code>w^D</code></p>")
        assert len(leaks(tmp_path)) == 1, text


def test_the_weight_of_a_page_is_seen(tmp_path):
    for name, text in (
        ("index", "x" * 50_000),
        ("long", "x" * 300_000),
        ("much", "<p>x</p>" * 3_000),
        ("right", "<p>x</p>"),
    ):
        (tmp_path / f"{name}.html").write_text(text)
    assert [line.partition(":")[0] for line in too_heavy(tmp_path)] == ["index.html", "long.html", "much.html"]


@pytest.mark.in_turn
def test_every_number_is_what_its_command_prints(site):
    """A sample, drawn anew each time."""
    numbers = _numbers(site)
    assert len(numbers) > 200
    seed = random.SystemRandom().randrange(2**32)
    drawn = random.Random(seed).sample(numbers, SAMPLE)
    wrong = list(wrong_numbers(drawn, {each.command: run(each.command) for each in drawn}))
    assert not wrong, f"seed {seed}: {wrong}"


def _numbers(site):
    """The numbers of a site; how many claims a paper or lemmas a family has is none of a site with some of them."""
    every = [each for page in read_pages(site).values() for each in page.numbers]
    whole = ("--paper reed1982 --json", "--key ring --json", "derive ring --format json", "verify ring")
    return [each for each in every if not each.command.endswith(whole)]


def test_no_number_is_without_a_command(site):
    """But how many there are of everything in a part of a report, which no command prints."""
    lines = [line for page in read_pages(site).values() for line in untraced(page)]
    assert not [line for line in lines if not (line.startswith("index.html") and "p.lead" in line)]


def test_what_is_right_is_typeset_and_its_text_is_read_by_check(site):
    typeset = [each for page in read_pages(site).values() for each in page.numbers if each.latex]
    assert typeset and all(each.path.endswith("/correction") for each in typeset)
    for each in typeset:
        assert formula_latex(each.value) == each.latex
        assert f'<data value="{escape(each.value)}"' in (site / "papers/reed1982.html").read_text()


def test_certificates_are_accepted_as_they_are(site):
    files = sorted((site / "certificates").iterdir())
    assert files
    for file in files:
        assert CliRunner().invoke(app, ["certify", str(file)]).exit_code == 0
    data = json.loads(files[0].read_text())
    assert data


def test_a_paper_is_in_its_own_order_and_nothing_is_left_out(site, chosen):
    from netlemma.checks.claims.papers import papers

    paper = papers()["reed1982"]
    page = read_pages(site)["papers/reed1982.html"]
    anchors = [name for name in page.ids if name.startswith("reed1982-")]
    assert len(anchors) == sum(task.kind == "statement" for task in chosen) == CLAIMS
    sections = [name for name in page.ids if name.startswith("section-")]
    known = [
        "section-" + "-".join("".join(c if c.isalnum() else " " for c in title).split()) for title in paper.sections
    ]
    assert sections == [name for name in known if name in sections]


def test_the_page_that_is_open_is_marked_where_all_are_listed(site):
    marked = {path.name: path.read_text().count(' aria-current="page"') for path in site.rglob("*.html")}
    listed = (
        "index",
        "families",
        "papers",
        "deadlock",
        "compare",
        "errata",
        "browse",
        "notation",
        "models",
        "traffic",
        "check",
        "figures",
    )
    assert marked == {name: int(name.removesuffix(".html") in listed) for name in marked} and len(marked) > 6


def test_what_is_searched_has_all_that_is_linked(site):
    text = (site / "assets/index.js").read_text()
    entries = json.loads(text.removeprefix("window.netlemmaIndex = ").removesuffix(";\n"))
    pages = read_pages(site)
    entries = entries["entries"]
    kinds = {kind for kind, *_ in entries}
    assert {"family", "lemma", "quantity", "term", "routing", "claim", "paper", "figure"} <= kinds
    for _, _, address, *_ in entries:
        name, _, anchor = address.partition("#")
        assert name in pages and (not anchor or anchor in pages[name].ids)


@pytest.mark.in_turn
def test_the_command_says_what_it_wrote(tmp_path):
    given = [
        "report",
        "-o",
        str(tmp_path / "out"),
        "--ledger",
        str(tmp_path / "ledger"),
        "--only",
        "four-rings",
        "--workers",
        "1",
    ]
    found = CliRunner().invoke(app, given)
    assert found.exit_code == 0
    assert "0 results are kept, 3 are computed\n" in found.stderr
    assert "1 families with 0 lemmas, 0 papers with 0 claims, 0 figures\n" in found.stdout
    assert not problems(tmp_path / "out")
    found = CliRunner().invoke(app, given)
    assert "3 results are kept, 0 are computed\n" in found.stderr


def test_names_of_nothing_are_refused(tmp_path):
    found = CliRunner().invoke(app, ["report", "-o", str(tmp_path / "out"), "--only", "rnig"])
    assert isinstance(found.exception, ValueError)
    assert str(found.exception).startswith("there is nothing called 'rnig' to report (did you mean 'ring'")
    assert not list(tmp_path.iterdir())


def test_no_piece_of_a_formula_is_a_sign_and_a_bracket():
    opening = '<mo form="prefix">(</mo>'
    formula = (
        f'<math><mi>a</mi><mo>+</mo>{opening}<mo>−</mo><mi>b</mi><mo form="postfix">)</mo><mo>+</mo><mi>c</mi></math>'
    )
    pieces = flowing(formula).split("</math>")[:-1]
    assert [re.sub("<[^>]*>", "", piece) for piece in pieces] == ["a", "+(−b)", "+c"]


def test_tall_brackets_and_what_they_hold_are_one_piece():
    inside = '<mo form="prefix" stretchy="true">(</mo><mfrac><mi>b</mi><mn>2</mn></mfrac><mo>+</mo><mi>c</mi><mo stretchy="true">)</mo>'
    pieces = flowing(f"<math><mi>a</mi><mi>e</mi><mo>=</mo><mi>d</mi><mrow>{inside}</mrow></math>").split("</math>")[
        :-1
    ]
    assert [re.sub("<[^>]*>", "", piece) for piece in pieces] == ["ae", "=d(b2+c)"]
    assert '<mo form="infix">=</mo>' in pieces[1]
