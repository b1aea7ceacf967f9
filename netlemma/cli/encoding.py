"""Standard output that cannot show every character (LC_ALL=C, a pipe on Windows), that is closed, or that is full."""

import codecs
import io
import os
import sys

ESCAPED = "netlemma-escaped"


def escaped(error: UnicodeError) -> tuple[str, int]:
    r"""What the output cannot show as JSON writes it, so that JSON stays as it is meant.

    >>> escaped(UnicodeEncodeError("ascii", "w ≥ 2, 𝑤", 2, 3, ""))
    ('\\u2265', 3)
    >>> escaped(UnicodeEncodeError("ascii", "w ≥ 2, 𝑤", 7, 8, ""))
    ('\\ud835\\udc64', 8)
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    codes = (units[i : i + 2].hex() for i in range(0, len(units), 2))
    return "".join(rf"\u{code}" for code in codes), error.end


def discard_the_rest() -> None:
    """Nothing more is written to standard output, which takes no more: not by Python as it ends, either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def escape_what_cannot_be_shown() -> None:
    """Print characters that standard output and standard error do not have as escapes, instead of ending half-way.

    What is closed from the start takes everything and shows nothing.
    """
    codecs.register_error(ESCAPED, escaped)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPED)


def refer_to_what_cannot_be_shown() -> None:
    """The same as XML writes it, for a document of MathML."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="xmlcharrefreplace")
