"""``netlemma compare``."""

import re
from typing import Any

from netlemma.cli.command import Answer, call, network_of

ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=\S+")


def compare(networks: Any = None, *, csv: bool = False, json: bool = False, **given: Any) -> Answer:
    """Set networks side by side at equal numbers of ends, or routings of one network: loads, deadlock, latency.

    Examples: netlemma compare hypercube "torus n=2" permutation-star --nodes 64..1024

    netlemma compare "dragonfly p=h a=2h" fat-tree "hyperx S=s,s T=s" --nodes 1000,10000 -o compare.svg

    netlemma compare mesh k=8 n=2 --routing xy,west-first,odd-even --traffic transpose,tornado

    netlemma compare opensm-subnet.lst opensm.fdbs --routing tables,up-down,lash
    """
    from netlemma.base.synonyms import QUANTITY, SYNONYMS, meant
    from netlemma.checks.base.inputs import parse_network, quoted_text
    from netlemma.errors import InputError

    if csv and json:
        raise InputError("--csv and --json are two forms of the same rows: give one of them")
    subjects: list[Any] = []
    between = [each for each in networks or [] if each not in ("vs", "vs.", "versus", "and", "with")]
    for word in [part for each in between for part in _apart(each)]:
        if ASSIGNMENT.fullmatch(word) and subjects:
            subjects[-1] += f" {word}"  # a size behind its network
        elif subjects and meant(QUANTITY, word, SYNONYMS[QUANTITY]):
            raise InputError(f"{quoted_text(word)} is a quantity: compare shows all that it has; leave it out")
        else:
            subjects.append(word)
    if len(subjects) > 2 and re.fullmatch(r"\d+(?:x\d+)+", subjects[-1]):
        each = " ".join(f"'{subject} {subjects[-1]}'" for subject in subjects[:-1])
        raise InputError(
            f"{subjects[-1]} is no network: sizes stand in quotes with their network: netlemma compare {each}"
        )
    if given["routing"] or given["traffic"] or given["routing_file"]:
        words = [word for each in subjects for word in (each.split() if "=" in each else [each])]
        length = [word for word in words if word.startswith("flits=")]
        subjects = [network_of([word for word in words if word not in length], given)]
        given |= parse_network(length)
    comparison = call("compare", *subjects, **given)
    return Answer(comparison, comparison.as_csv().rstrip("\n") if csv else comparison)


def _apart(word: str) -> list[str]:
    """The families in a word such as "mesh,torus" or "mesh vs torus"; the word itself if it is anything else."""
    from netlemma.graphs.families import family_called

    parts = [part.strip() for part in re.split(r",|\bvs\b\.?|\bversus\b", word)]
    return parts if len(parts) > 1 and all(part and family_called(part) for part in parts) else [word]
