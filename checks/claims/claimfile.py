"""Files of claims: formulas with their sources, as users write them in TOML.

[[claim]]
key = "toroid.mean_distance"        # or family = "ring(w)^D" and quantity = "mean_distance"
formula = "D*w/4"
where = "w even"                    # optional, as are all below
sizes = "w=2..9 D=1..3"
source = "reed1982"
locator = "Table II"
reading = "messages to oneself are counted"
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checks.base.inputs import InputError, nearest, shown
from checks.base.sizes import parse_sizes
from checks.formula.condition import Condition, parse_condition
from checks.formula.formula import Formula, parse_formula

MOST_BYTES = 500_000
MOST_CLAIMS = 2000
LONGEST_FIELD = 4000
MOST_DOTS = 50  # in a line: tomllib needs memory quadratic in the length of a dotted key
FIELDS = ("key", "family", "quantity", "formula", "where", "sizes", "source", "locator", "reading")


class ClaimFileError(InputError):
    """A file of claims that cannot be read; the text names the file, the claim and the field."""


@dataclass(frozen=True)
class ClaimEntry:
    """One claim of a file: what it is about, the formula, where it is said to hold and where it comes from.

    Attributes
    ----------
    family : name of a family, or a product such as ``ring(w)^D``
    quantity : what the formula is for, such as ``mean_distance``
    formula, where, sizes : as in `parse_formula`, `parse_condition`, `parse_sizes`; None where not given
    source, locator, reading : BibTeX key, place in the source, conventions; empty where not given
    place : file and number of the claim in it, for messages
    """

    family: str
    quantity: str
    formula: Formula
    where: Condition | None = None
    sizes: dict[str, Sequence[int]] | None = field(default=None, hash=False)
    source: str = ""
    locator: str = ""
    reading: str = ""
    place: str = ""

    @property
    def key(self) -> str:
        return f"{self.family}.{self.quantity}"


def read_claims(path: str | Path) -> tuple[ClaimEntry, ...]:
    """The claims of a TOML file, in order.

    Raises ClaimFileError for a file that is missing, larger than 500 kB, not TOML or without claims, and for a claim
    with a field missing, unknown or malformed. Names are checked later, against the parameters of the family.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "claims.toml"
    >>> _ = path.write_text('[[claim]]\\nkey = "toroid.mean_distance"\\nformula = "D*w/4"\\nwhere = "w even"')
    >>> [claim] = read_claims(path)
    >>> print(claim.key, "=", claim.formula, "where", claim.where)
    toroid.mean_distance = D*w/4 where w even
    """
    return parse_claims(_text(path), str(path))


def parse_claims(text: str, name: str = "claims") -> tuple[ClaimEntry, ...]:
    """The claims of a TOML text; ``name`` stands for the file in messages. Raises as `read_claims` does.

    >>> parse_claims('[[claim]]\\nkey = "toroid.mean_distance"\\nfromula = "D*w/4"')
    Traceback (most recent call last):
        ...
    checks.claims.claimfile.ClaimFileError: claims: claim 1: unknown field 'fromula' (did you mean 'formula'?)
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise ClaimFileError(f"{name}: line {number} has more than {MOST_DOTS} dots")
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise ClaimFileError(f"{name}: not TOML: {reason}") from None
    for entry in data:
        if entry != "claim":
            raise ClaimFileError(f"{name}: unknown entry {shown(entry)}; each claim begins with [[claim]]")
    entries = data.get("claim", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ClaimFileError(f"{name}: 'claim' is not a list of tables; each claim begins with [[claim]]")
    if not entries:
        raise ClaimFileError(f"{name}: no claims; each claim begins with [[claim]]")
    if len(entries) > MOST_CLAIMS:
        raise ClaimFileError(f"{name}: {len(entries)} claims are too many; at most {MOST_CLAIMS} in one file")
    return tuple(_entry(entry, f"{name}: claim {number}") for number, entry in enumerate(entries, start=1))


def _text(path: str | Path) -> str:
    name = str(path)
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ClaimFileError(f"{name}: cannot be read: {reason}") from None
    if len(data) > MOST_BYTES:
        raise ClaimFileError(f"{name}: larger than {MOST_BYTES} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ClaimFileError(f"{name}: not UTF-8 text (byte {error.start})") from None


def _entry(entry: dict[str, Any], place: str) -> ClaimEntry:
    for name, value in entry.items():
        if name not in FIELDS:
            hint = nearest(name, FIELDS) or f"; expected {', '.join(FIELDS)}"
            raise ClaimFileError(f"{place}: unknown field {shown(name)}{hint}")
        if not isinstance(value, str):
            raise ClaimFileError(f'{place}: {name} is not a text; write {name} = "..."')
        if len(value) > LONGEST_FIELD:
            raise ClaimFileError(f"{place}: {name} has {len(value)} characters; at most {LONGEST_FIELD}")
    family, quantity = _subject(entry, place)
    if "formula" not in entry:
        raise ClaimFileError(f'{place}: no formula; write formula = "D*w/4"')
    return ClaimEntry(
        family,
        quantity,
        _field(parse_formula, entry, "formula", place),
        _field(parse_condition, entry, "where", place) if "where" in entry else None,
        _field(parse_sizes, entry, "sizes", place) if "sizes" in entry else None,
        entry.get("source", ""),
        entry.get("locator", ""),
        entry.get("reading", ""),
        place,
    )


def _subject(entry: dict[str, str], place: str) -> tuple[str, str]:
    if "key" in entry and ("family" in entry or "quantity" in entry):
        raise ClaimFileError(f"{place}: give either key, or family and quantity, not both")
    family, _, quantity = entry["key"].partition(".") if "key" in entry else ("", "", "")
    family, quantity = entry.get("family", family).strip(), entry.get("quantity", quantity).strip()
    if not family or not quantity:
        example = 'key = "toroid.mean_distance", or family = "ring(w)^D" and quantity = "mean_distance"'
        raise ClaimFileError(f"{place}: what is the claim about? write {example}")
    return family, quantity


def _field(parse: Callable[[str], Any], entry: dict[str, str], name: str, place: str) -> Any:
    try:
        return parse(entry[name])
    except InputError as error:
        raise ClaimFileError(f"{place}: {name}: {error}") from None
