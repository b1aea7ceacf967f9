"""Standard output that cannot show every character, such as that of LC_ALL=C or of a pipe on Windows."""

from __future__ import annotations

import codecs
import io
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


def escape_what_cannot_be_shown() -> None:
    """Print characters that standard output and standard error do not have as escapes, instead of ending half-way."""
    codecs.register_error(ESCAPED, escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPED)


def refer_to_what_cannot_be_shown() -> None:
    """The same as XML writes it, for a document of MathML."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="xmlcharrefreplace")
