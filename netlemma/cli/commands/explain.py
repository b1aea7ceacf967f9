"""``netlemma explain``."""

from typing import Any

from netlemma.cli.command import Answer


def explain(words: Any) -> Answer:
    """Explain a term, a symbol, a family, a routing or a traffic pattern in a sentence.

    Example: netlemma explain average distance
    """
    from netlemma.glossary.explanations import explain as explained

    explanation = explained(" ".join(words))
    return Answer(explanation)
