"""``netlemma figure``."""

from pathlib import Path

from netlemma.cli.command import Answer, computing

COLUMNS = ("figure", "what it shows")


def figure(
    name: str = "",
    *,
    output: Path | None = None,
    list: bool = False,
    gallery: bool = False,
    bare: bool = False,
    width: str = "",
    json: bool = False,
) -> Answer:
    """Draw a figure of a paper again from lemmas, or print its exact points.

    Example: netlemma figure reed-2 -o fig.svg
    """
    from netlemma.base.displays import Table
    from netlemma.errors import InputError
    from netlemma.figures import figure as named
    from netlemma.figures import figures
    from netlemma.figures.papers import PRINTED, instead
    from netlemma.figures.plan import point_parts

    if (bare or width) and (output is None or not name):
        given = "--bare" if bare else f"--width {width}"
        raise InputError(f"{given} draws one figure to a file: netlemma figure reed-2 {given} -o fig.svg")
    if gallery:
        if name or list or json or output is None:
            raise InputError("--gallery draws all figures to a folder: netlemma figure --gallery -o folder")
        from netlemma.figures.gallery import write_gallery

        with computing() as say:
            count, networks = write_gallery(output, say)
        return Answer(None, f"{count} figures and {networks} drawings of networks: {output / 'index.html'}")
    if list or not name:
        if name or output:
            raise InputError("name a figure to draw it" if not name else "--list takes no figure and no file")
        found = figures().values()
        others = [(each.name, each.shows, instead(each)) for each in PRINTED if each.name not in figures()]
        title = "Other figures and tables of the papers"
        again = Table(COLUMNS, [(each.name, each.summary) for each in found])
        data = [{"figure": each.name, "summary": each.summary} for each in found]
        return Answer(data, [again, Table((*COLUMNS, "instead"), others, title)])
    chosen = named(name)
    with computing() as say:
        say(f"points of {name}")
        if output is not None:
            chosen.save(output, bare, width)
    return Answer(chosen, point_parts(chosen.plot) if output is None and not json else [])
