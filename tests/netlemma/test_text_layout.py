"""Output fits the terminal: at 60, 80 and 120 columns no number and no key is cut, and lines are as short as they can be."""

import io
import os
import pty
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from typer.testing import CliRunner

from netlemma import console
from netlemma.base.displays import Facts
from netlemma.base.text_layout import cell_len, table, wrapped
from netlemma.cli import app
from netlemma.reporting import report_result
from netlemma.reporting.report_result import WrittenReport

COMMANDS = typer.main.get_command(app).commands
WIDE = 100_000
SMALL = {  # less work than the first example of the command
    "bounds": "bounds toroid w=4 D=3 --population 4",
    "deadlock": "deadlock oneway-torus k=3 n=2 --routing dimension-order",
    "compare": "compare ring hypercube --nodes 8,16",
    "certify": "certify {certificate}",
    "check": 'check toroid diameter "D*floor(w/2)"',
    "derive": "derive toroid mean_distance --steps",
    "draw": "draw mesh k=3 n=1 --loads -o {drawing}",
    "errata": "errata --paper khonsari --key blocking",
    "explain": "explain deadlock_rank",
    "figure": "figure reed-2",
    "paper": "paper {paper}",
    "list": "list lemmas toroid --status",
    "measure": "measure mesh k=3 n=2 --traffic transpose --channels",
    "model": "model mesh k=4 flits=8 --load 0.001:0.009:3",
    "saturation": "saturation mesh k=2 n=1 flits=2 --tolerance 0.5 --cycles 400",
    "convert": "convert mesh k=4 n=2 -o {table}",
    "fabric": "fabric {fabric}",
    "simulate": "simulate mesh k=2 n=1 flits=2 --load 0.01 --cycles 100",
    "sweep": "sweep mesh k=2 n=1 flits=2 --load 0.01,0.02 --cycles 20000 --results {results} --workers 1",
    "traffic": "traffic mu1=0.01 sigma1=0.0002 sigma2=0.0008 --sources 2 --service 48 --at 48",
    "verify": "verify ring.diameter ring.mean_distance ring.distance_polynomial",
    "worst-case": "worst-case toroid w=3 D=1 --routing dimension-order",
}
TOKEN = re.compile(r"[a-z][\w-]*(?:\.[a-z][\w-]*)+|\d+(?:[./]\d+)?(?:e-?\d+)?")


def words_of(command):
    """The words of a small call of a command; the first example of its help if it has none here."""
    line = SMALL.get(command) or re.search(r"^Examples?: netlemma (.*)$", COMMANDS[command].help, re.M)[1]
    return shlex.split(line)


def too_long(line, columns):
    """Whether a line is longer than it has to be: it has room for a break, and is no message about a place in a file."""
    if re.match(r"\S+:\d+: ", line):
        return False
    return cell_len(line) > columns and len(re.split(r" {2,}", line.strip())[-1].split()) > 1


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("layout")
    names = {
        "certificate": "order.json",
        "drawing": "mesh.svg",
        "results": "sweep.sqlite",
        "paper": "paper.tex",
        "table": "mesh.csv",
    }
    places = {name: str(folder / file) for name, file in names.items()}
    places["fabric"] = str(Path(__file__).parents[1] / "data" / "infiniband" / "fat-tree-ftree" / "opensm-subnet.lst")
    article = "\\begin{document}\n% netlemma: ring diameter\n\\[ d = K/2 \\]\n\\end{document}\n"
    (folder / "paper.tex").write_text(article)
    made = ["deadlock", "mesh", "k=2", "n=2", "--routing", "dimension-order", "--certificate", places["certificate"]]
    assert CliRunner().invoke(app, made).exit_code == 0
    return places


