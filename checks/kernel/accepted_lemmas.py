"""Lemmas whose statements Rocq's kernel has accepted, as recorded: listings and reports need no Rocq.

Lemmas that are proved without it are recorded too, with ``proved`` for a digest: a listing of argued lemmas need not derive them.
"""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain

from netlemma.derive.algebra.proof import PROVED
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.formal.rocq_theorems import theorem, theory_files
from netlemma.derive.formal.statements import exportable
from netlemma.errors import NotExported, NotInRocq

KERNEL_CHECKED = "kernel-checked"


@cache
def entries() -> Mapping[str, str]:
    """The lines of ``accepted.txt``: digests, or ``proved``, by the key of the lemma."""
    lines = files("netlemma.checks.kernel").joinpath("accepted.txt").read_text(encoding="utf-8").splitlines()
    return {key: digest for digest, key in (line.split(" ", 1) for line in lines)}


@cache
def recorded() -> Mapping[str, str]:
    """Digests of the accepted statements by the key of the lemma, as a run of ``verify --kernel`` recorded them."""
    return {key: digest for key, digest in entries().items() if digest != PROVED}


def may_be(strength: str, key: str) -> bool:
    """Whether a lemma may have a strength, by what is recorded: nothing is derived, and unknown lemmas may have any.

    >>> may_be("argued", "ring.diameter"), may_be("kernel-checked", "ring.diameter"), may_be("argued", "new.diameter")
    (False, True, True)
    """
    if strength == KERNEL_CHECKED:
        return key in recorded()
    return key not in recorded() and (strength == PROVED or key not in entries())


def statement_digest(lemma: Lemma) -> str:
    """Digest of the exported statement of a lemma and of the definitions that it uses; empty if there is none.

    >>> from netlemma.derive.discovery import lemma
    >>> len(statement_digest(lemma("ring.diameter"))), statement_digest(lemma("ring.bisection"))
    (12, '')
    """
    if not exportable(LemmaKey.parse(lemma.key).quantity):
        return ""
    try:
        text = theorem(lemma, proved=False)
    except (NotExported, NotInRocq):
        return ""
    statements = re.findall(r"^(?:Definition|Theorem) .*?(?=^Proof)", text, re.M | re.S)
    return sha256("\n".join([*_used(statements), *statements]).encode()).hexdigest()[:12]


def _used(statements: list[str]) -> list[str]:
    """The definitions whose names statements contain, and those that these use, in the order of the theory.

    An unnamed sentence of ``Definitions.v``, such as a coercion, belongs to every statement.
    """
    names = (
        "Loads.v",
        "VisitRatios.v",
        "Forwarding.v",
        "Fabrics.v",
        "Routes.v",
        "Ends.v",
        "Defined.v",
        "Definitions.v",
    )
    *others, definitions = map(_sentences, names)
    head = re.compile(r"(?:Definition|Fixpoint|Inductive|Record) (\w+)")
    wanted = set(re.findall(r"\w+", " ".join(statements)))
    found: list[str] = []
    for each in (*filter(head.match, chain.from_iterable(others)), *definitions):
        name = head.match(each)
        parts = re.findall(r"(?:[{;|]|:=) *(\w+) :", each) if each.startswith(("Inductive", "Record")) else []
        if name is None or wanted.intersection([name[1], *parts]):
            found.insert(0, each)
            wanted.update(re.findall(r"\w+", each))
    return found


def _sentences(name: str) -> list[str]:
    """The sentences of a file of the theory, the last one first."""
    text = re.sub(r"\(\*.*?\*\)", "", theory_files()[name], flags=re.S)
    return [each.strip() for each in re.findall(r"\S.*?\.(?=\s)", text, re.S)][::-1]


def is_accepted(key: str, digest: str) -> bool:
    """Whether the kernel has accepted a statement with this digest as that of the lemma."""
    return bool(digest) and recorded().get(key) == digest


def shown_strength(lemma: Lemma) -> str:
    """The strength of a lemma in listings: kernel-checked, proved, argued or enumerated."""
    accepted = lemma.key in recorded() and is_accepted(lemma.key, statement_digest(lemma))
    return KERNEL_CHECKED if accepted else lemma.strength
