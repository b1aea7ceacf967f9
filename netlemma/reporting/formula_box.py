"""The box that checks formulas in the pages: the spellings that its reader has in common with ours, and the closed forms beside."""

import json
from typing import Any

from netlemma.checks.formula import ambiguity, arithmetic, grammar, short_notation
from netlemma.checks.formula.latex import clauses, latex_grammar, reading, tex_tokens

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


def _as_written(spelled: dict[int, str | int]) -> dict[str, str]:
    """A translation of characters, by characters."""
    return {chr(each): chr(to) if isinstance(to, int) else to for each, to in spelled.items()}
