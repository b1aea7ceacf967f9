"""The documentation as a web site: ``sphinx-build -W -b html docs build/docs``. Nothing of it comes from a network."""

import re
from importlib.metadata import version as installed
from pathlib import Path

project = "netlemma"
author = "The netlemma authors"
version = release = installed("netlemma")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
suppress_warnings = ["config.cache", "ref.python"]

html_theme = "furo"
html_title = "netlemma"
html_copy_source = False
html_show_sourcelink = False

myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
maximum_signature_line_length = 90
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
napoleon_use_param = False  # types are in words, not names to link
napoleon_use_rtype = False


def _without_words(app, what, name, item, skip, options):  # type: ignore[no-untyped-def]
    """Leave out the fields of named tuples that only say which number they have."""
    return True if (item.__doc__ or "").startswith("Alias for field number") else None


def _without_private(app, what, name, item, options, signature, result):  # type: ignore[no-untyped-def]
    """Leave out fields of classes that are their own affair."""
    return (re.sub(r", _\w+: [\w.]+", "", signature), result) if signature else None


def _beside_site(app, pagename, templatename, context, doctree):  # type: ignore[no-untyped-def]
    """Lead to the site of ``netlemma report``, if these pages are built into a folder of it."""
    if (Path(app.outdir).parent / "netlemma-report.json").is_file():
        start = "../" * (pagename.count("/") + 1) + "index.html"
        context["theme_announcement"] = f'<a href="{start}">Every formula, proof and verdict: the web site</a>'


def setup(app):  # type: ignore[no-untyped-def]
    app.connect("autodoc-skip-member", _without_words)
    app.connect("autodoc-process-signature", _without_private)
    app.connect("html-page-context", _beside_site)
