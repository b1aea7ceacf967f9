"""Rocq's compiler as a command."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from netlemma.checks.base.inputs import InputError

INSTALL = "Rocq is not installed: apt-get install coq, or opam install coq (8.16 or later)"
MOST_SECONDS = 600


def compiler() -> str:
    """The path of ``coqc``.

    Raises
    ------
    InputError
        If it is not installed; the message states how to install it.
    """
    found = shutil.which("coqc")
    if found is None:
        raise InputError(INSTALL)
    return found


def run(command: Sequence[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command in a folder, behind what the machine has to do otherwise.

    Parameters
    ----------
    command : sequence of str
        Program and arguments.
    folder : Path
        Folder in which it runs.

    Returns
    -------
    subprocess.CompletedProcess
        Its status and what it printed.

    Raises
    ------
    subprocess.TimeoutExpired
        If it does not end within ``MOST_SECONDS``.
    """
    return subprocess.run(
        ["nice", *command] if shutil.which("nice") else command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
