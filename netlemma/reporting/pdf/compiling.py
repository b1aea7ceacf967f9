"""Runs of pdflatex on a document, in a temporary folder."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from netlemma.errors import LatexError

OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
LONGEST = 300.0  # seconds of a run
DRAFTS, MOST_RUNS = 2, 4  # runs without a PDF, and in all
INSTALL = "apt-get install texlive-latex-base texlive-latex-recommended"
_LACKING = re.compile(r"! LaTeX Error: File `([^']+)' not found")
_AGAIN = re.compile(r"Rerun to get|Rerun LaTeX|may have changed")


def program() -> str:
    """The path of pdflatex."""
    found = shutil.which("pdflatex")
    if found is None:
        raise LatexError(f"pdflatex is missing: {INSTALL}")
    return found


def version() -> str:
    """The first line of the version text of pdflatex."""
    return _run([program(), "--version"], Path.cwd()).partition("\n")[0]


def compiled_pdf(name: str, text: str, pictures: Mapping[str, bytes]) -> tuple[bytes, str]:
    """The PDF of a document with its pictures, and the log of the last run."""
    command = [program(), *OPTIONS]
    with TemporaryDirectory(prefix="netlemma-") as place:
        folder = Path(place)
        for path, content in {f"{name}.tex": text.encode("utf-8"), **pictures}.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        whole = False  # the first drafts only write down what is where, and how long the contents are
        for number in range(1, MOST_RUNS + 1):
            log = _run([*command, *([] if whole else ["-draftmode"]), f"{name}.tex"], folder)
            settled = not _AGAIN.search(log)
            if whole and settled:
                break
            whole = settled or number >= DRAFTS
        made = folder / f"{name}.pdf"
        if not made.is_file():
            raise LatexError("pdflatex: the document has no pages")
        return made.read_bytes(), log


def _run(command: list[str], folder: Path) -> str:
    """Run once; the log."""
    guarded = {**os.environ, "openin_any": "p", "openout_any": "p", "max_print_line": "1000"}
    try:
        run = subprocess.run(command, cwd=folder, env=guarded, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST,
                             check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        raise LatexError(f"pdflatex took more than {LONGEST:.0f} s") from None
    log = run.stdout.decode("utf-8", "replace")
    if run.returncode:
        lacking = _LACKING.search(log)
        if lacking:
            raise LatexError(f"LaTeX lacks {lacking[1]}: {INSTALL}")
        errors = [line for line in log.splitlines() if line.startswith("!")]
        raise LatexError(f"pdflatex: {errors[0] if errors else f'exit status {run.returncode}'}")
    return log
