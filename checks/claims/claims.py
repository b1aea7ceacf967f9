"""Claims of users' files and of papers: their texts parsed, and the verdicts on them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from netlemma.checks.base.inputs import parse_sizes
from netlemma.checks.base.verdicts import Verdicts
from netlemma.checks.claims.papers import BEGINS, claim_text, parse_stated
from netlemma.checks.formula.formula import parse_condition, parse_formula
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.checks.judging.judge import judge
from netlemma.derive.core.claim import Claim
from netlemma.derive.core.lemma import LemmaKey
from netlemma.errors import ClaimFileError, InputError

# Parsed claims: formulas of users' files and of papers.


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
    netlemma.errors.ClaimFileError: claims: claim 1: unknown field 'fromula' (did you mean 'formula'?)
    """
    stated = parse_stated(text, name)
    if stated.statements:
        raise ClaimFileError(f"{name}: a [[statement]] needs a judge, which only papers of the project have")
    if not stated.claims:
        raise ClaimFileError(f"{name}: no claims; {BEGINS}")
    return tuple(entry_of(claim, f"{name}: claim {number}") for number, claim in enumerate(stated.claims, start=1))


def entry_of(claim: Claim, place: str = "") -> ClaimEntry:
    """A claim with its formula, condition and sizes parsed."""

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


# Verdicts on claims of files and papers.


Progress = Callable[[str], None] | None


def judge_all(claims: Iterable[ClaimEntry], progress: Progress = None) -> Verdicts:
    """Judge claims in order, each as in :func:`judge`.

    Parameters
    ----------
    claims : iterable of ClaimEntry
        Claims such as those of a file, see :func:`parse_claims`.
    progress : Progress, optional
        Called before each claim with its number, that of all claims, and its key.

    Returns
    -------
    Verdicts
        Verdicts in order.

    Raises
    ------
    InputError
        If a claim cannot be judged; the message begins with its place in the file.

    Examples
    --------
    >>> from netlemma.checks.formula.formula import parse_formula
    >>> claims = [ClaimEntry("ring", "diameter", parse_formula(text)) for text in ("floor(K/2)", "K/2")]
    >>> [verdict.verdict for verdict in judge_all(claims)]
    ['holds', 'fails']
    """
    verdicts = Verdicts()
    claims = list(claims)
    for number, claim in enumerate(claims, 1):
        if progress:
            progress(f"{number} of {len(claims)}: {claim.key}")
        try:
            verdicts.append(judge(claim))
        except InputError as error:
            raise InputError(f"{claim.place}: {error}", code=error.code) from None if claim.place else error
    return verdicts
