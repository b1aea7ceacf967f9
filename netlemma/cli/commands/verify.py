"""``netlemma verify``."""

from typing import Any

from netlemma.cli.command import Answer, call


def verify(subjects: Any = None, *, all: bool = False, accept_agreement: bool = False, **given: Any) -> Answer:
    """Verify lemmas (proof, definition and measurement), a file of claims, or latency models by simulation.

    Examples: netlemma verify toroid --sizes "w=2..9 D=1..3"

    netlemma verify wormhole

    netlemma verify adaptive
    """
    from shlex import quote

    from netlemma.cli.sentences import in_words
    from netlemma.errors import InputError

    if all and subjects:
        raise InputError(f"--all verifies all families: leave out {' '.join(subjects)}, or --all")
    if len(in_words([said := " ".join(subjects or [])])) > 1:
        raise InputError(f"a formula of yours is judged by netlemma check {quote(said)}")
    return judged(call("verify", subjects or [], **given), accept_agreement or given["values"])


def judged(found: Any, accept: bool) -> Answer:
    """Verdicts with their exit status: 1 if one fails, 3 if one agrees (unless that is accepted) or is unknown."""
    return Answer(found, status=found.exit_status(accept))
