"""The command ``serve``: a written report in the browser."""

from pathlib import Path
from typing import Annotated

import typer


def serve(
    folder: Annotated[Path, typer.Argument(help="The folder of a report.")] = Path("out"),
    port: Annotated[int, typer.Option("--port", help="Port of the server; 0 takes any free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Show a written report in the browser, served to this machine alone until Ctrl-C.

    Example: netlemma serve out/
    """
    from netlemma.reporting.serving import serve as shown

    shown(folder, port=port, browser=browser)
