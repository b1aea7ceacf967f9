"""WK-recursive network (Della Vecchia and Sanges 1988): WK(d, 1) is a clique of d nodes, WK(d, L) has d copies of WK(d, L-1).

Corner y of copy x is linked to corner x of copy y. The open links at the d corners of the whole are not counted; without them the network
is the Sierpinski graph S(d, L), and a node is the word of its copies, the largest first. The links between copies in h copies are
the class ``level-h``.
"""

from dataclasses import replace

from netlemma.graphs.families.sierpinski import FAMILY as SIERPINSKI

FAMILY = replace(
    SIERPINSKI,
    name="wk-recursive",
    summary="d copies of d copies ... of cliques of d nodes, each two joined by a link: d^L nodes, at most d links at each",
)
