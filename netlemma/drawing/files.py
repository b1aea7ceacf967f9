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

    ``settings`` are those of matplotlib for this file alone, with ``_`` for the dot.
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
    """Write what ``content`` gives for the format that the name ends with; an earlier file stays until the new one is whole.

    :raises InputError: another ending, or the file cannot be written
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
    """The format that the name of the file ends with. :raises InputError: for any other"""
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMATS:
        raise InputError(
            f"{quoted_text(str(path))} must end in {', '.join('.' + f for f in FORMATS[:-1])} or .{FORMATS[-1]}"
        )
    return form
