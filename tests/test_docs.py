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


def undescribed(page: str, names: list[str]) -> list[str]:
    """The names that a page of the reference does not have exactly once."""
    described = re.findall(r"^\.\. auto(?:class|function|exception|module):: \S+\.(\w+)$", page, re.M)
    return [name for name in names if described.count(name) != 1]


@pytest.mark.parametrize("package", ["derive", "graphs", "checks", "netlemma"])
def test_the_reference_has_everything_that_a_package_offers(package: str) -> None:
    offered = importlib.import_module(package if package == "netlemma" else f"netlemma.{package}")
    page = (DOCS / "reference" / f"{package}.rst").read_text(encoding="utf-8")
    assert undescribed(page, offered.__all__) == []
    assert undescribed(page.replace(f".{offered.__all__[0]}\n", "nothing\n"), offered.__all__) != []


@pytest.mark.parametrize("package", ["derive", "graphs", "checks", "netlemma"])
def test_everything_that_a_package_offers_is_described(package: str) -> None:
    offered = importlib.import_module(package if package == "netlemma" else f"netlemma.{package}")
    found = [getattr(offered, name) for name in offered.__all__]
    members = [
        member for each in found if isinstance(each, type) for name, member in vars(each).items() if name[0] != "_"
    ]
    said = [each for each in [*found, *members] if isinstance(each, property) or callable(each)]
    assert len(said) >= len(found)
    assert [getattr(each, "__qualname__", each) for each in said if not (each.__doc__ or "").strip()] == []


TOPS = ("derive", "graphs", "checks", "netlemma")


def mapped(text: str) -> set[str]:
    """The folders that the tables under "Folders" describe, relative to the root; a row may name folders inside its own, too."""
    found: set[str] = set()
    top = ""
    for line in text.partition("## Folders")[2].splitlines():
        top = line.removeprefix("### ") if line.startswith("### ") else top
        if line.startswith("| `"):
            first, _, rest = line.strip("| ").partition(" | ")
            own = [f"{top}/{name}" for name in re.findall(r"`([\w/]+)/`", first)]
            found |= {*own, *(f"{own[0]}/{name}" for name in re.findall(r"`([\w/]+)/`", rest))}
    return found


def folders(root: Path) -> set[str]:
    """The folders with modules of their own; folders inside data folders belong to these."""
    data = ("derive/lemmas/", "derive/claims/", "checks/claims/statements/")
    with_modules = {
        path.parent.relative_to(root).as_posix()
        for top in TOPS
        for path in (root / top).rglob("*.py")
        if path.name != "__init__.py"
    }
    return {name for name in with_modules if name not in TOPS and not name.startswith(data)}


def test_the_map_of_the_code_is_complete() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 140
    named = mapped(text)
    parents = {parent.as_posix() for name in named for parent in Path(name).parents}
    there = folders(ROOT)
    assert sorted(there - named) == [], "folders without a row in docs/architecture.md"
    assert sorted(named - there - parents - {"derive/claims", "checks/claims/statements"}) == [], (
        "rows of docs/architecture.md about folders that do not exist"
    )
    assert mapped(text.replace("| `core/` |", "| `kernel/` |")) ^ named == {"derive/core", "derive/kernel"}


def test_files_that_the_map_names_for_new_things_are_in_folders_that_exist() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8").partition("## Folders")[0]
    places = re.findall(rf"`((?:{'|'.join(TOPS)})/[\w/]*?)/?(?:NAME\.py|PAPER)?`", text)
    assert len(places) > 8 and [place for place in places if not (ROOT / place).is_dir()] == []


COMMAND = re.compile(r"`netlemma ([^`]+)`")


def unknown_words(text: str) -> list[str]:
    """What pages name of the command line in passing that it does not have."""
    from typer.main import get_command

    from netlemma.cli import app

    commands = get_command(app).commands  # type: ignore[attr-defined]
    found = []
    for words in (match[1].split() for match in COMMAND.finditer(FENCED.sub("", text))):
        known = {name for each in getattr(commands.get(words[0]), "params", []) for name in each.opts} | {
            "-h",
            "--help",
        }
        if words[0] not in commands and not words[0].startswith("-"):
            found.append(words[0])
        elif words[0] in commands:
            found += [word for word in words[1:] if re.match(r"--?[a-z]", word) and word not in known]
    return found


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_pages_name_commands_and_options_that_exist(page: Path) -> None:
    assert unknown_words(page.read_text(encoding="utf-8")) == []


def test_commands_that_do_not_exist_are_found() -> None:
    assert unknown_words("`netlemma derive ring --steps` and `netlemma deriv`, `netlemma list --step`") == [
        "deriv",
        "--step",
    ]


@pytest.mark.parametrize("page", sorted(DOCS.glob("reference/*.rst")), ids=lambda page: page.stem)
def test_the_reference_names_modules_that_exist_and_say_what_they_are_for(page: Path) -> None:
    modules = re.findall(r"^\.\. automodule:: (\S+)$", page.read_text(encoding="utf-8"), re.M)
    assert modules and [name for name in modules if not importlib.import_module(name).__doc__] == []
