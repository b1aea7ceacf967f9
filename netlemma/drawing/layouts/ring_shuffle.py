"""Layout of the shuffle as one stage: all words in a column, and copies in a second one, to which the links lead
(Johnson 1991, figure 7).
"""

from typing import Any

import numpy as np

from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.layouts.stages import columns


def place(net: Any) -> DrawingLayout:
    """A stage of the words in their order."""
    return columns(np.array([(0, z) for z in range(net.node_count)]))
