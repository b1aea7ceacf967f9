"""Papers of users in LaTeX, judged."""

from collections.abc import Callable, Sequence
from pathlib import Path

from netlemma.checks.base.time_budget import seconds_of
from netlemma.checks.manuscript.judged_paper import JudgedPaper


def paper(
    files: str | Path | Sequence[str | Path],
    *,
    claims: str | Path | None = None,
    time: str | float = "60",
    progress: Callable[[str], None] | None = None,
) -> JudgedPaper:
    r"""Judge the marked equations, table columns and numbers of a paper in LaTeX.

    Parameters
    ----------
    files : str, Path or sequence of them
        LaTeX files; those that they include are read, too.
    claims : str, Path or None, optional
        TOML file that says of which quantities labels speak.
    time : str or float, default "60"
        Time limit of each verdict in seconds.
    progress : callable, optional
        Called with the place of each mark before it is judged.

    Returns
    -------
    JudgedPaper
        A finding for each place: file, line, text and verdicts.

    Raises
    ------
    InputError
        If a file cannot be read or is malformed.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "notes.tex"
    >>> _ = path.write_text("% netlemma: hypercube diameter\n\\[ D = n + 1 \\]\n")
    >>> [(each.line, each.verdict) for each in paper(path)]
    [(2, 'fails')]
    """
    from netlemma.checks.manuscript.judged_paper import judge_paper

    chosen = [files] if isinstance(files, str | Path) else files
    return judge_paper(chosen, claims, seconds_of(str(time)) or 0, progress)
