"""Write what Rocq's kernel accepts: the data of listings and reports, and the tables of docs/kernel.md and README.md.

``python tests/checks/kernel_table.py`` has the kernel check all lemmas first; ``--tables`` keeps what it has
accepted as recorded.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from netlemma.checks.kernel.accepted_lemmas import KERNEL_CHECKED, entries, recorded, shown_strength, statement_digest
from netlemma.checks.kernel.rocq_theorems import KERNEL, strengths
from netlemma.derive.algebra.proof import ARGUED, ENUMERATED, PROVED
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.discovery import keys, lemma

ROOT = Path(__file__).parents[2]
COLUMNS = (KERNEL_CHECKED, PROVED, ARGUED, ENUMERATED)
HEADS = ("kernel-checked", "proved", "argued", "agrees")


def accepted(by_kernel: Iterable[str]) -> str:
    """The contents of ``accepted.txt``: what the kernel has accepted, and what is proved without it."""
    found = {key: statement_digest(lemma(key)) for key in by_kernel}
    found |= {key: PROVED for key in keys() if key not in found and lemma(key).strength == PROVED}
    return "".join(f"{found[key]} {key}\n" for key in sorted(found))


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
    known = "--tables" in sys.argv
    by_kernel = recorded() if known else [each.key for each in strengths() if each.strength == KERNEL]
    found = accepted(by_kernel)
    (ROOT / "checks" / "kernel" / "accepted.txt").write_text(found, encoding="utf-8")
    entries.cache_clear()
    recorded.cache_clear()
    for page, table in zip(("docs/kernel.md", "README.md"), tables(), strict=True):
        (ROOT / page).write_text(replaced((ROOT / page).read_text(encoding="utf-8"), table), encoding="utf-8")
