"""The page of docs with all families in one table: run as a script it writes the page."""

from pathlib import Path

from netlemma.checks.side_by_side import COLUMNS, FamilyEntry, FamilyRow, family_table
from netlemma.reporting.results.networks import in_words
from netlemma.reporting.shown_sizes import shown_size

PAGE = Path("docs/families.md")
LONGEST = 48  # characters of a closed form
HEADINGS = ("nodes", "degree", "diameter", "mean distance", "largest load", "bisection", "fewest virtual channels")
TEXT = """# Families in one table

Each entry is a closed form for all sizes, with the strength of its proof (*proved* by a proof that is run again, *argued* by a written argument
whose conclusion is compared with small networks), or the value of one network of the size in the second column, where no closed form is known
(*open*). Nodes are the ends of messages. The largest load is that of a channel while every end sends one message, under
uniform traffic: closed forms are for dimension order, values for shortest paths, all equally likely. The bisection counts channels, two of a
full-duplex link; `a..b` are bounds. Virtual channels are those that free shortest paths of deadlock. Closed forms that are too long for the
table are shown by `netlemma derive FAMILY QUANTITY`, and named graphs by `netlemma list topologies NAME`.

| family | size | {headings} |
|---|---|{rules}|
{rows}
"""


def cell(entry: FamilyEntry) -> str:
    """An entry in Markdown."""
    if entry.closed_form is None:
        return str(entry)
    form = f"`{entry.closed_form}`" if len(entry.closed_form) <= LONGEST else f"closed form; {entry.value}"
    return f"{form} ({entry.strength})"


def line(row: FamilyRow) -> str:
    """The line of a family in Markdown."""
    return f"| `{row.name}` | {in_words(row.size)} | {' | '.join(cell(row.entries[name]) for name in COLUMNS)} |"


if __name__ == "__main__":
    rows = "\n".join(line(row) for row in family_table(shown_size))
    headings, rules = " | ".join(HEADINGS), "|".join("---" for _ in HEADINGS)
    PAGE.write_text(TEXT.format(headings=headings, rules=rules, rows=rows), encoding="utf-8")
