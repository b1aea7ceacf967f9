"""The command ``derive``: closed forms with their steps, as text, LaTeX, MathML or JSON, and theorems for Rocq."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli import completion
from netlemma.cli.encoding import refer_to_what_cannot_be_shown


def derive(
    subject: Annotated[
        str,
        typer.Argument(help='A family, or a product such as "ring(w)^D x line(a)".', autocompletion=completion.subject),
    ] = "",
    quantity: Annotated[
        str,
        typer.Argument(
            help="Quantity such as mean_distance or visit_ratio.link; all if left out.",
            autocompletion=completion.quantity,
        ),
    ] = "",
    more: Annotated[
        list[str] | None, typer.Argument(metavar="[SIZE=VALUE]...", help="Sizes put in, such as n=2.")
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Show each step with its reason and its proof.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Derive all lemmas of all families, in one document.")] = False,
    form: Annotated[str, typer.Option("--format", help="Print text, latex, mathml, json, oeis or rocq.")] = "text",
    wanted: Annotated[
        str,
        typer.Option(
            "--as", help="Print a one-parameter closed form as generating-function, recurrence or asymptotic."
        ),
    ] = "",
    at: Annotated[str, typer.Option("--at", help='Fix sizes, as in "w=4".')] = "",
    fragment: Annotated[
        bool, typer.Option("--fragment", help="Print LaTeX or MathML without the document around it.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write to this file; with rocq, to a folder for make.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Derive closed forms; every proof is re-run before anything is printed.

    Examples: netlemma derive toroid mean_distance --steps --format latex

    netlemma derive hypercube wiener_index --as recurrence
    """
    from netlemma.api.lemmas import derive as proved
    from netlemma.checks.base.inputs import nearest
    from netlemma.console import progress
    from netlemma.derive.typeset.lemma_pages import COLUMNS, as_json, as_latex, as_mathml, as_text
    from netlemma.errors import InputError
    from netlemma.text_layout import fitted, width

    named = [word for word in (subject, quantity, *(more or [])) if word]
    words = [word for word in named if "=" not in word]
    if len(words) > 2:
        raise InputError(f"derive takes a subject and a quantity, not {' '.join(words)}")
    subject, quantity = (*words, "", "")[:2]
    at = " ".join([at, *(word for word in named if "=" in word)]).strip()
    forms: dict[str, Callable[..., str]] = {"text": as_text, "latex": as_latex, "mathml": as_mathml, "json": as_json}
    if form == "rocq" and not json:
        if at:
            raise InputError("--format rocq writes theorems for all sizes: leave out " + at)
        return _rocq(subject, quantity, every, output)
    if json and form != "text":
        raise InputError(f"--json and --format {form} are two formats: give one")
    form = "json" if json else form
    if form not in (*forms, "oeis"):
        raise InputError(
            f"no format {form!r}{nearest(form, [*forms, 'oeis', 'rocq'])}; formats: {', '.join(forms)}, oeis, rocq"
        )
    if wanted or form == "oeis":
        if steps or every or fragment or not quantity:
            raise InputError(
                "--as and --format oeis take one quantity, such as netlemma derive path wiener_index --as recurrence"
            )
        text = _sequence(subject, quantity, wanted, form, at)
        if output is None and form == "text":
            text = fitted(text)
        return _written(text, output)
    if fragment and form not in ("latex", "mathml"):
        raise InputError("--fragment applies only to --format latex and mathml")
    with progress() as say:
        lemmas = proved(subject, quantity, at=at, steps=steps, all=every, progress=say)
    options: dict[str, Any] = {"document": not fragment} if form in ("latex", "mathml") else {}
    if output is None and form == "text":
        options["columns"] = width(COLUMNS)
    if output is None and form == "mathml":
        refer_to_what_cannot_be_shown()
    _written(forms[form](lemmas, steps=steps, **options), output)


def _sequence(subject: str, quantity: str, wanted: str, form: str, at: str) -> str:
    """A closed form as a sequence, in the form that is wanted."""
    import json

    from netlemma.api.lemmas import sequence
    from netlemma.checks.base.inputs import nearest
    from netlemma.derive.typeset.sequence_page import FORMS, as_forms, as_oeis, as_sequence_data
    from netlemma.errors import InputError

    if (wanted or form == "text") and wanted not in FORMS:
        raise InputError(f"no form {wanted!r}{nearest(wanted, FORMS)}; --as takes {', '.join(FORMS)}")
    if form not in ("text", "json", "oeis") or (wanted and form == "oeis"):
        raise InputError(
            "--as applies only to --format text and json; --format oeis writes all of them and takes no --as"
        )
    lemma_sequence = sequence(subject, quantity, at)
    if form == "json":
        return json.dumps(as_sequence_data(lemma_sequence), indent=2)
    return as_oeis(lemma_sequence) if form == "oeis" else as_forms(lemma_sequence, wanted)


def _written(text: str, output: Path | None) -> None:
    from netlemma.graphs.base.text_files import write_text

    if output is None:
        print(text)
    else:
        write_text(output, text + "\n")


def _rocq(subject: str, quantity: str, every: bool, output: Path | None) -> None:
    """Theorems of all lemmas that can be exported, on standard output or in a folder."""
    from netlemma.api.lemmas import exported

    write_theorems(exported(subject, quantity, all=every), output)


def write_theorems(lemmas: Sequence[Any], output: Path | None) -> None:
    """Print theorems, or write a folder for ``make``.

    Parameters
    ----------
    lemmas : sequence of Lemma or Statement
        Lemmas that can be exported, or statements.
    output : Path or None
        Folder; standard output if None.
    """
    from netlemma.derive.formal.rocq_theorems import export, theorem
    from netlemma.folder import Folder

    if output is None:
        print("\n".join(theorem(lemma) for lemma in lemmas), end="")
    else:
        Folder(output, None, "proof").put(export(lemmas))
