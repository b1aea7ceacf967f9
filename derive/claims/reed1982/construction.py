"""What the paper says of how the networks are built."""

from derive.claims.reed1982.words import said

_DUAL = "text, Dual Bus Hypercube"

STATEMENTS = (
    said(
        "ring.neighbours",
        "node k connected to nodes (k + 1) mod K and (k - 1) mod K",
        "text, Ring",
        after="mod(k + 1, K)",
        before="mod(k - 1, K)",
    ),
    said(
        "dual-bus-hypercube.hyperplanes",
        "In each (D-1)-dimensional hyperplane perpendicular to the 0-th dimension, all nodes have their second connection to "
        "buses spanning the same dimension",
        _DUAL,
        dimensions="1",
    ),
    said(
        "dual-bus-hypercube.repeats",
        "The second bus direction differs from hyperplane to hyperplane, but repeats if the width w of a dimension is such that "
        "w >= D - 1",
        _DUAL,
        "two hyperplanes have the same direction exactly if w >= D - 1; directions are taken in turn",
        condition="w >= D - 1",
    ),
    said(
        "dual-bus-hypercube.paths",
        "w must be at least as large as D - 1 to insure that paths between all nodes exist",
        _DUAL,
        "some choice of directions connects all nodes exactly if w >= D - 1",
        condition="w >= D - 1",
    ),
    said(
        "cube-connected-cycles.neighbours",
        "each of the now D2^D nodes is connected to the two neighboring ring nodes at its vertex and one other node in the same "
        "ring position at another vertex",
        "text, Cube-connected Cycles",
        "the node at position p of a ring has the cube link of dimension p",
        ring="1 -1",
        cube="p",
    ),
    said(
        "r-ary-m-cube.indirect-binary-cube",
        "The network is a generalization of the indirect binary n cube ... with the first and last rows of switching elements "
        "being identified",
        "text, R-ary M-cube",
        "with R = 2 it is that network: stage i joins boxes whose numbers agree except in bit i",
        R="2",
    ),
    said(
        "r-ary-m-cube.rows",
        "A node in row i is connected to a node in row (i + 1) mod M if and only if the radix R representations of their column "
        "numbers are identical except in the i th digit, with the least significant digit being considered the 0th digit",
        "text, R-ary M-cube",
        "except perhaps in that digit: nodes of the same column are connected",
        row="mod(i + 1, M)",
        digit="i",
    ),
)
