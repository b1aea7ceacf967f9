"""Drawings as files: SVG, PNG or PDF, written whole or not at all."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = ("svg", "png", "pdf")
HELD, WANTED = "held", "wanted"  # names of the parts of a drawing that an animation shows one after the other
STEP, LAST = 1.0, 3.0  # seconds from one to the next, and of the whole picture
PROLOGUE = re.compile(r"\A.*?(?=<svg)", re.S)
METADATA = re.compile(r" *<(metadata|title)>.*?</\1>\n", re.S)
PART = re.compile(rf'<g id="((text|{HELD}|{WANTED})-(\d+)(-label)?)"')


def as_file(axes: Callable[[], Axes], form: str, title: str, **settings: Any) -> bytes:
    """The figure of these axes as a file without dates; the same drawing gives the same SVG."""
    import matplotlib

    file = BytesIO()
    metadata: dict[str, Any] = {"Title": title}
    if form != "png":
        metadata["Date" if form == "svg" else "CreationDate"] = None
    chosen: Any = {name.replace("_", "."): value for name, value in settings.items()}
    with matplotlib.rc_context({"svg.hashsalt": title, "pdf.fonttype": 42} | chosen):  # journals refuse Type 3
        axes().figure.savefig(file, format=form, metadata=metadata)  # type: ignore[union-attr]  # no subfigure
    return file.getvalue()


def as_svg(axes: Axes, title: str, inline: bool = False, animate: bool = False) -> str:
    """The figure of these axes as SVG, with a title and a description for readers who do not see it."""
    text = as_file(lambda: axes, "svg", title, svg_fonttype="none").decode("utf-8")
    texts = axes.figure.texts  # type: ignore[union-attr]
    said = ". ".join(" ".join(each.get_text().split()) for each in texts if each.get_text().strip())
    name = sha256(text.encode("utf-8")).hexdigest()[:10]
    about = (
        f'<title id="t{name}">{escape(title)}</title>\n '
        f'<desc id="d{name}">{escape(said)}. Nodes: {_counted(axes)}.</desc>\n '
    )
    text = METADATA.sub("", text)
    text = text.replace("<svg ", f'<svg role="img" aria-labelledby="t{name} d{name}" ', 1)
    end = text.index(">", text.index("<svg ")) + 1
    text = f"{text[:end]}\n {about}{text[end:].lstrip()}"
    text = animated(text) if animate else text
    return PROLOGUE.sub("", text) if inline else text


def _counted(axes: Axes) -> str:
    """How many nodes are drawn, copies not counted."""
    dots = [each for each in axes.collections if each.get_gid() in ("nodes", "switches")]
    named = sum(str(each.get_gid()).startswith("node-") for each in axes.texts)
    count = sum(len(np.asarray(each.get_offsets())) for each in dots) or named
    return str(count)


def save(axes: Axes, title: str, path: Path, animate: bool = False) -> None:
    """Write the figure of these axes as .svg, .png or .pdf, whole or not at all."""

    def content(form: str) -> bytes:
        return as_svg(axes, title, animate=animate).encode() if form == "svg" else as_file(lambda: axes, form, title)

    write_whole(path, content)


def animated(svg: str) -> str:
    """An SVG drawing of a deadlock with its packets entering one after the other, and then the channels that they want.

    >>> animated('<svg><g id="wanted-0"/><g id="held-0"/></svg>').count("@keyframes")
    2
    """
    parts = sorted(PART.findall(svg), key=lambda part: (part[1] == WANTED, int(part[2]) if part[1] != "text" else 0))
    steps = list(dict.fromkeys(name.removesuffix("-label") for name, *_ in parts))
    whole = STEP * len(steps) + LAST
    rules = []
    for i, step in enumerate(steps):
        start, end = (100 * (i + more) * STEP / whole for more in (0.5, 1))
        rules.append(f"@keyframes {step} {{0%, {start:.3g}% {{opacity: 0}} {end:.3g}%, 100% {{opacity: 1}}}}")
        rules.append(f"#{step}, #{step}-label {{animation: {step} {whole:g}s infinite}}")
    still = "@media print, (prefers-reduced-motion: reduce) {g {animation: none !important}}"
    style = "\n".join(["<style>", *rules, "svg:hover g {animation-play-state: paused}", still, "</style>"])
    end = svg.rindex("</svg>")
    return f"{svg[:end]}{style}\n{svg[end:]}"


def write_whole(path: Path, content: Callable[[str], bytes]) -> None:
    """Write a file in the format of its ending; an earlier file stays until the new one is complete."""
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
    """The format of the ending of a file name."""
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMATS:
        raise InputError(
            f"{quoted_text(str(path))} must end in {', '.join('.' + f for f in FORMATS[:-1])} or .{FORMATS[-1]}"
        )
    return form
