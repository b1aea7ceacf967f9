"""``netlemma traffic``."""

from typing import Any

from netlemma.cli.command import Answer


def traffic(
    parameters: Any = None,
    *,
    at: str = "",
    sources: str = "",
    service: str = "",
    equations: str = "",
    json: bool = False,
) -> Answer:
    """Say how far traffic is from Poisson: moments of Markov-modulated arrivals, and one source for several.

    Example: netlemma traffic mu1=0.01 sigma1=0.2 sigma2=0.8 --sources 2
    """
    from netlemma.base.text_layout import fitted
    from netlemma.checks.base.inputs import quoted_text
    from netlemma.checks.performance.bursty_traffic import equations as derived
    from netlemma.checks.performance.bursty_traffic import traffic as answer
    from netlemma.errors import InputError

    if equations:
        if parameters or at or sources or service or json:
            raise InputError(
                "--equations prints derivations, which are the same for all sources: it takes nothing else"
            )
        text = "\n".join(derived(equations))
        return Answer(None, fitted(text) if equations == "text" else text)
    for word in parameters or []:
        if "=" not in word:
            raise InputError(
                f"{quoted_text(word)} is no parameter of a bursty source, such as mu1=0.01; patterns are given by `traffic` to "
                "measure, compare and simulate: netlemma list patterns"
            )
    moments = answer(parameters or [], at, sources, service)
    return Answer(moments)
