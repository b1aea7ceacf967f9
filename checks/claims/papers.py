"""Claims and statements of each paper, from the files in derive/claims."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Protocol, TypeVar

from netlemma.checks.base.inputs import InputError, nearest
from netlemma.checks.claims.claim_data import read_paper
from netlemma.derive.core.claim import Claim, Reading, Statement
from netlemma.graphs.base.errors import legal_names


class _HasLocator(Protocol):
    @property
    def locator(self) -> str: ...


Located = TypeVar("Located", bound=_HasLocator)


@dataclass(frozen=True)
class Paper:
    """The formulas and statements of a paper.

    Parameters
    ----------
    key : str
        BibTeX key.
    statements : tuple of Statement
        Statements in the order of the file.
    sections : tuple of str
        Beginnings of locators in the paper's order.
    """

    key: str
    statements: tuple[Statement, ...]
    sections: tuple[str, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The readings that are formulas."""
        return tuple(each for said in self.statements for each in said.readings if isinstance(each, Claim))

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings in words, which judges decide."""
        return tuple(each for said in self.statements for each in said.readings if isinstance(each, Reading))

    @cached_property
    def named(self) -> Mapping[str, Statement]:
        """The statements by the keys of their first readings; a key that comes again has its number behind it."""
        seen: Counter[str] = Counter()
        found = {}
        for said in self.statements:
            key = said.readings[0].key
            seen[key] += 1
            found[key if seen[key] == 1 else f"{key} {seen[key]}"] = said
        return found

    def in_order(self, located: Iterable[Located]) -> list[Located]:
        """Statements or verdicts in the order of sections, by the beginnings of their locators.

        Those of unknown sections come last.
        """
        return sorted(located, key=lambda each: self._place(each.locator))

    def _place(self, locator: str) -> int:
        fitting = [section for section in self.sections if locator.startswith(section)]
        return self.sections.index(max(fitting, key=len)) if fitting else len(self.sections)


@cache
def papers() -> Mapping[str, Paper]:
    """Every paper by its BibTeX key.

    Raises
    ------
    ClaimFileError
        For a malformed file.
    """
    read = {key: read_paper(path) for key, path in sorted(_files().items())}
    return {key: Paper(key, stated.statements, stated.sections) for key, stated in read.items()}


def chosen_papers(key: str = "") -> list[Paper]:
    """The paper with a key; all papers if the key is empty.

    Raises
    ------
    InputError
        For a paper without recorded claims.
    """
    known = sorted(_files())  # told without reading them
    if key and key not in known:
        raise InputError(
            f"no claims of a paper {key!r} are recorded{nearest(key, known, 3)}; {legal_names('papers', known, 'list')}"
        )
    return [paper for name, paper in papers().items() if key in ("", name)]


def _files() -> dict[str, Path]:
    """The file of each paper's claims, by the paper's key."""
    return {path.stem: path for path in Path(str(files("netlemma.derive") / "claims")).glob("*.toml")}
