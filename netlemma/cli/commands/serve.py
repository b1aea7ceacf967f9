"""``netlemma serve``."""

from pathlib import Path
from typing import Any


def serve(folder: Path = Path("out"), **given: Any) -> None:
    """Show a written report in the browser, served to this machine alone until Ctrl-C.

    Example: netlemma serve out/
    """
    from netlemma.reporting.serving import serve as shown

    shown(folder, **given)
