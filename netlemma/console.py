"""Output of the commands: tables for people, and progress on standard error."""

import io
import json
import os
import re
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from netlemma.base.compilations import announced

PATIENCE = 1.0  # seconds until progress is shown
PARAMETER = re.compile(r"(?<![`\w'\"])`([a-z][a-z_]*)((?:=[^`]*)?)`(?!`)")
OTHERWISE = {"start": "from"}  # which no parameter of Python can be called
COUNTS = re.compile(r"([\d,]*\d) of ([\d,]*\d)")
PIECE = 10_000  # entries of a list that are written at once
GREEN, RED, YELLOW = 32, 31, 33
COLOURS = {
    "holds": GREEN,
    "deadlock-free": GREEN,
    "fails": RED,
    "deadlock": RED,
    "agrees": YELLOW,
    "unknown": YELLOW,
}


def flag(name: str) -> str:
    """The option of a parameter of the Python interface.

    >>> flag("routing_file"), flag("start")
    ('--routing-file', '--from')
    """
    return f"--{OTHERWISE.get(name, name).replace('_', '-')}"


def with_options(text: str) -> str:
    """A text of the Python interface with its parameters, which stand in backquotes, as options of the command line.

    >>> with_options("`routing_file` is missing: write `load=0.005`, or `force=True`")
    '--routing-file is missing: write --load 0.005, or --force'
    """
    return PARAMETER.sub(
        lambda each: f"{flag(each[1])}{each[2].replace('=', ' ', 1) if each[2] != '=True' else ''}", text
    )


def in_options(data: Any) -> Any:
    """JSON data with the texts of :func:`with_options`.

    >>> in_options({"flags": "`pairs=all`", "sizes": [2, "k"]})
    {'flags': '--pairs all', 'sizes': [2, 'k']}
    """
    if isinstance(data, str):
        return with_options(data) if "`" in data else data
    if isinstance(data, Mapping):
        return {key: in_options(value) for key, value in data.items()}
    return [in_options(each) for each in data] if isinstance(data, list | tuple) else data


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    print(json_text(data))


def json_text(data: Any) -> str:
    """A JSON document of data or of a result; its texts name parameters as options, as the tables do."""
    plain = data.as_json() if hasattr(data, "as_json") else data
    return json.dumps(in_options(plain), indent=2, ensure_ascii=False)


def write_certificate(path: Path, certificate: Mapping[str, Any]) -> None:
    """Write a certificate as JSON piece by piece, compressed by gzip if the name of the file ends in .gz."""
    import gzip

    from netlemma.errors import InputError

    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "wt", encoding="utf-8") as file:
            for number, (key, value) in enumerate(certificate.items()):
                file.write(f"{', ' if number else '{'}{json.dumps(key)}: ")
                if isinstance(value, list) and len(value) > PIECE:
                    for begin in range(0, len(value), PIECE):
                        file.write((", " if begin else "[") + json.dumps(value[begin : begin + PIECE])[1:-1])
                    file.write("]")
                else:
                    file.write(json.dumps(value))
            file.write("}\n")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def print_parts(shown: Any) -> None:
    """Print a result, or parts of a display, with options for parameters, words of :data:`COLOURS` coloured on a terminal."""
    from netlemma.base.displays import Words, laid_out

    parts = shown._parts() if hasattr(shown, "_parts") else shown
    if text := laid_out(parts, with_options, _painted if _coloured() else str):
        print_text(text, bool(parts) and isinstance(parts[0], Words))


RESULT = re.compile(r"(?<=\n  Result:\n)(?:    .*\n?)+")  # the formula of a lemma


def print_text(text: str, result_first: bool = False) -> None:
    """Print a text: on a terminal its first line bold, if that is the result, with a verdict at its end coloured, and formulas of
    lemmas bold.
    """
    if not _coloured():
        print(text)
        return
    first, newline, rest = text.partition("\n")
    if result_first:
        subject, colon, verdict = first.rpartition(": ")
        first = f"{_bold(subject + colon)}{_painted(verdict)}" if verdict in COLOURS else _bold(first)
    print(f"{first}{RESULT.sub(lambda lines: _bold(lines[0]), newline + rest)}")