@pytest.mark.sampled(5)
@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"serve"}))  # which goes on until it is stopped
def test_output_fits_the_terminal(command, files, monkeypatch):
    shown = []
    monkeypatch.setattr(console, "print_parts", lambda parts: shown.append(parts))
    monkeypatch.setenv("COLUMNS", str(WIDE))
    monkeypatch.setattr(
        report_result, "report", lambda output, **options: WrittenReport(output, 69, 601, 35, 488, 20, 200, 9, 2.5, ())
    )
    words = [word.format(**files) for word in words_of(command)]
    wide = CliRunner().invoke(app, words).output
    monkeypatch.undo()
    for columns in (WIDE, 60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        if shown:
            printed = CliRunner().invoke(printing(shown)).output
        else:
            printed = CliRunner().invoke(app, words).output
        wide = printed if columns == WIDE else wide
        assert set(TOKEN.findall(wide)) <= set(TOKEN.findall(printed)), f"cut at {columns} columns"
        assert not [line for line in printed.splitlines() if columns < WIDE and too_long(line, columns)]
        assert not [line for line in printed.splitlines() if line != line.rstrip()], "padding"
        assert "\x1b" not in printed
    assert TOKEN.search(wide)


def printing(shown):
    single = typer.Typer()

    @single.command()
    def show():
        for parts in shown:
            console.print_parts(parts)

    return single


@pytest.mark.parametrize("columns", (60, 120))
def test_help_fits_the_terminal(columns):
    group = typer.main.get_command(app)
    for command in (group, *COMMANDS.values()):
        text = command.make_context("netlemma", [], resilient_parsing=True, terminal_width=columns).get_help()
        assert not [line for line in text.splitlines() if too_long(line, columns)]
        assert "..." not in text.partition("Options:")[2].replace("]...", "")


@pytest.mark.parametrize(
    "line",
    [
        "errata --paper nosuch",
        "errata --key nosuch",
        "derive nosuch",
        "derive toroid nosuch",
        "check toroid nosuch 1",
        "deadlock toroid w=4 D=2 --routing nosuch",
        "measure ring K=8 --traffic nosuch",
    ],
)
def test_an_unknown_name_is_answered_by_where_names_are_listed(line):
    told = str(CliRunner().invoke(app, line.split()).exception)
    assert "'nosuch'" in told and "netlemma list" in told and len(told) < 120


def test_a_cut_number_is_found():
    assert TOKEN.findall("11.5808 ring.mean_distance") == ["11.5808", "ring.mean_distance"]
    assert TOKEN.findall("11.580\n8") == ["11.580", "8"]
    assert too_long("one two three", 10) and not too_long("  k  averyveryverylongword", 10)


CELLS = st.text("ab .,*19", max_size=30)


@given(st.integers(30, 120), st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=5))
def test_tables_keep_every_word(columns, rows):
    headings = ("key", "value (of all)", "why")
    lines = table(headings, rows, columns)
    text = " ".join(lines)
    for number in re.findall(r"[\d.]+(?:,\d+)*", " ".join(cell for row in rows for cell in row)):
        assert number in text
    assert all(line == line.rstrip() for line in lines)
    plain = "".join(text.split())
    assert all(
        plain.count(letter) >= "".join(map("".join, rows)).count(letter) or "in each row" in text for letter in "19*"
    )


@given(st.integers(10, 80), st.text("ab ,=19*", max_size=200))
def test_wrapping_changes_blanks_alone(columns, text):
    assert "".join("".join(wrapped(text, columns)).split()) == "".join(text.split())


def test_names_with_values_that_follow_each_other_stand_in_one_column(capsys):
    console.print_parts([Facts([("certificate", "8 numbers")]), Facts([("kept in", "a.json")])])
    assert capsys.readouterr().out == "certificate  8 numbers\nkept in      a.json\n"


