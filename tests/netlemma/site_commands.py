"""The commands that a site shows, run; and whether they print what stands beside them."""

import json
import os
import re
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from html import unescape
from multiprocessing import get_context
from time import perf_counter

from netlemma.checks.formula.formula_latex import formula_latex
from netlemma.derive.typeset.prose import html_prose

from .site_checks import Number, value_at

TOGETHER = 8  # commands that one process takes at a time; neighbours share what it has derived


@dataclass(frozen=True)
class Ran:
    """What a command printed, and how it ended."""

    output: str
    status: int
    error: str
    seconds: float


def run(command: str) -> Ran:
    """One command, in this process."""
    from typer.testing import CliRunner

    from netlemma.cli import app

    words = shlex.split(command)
    assert words[0] == "netlemma", command
    start = perf_counter()
    found = CliRunner().invoke(app, words[1:])
    stopped = found.exception is None or isinstance(found.exception, SystemExit)
    return Ran(found.stdout, found.exit_code, "" if stopped else repr(found.exception), perf_counter() - start)


def run_all(commands: Collection[str], say: Callable[[str], None], processes: int | None = None) -> dict[str, Ran]:
    """Each command once, in a pool of processes; progress is said."""
    ordered = sorted(set(commands), key=_subject)
    found: dict[str, Ran] = {}
    with ProcessPoolExecutor(processes or os.cpu_count(), mp_context=get_context("fork")) as pool:
        for command, ran in zip(ordered, pool.map(run, ordered, chunksize=TOGETHER), strict=True):
            found[command] = ran
            say(f"{len(found)} of {len(ordered)}: {command}, {ran.seconds:.1f} s")
    return found


def _subject(command: str) -> tuple[list[str], str]:
    """Commands about the same thing stand together, so that a process derives it once."""
    words = [word for word in shlex.split(command) if not word.startswith("-")]
    return sorted(words, key=lambda word: "." not in word), command


def wrong_numbers(numbers: Collection[Number], ran: Mapping[str, Ran]) -> Iterator[str]:
    """The numbers that their commands do not print, one line each; and those that are shown as others."""
    values: dict[str, object] = {}
    for each in numbers:
        output = ran[each.command].output
        try:
            if each.says:
                printed = each.says if each.says in output else "nothing like it"
            else:
                if each.command not in values:
                    values[each.command] = json.loads(output)
                printed = value_at(values[each.command], each.path)
        except (ValueError, LookupError, TypeError) as error:
            printed = repr(error)
        if printed != each.value:
            yield f"{each.value!r} is {printed!r}: {each.command} {each.path}"
        elif each.latex:
            if each.latex != formula_latex(each.value):
                yield f"{each.value!r} is shown as {each.latex!r}: {each.command} {each.path}"
        elif not is_shown(each.value, each.shown):
            yield f"{each.value!r} is shown as {each.shown!r}: {each.command} {each.path}"


def is_shown(value: str, shown: str) -> bool:
    """Whether a text shows a value: as it is, with a capital, as prose, cut short, or rounded to the digits that it has.

    >>> is_shown("2/3", "0.667"), is_shown("2/3", "0.666")
    (True, False)
    >>> is_shown("0.1239", "0.124"), is_shown("0.1239", "0.123"), is_shown("-0.0123", "-1.2 %"), is_shown("abc", "Abc")
    (True, False, True, True)
    >>> is_shown("pairs, 2^(h+1)", "Pairs, 2h+1"), is_shown("N^2 pairs", "N3 pairs"), is_shown("p*w", "p·w")
    (True, False, True)
    """
    capital = value[:1].upper() + value[1:]
    prose = [unescape(re.sub("<[^>]*>", "", html_prose(each))) for each in (value, capital)]
    if shown in (value, capital, *prose) or (shown.endswith("...") and value.startswith(shown[:-3].rstrip())):
        return True
    try:
        exact, text = float(Fraction(value)), shown.removesuffix(" %")
        number = float(text)
    except ValueError:
        return False
    mantissa, _, exponent = text.partition("e")
    step = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return abs(number - exact * (100 if text != shown else 1)) <= step * 0.5001


def wrong_endings(ran: Mapping[str, Ran]) -> Iterator[str]:
    """Commands that fail, or whose exit status is not that of what they print.

    It is 1 only if something fails, or packets can deadlock; 3 only if nothing fails and not all holds.
    """
    for command, each in ran.items():
        if each.error or each.status not in (0, 1, 3):
            yield f"{command} ends with {each.status} {each.error}"
        elif command.endswith(" --json") and each.status != _expected(json.loads(each.output)):
            yield f"{command} ends with {each.status}"
        elif (json_form := ran.get(f"{command} --json")) and each.status != json_form.status:
            yield f"{command} ends with {each.status}, with --json with {json_form.status}"


def _expected(data: object) -> int:
    found = data if isinstance(data, list) else [data]
    verdicts = {each["verdict"] for each in found if "verdict" in each}
    if verdicts <= {"holds", "deadlock-free"}:
        return 0
    return 3 if verdicts <= {"holds", "deadlock-free", "agrees", "unknown"} else 1