def _bold(text: str) -> str:
    """A text with each of its lines in bold letters."""
    return "\n".join(f"\x1b[1m{line}\x1b[0m" if line.strip() else line for line in text.split("\n"))


def _coloured() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _painted(cell: str) -> str:
    colour = COLOURS.get(cell.partition(" ")[0])
    return f"\x1b[{colour}m{cell}\x1b[0m" if colour else cell


class _Display:
    """The progress of the running command on standard error, from its second second on."""

    def __init__(self) -> None:
        from threading import Timer

        self.said = "working"
        self.interrupted: str | None = None  # what was said before a compilation
        self.live: Any = None
        self.task: Any = None
        self.timer = Timer(PATIENCE, self.show)
        self.timer.daemon = True
        self.timer.start()

    def show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, Task, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.table import Column
        from rich.text import Text

        class TimeLeft(TimeRemainingColumn):
            def render(self, task: Task) -> Text:
                return Text("") if task.time_remaining is None else Text.assemble(super().render(task), " left")

        # the text gives way on a narrow terminal, not the times
        text = TextColumn("{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True))
        columns = (SpinnerColumn(), TimeElapsedColumn(), TimeLeft(), text)
        live = Progress(*columns, expand=True, console=Console(stderr=True), transient=True, redirect_stdout=False)
        self.task = live.add_task("", total=None)
        self.live = live
        self.say(self.said)
        live.start()

    def say(self, text: str) -> None:
        self.said = text
        if self.live is not None:
            if counts := COUNTS.search(text):
                done, every = (int(count.replace(",", "")) for count in counts.groups())
                self.live.update(self.task, completed=done, total=max(every, 1))
            self.live.update(self.task, description=text)

    def compiling(self, text: str) -> None:
        if self.interrupted is None:
            self.interrupted = self.said
        self.say(text or self.interrupted)
        if not text:
            self.interrupted = None

    def end(self) -> None:
        self.timer.cancel()
        if self.live is not None:
            self.live.stop()


_displays: list[_Display] = []


@contextmanager
def attended() -> Iterator[None]:
    """The surroundings of a command on a terminal: progress while it runs, and a pager for output longer than the screen."""
    held = io.StringIO() if sys.stdout.isatty() else None
    terminal = sys.stdout
    if held is not None:
        vars(held)["isatty"] = lambda: True
        sys.stdout = held
    if sys.stderr.isatty():
        _displays.append(_Display())
    try:
        with announced(_displays[-1].compiling) if _displays else nullcontext():
            yield
    finally:
        sys.stdout = terminal
        if _displays:
            _displays.pop().end()
        if held is not None:
            _page(held.getvalue())


def _page(text: str) -> None:
    """Print a text, with a pager if it is longer than the screen and input comes from the keyboard."""
    import shlex
    import subprocess

    command = shlex.split(os.environ.get("PAGER", "less"))
    long = text.count("\n") >= shutil.get_terminal_size().lines
    if not (long and sys.stdin.isatty() and command and shutil.which(command[0])):
        sys.stdout.write(text)
        return
    shown = {"LESS": "FRX", **os.environ}
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE, text=True, encoding="utf-8", env=shown) as pager,
        suppress(BrokenPipeError),
    ):
        pager.communicate(text)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A function that shows the progress on standard error, if that is a terminal.

    A text with two numbers as in ``3 of 12`` gives the time left.
    """
    yield _displays[-1].say if _displays else lambda text: None


@contextmanager
def remarking() -> Iterator[None]:
    """Print what the program remarks on the files and options given, each once, on standard error."""
    from netlemma.base.remarks import Remark
    from netlemma.errors import one_line

    said: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        text = with_options(one_line(str(message)))
        if not issubclass(category, Remark):
            usual(message, category, *where, **more)
        elif text not in said:
            said.add(text)
            print(f"netlemma: note: {text}", file=sys.stderr)

    with warnings.catch_warnings():
        usual = warnings.showwarning
        warnings.simplefilter("always", Remark)
        warnings.showwarning = show
        yield
