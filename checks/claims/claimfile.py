"""Parsed claims: formulas of users' files and of papers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from netlemma.checks.base.inputs import InputError
from netlemma.checks.base.sizes import parse_sizes
from netlemma.checks.claims.claim_data import BEGINS, parse_stated
from netlemma.checks.claims.claim_texts import ClaimFileError, claim_text
from netlemma.checks.formula.condition import parse_condition
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.derive.core.claim import Claim
from netlemma.derive.core.lemma_key import LemmaKey


def read_claims(path: str | Path) -> tuple[ClaimEntry, ...]:
    """The claims of a user's TOML file, in order. Names are checked later, against the parameters of the family.

    Raises
    ------
    ClaimFileError
        If the file is missing, larger than 500 kB, not TOML or without claims, or a claim has a missing, unknown or
        malformed field.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "claims.toml"
    >>> _ = path.write_text('[[claim]]\\nkey = "toroid.mean_distance"\\nformula = "D*w/4"\\nwhere = "w even"')
    >>> [claim] = read_claims(path)
    >>> print(claim.key, "=", claim.formula, "where", claim.where)
    toroid.mean_distance = D*w/4 where w even
    """
    return parse_claims(claim_text(path), str(path))


def parse_claims(text: str, name: str = "claims") -> tuple[ClaimEntry, ...]:
    """The claims of a user's TOML text.

    Parameters
    ----------
    text : str
        Contents of a file.
    name : str, default "claims"
        Name of the file, for error messages.

    Returns
    -------
    tuple of ClaimEntry
        Claims in order.

    Raises
    ------
    ClaimFileError
        As in `read_claims`.

    Examples
    --------
    >>> parse_claims('[[claim]]\\nkey = "toroid.mean_distance"\\nfromula = "D*w/4"')
    Traceback (most recent call last):
        ...
    netlemma.checks.claims.claim_texts.ClaimFileError: claims: claim 1: unknown field 'fromula' (did you mean 'formula'?)
    """
    stated = parse_stated(text, name)
    if stated.statements:
        raise ClaimFileError(f"{name}: a [[statement]] needs a judge, which only papers of the project have")
    if not stated.claims:
        raise ClaimFileError(f"{name}: no claims; {BEGINS}")
    return tuple(entry_of(claim, f"{name}: claim {number}") for number, claim in enumerate(stated.claims, start=1))


def entry_of(claim: Claim, place: str = "") -> ClaimEntry:
    """A claim with its formula, condition and sizes parsed.

    Parameters
    ----------
    claim : Claim
        Claim as data.
    place : str, default ""
        File, and number of the claim in it, for messages.

    Returns
    -------
    ClaimEntry
        Parsed claim.

    Raises
    ------
    ClaimFileError
        If a text is malformed.
    """

    def parsed(parse: Callable[[str], Any], field: str) -> Any:
        try:
            return parse(getattr(claim, field))
        except InputError as error:
            raise ClaimFileError(f"{place or claim.key}: {field}: {error}") from None

    return ClaimEntry(
        *LemmaKey.parse(claim.key),
        parsed(parse_formula, "formula"),
        parsed(parse_condition, "where") if claim.where else None,
        parsed(parse_sizes, "sizes") if claim.sizes else None,
        claim.source,
        claim.locator,
        claim.reading,
        place,
    )
