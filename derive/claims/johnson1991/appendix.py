"""The formulas of the appendix on the way to those of figures 11 and 12: links, rings and errors that packets are counted by."""

from derive.claims.johnson1991.words import said

_CUBE, _DEAD, _FLY = "Section 9.2.1", "Section 9.2.2", "Section 9.2.3"
_TWO = "all packets are followed for one whole round, and then along the target's row, also those that had met their target before"
_ONCE = "every packet goes once around, also those of a processor to its own node: the packets that the formula counts"
_OWN = "packets within a node cross nothing and enter nothing"
_E = "e is the size of an echo packet over that of a send packet"
_N = "(r*f^r)"
_LONG_RINGS = "(f - 1)/f + (r - 1)*(f - 1)^2/f^2"
_ALL_RINGS = f"f/(f - 1)*({_LONG_RINGS})"
_SHORT_FIRST = "1/f + (r - 1)*(f - 1)/f^2"
_SAME_SENDS = "the short-ring links support the same number of send packets as do the long-ring links"
_EACH_RINGS = "each packet visits an average of f/(f-1) [(f-1)/f + (r-1)(f-1)^2/f^2] rings"

STATEMENTS = (
    said(
        "multicube.mean.links",
        "On average, each send packet traverses (r-1)/2 links in each of f dimensions",
        _CUBE,
        value="(r - 1)/2",
    ),
    said("multicube.total.send", "giving a total traffic of N^2 (r-1)/2 f", _CUBE, value="(r^f)^2*(r - 1)/2*f"),
    said("multicube.links", "there are f N total links", _CUBE, value="f*r^f"),
    said(
        "multicube.mean.links.echo",
        "The average links used per dimension is r - 1 because one out of every r packets does not need to be routed in "
        "the given "
        "dimension",
        _CUBE,
        "links crossed by a send packet or its echo",
        value="r - 1",
    ),
    said("multicube.total.both", "This yields a total traffic of N^2 (r-1) f", _CUBE, value="(r^f)^2*(r - 1)*f"),
    said(
        "multicube.link.both",
        "and an individual link traffic of (r-1) N when echo packets are the same size as send packets",
        _CUBE,
        value="(r - 1)*r^f",
    ),
    said(
        "multicube.link",
        "The general formula for the hot-link traffic is then (1+e_s) (r-1)/2 N",
        _CUBE,
        _E,
        value="(1 + e)*(r - 1)/2*r^f",
    ),
    said(
        "multicube.rings.mean",
        "the average number of rings visited by each packet is (r-1)/r f",
        _CUBE,
        value="(r - 1)/r*f",
    ),
    said(
        "deadfly.links",
        "each node has 1 link that belongs to a ring of size r and f-1 links that belong to rings of size 2r",
        _DEAD,
        short="1",
        long="f - 1",
    ),
    said(
        "deadfly.first-round.long",
        "each link supports transmission of (r N) 1/f packets in the first round",
        _DEAD,
        f"long-ring links; {_TWO}",
        value=f"r*{_N}/f",
    ),
    said(
        "deadfly.first-round.chance.long",
        "Each subsequent link has conditional probability of 1/f (f-1)/f + (f-1)/f (f-2)/f that it is a new long-ring link",
        _DEAD,
        f"{_TWO}; r >= 2, since there are no subsequent links otherwise",
        value="1/f*(f - 1)/f + (f - 1)/f*(f - 2)/f",
    ),
    said(
        "deadfly.rings.long",
        "Adding these together gives the average number of long rings touched by a packet: (f-1)/f + (r-1)(f-1)^2/f^2",
        _DEAD,
        sum="(f - 1)/f + (r - 1)*(1/f*(f - 1)/f + (f - 1)/f*(f - 2)/f)",
        value=_LONG_RINGS,
    ),
    said(
        "deadfly.link.long.both",
        "the hot-link traffic for e_s = 1 is (r N)[2/f + 2(r-1)(f-1)/f^2]",
        _DEAD,
        "long-ring links",
        value=f"r*{_N}*(2/f + 2*(r - 1)*(f - 1)/f^2)",
    ),
    said(
        "deadfly.link.long",
        "the hot-link metric for the long-ring links of the Deadfly is (r N)[1/f + e_s[1/f + 2(r-1)(f-1)/f^2]]",
        f"{_DEAD}; Figure 12",
        _E,
        value=f"r*{_N}*(1/f + e*(1/f + 2*(r - 1)*(f - 1)/f^2))",
        figure=f"r*{_N}/f*(1 + e*(1 + 2*(r - 1)*(f - 1)/f))",
    ),
    said(
        "deadfly.first-round.short",
        "each short-ring link supports the same amount of traffic during the first round as do the long-ring links, namely "
        "(r N) 1/f "
        "send packets",
        _DEAD,
        _TWO,
        value=f"r*{_N}/f",
    ),
    said(
        "deadfly.second-round.total",
        "the total traffic in the second round is N^2 sum of k/r, k = 0 to r-1",
        _DEAD,
        _TWO,
        value=f"{_N}^2*sum(k/r, k, 0, r - 1)",
    ),
    said(
        "deadfly.second-round.link",
        "Dividing this by the number, N, of short-ring links gives (r N)(r-1) 1/(2r)",
        _DEAD,
        _TWO,
        value=f"r*{_N}*(r - 1)/(2*r)",
    ),
    said(
        "deadfly.erroneous-targets",
        "The number of erroneous targets is the sum of f^k, k = 0 to r-1",
        _DEAD,
        "targets of one source that its packets meet before the first round ends, the source among them",
        value="sum(f^k, k, 0, r - 1)",
    ),
    said(
        "deadfly.error.links",
        "Multiplying this by the error per target, -r, and the number of packets per target, N, and then dividing by the "
        "total number of "
        "short-ring links, N, gives the error term -r N [1/((f-1) r) - 1/((f-1) N)]",
        _DEAD,
        f"what {_TWO} has to be corrected by, for a short-ring link",
        product=f"-r*{_N}*sum(f^k, k, 0, r - 1)/{_N}",
        value=f"-r*{_N}*(1/((f - 1)*r) - 1/((f - 1)*{_N}))",
    ),
    said(
        "deadfly.link.short.send",
        "the hot-link traffic for short-ring links and e_s = 0 is (r N)[1/f + (r-1) 1/(2r) - 1/((f-1) r) + 1/((f-1) N)]. "
        "Simplifying "
        "gives r N/(f-1) [(r-1)(f+1)/(2r) - 1/f + 1/N]",
        _DEAD,
        value=f"r*{_N}*(1/f + (r - 1)/(2*r) - 1/((f - 1)*r) + 1/((f - 1)*{_N}))",
        simplified=f"r*{_N}/(f - 1)*((r - 1)*(f + 1)/(2*r) - 1/f + 1/{_N})",
    ),
    said(
        "deadfly.first-round.chance.short",
        "Each subsequent link has conditional probability of 1/f + (f-1)/f 1/f that it is a new short-ring link",
        _DEAD,
        f"{_TWO}; r >= 2, since there are no subsequent links otherwise; as printed, with 1/f in full",
        value="1/f + (f - 1)/f*1/f",
    ),
    said(
        "deadfly.first-round.chance.short.zero",
        "Each subsequent link has conditional probability of 1/f + (f-1)/f 1/f that it is a new short-ring link",
        _DEAD,
        "1/f is read as 1/f times 0, since after a short-ring link another one is not new: what the sum that follows has",
        value="1/f*0 + (f - 1)/f*1/f",
    ),
    said(
        "deadfly.first-round.rings.short",
        "Adding these together gives the average number of short rings touched by a packet: 1/f + (r-1)(f-1)/f^2",
        _DEAD,
        f"in the first round; {_TWO}",
        value=_SHORT_FIRST,
    ),
    said(
        "deadfly.first-round.short.both",
        "for the first round we have (r N)[1/f + (r-1)(f-1)/f^2] packets per short-ring link",
        _DEAD,
        f"send and echo packets; {_TWO}",
        value=f"r*{_N}*({_SHORT_FIRST})",
    ),
    said(
        "deadfly.second-round.chance",
        "For the second round the probability is (f-1)/f that a packet arrived on a long-ring link and starts a new short ring",
        _DEAD,
        _TWO,
        value="(f - 1)/f",
    ),
    said(
        "deadfly.second-round.both",
        "the second-round traffic contribution per link is (r N)(f-1)/f",
        _DEAD,
        f"send and echo packets on a short-ring link; {_TWO}",
        value=f"r*{_N}*(f - 1)/f",
    ),
    said(
        "deadfly.erroneous-targets.rings",
        "This gives us the sum of f^k (f-1)/f, k = 1 to r, erroneous targets plus one for the target that is the same as "
        "the source",
        _DEAD,
        "targets of one source for which one short ring too many is counted",
        value="sum(f^k*(f - 1)/f, k, 1, r) + 1",
    ),
    said(
        "deadfly.error.rings",
        "After simplification the error term becomes -(r N) 1/r",
        _DEAD,
        "send and echo packets on a short-ring link",
        product=f"-r*(sum(f^k*(f - 1)/f, k, 1, r) + 1)*{_N}/{_N}",
        value=f"-(r*{_N})/r",
    ),
    said(
        "deadfly.link.short.both",
        "the hot-link traffic on the short-ring links for e_s = 1 is (r N)[1/f + (r-1)(f-1)/f^2 + (f-1)/f - 1/r] or "
        "(r N)(r-1)[(f-1)/f^2 + 1/r]",
        _DEAD,
        value=f"r*{_N}*(1/f + (r - 1)*(f - 1)/f^2 + (f - 1)/f - 1/r)",
        simplified=f"r*{_N}*(r - 1)*((f - 1)/f^2 + 1/r)",
    ),
    said(
        "deadfly.link.short",
        "the general formula for short-ring hot-link traffic on the Deadfly is r N/(f-1) [(r-1)(f+1)/(2r) - 1/f + 1/N] + "
        "e_s r N/(f-1) "
        "[(2r+f-5)/2 - (2r-3)/f - (f-3)/(2r) + (r-1)/f^2 - 1/N]",
        f"{_DEAD}; Figure 12",
        _E,
        value=f"r*{_N}/(f - 1)*((r - 1)*(f + 1)/(2*r) - 1/f + 1/{_N}) + "
        f"e*r*{_N}/(f - 1)*((2*r + f - 5)/2 - (2*r - 3)/f - (f - 3)/(2*r) + (r - 1)/f^2 - 1/{_N})",
    ),
    said(
        "deadfly.rings.short",
        "each packet visits an average of ... 1/f + (r-1)(f-1)/f^2 + (f-1)/f - 1/r short-ring links",
        _DEAD,
        "read as short rings",
        value=f"{_SHORT_FIRST} + (f - 1)/f - 1/r",
    ),
    said(
        "deadfly.queue.mean",
        "multiply by the total number of messages, N^2, and divide by the total number of nodes, N, then we get the "
        "hot-queue metric, "
        "[1 + r (f-1)/f - 1/r] N",
        _DEAD,
        "on average over nodes; the most at one node is the claim of figure 12",
        value=f"(1 + r*(f - 1)/f - 1/r)*{_N}",
    ),
    said("butterfly.sends.alike", _SAME_SENDS, _FLY, _OWN, value=f"r*{_N}/f"),
    said("butterfly.sends.alike.once-around", _SAME_SENDS, _FLY, _ONCE, value=f"r*{_N}/f"),
    said(
        "butterfly.hot-links",
        "the short-ring links must support fewer echo packets since the ring size is smaller. Therefore, the hot links are "
        "the long-ring "
        "links",
        _FLY,
        "a long-ring link has more echo packets than a short-ring link, and no fewer send packets, so that it is hotter at "
        "any ratio",
        echo="long > short",
        send="long >= short",
    ),
    said(
        "butterfly.rings.long",
        "each packet visits an average of (f-1)/f + (r-1)(f-1)^2/f^2 long-ring links",
        _FLY,
        "read as long rings",
        value=_LONG_RINGS,
    ),
    said("butterfly.rings", _EACH_RINGS, _FLY, _OWN, value=_ALL_RINGS),
    said("butterfly.rings.once-around", _EACH_RINGS, _FLY, _ONCE, value=_ALL_RINGS),
    said(
        "butterfly.queue.once-around",
        "Multiplying this by the number of packets, N^2, and dividing by the number of nodes, N, gives the hot queue metric, "
        "[1 + (r-1)(f-1)/f] N",
        f"{_FLY}; Figure 12",
        f"on average over nodes; {_ONCE}",
        value=f"(1 + (r - 1)*(f - 1)/f)*{_N}",
    ),
    said(
        "butterfly.queue.once-around.most",
        "the hot queue metric, [1 + (r-1)(f-1)/f] N",
        f"{_FLY}; Figure 12",
        f"at the node where most packets enter rings; {_ONCE}",
        value=f"(1 + (r - 1)*(f - 1)/f)*{_N}",
    ),
)
