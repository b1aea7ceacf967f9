"""Keys of lemmas, parsed: a subject and a quantity."""

from __future__ import annotations

from typing import NamedTuple


class LemmaKey(NamedTuple):
    """What a lemma or a claim is about: a family or a product, and a quantity such as ``visit_ratio.link``.

    >>> LemmaKey.parse("toroid.visit_ratio.link")
    LemmaKey(subject='toroid', quantity='visit_ratio.link')
    >>> str(LemmaKey("ring(w)^D", "diameter")), LemmaKey.parse("ring(w)^D").of_product
    ('ring(w)^D.diameter', True)
    """

    subject: str
    quantity: str

    @classmethod
    def parse(cls, text: str) -> LemmaKey:
        """The key that a text is; without a dot, all of it is the subject."""
        subject, _, quantity = text.partition(".")
        return cls(subject, quantity)

    @property
    def of_product(self) -> bool:
        """Whether the subject is the text of a product."""
        return is_product(self.subject)

    def __str__(self) -> str:
        return f"{self.subject}.{self.quantity}"


def is_product(text: str) -> bool:
    """Whether a text names a product of factors, and not a family.

    >>> is_product("ring(w)^D"), is_product("toroid")
    (True, False)
    """
    return "(" in text
