"""Files of the PDF: the document, its pictures, and the output of pdflatex, which is kept like other results."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from time import perf_counter

from netlemma.errors import LatexError
from netlemma.reporting.gather import Report
from netlemma.reporting.ledger import Ledger
from netlemma.reporting.pdf.compiling import compiled_pdf, version
from netlemma.reporting.pdf.document import NAME, document, pictures

TASK = "pdf"


def pdf_files(report: Report, ledger: Ledger, wanted: bool, say: Callable[[str], None]) -> dict[str, str | bytes]:
    """``netlemma.tex`` with its pictures and, on request, ``netlemma.pdf``.

    If pdflatex is missing or fails, a line says so, with a remedy.
    """
    text, drawn = document(report), pictures(report)
    files: dict[str, str | bytes] = {f"{NAME}.tex": text, **drawn}
    if wanted:
        try:
            files[f"{NAME}.pdf"] = _compiled(text, drawn, ledger, say)
        except LatexError as error:
            say(f"netlemma: {NAME}.pdf is left out, {NAME}.tex is there: {error}")
    return files


def _compiled(text: str, drawn: dict[str, bytes], ledger: Ledger, say: Callable[[str], None]) -> bytes:
    parts = [version(), text, *(f"{name} {sha256(content).hexdigest()}" for name, content in sorted(drawn.items()))]
    digest = sha256("\n".join(parts).encode()).hexdigest()
    kept = ledger.find(TASK, digest)
    if kept is not None:
        return b64decode(kept)
    start = perf_counter()
    say(f"{NAME}.pdf is set with pdflatex")
    pdf, _ = compiled_pdf(NAME, text, drawn)
    ledger.keep(TASK, digest, perf_counter() - start, b64encode(pdf).decode("ascii"))
    return pdf
