"""Compiled loops over forwarding tables: delivery of all messages, and dependencies between channels.

Tables are kept destination by destination: ``out[d, r]`` is the number of the output that row r uses towards
destination d, and ``hop_at[r, o]`` the hop that starts at output o, -1 if none does. A node without a row sends by its
``uplink``."""

import numpy as np

from netlemma.graphs.base.jit import njit
from netlemma.graphs.formats.fabric import ports as entries


@njit(cache=True, nogil=True)
def _hop(node, d, row, out, hop_at, uplink):
    r = row[node]
    if r < 0:
        return uplink[node]
    o = out[d, r]
    return hop_at[r, o] if o < hop_at.shape[1] else -1


@njit(cache=True, nogil=True)
def _sender(group, first, sources, goal):
    """The first source of a group that is not the goal, -1 if there is none."""
    for i in range(first[group], first[group + 1]):
        if sources[i] != goal:
            return sources[i]
    return -1


@njit(cache=True, nogil=True)
def check_delivery(target, forwards, row, out, hop_at, uplink, goal, sources, first, entry, columns):
    """Follow every message until it arrives or meets the route of one that did.

    target (ndarray of int32, shape (H,)): Target of each hop.
    forwards (ndarray of bool, shape (N,)): Whether each node forwards messages.
    row (ndarray of int, shape (N,)): Row of each node in the tables, -1 if it has none.
    out (ndarray of uint16, shape (D, rows)): Output towards each destination.
    hop_at (ndarray of int, shape (rows, outputs)): Hop that starts at each output, -1 if there is none.
    uplink (ndarray of int32, shape (N,)): Hop of a node without a row.
    goal (ndarray of int, shape (D,)): Node of each destination.
    sources (ndarray of int64): Sources of the messages, by groups; group g begins at ``first[g]``, with one more entry.
    entry (ndarray of int64): Node at which the messages of a group begin: a switch, or the source itself if it is alone.
    columns (ndarray of int64): Destinations of the messages.
    """
    mark = np.zeros(len(row), dtype=np.int64)
    walk = 0
    for d in columns:
        base = walk
        for group in range(len(entry)):
            node = entry[group]
            source = _sender(group, first, sources, goal[d])
            if source < 0 or (row[source] >= 0 and out[d, row[source]] == entries.UNREACHABLE):
                continue
            walk += 1
            while node != goal[d]:
                if mark[node] == walk:
                    return entries.LOOP, source, d, node
                if mark[node] > base:
                    break
                mark[node] = walk
                h = _hop(node, d, row, out, hop_at, uplink)
                if h < 0:
                    return entries.NOWHERE, source, d, node
                node = target[h]
                if node != goal[d] and not forwards[node]:
                    return entries.STRANDED, source, d, node
    return entries.DELIVERED, 0, 0, 0


@njit(cache=True, nogil=True)
def _lane(node, came, h, level, indptr, enter, lane_first, lane_map, lanes):
    """The virtual lane of a message of this level that enters by hop ``came`` (-1: starts here) and leaves by hop h."""
    if len(lane_first) == 0 or lane_first[node] < 0:
        return level
    slot = 0 if came < 0 else enter[came]
    degree = indptr[node + 1] - indptr[node]
    m = lane_map[lane_first[node] + slot * degree + h - indptr[node]]
    return entries.UNKNOWN if m < 0 else lanes[m, level]


