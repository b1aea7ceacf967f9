"""Write what Rocq's kernel accepts: the data of listings and reports, and the tables of docs/kernel.md and README.md.

``python tests/checks/kernel_table.py`` has the kernel check all lemmas first; ``--tables`` writes the tables alone.
"""

import re
import sys
from collections import Counter
from pathlib import Path

from netlemma.checks.kernel.accepted_lemmas import KERNEL_CHECKED, recorded, shown_strength, statement_digest
from netlemma.checks.kernel.rocq_theorems import KERNEL, strengths
from netlemma.derive.algebra.proof import ARGUED, ENUMERATED, PROVED
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.discovery import keys, lemma

ROOT = Path(__file__).parents[2]
COLUMNS = (KERNEL_CHECKED, PROVED, ARGUED, ENUMERATED)
HEADS = ("kernel-checked", "proved", "argued", "agrees")


def accepted() -> str:
    """The contents of ``accepted.txt``, from the kernel's answers."""
    found = sorted(each.key for each in strengths() if each.strength == KERNEL)
    return "".join(f"{statement_digest(lemma(key))} {key}\n" for key in found)


def counts() -> dict[str, Counter[str]]:
    """The lemmas of each family by strength."""
    found: dict[str, Counter[str]] = {}
    for key in keys():
        found.setdefault(LemmaKey.parse(key).subject, Counter())[shown_strength(lemma(key))] += 1
    return found


def tables() -> tuple[str, str]:
    """The table by family, and that of totals."""
    every = counts()
    total = sum(every.values(), Counter())
    own = {family: each for family, each in sorted(every.items()) if each[KERNEL_CHECKED]}
    rows = {**own, "all others": total - sum(own.values(), Counter()), "all": total}
    heads = f" | {' | '.join(HEADS)} |\n|---{'|---:' * len(HEADS)}|\n"
    lines = [f"| {name} | {_numbers(each)} |\n" for name, each in rows.items()]
    return f"| family{heads}" + "".join(lines), f"| lemmas{heads}| {sum(total.values())} | {_numbers(total)} |\n"


def _numbers(found: Counter[str]) -> str:
    return " | ".join(str(found[name]) for name in COLUMNS)


def replaced(text: str, table: str) -> str:
    """A page with the table whose head is that of this one."""
    head = re.escape(table.split("\n")[0])
    return re.sub(rf"^{head}\n(\|.*\n)*", lambda _: table, text, flags=re.M)


if __name__ == "__main__":
    if "--tables" not in sys.argv:
        (ROOT / "checks" / "kernel" / "accepted.txt").write_text(accepted(), encoding="utf-8")
        recorded.cache_clear()
    for page, table in zip(("docs/kernel.md", "README.md"), tables(), strict=True):
        (ROOT / page).write_text(replaced((ROOT / page).read_text(encoding="utf-8"), table), encoding="utf-8")