def test_choices_of_a_model_are_shown_as_they_are_written(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    shown = CliRunner().invoke(app, ["list", "models", "khonsari"]).output
    assert "blocking=hop|summed, selectable=" in " ".join(shown.split())


def test_sizes_with_commas_in_their_words_are_told_apart(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    shown = " ".join(CliRunner().invoke(app, ["list", "families", "hyperx"]).output.split())
    assert "S >= 2 each, a list with commas, switches in a line of each dimension; T >= 0, terminals" in shown


def test_what_belongs_to_an_indented_row_stands_further_in():
    lines = table(["key", "why"], [["ring.mean_distance", "long " * 20], ["  reading", "short"]], 40)
    assert lines[-2:] == ["  reading", "    why  short"]


def test_a_block_that_begins_with_a_number_says_of_what():
    lines = table(["load", "why"], [["0.005", "long " * 20], ["0.05", "short"]], 24)
    assert lines[0] == "load 0.005" and lines[-2:] == ["load 0.05", "  why  short"]


def test_columns_without_text_are_left_out():
    assert table(["load", "state", "why"], [["0.1", "stable", ""]], 60)[::2] == ["load  state", "0.1   stable"]
    assert table(["load", "why"], [], 60)[0] == "load  why"


def test_rows_of_a_single_column_are_told_apart():
    lines = table(["decided"], [["no waiting for ejection channels"], ["equations 2 to 7"]], 24)
    assert lines[2:] == ["no waiting for ejection", "  channels", "equations 2 to 7"]


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_is_in_whole_sentences(command):
    given = COMMANDS[command]
    for each in given.params:
        about = (each.help or "").removesuffix("[required]").strip()
        assert re.match(r"[A-Z]", about) and about.endswith((".", "?")), f"{each.name}: {about}"
    usage = given.make_context(command, [], resilient_parsing=True).get_usage()
    assert not re.search(r"\[\[|\.\.\.[\]}]\.\.\.", usage.replace("[NAME=VALUE]...", ""))
    assert ("Examples: " in given.help) == (
        given.help.count("\n\nnetlemma ") > given.help.count("\n\nnetlemma list models names")
    )


@pytest.mark.parametrize("command", ["measure", "check", "simulate"])
def test_help_names_kinds_of_values_in_words(command):
    text = CliRunner().invoke(app, [command, "--help"]).output
    assert "TEXT" in text and not re.search(r"<\w|\[str\]|\[Path\]", text)


PAPER = "tests/data/paper_repository/paper/results.tex"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "line", ["model mesh --equations text", "traffic --equations text", "paper --published dcell", f"paper {PAPER}"]
)
def test_what_is_no_table_fits_the_terminal(line, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.chdir(Path(__file__).parents[2])
    lines = CliRunner().invoke(app, line.split()).output.splitlines()
    assert len(lines) > 3 and not [each for each in lines if too_long(each, 60)]


def on_terminal(words, lines=24, **variables):
    """What a command writes to a terminal of 60 columns."""
    lead, follow = pty.openpty()
    environment = dict(os.environ, COLUMNS="60", LINES=str(lines), TERM="xterm", **variables)
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "netlemma", *words]
    with subprocess.Popen(command, stdin=follow, stdout=follow, stderr=follow, env=environment):
        os.close(follow)
        written = b""
        try:
            while piece := os.read(lead, 65536):
                written += piece
        except OSError:  # the other side is closed
            pass
    os.close(lead)
    return written.decode().replace("\r\n", "\n")


def test_progress_keeps_its_times_on_a_narrow_terminal(monkeypatch):
    monkeypatch.setattr(console, "PATIENCE", 1_000)
    display = console._Display()
    display.show()
    paper = Console(width=44, file=io.StringIO())
    paper.print(display.live.get_renderable())
    for done in (1, 2, 3):
        time.sleep(0.01)
        display.say(f"channels of the spanning bus hypercube, {done} of 4")
    paper.print(display.live.get_renderable())
    display.end()
    first, second = paper.file.getvalue().splitlines()
    assert re.fullmatch(r". \d:\d\d:\d\d +working *", first)
    assert re.fullmatch(r". \d:\d\d:\d\d \d:\d\d:\d\d left channels of.*…", second)


@pytest.mark.in_turn
def test_a_terminal_gets_colours_and_a_pager(tmp_path):
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED\ncat\n")
    pager.chmod(0o755)
    shown = on_terminal(["check", "toroid", "diameter", "D*floor(w/2)"], PAGER=str(pager))
    assert "\x1b[32mholds" in shown and "PAGED" not in shown
    assert "PAGED" in on_terminal(["list", "queues"], lines=3, PAGER=str(pager))


def test_only_verdicts_are_coloured_each_as_a_whole():
    """A line of prose that begins with a word such as fails is no verdict."""
    prose = "the routing never fails and holds at each size that was tried, fails nowhere"
    shown = "\n".join(
        table(["key", "verdict", "why"], [["a.b", "fails", prose], ["c.d", "holds", prose]], 44, console._painted)
    )
    assert shown.count("\x1b") == 4 and "\x1b[31mfails\x1b[0m" in shown and "\x1b[32mholds\x1b[0m" in shown
    blocks = "\n".join(table(["key", "verdict", "why"], [["a.b", "fails", prose * 3]], 30, console._painted))
    assert blocks.count("\x1b") == 2


@pytest.mark.parametrize("on_terminal", [True, False])
def test_the_result_is_bold_on_a_terminal_alone(on_terminal, monkeypatch, capsys):
    monkeypatch.setattr(console, "_coloured", lambda: on_terminal)
    console.print_text("a torus: deadlock\ncriterion  x", result_first=True)
    console.print_text("mesh.diameter\n\n  Result:\n    diam = { a\n           { b\n  Domain: k >= 2")
    said = capsys.readouterr().out
    assert re.sub(r"\x1b\[\d+m", "", said).splitlines()[0] == "a torus: deadlock"
    assert said.count("\x1b[0m") == len(re.findall(r"\x1b\[[1-9]\d*m", said)) == (4 if on_terminal else 0)
    assert ("\x1b[31mdeadlock\x1b[0m" in said) == ("\x1b[1m    diam = { a\x1b[0m" in said) == on_terminal
