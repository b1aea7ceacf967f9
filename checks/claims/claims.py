"""Verdicts on claims of files and papers."""

from collections.abc import Callable, Iterable

from netlemma.checks.base.inputs import InputError
from netlemma.checks.base.verdicts import Verdicts
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.checks.judging.judge import judge

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
            raise InputError(f"{claim.place}: {error}") from None if claim.place else error
    return verdicts
