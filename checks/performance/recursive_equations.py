"""Service times of the channels of mesh and one-way torus as recursions, in text and LaTeX."""

from netlemma.derive.performance.latency.model_derivations import recursion, recursions
from netlemma.derive.typeset.expressions import expression_latex, expression_text
from netlemma.errors import InputError


def recursive_equations(name: str, form: str) -> list[str]:
    """Service times of the channels of a model: equation 7 and its derived form, with proofs re-run.

    R. I. Greenberg and L. Guan (1997), equation 7.
    """
    names = [each for each in recursions() if each.partition(".")[0] == name]
    if not names:
        raise InputError(f"`equations` applies only to the models mesh and oneway-torus; given is {name}")
    if form not in ("text", "latex"):
        raise InputError(f"`equations` is {form!r}; it is text or latex")
    lines = []
    for each in names:
        derivation = recursion(each)
        derivation.check()
        where = each.partition(".")[2].replace(".", ", ")
        if form == "text":
            lines += [
                f"{where}: x = {expression_text(derivation.start)}",
                f"    = {expression_text(derivation.result)}",
            ]
        else:
            lines += [
                r"\begin{align*}",
                rf"\text{{{where}:}}\quad x &= {expression_latex(derivation.start)} \\",
                rf"&= {expression_latex(derivation.result)}",
                r"\end{align*}",
            ]
    return lines
