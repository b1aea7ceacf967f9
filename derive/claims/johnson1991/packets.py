"""What the paper says of metrics, of the sizes of packets, and of throughput."""

from derive.claims.johnson1991.words import said

_SIZES = "Section 4.2"
_MIX = (
    "For the common cache-coherence transactions in SCI, half of the send packets will be 16-byte requests and the others "
    "will be "
    "80-byte data packets"
)
_THROUGHPUT = (
    "by taking the N - 1 packets issued per processor, dividing by the hot-link traffic, and multiplying by the SCI "
    "throughput of 1 Gigabyte "
    "per second per link ... we also multiply by the ratio of processor bandwidth to interconnect bandwidth, namely 48/50"
)

STATEMENTS = (
    said(
        "latency.weights",
        "the time to pass through a node and change rings is approximately four times the time to simply pass through a "
        "node. Assuming this, "
        "latency is the weighted sum of the distance plus three times the ring hops",
        "Section 4.1",
        "with the hop penalty c = 4, of (c-1) ring hops + distance",
        hop_penalty="4",
        weight="3",
    ),
    said(
        "latency.one-packet",
        "latency is the weighted sum of the distance plus three times the ring hops; For light loads ... worst-case "
        "latency when delivering "
        "one packet",
        "Section 4.1",
        "one packet has both the most links and the most rings, so that the sum is a latency of a packet",
        families="multicube butterfly deadfly livefly",
    ),
    said(
        "latency.one-packet.shuffle",
        "latency is the weighted sum of the distance plus three times the ring hops; For light loads ... worst-case "
        "latency when delivering "
        "one packet",
        "Section 4.1",
        "the same for the shuffle, whose packets make detours from r = 6 on",
        families="shuffle",
    ),
    said(
        "distance.nodes",
        "Distance: The maximum number of visited nodes",
        "Figure 10; Section 4.1",
        "source and target are visited too",
        visited="distance",
    ),
    said(
        "distance.nodes.source",
        "Distance: The maximum number of visited nodes",
        "Figure 10; Section 4.1",
        "the source is not counted: as many as the links of figure 11",
        visited="distance",
    ),
    said(
        "throughput.inverse",
        "Throughput is inversely proportional to the hot-link traffic",
        "Section 4.1",
        "of networks with the same number of processors",
        product="48/50*(N - 1)",
    ),
    said(
        "packets.send-bytes",
        f"{_MIX}. Since each packet is preceded by a 2-byte idle symbol, the average send packet consumes 50 bytes of bandwidth",
        _SIZES,
        request="16",
        data="80",
        idle="2",
        bytes="50",
    ),
    said(
        "packets.ratio",
        "Echo packets are 8 bytes plus the 2-byte idle, so the expected ratio is close to e_s = 5",
        _SIZES,
        "size of the average send packet over that of an echo packet: what the number is",
        echo="8",
        idle="2",
        send="50",
        ratio="5",
        of="send/echo",
    ),
    said(
        "packets.ratio.formulas",
        "e_s is the ratio of sizes between an echo packet and the average send packet ... we substitute 5 for e_s",
        "Sections 9.2.1 and 4.2",
        "size of an echo packet over that of the average send packet: what the formulas need, send + e_s echo",
        echo="8",
        idle="2",
        send="50",
        ratio="5",
        of="echo/send",
    ),
    said(
        "packets.ratio.fifth",
        "the size of echo packets is not small (about 1/5 the size of the average send packet, substantiated later)",
        "Section 2.1",
        echo="8",
        idle="2",
        send="50",
        ratio="1/5",
        of="echo/send",
    ),
    said(
        "packets.ratio.lower",
        "A lower bound is 1.8, when all send packets are 16-byte request (or response) packets",
        _SIZES,
        echo="8",
        idle="2",
        send="18",
        ratio="1.8",
        of="send/echo",
    ),
    said(
        "packets.ratio.upper",
        "This is also an upper bound for all packets related to cache-coherent data",
        _SIZES,
        "of 16-byte and 80-byte packets, with no more data packets than requests",
        greatest_share="1/2",
        ratio="5",
    ),
    said(
        "packets.ratio.upper.any",
        "This is also an upper bound for all packets related to cache-coherent data",
        _SIZES,
        "of 16-byte and 80-byte packets in any mixture",
        greatest_share="1",
        ratio="5",
    ),
    said(
        "throughput",
        _THROUGHPUT,
        _SIZES,
        "hot-link traffic in send packets, send + e echo",
        unit="send packets",
        rate="48/50*(N - 1)/hot",
    ),
    said(
        "throughput.bytes",
        _THROUGHPUT,
        _SIZES,
        "hot-link traffic in bytes, as the paragraph before has it",
        unit="bytes",
        rate="48/50*(N - 1)/hot",
    ),
)
