"""What is checked of a written site without a browser: links, formulas, tables, headings, and numbers against commands."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Any

VOID = {"meta", "link", "input", "img", "br", "wbr", "source"}
TYPESET = {"sub", "sup", "i", "wbr"}  # indices, powers and letters belong to the words around them
NO_RESULTS = (  # pages and elements that have digits in names, definitions and what papers say, but no results
    ("", r"footer p"),  # versions
    (
        "",
        r"h[1-4]( code)?|thead tr th|span\.whole|nav .*|q|code|code\.key|span\.(locator|small)|div\.small|tbody tr th( a| var)?|a|span\.hidden",
    ),  # names, sizes, locators, formulas
    ("families|papers|quantities", r"p\.lead"),
    ("notation", r".*"),  # definitions
    (
        "quantities|lemmas",
        r".* (td|th|a|p|p\.small|span\.small)|li|p\.small.*",
    ),  # domains, and names of sources
    (
        "families",
        r"section@definition .*|section@claims ul li.*|section@deadlock p\.small|section@\S+ .*(div\.bounds p|dl div dd|summary|th span\.small)",
    ),
    ("families", r"form\.size label"),  # names of sizes
    ("families|lemmas", r"article\.lemma (p|p\.small|details ol\.steps li p)"),  # statements, domains, reasons
    ("papers|errata", r"(article\.claim( details)?|td) p(\.small)?"),  # conditions and readings of what is claimed
    (
        "index",
        r"section@example .*|section@striking .*",
    ),  # sources, letters of sizes
    ("families.html", r"section@\S+ .* (div\.summary|summary)"),  # summaries
    (".*", r"nav\.parts.*"),  # numbers of pages
    ("papers.html", r".* (td|a)"),  # titles and locators
    ("deadlock", r"section@theorems ul li.*|section@verdicts .*"),  # statements, sizes, routings
    ("figures", r"figcaption p|ul li"),  # what the paper gives, what is chosen, and what else the paper has
    (
        "published",
        r"td( p)?|ul\.inline li a|nav\.beside-pages a",
    ),  # families, with factors of products; which of all formulas
    ("traffic", r"ul li|article p"),  # what patterns are, and statements of lemmas
    ("models", r"p(\.small)?|li|td|figcaption|caption|th"),  # readings and parameters in words
)
WORDS = re.compile(
    r" (q|button|th|code|h1|p\.lead|div\.summary|span\.small a|ol\.steps li p)$|section@(definition|papers) "
)
ONLY_A_NUMBER = re.compile(r"[-+±]?\d[\d.,/]*( ?%|e[-+]?\d+)?")
NAMES = {".": "class", "@": "aria-labelledby"}
UNREAD = {"math", "svg", "script", "style", "title"}
LOADS = {"script": "src", "link": "href", "img": "src", "source": "srcset", "iframe": "src", "form": "action"}


@dataclass
class Number:
    """A number that says where it comes from."""

    value: str
    command: str
    path: str
    says: str
    shown: str = ""
    latex: str = ""  # of what is shown, if that is a formula


@dataclass
class Page(HTMLParser):
    """What a page has."""

    name: str
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    loose: list[tuple[str, str]] = field(default_factory=list)
    formulas: int = 0
    first: int = 0  # headings of the first level
    landmarks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, dict[str, str]]] = []
        self._level = 0
        self._in_words = False  # since the last piece of text only typeset letters began or ended

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        self._in_words &= tag in TYPESET
        if tag not in VOID:
            self._open.append((tag, about))
        self.ids += [about["id"]] if "id" in about else []
        self.links += [about["href"]] if tag == "a" else []
        self.loads += [about[LOADS[tag]]] if LOADS.get(tag, "") in about else []
        self.landmarks += [tag] if tag in ("header", "nav", "main", "footer") else []
        getattr(self, f"_{tag}", self._other)(tag, about)

    def handle_endtag(self, tag: str) -> None:
        self._in_words &= tag in TYPESET
        if not self._open or self._open[-1][0] != tag:
            self.problems.append(f"</{tag}> closes {self._open[-1][0] if self._open else 'nothing'}")
        else:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        tags = [tag for tag, _ in self._open]
        if "button" in tags and data.strip() not in self._open[tags.index("button")][1].get("aria-label", data):
            self.problems.append(f"a button that is not called by its words {data.strip()}")
        if "data" in tags and "math" not in tags and self.numbers:
            self.numbers[-1].shown += data
        elif tags[-1:] == ["code"] and self._open[-2][1].get("class") == "command":
            self.commands.append(data)
        elif not UNREAD & set(tags):
            before = self.loose.pop()[1] if self._in_words else ""
            around = [each for each in self._open if each[0] not in TYPESET]
            self.loose.append((" ".join(map(_name, around)), before + data))
            self._in_words = True

    def close(self) -> None:
        super().close()
        self.problems += [f"<{tag}> is not closed" for tag, _ in self._open]

    def _other(self, tag: str, about: Mapping[str, str]) -> None:
        if re.fullmatch(r"h[1-6]", tag):
            level = int(tag[1])
            if level > self._level + 1:
                self.problems.append(f"{tag} follows a heading of level {self._level}")
            self._level = level
            self.first += level == 1
        if about.get("tabindex") == "0" or (about.get("class") == "copy" and not about.get("aria-label")):
            self.problems.append(f"<{tag}> stops the keyboard or has no name of its own")

    def _nav(self, tag: str, about: Mapping[str, str]) -> None:
        if not about.get("aria-label"):
            self.problems.append("navigation without a name")

    def _th(self, tag: str, about: Mapping[str, str]) -> None:
        if about.get("scope") not in ("row", "col"):
            self.problems.append("a table header without scope")

    def _img(self, tag: str, about: Mapping[str, str]) -> None:
        if not about.get("alt"):
            self.problems.append("a picture without words")

    def _math(self, tag: str, about: Mapping[str, str]) -> None:
        self.formulas += 1
        around = [each for _, each in self._open if each.get("class") == "formula"]
        if not around or not around[-1].get("data-latex"):
            self.problems.append("a formula without LaTeX")
        elif "data" in (tag for tag, _ in self._open):
            self.numbers[-1].latex = around[-1]["data-latex"]

    def _data(self, tag: str, about: Mapping[str, str]) -> None:
        commands = [each["data-command"] for _, each in self._open if "data-command" in each]
        if not commands or not ("data-path" in about or "data-says" in about):
            self.problems.append(f"a number without a command: {about}")
        else:
            self.numbers.append(
                Number(about["value"], commands[-1], about.get("data-path", ""), about.get("data-says", ""))
            )


def _name(element: tuple[str, Mapping[str, str]]) -> str:
    """What a rule says of an element: its name with its class, or with the heading that a section has."""
    tag, about = element
    return tag + "".join(f"{sign}{about[name].split()[0]}" for sign, name in NAMES.items() if about.get(name))


def read_pages(folder: Path) -> dict[str, Page]:
    """All pages of a site by their names."""
    found = (
        read_page(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.html"))
    )
    return {page.name: page for page in found}


@cache
def read_page(name: str, text: str) -> Page:
    """A page, read once: tests of faults change one page of a site each."""
    page = Page(name)
    page.feed(text)
    page.close()
    return page


def problems(folder: Path) -> list[str]:
    """What is wrong with a site, one line each."""
    pages = read_pages(folder)
    found = [f"{page.name}: {each}" for page in pages.values() for each in page.problems]
    for page in pages.values():
        found += [
            f"{page.name}: two elements have the id {name}" for name, count in Counter(page.ids).items() if count > 1
        ]
        if page.landmarks != [
            "header",
            "nav",
            *["nav"] * (page.landmarks.count("nav") - 1),
            "main",
            "footer",
        ] and sorted(set(page.landmarks)) != ["footer", "header", "main", "nav"]:
            found.append(f"{page.name}: landmarks {page.landmarks}")
        if page.first != 1 or page.links[:1] != ["#main"]:
            found.append(f"{page.name}: {page.first} headings of the first level, first link {page.links[:1]}")
        for address in page.links + page.loads:
            if not re.match("https?://", address) or address in page.loads:  # a paper elsewhere is linked, not loaded
                found += [f"{page.name}: {why}" for why in _wrong_address(folder, pages, page.name, address)]
    for path in sorted((folder / "assets").iterdir()):
        text = path.read_text(encoding="utf-8")
        if (
            path.suffix != ".txt"
            and path.name != "index.js"
            and re.search(r"https?://|@import|url\((?!data:)|fetch\(|XMLHttpRequest|\bimport\(", text)
        ):
            found.append(f"{path.name} loads something")
    return found


HEAVIEST, MOST_ELEMENTS = 300_000, 3_000
OF_START = 50_000  # bytes of the start page: with style, scripts and font less than 150 kB


def too_heavy(folder: Path) -> list[str]:
    """The pages that have too many bytes or elements, one line each."""
    found = []
    for path in sorted(folder.rglob("*.html")):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix()
        most = OF_START if name == "index.html" else HEAVIEST
        elements = len(re.findall(r"<[a-z]", re.sub(r"(?s)<script.*?</script>", "", text)))
        if len(text.encode()) >= most or elements >= MOST_ELEMENTS:
            found.append(f"{name}: {len(text.encode())} bytes, {elements} elements")
    return found


LEAK = re.compile(  # markup and source that a reader should see typeset: powers, emphasis, indices, LaTeX, templates
    r"\^|(?<!\S)\*\w[^*]*\*(?!\w)|\w\*\w|\s//\s(?![A-Z])|(?<![A-Za-z\d])_\w|(?<=\w)_(?=\w)|\\[A-Za-z]+|\$|``|\{\{|\bNone\b|<=|>=|!="
)


def leaks(folder: Path) -> list[str]:
    """Texts of pages in which markup is seen, outside code and formulas, one line each."""
    found = []
    for page in read_pages(folder).values():
        for path, said in page.loose:
            shown = not re.search(r"(^| )(code|pre|tbody tr th a|span\.hidden|div\.formula|span\.formula)\b", path)
            if shown and (leak := LEAK.search(said)):
                found.append(f"{page.name}: {leak[0]!r} in {' '.join(said.split())[:80]!r}, {path}")
    return found


def _wrong_address(folder: Path, pages: Mapping[str, Page], base: str, address: str) -> list[str]:
    if address == "data:,":
        return []
    if re.match(r"[a-z]+:|//", address):
        return [f"{address} is outside the site"]
    name, _, anchor = address.partition("#")
    name = name.partition("?")[0]
    target = PurePosixPath(base).parent / name if name else PurePosixPath(base)
    parts: list[str] = []
    for part in target.parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    file = "/".join(parts)
    if not (folder / file).is_file():
        return [f"{address} leads to no file"]
    return [f"{address} leads to no element"] if anchor and anchor not in pages[file].ids else []


def untraced(page: Page) -> list[str]:
    """What is shown of a page that has digits, has no command, and is neither a name, nor a definition, nor what a paper says."""
    found = []
    for path, said in page.loose:
        text = " ".join(said.split())
        if not re.search(r"\d", text):
            continue
        allowed = any(re.match(where, page.name) and re.search(rf"(^| )({what})$", path) for where, what in NO_RESULTS)
        if not allowed or (ONLY_A_NUMBER.fullmatch(text) and not WORDS.search(path)):
            found.append(f"{page.name}: {text[:80]!r} in {path}")
    return found


def value_at(data: Any, path: str) -> str:
    """The value at a path of JSON: names, places, ``[name=value]`` for the elements like that, ``#`` for how many there are; a
    size is written as on the command line.

    >>> value_at([{"a": 1}, {"a": 2}, {"a": 2}], "[a=2]/#"), value_at({"x": ["y"]}, "x/0")
    ('2', 'y')
    >>> value_at({"size": {"w": 4, "S": [3, 4]}}, "size")
    'w=4 S=3,4'
    """
    for part in path.split("/"):
        if part == "#":
            data = len(data)
        elif part.startswith("["):
            name, _, value = part[1:-1].partition("=")
            data = [each for each in data if str(each[name]) == value]
        else:
            data = data[int(part)] if isinstance(data, list) else data[part]
    if not isinstance(data, dict):
        return str(data)
    texts = {name: ",".join(map(str, each)) if isinstance(each, list) else each for name, each in data.items()}
    return " ".join(f"{name}={each}" for name, each in texts.items())
