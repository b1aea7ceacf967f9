"""``netlemma report``."""

import sys
from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer


def report(words: Any = None, *, output: Path | None = None, **given: Any) -> Answer:
    """Write everything that netlemma knows as a web site that needs no network and no server; print a book, or one family.

    Examples: netlemma report -o out/

    netlemma report --pdf book

    netlemma report --pdf family toroid
    """
    from netlemma.base.displays import Words
    from netlemma.errors import InputError
    from netlemma.graphs.sources.definition_files import defined
    from netlemma.reporting.pdf.handout import BOOK, printed
    from netlemma.reporting.report_result import report as write

    if words:
        only_of_sites = [given.pop("force"), given.pop("only"), not given.pop("pdf")]
        is_family = len(words) == 2 and words[0] == "family"
        if any(only_of_sites) or not (is_family or words == [BOOK]):
            raise InputError(
                "report writes a folder with -o FOLDER, a book with --pdf book, "
                "or one family with --pdf family NAME [-o FILE.pdf]"
            )
        name = defined(words[1]) if is_family else BOOK
        file = output or Path(f"{name}.pdf")
        printed(name, file, **given, progress=_say)
        return Answer(
            {"family": name, "file": str(file)} if is_family else {"file": str(file)}, [Words(f"{name}: {file}")]
        )
    if output is None:
        raise InputError(
            "report needs a folder to write: -o FOLDER; --pdf book for a book, --pdf family NAME for one family"
        )
    written = write(output, **given, progress=_say)
    return Answer(written, status=int(bool(written.missing)))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
