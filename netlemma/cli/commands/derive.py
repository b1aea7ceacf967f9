"""``netlemma derive``."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call
from netlemma.cli.encoding import refer_to_what_cannot_be_shown


def derive(
    subject: str = "",
    quantity: str = "",
    more: Any = None,
    *,
    format: str = "text",
    as_: str = "",
    at: str = "",
    fragment: bool = False,
    output: Path | None = None,
    json: bool = False,
    **given: Any,
) -> Answer:
    """Derive closed forms; every proof is re-run before anything is printed.

    Examples: netlemma derive toroid mean_distance --steps --format latex

    netlemma derive hypercube wiener_index --as recurrence
    """
    from netlemma.base.names import nearest
    from netlemma.base.text_layout import fitted, width
    from netlemma.derive.typeset.lemma_pages import COLUMNS, as_beamer, as_json, as_latex, as_mathml, as_text
    from netlemma.errors import InputError

    named = [word for word in (subject, quantity, *(more or [])) if word]
    words = [word for word in named if "=" not in word]
    subject, quantity = _subject(words)
    at = " ".join([at, *(word for word in named if "=" in word)]).strip()
    forms: dict[str, Callable[..., str]] = {
        "text": as_text, "latex": as_latex, "beamer": as_beamer, "mathml": as_mathml, "json": as_json,
    }  # fmt: skip
    if format == "rocq" and not json:
        from netlemma.api.lemmas import exported

        if at:
            raise InputError("--format rocq writes theorems for all sizes: leave out " + at)
        return Answer(None, theorems(exported(subject, quantity, all=given["all"]), output))
    if json and format != "text":
        raise InputError(f"--json and --format {format} are two formats: give one")
    format = "json" if json else format
    if format not in (*forms, "oeis"):
        raise InputError(
            f"no format {format!r}{nearest(format, [*forms, 'oeis', 'rocq'])}; formats: {', '.join(forms)}, oeis, rocq"
        )
    if as_ or format == "oeis":
        if any(given.values()) or fragment or not quantity:
            raise InputError(
                "--as and --format oeis take one quantity, such as netlemma derive path wiener_index --as recurrence"
            )
        text = _sequence(subject, quantity, as_, format, at)
        return _written(fitted(text) if output is None and format == "text" else text, output)
    typeset = ("latex", "beamer", "mathml")
    if fragment and format not in typeset:
        raise InputError("--fragment applies only to --format latex, beamer and mathml")
    lemmas = call("derive", subject, quantity, at=at, **given)
    options: dict[str, Any] = {"document": not fragment} if format in typeset else {}
    if output is None and format == "text":
        options["columns"] = width(COLUMNS)
    if output is None and format == "mathml":
        refer_to_what_cannot_be_shown()
    return _written(forms[format](lemmas, steps=given["steps"] or format == "beamer", **options), output)


def _subject(words: Sequence[str]) -> tuple[str, str]:
    """The subject, whose name may have several words, and the quantity.

    >>> _subject(["2d", "mesh"]), _subject(["k-ary", "n-cube", "diameter"]), _subject(["ring", "diameter"])
    (('2d mesh', ''), ('k-ary n-cube', 'diameter'), ('ring', 'diameter'))
    >>> _subject(["average", "hop", "count", "2D mesh"])
    ('2D mesh', 'mean_distance')
    """
    from netlemma.base.synonyms import QUANTITY, SYNONYMS, ending, in_sizes, leading, named
    from netlemma.errors import InputError
    from netlemma.graphs.families import family_called

    known = SYNONYMS[QUANTITY]
    first, rest = leading(QUANTITY, words, known) if len(words) > 1 else ("", [])
    behind = re.sub(r"^of\s+(?:the\s+|an?\s+)?", "", " ".join(rest))
    if named(QUANTITY, first, known) and not family_called(words[0]) and (in_sizes(behind) or family_called(behind)):
        return behind, first  # the quantity stands in front
    for count in range(len(words), 1, -1):
        name = " ".join(words[:count])
        if in_sizes(name) or family_called(name):
            return name, " ".join(words[count:])
    if len(words) > 2:
        network, quantity = ending(QUANTITY, words)
        if len(network) > 1:
            raise InputError(f"derive takes a subject and a quantity, not {' '.join(words)}")
        return network[0], quantity
    subject, quantity = (*words, "", "")[:2]
    return subject, quantity


def _sequence(subject: str, quantity: str, wanted: str, form: str, at: str) -> str:
    """A closed form as a sequence, in the form that is wanted."""
    import json

    from netlemma.api.lemmas import sequence
    from netlemma.base.names import nearest
    from netlemma.derive.typeset.sequence_page import FORMS, as_forms, as_oeis, as_sequence_data
    from netlemma.errors import InputError

    if (wanted or form == "text") and wanted not in FORMS:
        raise InputError(f"no form {wanted!r}{nearest(wanted, FORMS)}; --as takes {', '.join(FORMS)}")
    if form not in ("text", "json", "oeis") or (wanted and form == "oeis"):
        raise InputError(
            "--as applies only to --format text and json; --format oeis writes all of them and takes no --as"
        )
    lemma_sequence = sequence(subject, quantity, at)
    if form == "json":
        return json.dumps(as_sequence_data(lemma_sequence), indent=2)
    return as_oeis(lemma_sequence) if form == "oeis" else as_forms(lemma_sequence, wanted)


def _written(text: str, output: Path | None) -> Answer:
    from netlemma.graphs.base.text_files import write_text

    if output is None:
        return Answer(None, text)
    write_text(output, text + "\n")
    return Answer(None, [])


def theorems(lemmas: Sequence[Any], output: Path | None) -> Any:
    """The theorems of lemmas that can be exported, or of statements; a folder for ``make`` is written if one is named."""
    from netlemma.derive.formal.rocq_theorems import export, theorem
    from netlemma.folder import Folder

    if output is None:
        return "\n".join(theorem(lemma) for lemma in lemmas).removesuffix("\n")
    Folder(output, None, "proof").put(export(lemmas))
    return []
