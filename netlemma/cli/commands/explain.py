"""The command ``explain``: words of the field."""

from typing import Annotated

import typer

from netlemma.cli.options import Json


def explain(
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="A term, a symbol, a family or a routing.")],
    json: Json = False,
) -> None:
    """Explain a term, a symbol, a family, a routing or a traffic pattern in a sentence.

    Example: netlemma explain average distance
    """
    from netlemma.console import print_json, print_parts
    from netlemma.glossary.explanations import explain as explained

    explanation = explained(" ".join(words))
    print_json(explanation.as_json()) if json else print_parts(explanation)
