"""The command ``certify``: a certificate checked again."""

from pathlib import Path
from typing import Annotated

import typer

from netlemma.cli import completion
from netlemma.cli.network_words import computing
from netlemma.cli.options import Json, Kernel, Network


def certify(
    file: Annotated[
        Path, typer.Argument(help="A certificate, as --certificate wrote it.", autocompletion=completion.files)
    ],
    words: Network = None,
    routing_file: Annotated[
        str | None,
        typer.Option(
            "--routing-file",
            metavar="FILE.py",
            help="Your own routing that the certificate is about: a Python file, which is run.",
        ),
    ] = None,
    kernel: Kernel = False,
    json: Json = False,
) -> None:
    """Check a certificate again from the network and its routing alone; exit status 1 if it is refused.

    A network that is a function of a Python file is given again behind it, as in certify star.json my.py:star, since no
    certificate names a file to be run.

    Example: netlemma certify order.json
    """
    from netlemma.checks.certificates.certification import certify as checked
    from netlemma.checks.kernel.rocq_certificates import certify_in_kernel
    from netlemma.console import print_json, print_parts

    with computing():  # output of the user's file goes to standard error
        certification = (certify_in_kernel if kernel else checked)(file, routing_file, words or None)
    print_json(certification.as_json()) if json else print_parts(certification)
    if not certification.accepted:
        raise typer.Exit(1)
