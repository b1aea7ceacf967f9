"""``netlemma check``."""

import os
import re
from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call, source_of
from netlemma.cli.commands.derive import theorems
from netlemma.cli.commands.verify import judged
from netlemma.cli.sentences import in_words

CONVENTIONS = ("pairs", "per", "length", "of", "direction", "links", "ends", "shift")
SIZE = re.compile(r"[A-Za-z_]\w*=[0-9][0-9.,]*")


def check(
    words: Any = None,
    *,
    format: str = "text",
    output: Path | None = None,
    accept_agreement: bool = False,
    json: bool = False,
    **given: Any,
) -> Answer:
    """Judge your own formula: it holds (proved), fails (with a counterexample), agrees where tried, or is unknown.

    NETWORK is a family or a product such as "ring(w)^D", files, or my.py:function; QUANTITY is such as mean_distance;
    FORMULA is such as "D*w/4", or LaTeX, see docs/formulas.md. Where there is a proved lemma, the formula is compared with it
    for all sizes; any other quantity of netlemma list quantities, on any network, is compared with measurements.

    Examples: netlemma check toroid mean_distance "D*w/4" --where "w even"

    netlemma check hypercube mean_distance '\\frac{n 2^{n-1}}{2^n-1}'

    netlemma check my.py:star mean_distance "2*(n-1)/n" --sizes n=2..9

    netlemma check toroid w=4 links --sequence "4, 32, 192" --from D=1

    netlemma check ring diameter "K/2" --where "K even" --format rocq -o out
    """
    from netlemma.base.synonyms import QUANTITY, ending
    from netlemma.checks.base.inputs import quoted_text
    from netlemma.checks.judging.quantity_list import QUANTITIES
    from netlemma.errors import InputError

    words = list(words or [])
    words = in_words(words)
    words = [word for word in words if word != "="]
    instead = next((f"--{name}" for name in ("fit", "sequence", "bfile") if given[name]), "")
    least = 2 if instead else 3
    while words and SIZE.fullmatch(words[-1]) and sum(not SIZE.fullmatch(each) for each in words) >= least:
        words.insert(0, words.pop())  # sizes behind the formula are those of the network, too
    if len(words) == 1 and os.path.exists(words[0]):
        raise InputError(
            f"check judges one formula, and {quoted_text(words[0])} is a file: netlemma paper judges the marked formulas of a "
            "text, netlemma verify --claims a TOML file of claims, netlemma measure and deadlock the network of a file"
        )
    if len(words) < least:
        what = "a network and a quantity" if instead else "a network, a quantity and a formula, or --fit"
        raise InputError(
            f"check takes {what}: netlemma check toroid mean_distance " + ("--fit" if given["fit"] else '"D*w/4"')
        )
    if instead and words[-2].partition(".")[0] in QUANTITIES:
        raise InputError(f"a formula, {quoted_text(words[-1])}, and {instead} are given: check judges one of them")
    theorem = format == "rocq"
    if theorem and (instead or json or any(given[name] for name in CONVENTIONS)):
        raise InputError(
            "--format rocq takes one formula under usual conventions: not with --json, --fit, sequences or "
            + ", ".join(f"--{name}" for name in CONVENTIONS)
        )
    if output is not None and not theorem:
        raise InputError("-o applies only to --format rocq")
    *network, formula = [*words, ""] if instead else words
    sizes = [word for word in network if SIZE.fullmatch(word)]
    network, quantity = ending(QUANTITY, [word for word in network if word not in sizes], QUANTITIES)
    source, rest = source_of([*network, *sizes], given)
    verdicts = call("check", source, quantity, formula, at=" ".join(rest), **given)
    if theorem and verdicts.verdict != "fails":
        from netlemma.checks.kernel.rocq_theorems import stated_formula

        if len(verdicts) > 1:
            raise InputError("--format rocq takes a formula that states one thing and has one reading")
        return Answer(None, theorems([stated_formula(verdicts[0])], output))
    return judged(verdicts, accept_agreement)
