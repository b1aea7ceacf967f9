"""The command ``derive``: closed forms with their steps, as text, LaTeX, MathML or JSON."""

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
            help="Such as mean_distance or visit_ratio.link; all if left out.", autocompletion=completion.quantity
        ),
    ] = "",
    steps: Annotated[bool, typer.Option("--steps", help="Show each step with its reason and its proof.")] = False,
    every: Annotated[bool, typer.Option("--all", help="All lemmas of all families, in one document.")] = False,
    form: Annotated[str, typer.Option("--format", help="text, latex, mathml or json.")] = "text",
    fragment: Annotated[
        bool, typer.Option("--fragment", help="LaTeX or MathML without the document around it.")
    ] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Derive closed forms; every proof is re-run before anything is printed.

    Example: netlemma derive toroid mean_distance --steps --format latex
    """
    from checks.base.inputs import InputError, nearest
    from derive.typeset.pages.html_page import as_mathml
    from derive.typeset.pages.latex_page import as_latex
    from derive.typeset.pages.lemma_json import as_json
    from derive.typeset.pages.text_page import as_text
    from netlemma.api.lemmas import derive as proved
    from netlemma.console import write_text

    forms = {"text": as_text, "latex": as_latex, "mathml": as_mathml, "json": as_json}
    if json and form != "text":
        raise InputError(f"--json and --format {form} are two formats: give one")
    form = "json" if json else form
    if form not in forms:
        raise InputError(f"no format {form!r}{nearest(form, forms)}; formats: {', '.join(forms)}")
    if fragment and form not in ("latex", "mathml"):
        raise InputError("--fragment goes with --format latex or mathml")
    lemmas = proved(subject, quantity, steps=steps, all=every)
    options: dict[str, Any] = {"document": not fragment} if form in ("latex", "mathml") else {}
    text = forms[form](lemmas, steps=steps, **options)
    if output is None:
        if form == "mathml":
            refer_to_what_cannot_be_shown()
        print(text)
    else:
        write_text(output, text + "\n")
