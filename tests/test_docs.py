"""The documentation as a site: every page is in its navigation, every link leads somewhere, every module of its reference exists."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
ENTRY = re.compile(r"^   (?:.*<(?P<target>[^>]+)>|(?P<name>[\w/-]+))$", re.M)
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
LINK = re.compile(r"\]\((?P<path>[^)#:]*)(?:#(?P<heading>[^)]+))?\)")


def navigation(index: str) -> list[str]:
    """The pages that the navigation names, in its order."""
    return [found["target"] or found["name"] for found in ENTRY.finditer(index)]


def broken(page: Path, text: str) -> list[str]:
    """The links of a page that lead to no file, or to no heading of one."""
    found = []
    for link in LINK.finditer(FENCED.sub("", text)):
        target = (page.parent / link["path"]).resolve() if link["path"] else page
        missing = not target.exists() or (link["heading"] and link["heading"] not in headings(target))
        found += [link[0]] if missing else []
    return found


def headings(page: Path) -> set[str]:
    """What links to the headings of a page are called."""
    titles = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_page_is_in_the_navigation_once() -> None:
    named = navigation((DOCS / "index.rst").read_text(encoding="utf-8"))
    there = [str(page.relative_to(DOCS).with_suffix("")) for page in [*PAGES, *DOCS.glob("reference/*.rst")]]
    assert sorted(named) == sorted(there), "docs/index.rst names each page of docs/ once"


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken(page, page.read_text(encoding="utf-8")) == []


def test_broken_links_and_forgotten_pages_are_found() -> None:
    page = DOCS / "formulas.md"
    assert broken(page, "[a](deadlock.md#certificates) [b](../README.md) [c](#formulas)") == []
    wrong = "[a](deadlocks.md) [b](deadlock.md#certificate) [c](#formula)"
    assert broken(page, wrong) == ["](deadlocks.md)", "](deadlock.md#certificate)", "](#formula)"]
    assert navigation(".. toctree::\n   :maxdepth: 1\n\n   My own <formulas>\n   reference/derive\n") == [
        "formulas",
        "reference/derive",
    ]


@pytest.mark.parametrize("page", sorted(DOCS.glob("reference/*.rst")), ids=lambda page: page.stem)
def test_the_reference_names_modules_that_exist_and_say_what_they_are_for(page: Path) -> None:
    modules = re.findall(r"^\.\. automodule:: (\S+)$", page.read_text(encoding="utf-8"), re.M)
    assert modules and [name for name in modules if not importlib.import_module(name).__doc__] == []
