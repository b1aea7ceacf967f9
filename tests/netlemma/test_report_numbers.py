"""Numbers of the whole site are what their commands print, and commands that are shown end as it says. It takes long:

pytest -m long -s tests/netlemma/test_report_numbers.py

NETLEMMA_LEDGER names a ledger, from which results are taken instead of computing them first.
"""

import os
import random
import shlex
import shutil

import pytest

from netlemma.folder import Folder
from netlemma.reporting.compute import compute
from netlemma.reporting.gather import group_results
from netlemma.reporting.ledger import opened
from netlemma.reporting.pages import pages
from netlemma.reporting.work import work

from .site_checks import Number, read_pages, untraced
from .site_commands import Ran, run, run_all, wrong_endings, wrong_numbers

MEASURED = "netlemma measure ring K=5 --json"


def say(line):
    print(line, flush=True)


def drawn_from(commands, names):
    """A third of the commands, others in each run, and all that draw: those of a kind differ in their subject alone."""
    drawing = [each for each in commands if names.intersection(shlex.split(each))]
    rest = sorted(set(commands).difference(drawing))
    return drawing + random.sample(rest, -(-len(rest) // 3))


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_numbers_of_the_whole_site_are_what_their_commands_print(tmp_path, monkeypatch):
    with opened(os.environ.get("NETLEMMA_LEDGER") or tmp_path / "ledger") as ledger:
        report = group_results(compute(work(), ledger, say))
    assert not report.missing
    Folder(tmp_path / "site").put(pages(report))
    found = list(read_pages(tmp_path / "site").values())
    numbers = [each for page in found for each in page.numbers]
    shutil.copytree(tmp_path / "site" / "certificates", tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work")
    commands = sorted({each.command for each in numbers} | {each for page in found for each in page.commands})
    figures = sorted(  # those for narrow screens are the same plots, whose panels are stacked
        each for each in (tmp_path / "site" / "figures").iterdir() if not each.stem.endswith("-narrow")
    )
    ran = run_all(drawn_from(commands, {figure.name for figure in figures}), say)
    asked = [each for each in numbers if each.command in ran]
    wrong = [*wrong_numbers(asked, ran), *wrong_endings(ran), *(line for page in found for line in untraced(page))]
    for figure in figures:
        drawn = tmp_path / "work" / figure.name
        if not drawn.is_file() or drawn.read_bytes() != figure.read_bytes():
            wrong.append(f"{figure.name} is not what its command draws")
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="module")
def measured():
    return {MEASURED: run(MEASURED)}


@pytest.mark.parametrize(
    "value, path, shown, said",
    [
        ("3/2", "mean_distance", "3/2", ""),
        ("K=5", "parameters", "K=5", ""),
        ("1", "classes/#", "1", ""),
        ("5/2", "mean_distance", "5/2", "'5/2' is '3/2'"),
        ("3/2", "mean_distance", "5/2", "'3/2' is shown as '5/2'"),
        ("3/2", "no_distance", "3/2", "KeyError"),
        ("2", "classes/#", "2", "'2' is '1'"),
    ],
)
def test_another_number_is_seen(measured, value, path, shown, said):
    wrong = list(wrong_numbers([Number(value, MEASURED, path, "", shown)], measured))
    assert len(wrong) == bool(said)
    assert said in "".join(wrong)


def test_a_formula_that_is_typeset_is_that_of_the_text(measured):
    for latex, problems in ((r"\frac{3}{2}", 0), (r"\frac{5}{2}", 1)):
        typeset = Number("3/2", MEASURED, "mean_distance", "", "", latex)
        assert len(list(wrong_numbers([typeset], measured))) == problems


def test_words_that_a_command_says():
    command = "netlemma verify ring.diameter"
    ran = {command: run(command)}
    assert not list(wrong_numbers([Number("1 of 1 hold", command, "", "1 of 1 hold", "1 of 1 hold")], ran))
    assert list(wrong_numbers([Number("2 of 2 hold", command, "", "2 of 2 hold", "2 of 2 hold")], ran))


def test_other_endings_are_seen():
    holds, fails, agrees = ('[{"verdict": "' + verdict + '"}]' for verdict in ("holds", "fails", "agrees"))
    assert not list(wrong_endings({"a --json": Ran(agrees, 3, "", 0)}))
    assert not list(
        wrong_endings({"a --json": Ran(fails, 1, "", 0), "a": Ran("", 1, "", 0), "b --json": Ran(holds, 0, "", 0)})
    )
    for wrong in (
        {"a --json": Ran(fails, 0, "", 0)},
        {"a --json": Ran(holds, 1, "", 0)},
        {"a --json": Ran(agrees, 1, "", 0)},
        {"a --json": Ran(holds, 0, "", 0), "a": Ran("", 1, "", 0)},
        {"a": Ran("", 2, "", 0)},
        {"a": Ran("", 1, "ValueError()", 0)},
    ):
        assert list(wrong_endings(wrong))


def test_a_number_without_a_command_is_seen(tmp_path):
    (tmp_path / "index.html").write_text("<main><p>as 3 of them</p><td>17</td><h2>ring K=5</h2><q>all 7</q></main>")
    (page,) = read_pages(tmp_path).values()
    assert untraced(page) == ["index.html: 'as 3 of them' in main p", "index.html: '17' in main td"]


def test_a_number_within_a_formula_is_none_of_its_own(tmp_path):
    (tmp_path / "models.html").write_text("<main><table><td>f<sup>2</sup>-1</td><td>17</td></table></main>")
    (page,) = read_pages(tmp_path).values()
    assert untraced(page) == ["models.html: '17' in main table td"]
