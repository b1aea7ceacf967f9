r"""Answers of commands as LaTeX for a paper: a row for a table of its own, the whole table, and a ``\newcommand`` for each value."""

import json
import re
from collections.abc import Mapping
from typing import Any

from netlemma.base.displays import latex_words
from netlemma.console import json_text

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST = 60  # characters of a value; sentences are none
_RATIONAL = re.compile(r"(-?\d+)/(\d+)")


def latex_text(data: Any, shown: Any) -> str:
    r"""Rows, table and commands of an answer; the table needs the package longtable.

    >>> print(latex_text({"mean_distance": "64/21", "nodes": 64}, None))
    % mean_distance & nodes
    \ensuremath{\frac{64}{21}} & 64 \\
    \newcommand{\netMeanDistance}{\ensuremath{\frac{64}{21}}}
    \newcommand{\netNodes}{64}
    """
    plain = json.loads(json_text(data))
    plain = plain.get("rows", plain) if isinstance(plain, Mapping) else plain
    rows = [_scalars(each) for each in (plain if isinstance(plain, list) else [plain])]
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [f"% {' & '.join(names)}"]
    lines += [" & ".join(_value(row.get(name, "")) for name in names) + r" \\" for row in rows]
    if hasattr(shown, "_repr_latex_"):
        lines.append(shown._repr_latex_())
    for at, row in enumerate(rows):
        suffix = _letters(at) if len(rows) > 1 else ""
        lines += [f"\\newcommand{{\\net{_camel(name)}{suffix}}}{{{_value(value)}}}" for name, value in row.items()]
    return "\n".join(lines)


def _scalars(data: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers and short words of an answer, those inside of it by joined names."""
    found: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, Mapping):
            found |= {f"{name}_{inner}": each for inner, each in value.items()}
        else:
            found[name] = value
    return {
        name: each
        for name, each in found.items()
        if isinstance(each, str | int | float) and 0 < len(str(each)) <= LONGEST
    }


def _value(value: Any) -> str:
    if isinstance(value, str) and (rational := _RATIONAL.fullmatch(value)):
        return rf"\ensuremath{{\frac{{{rational[1]}}}{{{rational[2]}}}}}"
    return latex_words(f"{value:.6g}" if isinstance(value, float) else str(value))


def _camel(name: str) -> str:
    """The letters of a name, a capital for each word; digits are none in a command of TeX."""
    return "".join(part.capitalize() for part in re.findall("[A-Za-z]+", name))


def _letters(number: int) -> str:
    """A, B, ..., Z, AA, ... for 0, 1, ...

    >>> _letters(0), _letters(25), _letters(26)
    ('A', 'Z', 'AA')
    """
    rest, last = divmod(number, len(LETTERS))
    return (_letters(rest - 1) if rest else "") + LETTERS[last]
