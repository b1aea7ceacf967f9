"""Judges of references of a paper to its own figures and equations."""

from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.papers import papers
from netlemma.derive.core.claim import Reading


def printed_at(reading: Reading, key: str) -> Judgement:
    """Where the paper prints something, by the locators of its statements.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    key : str
        Key of the statements that stand there, or its beginning.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    printed = [each for each in papers()[reading.source].statements if each.readings[0].key.startswith(key)]
    claimed = reading.says["place"]
    places = sorted({place.strip() for each in printed for place in each.locator.split(";")})
    if claimed not in places:
        return fails({}, claimed, ", ".join(places), ", ".join(places))
    return holds(f"{key} is printed in {claimed}")
