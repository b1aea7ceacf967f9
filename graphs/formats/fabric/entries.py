"""Numbers with a meaning in forwarding tables, and the outcomes of following messages by them."""

DELIVERED, NOWHERE, STRANDED, LOOP, NO_LEVEL, NO_LANE = range(6)
NO_OUTPUT, UNREACHABLE = 65535, 65534  # no entry; an entry that says that there is no way
UNKNOWN = 255  # no service level, no virtual lane
DROPPED = 15  # the lane that switches do not have for data: a message mapped to it is dropped
