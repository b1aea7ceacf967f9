"""``netlemma report``."""

import sys
from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer


def report(words: Any = None, *, output: Path | None = None, **given: Any) -> Answer:
    """Write everything that netlemma knows as a web site that needs no network and no server, and as a PDF.

    Examples: netlemma report -o out/

    netlemma report --pdf family toroid
    """
    from netlemma.base.displays import Words
    from netlemma.errors import InputError
    from netlemma.graphs.sources.definition_files import defined
    from netlemma.reporting.pdf.handout import handout
    from netlemma.reporting.report_result import report as write

    if words:
        only_of_sites = [given.pop("force"), given.pop("only"), not given.pop("pdf")]
        if len(words) != 2 or words[0] != "family" or any(only_of_sites):
            raise InputError(
                "report writes a folder with -o FOLDER, or one family with --pdf family NAME [-o FILE.pdf]"
            )
        family = defined(words[1])
        file = output or Path(f"{family}.pdf")
        handout(family, file, **given, progress=_say)
        return Answer({"family": family, "file": str(file)}, [Words(f"{family}: {file}")])
    if output is None:
        raise InputError("report needs a folder to write: -o FOLDER, or --pdf family NAME for one family")
    written = write(output, **given, progress=_say)
    return Answer(written, status=int(bool(written.missing)))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