@njit(cache=True, nogil=True)
def collect_dependencies(
    target, indptr, row, out, hop_at, uplink, goal, sources, first, entry, columns, vcs, explicit,
    level, enter, lane_first, lane_map, lanes, base,
):  # fmt: skip
    """All dependencies of delivered messages, each with a message that makes it after fewest hops.

    A packet that holds virtual channel v of hop h and wants w of the hop in slot s of the next node has the entry
    ``base[h] + (v * degree + s) * vcs + w`` of ``found``: 0 for none, or one more than (hops before) << 48 | source <<
    24 | destination.

    target (ndarray of int32, shape (H,)): Target of each hop.
    indptr (ndarray of int64, shape (N + 1,)): First hop of each node.
    row (ndarray of int, shape (N,)): Row of each node in the tables, -1 if it has none.
    out (ndarray of uint16, shape (D, rows)): Output towards each destination.
    hop_at (ndarray of int, shape (rows, outputs)): Hop that starts at each output, -1 if there is none.
    uplink (ndarray of int32, shape (N,)): Hop of a node without a row.
    goal (ndarray of int, shape (D,)): Node of each destination.
    sources, first, entry, columns: As :func:`check_delivery` takes them; groups of several sources need one virtual channel.
    level (ndarray of uint8, shape (D, N)): Service level of messages, empty if all are 0.
    enter (ndarray of int, shape (H,)): Slot of the input at which each hop arrives.
    lane_first, lane_map, lanes: SL2VL tables, see :class:`netlemma.graphs.formats.fabric.ports.Lanes`.
    base (ndarray of int64, shape (H + 1,)): First entry of each hop in ``found``.

    Returns: Code of a failure (0 for none), source, destination, node, and ``found``.
    """
    hops = len(target)
    levels = 16 if level.shape[0] else 1
    seen = np.zeros((levels, hops * vcs), dtype=np.int32)
    most = levels * hops * vcs
    queue_hop, queue_vc = np.empty(most, dtype=np.int32), np.empty(most, dtype=np.uint8)
    queue_level, queue_steps = np.empty(most, dtype=np.uint8), np.empty(most, dtype=np.int32)
    queue_source = np.empty(most, dtype=np.int32)
    found = np.zeros(base[hops], dtype=np.int64)
    complete = np.zeros(
        hops, dtype=np.bool_
    )  # whether all sources of a group have a dependency on this hop of their switch
    for epoch in range(1, len(columns) + 1):
        d = columns[epoch - 1]
        filled = 0
        done = -len(entry)
        while done < filled:
            came, held, sl, steps = np.int64(-1), np.int64(0), np.int64(0), np.int64(0)
            if done < 0:
                group = done + len(entry)
                source, node = sources[first[group]], entry[group]
                if node != source:
                    done += 1
                    source = _sender(group, first, sources, goal[d])
                    if source < 0 or node == goal[d]:
                        continue
                    h = np.int64(hop_at[row[node], out[d, row[node]]])
                    if not complete[h]:
                        complete[h] = True
                        for i in range(first[group], first[group + 1]):
                            if sources[i] == goal[d]:
                                complete[h] = False
                                continue
                            at = base[uplink[sources[i]]] + h - indptr[node]
                            message = (sources[i] << 24 | d) + 1
                            if found[at] == 0 or message < found[at]:
                                found[at] = message
                    if seen[0, h] != epoch:
                        seen[0, h] = epoch
                        queue_hop[filled], queue_vc[filled], queue_level[filled] = h, 0, 0
                        queue_steps[filled], queue_source[filled] = 1, source
                        filled += 1
                    continue
                if level.shape[0]:
                    sl = np.int64(level[d, source])
            else:
                came, held, sl = np.int64(queue_hop[done]), np.int64(queue_vc[done]), np.int64(queue_level[done])
                steps, source = np.int64(queue_steps[done]), np.int64(queue_source[done])
                node = np.int64(target[came])
            done += 1
            if node == goal[d]:
                continue
            if sl > 15:
                return entries.NO_LEVEL, source, d, node, found
            r = row[node]
            o = np.int64(0)
            if r < 0:
                h = np.int64(uplink[node])
            else:
                o = np.int64(out[d, r])
                if o == entries.UNREACHABLE:
                    continue  # only where messages would start: all that do start arrive
                h = np.int64(hop_at[r, o])
            v = np.int64(0)
            if explicit:
                v = o % vcs
            elif vcs > 1 or len(lane_first):
                v = np.int64(_lane(node, came, h, sl, indptr, enter, lane_first, lane_map, lanes))
                if v >= vcs or v == entries.DROPPED:
                    return entries.NO_LANE, source, d, node, found
            if came >= 0:
                degree = indptr[node + 1] - indptr[node]
                i = base[came] + (held * degree + h - indptr[node]) * vcs + v
                message = (steps << 48 | source << 24 | d) + 1
                if found[i] == 0 or message < found[i]:
                    found[i] = message
            if seen[sl, h * vcs + v] != epoch:
                seen[sl, h * vcs + v] = epoch
                queue_hop[filled], queue_vc[filled], queue_level[filled] = h, v, sl
                queue_steps[filled], queue_source[filled] = (min(steps + 1, 32767) if came >= 0 else 0), source
                filled += 1
    return entries.DELIVERED, 0, 0, 0, found


@njit(cache=True, nogil=True)
def parse_entries(data, start, stop, ports):
    """Read the lines ``0x0005 : 003 ...`` or ``0x0005 003 ...`` between two offsets.

    The error codes are: 0 all read, 1 a line that begins otherwise, 2 no such line, 3 LID out of range, 4 LID with an
    earlier entry, 5 port out of range.

    data (ndarray of uint8): Contents of the file.
    ports (ndarray of uint16): Port of each LID; written.
    """
    i = start
    while i < stop:
        line = i
        if data[i] != 48:  # 0
            return 1, line
        i += 1
        if i >= stop or data[i] != 120:  # x
            return 2, line
        i += 1
        lid = 0
        digits = 0
        while i < stop and digits < 6:
            c = data[i]
            if 48 <= c <= 57:
                lid = 16 * lid + c - 48
            elif 97 <= c <= 102:
                lid = 16 * lid + c - 87
            elif 65 <= c <= 70:
                lid = 16 * lid + c - 55
            else:
                break
            digits += 1
            i += 1
        if digits == 0 or i >= stop or (data[i] != 32 and data[i] != 58):
            return 2, line
        while i < stop and (data[i] == 32 or data[i] == 58):  # blank, colon
            i += 1
        port = 0
        digits = 0
        while i < stop and digits < 6 and 48 <= data[i] <= 57:
            port = 10 * port + data[i] - 48
            digits += 1
            i += 1
        unreachable = False
        if digits == 0:
            if i + 11 > stop or data[i] != 85 or data[i + 1] != 78 or data[i + 10] != 69:  # UN...E
                return 2, line
            unreachable = True
            i += 11
        elif i < stop and data[i] != 32 and data[i] != 10 and data[i] != 13 and data[i] != 58:
            return 2, line
        if unreachable and lid < len(ports) and ports[lid] == entries.NO_OUTPUT:
            ports[lid] = entries.UNREACHABLE
        if not unreachable:
            if lid >= len(ports):
                return 3, line
            if ports[lid] != entries.NO_OUTPUT:
                return 4, line
            if port > 254:
                return 5, line
            ports[lid] = port
        while i < stop and data[i] != 10:
            i += 1
        if i == stop:
            return 2, line  # no end of line
        i += 1
    return 0, stop
