"""Loops over the places that packets to one goal reach, against the direction of travel.

They run as plain Python on lists or compiled on arrays (:func:`netlemma.graphs.base.compiled.compiled`)."""

ALIKE, PATHS, GIVEN = range(3)
FINE, TOO_LONG = 1, -1


def crossings(
    by_node, head, node_count, destination, rows, start, channel, mode, weight, vcs, column, width, scale, value, paths
):  # fmt: skip
    """Expected crossings of some hops by a packet from each place on, as whole numbers over ``scale``.

    head (array of int32, shape (C,)): Node to which each channel leads.
    rows (array of int32): Reached rows, each before the rows behind its choices.
    start, channel (array of int64, array of int32): Choices row by row.
    weight (array of int64): Weights of the choices, if they are given.
    column (array of int32, shape (hops,)): Column of each hop that is asked about, -1 for others.
    value (array of int64, shape (rows * width,)): Crossings, row by row; written.
    paths (array of int64, shape (rows,)): Number of ways from each row on, if shares are by paths; written.
    """
    for i in range(len(rows) - 1, -1, -1):
        row = rows[i]
        if row >= node_count and head[row - node_count] == destination:
            for j in range(width):
                value[row * width + j] = 0
            paths[row] = 1
            continue
        total = 0
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            if mode == PATHS:
                to = head[c] if by_node else node_count + c
                total += 1 if head[c] == destination else paths[to]
            else:
                total += weight[k] if mode == GIVEN else 1
        if total > 9007199254740992:
            return TOO_LONG
        paths[row] = total
        for j in range(width):
            shared = 0
            for k in range(start[row], start[row + 1]):
                c = channel[k]
                arrived = head[c] == destination
                to = head[c] if by_node else node_count + c
                w = 1
                if mode == PATHS:
                    w = 1 if arrived else paths[to]
                elif mode == GIVEN:
                    w = weight[k]
                crossed = 0 if arrived else value[to * width + j]
                if column[c // vcs] == j:
                    crossed += scale
                if float(w) * float(crossed) > 1e18:
                    return TOO_LONG
                shared += w * crossed
            a, b = total, shared % total
            while b:
                a, b = b, a % b
            if a != total:
                return total // a
            value[row * width + j] = shared // total
    return FINE
