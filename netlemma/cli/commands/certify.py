"""``netlemma certify``."""

from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, computing


def certify(file: Path, words: Any = None, *, kernel: bool = False, **given: Any) -> Answer:
    """Check a certificate again from the network and its routing alone; exit status 1 if it is refused.

    A network that is a function of a Python file is given again behind it, as in certify star.json my.py:star, since no
    certificate names a file to be run.

    Example: netlemma certify order.json
    """
    from netlemma.checks.certificates.certification import certify as checked
    from netlemma.checks.kernel.rocq_certificates import certify_in_kernel
    from netlemma.errors import InputError
    from netlemma.graphs.families import family_called

    if not file.exists() and family_called(str(file)):
        raise InputError(
            f"certify checks a file that --certificate of another command wrote; {file} is a family, whose lemmas "
            f"netlemma verify {file} proves again"
        )
    with computing():
        certification = (certify_in_kernel if kernel else checked)(file, given["routing_file"], words or None)
    return Answer(certification, status=int(not certification.accepted))
