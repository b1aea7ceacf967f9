"""The command line: ``netlemma derive | measure | deadlock | simulate | report`` and others, in groups.

Exit status 0: all as it should be; 1: a formula fails, a routing can deadlock; 2: bad input, said in one line; 3: nothing
fails, but a formula only agrees where it was tried, or is unknown.
"""

import atexit
import gc
import re
import shutil
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from netlemma.base.text_layout import around, wrapped
from netlemma.cli.command_groups import CommandGroups
from netlemma.cli.encoding import discard_the_rest, escape_what_cannot_be_shown
from netlemma.cli.option_names import COMMANDS, INSTEAD
from netlemma.console import attended, remarking, with_options

app = typer.Typer(
    name="netlemma",
    cls=CommandGroups,
    help="Closed forms of interconnection networks: derived, proved, measured on explicit graphs, typeset.",
    epilog="A first command: netlemma derive toroid mean_distance --steps",
    invoke_without_command=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from netlemma import __version__

        print(f"netlemma {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


_TOO_MANY = re.compile(r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)")
_NO_COMMAND = re.compile(r"No such command '(.*?)'")
_NO_OPTION = re.compile(r"No such option: (-[\w-]+)")
_SIZE_OPTION = re.compile(r"--?[A-Za-z]\w?")
_SIZE = "sizes are written without hyphens: netlemma {command} mesh k=8 n=2"
_UNEXPECTED = {  # what to write, by command
    "errata": "papers are named by --paper, as in --paper reed1982, and families by --key",
    "figure": "figures are those of papers, which netlemma figure lists; netlemma draw NETWORK -o FILE.svg draws a network, "
    "and netlemma sweep NETWORK flits=20 --load 0.001:0.01:9 -o FILE.svg its latency",
}
_USAGE = ("Missing ", "No such option", "unexpected argument")


def main() -> None:
    """Run the command line; bad input becomes one line on standard error and exit status 2."""
    escape_what_cannot_be_shown()
    gc.set_threshold(50_000)  # formulas are many small objects, and few of them are cycles
    atexit.register(gc.freeze)  # memory that ends with the process is not searched for cycles
    try:
        status = _run()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads the output, such as head, has enough
        discard_the_rest()
        status = 1
    except OSError as error:
        if error.filename is not None:
            raise
        discard_the_rest()
        print(f"netlemma: the output cannot be written: {error.strerror}", file=sys.stderr)
        status = 2
    sys.exit(status)


def _run() -> int:
    """The exit status of the command."""
    usage_error: type[Any] = typer.BadParameter.__mro__[2]  # ClickException, which Typer carries and does not export
    try:
        with attended(), remarking():
            status = app(standalone_mode=False)
    except usage_error as error:
        try:
            _fail(_with_help(error))
        except ValueError as said:  # of a network among the words
            _fail(str(said))
    except ValueError as error:
        _fail(str(error), marked=getattr(error, "marked", list)())
    except OverflowError as error:
        _fail(f"a number is too large for this computation ({error}); smaller sizes or values are needed")
    except (ZeroDivisionError, FloatingPointError):  # a defect of the program, which its traceback shows
        raise
    except ArithmeticError as error:  # a proof or a lemma that does not hold: nothing the user did
        _fail(f"internal inconsistency, please report it: {error}", status=1)
    except typer.Exit as stop:
        status = stop.exit_code
    except (typer.Abort, KeyboardInterrupt):
        print("netlemma: stopped", file=sys.stderr)
        status = 130
    return status if isinstance(status, int) else 0


def _with_help(error: Any) -> str:
    """The message of a usage error; with the help that says what is legal if words are missing, unknown or too many."""
    message, context = str(error.format_message()).rstrip("."), getattr(error, "ctx", None)
    if match := _NO_COMMAND.match(message):
        instead = f" (did you mean {COMMANDS[match[1]]}?)" if match[1] in COMMANDS else ""
        return (
            message if message.endswith("?") and not instead else f"{match[0]}{instead}; netlemma -h lists the commands"
        )
    if message.startswith("No such option: --format"):
        return "this command has no --format of its output; the format of a file is said by --read-as"
    message = _TOO_MANY.sub(r"unexpected argument '\1'", message)
    if context is not None and message.startswith("unexpected") and (text := _UNEXPECTED.get(context.info_name)):
        return f"{message}: {text}"
    if context is None or context.parent is None or not message.startswith(_USAGE):
        return message
    match = _NO_OPTION.match(message)
    name = match[1].replace("_", "-") if match else ""
    text = INSTEAD.get(f"{context.info_name} {name}") or INSTEAD.get(
        name, _SIZE if _SIZE_OPTION.fullmatch(name) else ""
    )
    about_network = (
        not text
        or ": netlemma {command}" in text
        or ": netlemma derive" in text
        or "flits" in text
        or name in ("--switches", "--routers")
    )
    if match and about_network and (line := _meant(context)):
        reason = text.partition(": netlemma")[0] if ": netlemma" in text else "write"
        return f"{match[0]}: {reason}: {line}"
    if match and text:
        return f"{match[0]}: {text.format(command=context.info_name)}"
    return f"{message}; netlemma {context.info_name} -h shows what the command takes"


def _meant(context: Any) -> str:
    """The command line without options that the command does not have, if it can be told."""
    from netlemma.cli.command_groups import renamed, with_value
    from netlemma.cli.rewritten import rewritten

    options = {text: text in with_value(each) for each in context.command.params for text in each.opts}
    words = sys.argv[1:]
    start = next((i for i in (1, 2) if "-".join(words[:i]) == context.info_name), len(words))
    return rewritten(context.info_name, words[start:], lambda word: options.get(renamed(word, options)))


def _fail(message: str, status: int = 2, marked: Sequence[str] = ()) -> None:
    from netlemma.errors import one_line

    line = f"netlemma: {with_options(one_line(message))}"
    columns = shutil.get_terminal_size().columns
    lines = wrapped(line, columns, 2) if sys.stderr.isatty() else [line]
    shown = around(marked, columns - 4) if sys.stderr.isatty() else marked
    print("\n".join(lines), *shown, sep="\n    ", file=sys.stderr)
    sys.exit(status)
