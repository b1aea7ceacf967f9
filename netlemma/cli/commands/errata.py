"""``netlemma errata``."""

from typing import Any

from netlemma.cli.command import Answer, call

FORMS = ("text", "latex", "json")


def errata(
    *,
    format: str = "text",
    readings: bool = False,
    coverage: bool = False,
    accept_agreement: bool = False,
    json: bool = False,
    **given: Any,
) -> Answer:
    """List the printed statements of papers that fail, by severity, with counterexample and correction.

    Examples: netlemma errata --all --paper reed1982

    netlemma errata --paper reed1982 --format latex
    """
    from netlemma.base.names import nearest
    from netlemma.console import json_text
    from netlemma.errors import InputError

    if format not in FORMS:
        raise InputError(f"no format {format!r}{nearest(format, FORMS)}; formats: {', '.join(FORMS)}")
    if json and format == "latex":
        raise InputError("--json and --format latex exclude each other")
    if coverage:
        if given["all"] or given["key"] or readings or format == "latex":
            raise InputError("--coverage lists pages and judges nothing; it takes --paper and --json alone")
        from netlemma.checks.claims.papers import coverage as covered

        pages = covered(given["paper"])
        return Answer(pages, json_text(pages) if format == "json" else pages)
    found = call("errata", **given)
    status = found.exit_status(accept_agreement)
    if format == "latex":
        from netlemma.reporting.pdf.errata_page import errata_latex

        return Answer(found, errata_latex(found).removesuffix("\n"), status)
    return Answer(found, json_text(found) if format == "json" else found.parts(readings), status)
