"""Proofs in Rocq of worst cases of dimension order: the theorem that is applied, and the tactics of its premises."""

from netlemma.derive.formal.statements import FormalStatement, NotExported
from netlemma.derive.networks.traffic.patterns import SPLIT

_FACTOR = {
    "worst_channel_load": ("stressed_factor",),
    "fraction_of_capacity": ("sound_routes", "stressed_factor", "busiest_channels", "positive_load"),
}
_POWER = {
    "worst_channel_load": ("count_nodes", "sound_routes", "stressed_factor"),
    "fraction_of_capacity": ("count_nodes", "sound_routes", "stressed_factor", "busiest_channels", "positive_load"),
}
_PRODUCT = {
    "worst_channel_load": ("worst_of_each",),
    "fraction_of_capacity": ("sound_routes", "worst_of_each", "busiest_channels", "computed"),
}
_RULE = {"worst_channel_load": "worst_load", "fraction_of_capacity": "fraction"}


def is_worst(statement: FormalStatement) -> bool:
    """Whether a statement is about the worst case of dimension order."""
    return statement.quantity in _RULE and not statement.by_way


def worst_rule(statement: FormalStatement) -> tuple[str, ...]:
    """The theorem and the tactics for a factor, for a power, or for a product of unlike factors.

    Parameters
    ----------
    statement : FormalStatement
        Statement about the worst case of dimension order.

    Returns
    -------
    tuple of str
        Name of the theorem, and tactics.

    Raises
    ------
    NotExported
        For unlike factors whose sizes are not all numbers, or with even rings whose ties are split.
    """
    rule = _RULE[statement.quantity]
    if len(statement.network) == 1:
        (group,) = statement.network
        form, tactics = ("factor", _FACTOR) if group.count == 1 else ("power", _POWER)
        return f"{rule}_{form}", *tactics[statement.quantity]
    for group in statement.network:
        if not (group.size.is_Integer and group.count.is_Integer):
            raise NotExported("the theory has worst cases of unlike factors where all sizes are numbers")
        if group.kind.name == "ring" and statement.ties == SPLIT and group.size > 2 and group.size % 2 == 0:
            raise NotExported("the theory has no worst cases of unlike factors with an even ring whose ties are split")
    return f"{rule}_product", *_PRODUCT[statement.quantity]


def worst_closing(statement: FormalStatement) -> tuple[str, str]:
    """The tactic that shows the closed form, and the one that no denominator is zero."""
    closing = "formula_arithmetic" if statement.claimed else "arithmetic"
    return "computed" if len(statement.network) > 1 else f"halved {closing}", "two_or_more; never_zero"
