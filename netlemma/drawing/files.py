"""Drawings as files: SVG, PNG or PDF, written whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.base.inputs import InputError, quoted_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = ("svg", "png", "pdf")


def as_file(axes: Callable[[], Axes], form: str, title: str, **settings: Any) -> bytes:
    """The figure of these axes as a file without dates; the same drawing gives the same SVG.

    Parameters
    ----------
    axes : callable
        Function that draws and returns the axes.
    form : str
        Format of the file.
    title : str
        Title of the drawing; the network's name and sizes if empty.
    **settings : object
        Settings of matplotlib for this file alone, with ``_`` for the dot.

    Returns
    -------
    bytes
        Contents of the file.
    """
    import matplotlib

    file = BytesIO()
    metadata: dict[str, Any] = {"Title": title}
    if form != "png":
        metadata["Date" if form == "svg" else "CreationDate"] = None
    chosen: Any = {name.replace("_", "."): value for name, value in settings.items()}
    with matplotlib.rc_context(chosen | {"svg.hashsalt": title}):
        axes().figure.savefig(file, format=form, metadata=metadata)  # type: ignore[union-attr]  # no subfigure
    return file.getvalue()


def write_whole(path: Path, content: Callable[[str], bytes]) -> None:
    """Write a file in the format of its ending; an earlier file stays until the new one is complete.

    Parameters
    ----------
    path : Path
        File to write.
    content : callable
        Function from the format to the contents.

    Raises
    ------
    InputError
        For another ending, or if the file cannot be written.
    """
    form = checked_format(path)
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise InputError(f"{quoted_text(str(path))} cannot be written: it is no plain file")
        draft = target.with_name(f".{secrets.token_hex(8)}.part")
        draft.touch()  # before the work of drawing, so that a wrong folder is told at once
        try:
            draft.write_bytes(content(form))
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, RuntimeError) as error:  # Python 3.11 and 3.12 raise RuntimeError for links in a circle
        raise InputError(f"{quoted_text(str(path))} cannot be written: {getattr(error, 'strerror', error)}") from None


def checked_format(path: Path) -> str:
    """The format of the ending of a file name.

    Raises
    ------
    InputError
        For any other ending.
    """
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMATS:
        raise InputError(
            f"{quoted_text(str(path))} must end in {', '.join('.' + f for f in FORMATS[:-1])} or .{FORMATS[-1]}"
        )
    return form
