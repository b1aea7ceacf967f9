"""Tables as people and tools write them: cells between commas, semicolons, tabs or blanks, with comments, with a line
of names or without.
"""

import csv
import re
from collections.abc import Iterable, Iterator

from netlemma.graphs.base.text_files import TextFile

COMMENTS = ("#", "%", "//")
BLANKS = " "
SEPARATORS = (",", ";", "\t", "|")
MOST_TRIED = 100  # lines by which a separator is found
JOINTS = ("--", "-", "<->")  # between the two ends of a link
ARROW = "->"  # between those of a one-way link
_ARROWED = re.compile(rf"\s*([^\s\"<>]+?)\s*{ARROW}\s*([^\s\"<>]+?)\s*;?\s*")
_JOINED = re.compile(r"\s*(\d+)-(\d+)\s*|\s*([^\s-]+)--([^\s-]+)\s*")  # 0-1, a--b
_TUPLE = re.compile(r"\([^()\"]*, [^()\"]*\)")  # as Python writes them
_PAIR = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*,?\s*")  # a link as Python writes it
_NUMPY = re.compile(r"\s*\[{1,2}([\d\s]+)\]{1,2}\s*")  # a row of a matrix as NumPy prints it
_NODE_COLUMN = re.compile(  # of a list of cables
    r"(?:from|to|source|target|src|dst|destination|local|remote|node|peer|neighbou?r|switch|device|host|router|end|[ab])"
    r"(?:node|switch|device|host|name|hostname)?[12ab]?"
)
_BRACES = re.compile(r"\s*[,;]?\s*\{[^{}]*\}\s*$")  # data of NetworkX behind an edge


def content(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor comments, without a byte order mark, with their numbers.

    >>> list(content([(1, "# links"), (2, ""), (3, "a b")]))
    [(3, 'a b')]
    """
    for number, line in lines:
        line = line.removeprefix("\ufeff") if number == 1 else line
        if line.strip() and not line.lstrip().startswith(COMMENTS):
            yield number, line


def separator(lines: list[str]) -> str:
    """What parts the cells of lines: that of :data:`SEPARATORS` which most lines have, and most often; or else blanks.

    >>> separator(["a;b;1,5", "b;c;2"]), separator(["a b", "b c"]), separator(["a,b {'x': 1}"])
    (';', ' ', ',')
    """
    if lines and all(map(_ARROWED.fullmatch, lines)):
        return BLANKS
    found = {each: [_count(without_braces(line), each) for line in lines] for each in SEPARATORS}
    best = max(SEPARATORS, key=lambda each: (sum(map(bool, found[each])), sum(found[each])))
    return best if 0 < len(lines) <= 2 * sum(map(bool, found[best])) else BLANKS


def _count(line: str, part: str) -> int:
    if '"' in line:
        line = re.sub(r'"(?:[^"]|"")*"', "", line)
    return (_TUPLE.sub("", line) if "(" in line else line).count(part)


def without_braces(line: str) -> str:
    """A line without the data in braces that NetworkX writes behind an edge, and without brackets around a pair."""
    line = _BRACES.sub("", line) if line.rstrip().endswith("}") else line
    if row := _NUMPY.fullmatch(line):
        return row[1]
    pair = _PAIR.fullmatch(line) if line.lstrip()[:1] in ("(", "[") else None
    return pair[1] if pair else line


def cells_of(line: str, part: str) -> list[str]:
    """The cells of a line, with the arrow of a one-way link last; ``csv.Error`` if its quotes are not closed."""
    if '"' in line:
        if part == BLANKS:
            return next(csv.reader([re.sub(r"\s+", " ", line.strip())], delimiter=" ", strict=True))
        return [cell.strip() for cell in next(csv.reader([line], delimiter=part, strict=True))]
    if part == BLANKS and ARROW in line and (match := _ARROWED.fullmatch(line)):
        return [match[1], match[2], ARROW]
    if part == BLANKS and (match := _JOINED.fullmatch(line)):
        return [match[1] or match[3], match[2] or match[4]]
    if part == BLANKS:
        cells = re.findall(rf"{_TUPLE.pattern}|\S+", line) if "(" in line else line.split()
        return [cells[0], cells[2]] if len(cells) == 3 and cells[1] in JOINTS else cells
    return [cell.strip() for cell in line.split(part)]


def sample(text: str) -> tuple[str, list[list[str]], bool]:
    """Separator and rows at the beginning of a text, and whether data in braces stand behind all but the first.

    >>> sample("# x\\n0 1 {}\\n1 2 {}")
    (' ', [['0', '1'], ['1', '2']], True)
    """
    lines = [line for _, line in content(enumerate(text.splitlines(), 1))][:MOST_TRIED]
    part = separator(lines)
    try:
        rows = [cells_of(without_braces(line), part) for line in lines]
    except csv.Error:
        rows = []
    return part, rows, len(lines) > 0 and all(line.rstrip().endswith("}") for line in lines[1:] or lines)


def port_columns(names: list[str]) -> tuple[int, int, int, int] | None:
    """The columns of a node, its port, the other node and its port, if the names of columns are those of cables.

    >>> port_columns(["switch1", "port1", "switch2", "port2", "length"]), port_columns(["from", "to"])
    ((0, 1, 2, 3), None)
    """
    plain = [re.sub(r"[^a-z0-9]", "", name.lower()) for name in names]
    ports = [
        i
        for i, name in enumerate(plain)
        if name.endswith("port") or re.fullmatch(r".*port(?:[12ab]|number|name|id)", name)
    ]
    if len(ports) != 2:
        return None
    nodes = [i for i, name in enumerate(plain) if i not in ports and _NODE_COLUMN.fullmatch(name)]
    return (nodes[0], ports[0], nodes[1], ports[1]) if len(nodes) == 2 else None


def rows_of(file: TextFile) -> Iterator[tuple[int, list[str]]]:
    """The cells of every row of a file, with its line."""
    first = [line for _, line in zip(range(MOST_TRIED), content(file.lines()), strict=False)]
    part = separator([line for _, line in first])
    for number, line in content(file.lines()):
        try:
            yield number, cells_of(without_braces(line), part)
        except csv.Error as error:
            file.refuse(number, f"the line is no CSV: {error}")
