"""What each paper prints, with the judges of its statements: files in derive/claims, modules in checks/statements."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import derive
from checks.base.inputs import InputError, nearest
from checks.claims import statements
from checks.claims.claim_data import Stated, read_paper
from checks.claims.judgement import Judge
from derive.core.claim import Claim, Statement, Verdict


@dataclass(frozen=True)
class Paper:
    """The formulas and statements of a paper; ``sections`` has the beginnings of locators in the paper's order."""

    key: str
    claims: tuple[Claim, ...]
    statements: tuple[Statement, ...]
    judges: Mapping[str, Judge]
    sections: tuple[str, ...]

    def unmatched(self) -> list[str]:
        """What is wrong with the pairs of statements and judges, one line each; nothing if each has its other.

        >>> paper = Paper("x", (), (Statement("a.b", "", "x", ""),), {}, ())
        >>> paper.unmatched()
        ['x: the statement a.b has no judge']
        """
        keys = [statement.key for statement in self.statements]
        return [
            *(f"{self.key}: the statement {key} has no judge" for key in keys if key not in self.judges),
            *(f"{self.key}: the judge of {key} has no statement" for key in self.judges if key not in keys),
            *(f"{self.key}: two statements have the key {key}" for key in sorted(set(keys)) if keys.count(key) > 1),
        ]

    def in_order(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        """The verdicts in the order of the sections that their locators begin with; as given where none is known."""
        return sorted(verdicts, key=lambda verdict: self._place(verdict.locator))

    def _place(self, locator: str) -> int:
        fitting = [section for section in self.sections if locator.startswith(section)]
        return self.sections.index(max(fitting, key=len)) if fitting else len(self.sections)


@cache
def papers() -> Mapping[str, Paper]:
    """Every paper by its BibTeX key.

    :raises LookupError: if a statement has no judge, or a judge no statement
    :raises ClaimFileError: for a file that is malformed
    """
    files, judging = _files(), _judging()
    found = {}
    for key in sorted(files.keys() | judging):
        stated = read_paper(files[key]) if key in files else Stated((), (), ())
        judges = importlib.import_module(f"checks.claims.statements.{key}").JUDGES if key in judging else {}
        found[key] = Paper(key, stated.claims, stated.statements, judges, stated.sections)
    wrong = [line for paper in found.values() for line in paper.unmatched()]
    if wrong:
        raise LookupError("; ".join(wrong))
    return found


def chosen_papers(key: str = "") -> list[Paper]:
    """The paper with this key, or all.

    :raises InputError: for a paper of which nothing is recorded
    """
    known = sorted(_files().keys() | _judging())  # told without reading them
    if key and key not in known:
        raise InputError(f"no claims of a paper {key!r} are recorded{nearest(key, known)}; papers: {', '.join(known)}")
    return [paper for name, paper in papers().items() if key in ("", name)]


def _files() -> dict[str, Path]:
    """The file of each paper's claims, by the paper's key."""
    return {path.stem: path for path in Path(derive.__file__).with_name("claims").glob("*.toml")}


def _judging() -> set[str]:
    """The papers that have judges: the modules and packages in checks/statements."""
    return {module.name for module in pkgutil.iter_modules(statements.__path__)}
