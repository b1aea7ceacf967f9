"""``netlemma deadlock FAMILY --all-sizes``: which options go with it. The deciding is done by :mod:`checks`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def of_all_sizes(family: str, vcs: int | None, others: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """The title and the verdict.

    Parameters
    ----------
    others : what was given besides, by the name of the option; only dimension order may be named.

    Raises
    ------
    InputError : no family, one without step formula, or an option that does not go with all sizes.
    """
    from checks.base.inputs import InputError
    from checks.lemmas.all_sizes import all_sizes

    for option, value in others.items():
        if value and (option, value) != ("--routing", "dimension-order"):
            raise InputError(
                f"--all-sizes asks about the family's own routing at all sizes: {option} does not go with it"
            )
    return f"{family}, all sizes", all_sizes(family, vcs).as_json()
