"""The box that checks formulas in the pages: the spellings that its reader has in common with ours, and the closed forms beside."""

import json
from collections.abc import Mapping
from typing import Any

from netlemma.checks.formula import ambiguity, arithmetic, grammar, short_notation
from netlemma.checks.formula.latex import clauses, latex_grammar, reading, tex_tokens
from netlemma.reporting.gather import slug
from netlemma.reporting.lookup import groups, script, shown_by_script
from netlemma.reporting.results.expression_trees import condition_tree

OF_READER = {
    grammar: ("LONGEST_TEXT", "DEEPEST", "SPELLINGS", "FUNCTIONS", "ELSEWHERE", "SIGNS_ELSEWHERE", "WORDS"),
    ambiguity: ("MOST_READINGS", "KINDS"),
    arithmetic: ("LARGEST_EXPONENT",),
    short_notation: ("ALIASES", "BARE"),
    tex_tokens: ("SUPERSCRIPTS", "SUBSCRIPTS", "UNICODE", "DROPPED", "TEXT", "SAME", "ACCEPTED_WORDS", "OTHERWISE", "CLAUSE", "SKIPPED",
                 "GREEK", "FUNCTION_LETTERS", "DECORATIONS", "LAYOUT", "DEFINING"),
    latex_grammar: ("BRACKETS", "OPERATORS", "JOINED", "ROUNDED", "NUMBERS", "LOGS", "BIGGEST", "BIG"),
    clauses: ("ENVIRONMENTS", "JOINTS"),
    reading: ("RELATIONS", "GROWTH", "MIRROR", "OPENING", "CLOSING"),
}  # fmt: skip


def notation() -> str:
    """The spellings of formulas as a script that sets ``netlemmaNotation``, by their names in the modules of the reader."""
    tables: dict[str, Any] = {name: getattr(module, name) for module, names in OF_READER.items() for name in names}
    tables |= {"RAISED": _as_written(tex_tokens.RAISED), "LOWERED": _as_written(tex_tokens.LOWERED)}
    text = json.dumps(tables, ensure_ascii=False, default=sorted, separators=(",", ":"))
    return (
        f'"use strict";\nconst netlemmaNotation = {text};\n'
        'if (typeof module !== "undefined") { module.exports = netlemmaNotation; }\n'
    )


def _as_written(spelled: Mapping[int, str | int]) -> dict[str, str]:
    """A translation of characters, by characters."""
    return {chr(each): chr(to) if isinstance(to, int) else to for each, to in spelled.items()}


SHOWN = 200  # characters of a closed form in an answer, as text


def row(lemma: Mapping[str, Any]) -> dict[str, Any]:
    """A closed form as the box compares it, with what it says of it."""
    tried = lemma["tried"]
    return {
        **{name: each for name, each in tried.items() if each is not None or name == "largest"},
        "tree": lemma["tree"],
        "domain": condition_tree(lemma["domain"]),
        "words": lemma["domain"],
        "text": lemma["text"] if len(lemma["text"]) <= SHOWN else "",
        "page": f"lemmas/{slug(lemma['key'])}.html",
    }


def of_family(family: Mapping[str, Any]) -> str:
    """The closed forms of a family by their quantities, as a script that gives them to the box."""
    rows = {
        lemma["quantity"]: {**row(lemma), "shown": shown_by_script(lemma["result"])}
        for _, members in groups(family["lemmas"])
        for lemma in members
    }
    return f"netlemmaBox({script(family['name'])}, {script(rows)}, {script(_meanings(family))});\n"


def of_lemma(lemma: Mapping[str, Any]) -> str:
    """What the box of the page of a lemma takes."""
    return script([{lemma["quantity"]: row(lemma)}, _meanings(lemma)])


def _meanings(about: Mapping[str, Any]) -> dict[str, str]:
    return {name: each["meaning"] for each in about["parameters"] for name in each["numbers"]}
