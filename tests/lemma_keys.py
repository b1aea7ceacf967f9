"""Keys of lemmas for tests of each of them: those that resemble others are tested with ``-m long``."""

import re
from collections.abc import Iterable

import pytest

from tests import turns

# The lemmas of torus are those of toroid under other names; those on traffic share the derivations of their factors, and
# the ones of meshes stand for them; numbers of nodes and links are counted alike in all families; others resemble
# ring.nodes_at_distance, oneway-torus.compositions.equal and
# toroid.deadlock_rank, or fat-tree's and hyperx's; bishop, banana-tree and complete-binary-tree stand for the other named graphs.
RESEMBLING = re.compile(
    r"torus\.|(?!mesh\.[a-z_]*\.[a-z0-9-]*$).*\.(max_channel_load|mean_hops|worst_case)\b|.*(throughput|capacity)"
    r"|sierpinski\.|undirected-.*|(?!permutation-star|shuffle|livefly|fat-tree).*\.(nodes|links|degree|max_degree)$|hamming\."
    r"|(cycle|wheel|prism|antiprism|moebius-ladder|crown|sunlet|helm|web|pan|star|comb|lollipop|binomial-tree|path|rook|queen|king|hanoi|tadpole)\."
    r"|(?!(ring|toroid|mesh|hypercube|bishop|banana-tree|complete-binary-tree|polarfly)\.).*\.wiener_index$"
    r"|(knight|mycielski|halved-cube|triangular|tetrahedral)\."
    r"|toroid\.nodes_at_distance|oneway-torus\.compositions\.(full|unequal)|(livefly|k-ary-n-tree|xgft|flattened-butterfly|polarfly|hamming)\.deadlock_rank"
)
KEPT = re.compile(
    r"(toroid|ring)\.(max_channel_load|mean_hops|throughput)\.tornado$|oneway-torus\.worst_case|hypercube\.capacity$"
)


def usual(key: str) -> bool:
    """Whether a lemma is looked at in the usual run where each is tested alone."""
    return not RESEMBLING.match(key) or bool(KEPT.match(key))


def families_of(keys: Iterable[str]) -> dict[str, list[str]]:
    """The keys of each family or product."""
    families: dict[str, list[str]] = {}
    for key in keys:
        families.setdefault(key.partition(".")[0], []).append(key)
    return families


def drawn(keys: Iterable[str], each: int) -> set[str]:
    """Some lemmas of each family, others on the next commit: what the usual run looks at where a lemma takes long."""
    families = families_of(filter(usual, keys)).items()
    return {key for name, found in families for key in turns.drawn(name, found, each)}


def marked(keys: Iterable[str]) -> list[object]:
    """The keys as parameters of a test; lemmas that resemble others are for the long run."""
    return [key if usual(key) else pytest.param(key, marks=pytest.mark.long) for key in keys]
