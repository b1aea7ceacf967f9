r"""The displayed equation and the formulas in the text of Section 9 as the paper prints them, by key."""

_SHORT = r"\frac{r \cdot N}{f-1} \left[(r-1) \frac{f+1}{2r} - \frac{1}{f} + \frac{1}{N}\right]"
_LONG_LINKS = r"\frac{f-1}{f} + (r-1) \frac{(f-1)^2}{f^2}"

PRINTED = {
    "deadfly.link.short": r"\begin{aligned} & " + _SHORT + r" \\ & {} + e_s \frac{r \cdot N}{f-1} "
    r"\left[\frac{2r + f - 5}{2} - \frac{2r - 3}{f} - \frac{f - 3}{2r} + \frac{r - 1}{f^2} - \frac{1}{N}\right] \end{aligned}",
    "deadfly.rings.long": _LONG_LINKS,
    "butterfly.rings.long": _LONG_LINKS,
    "deadfly.rings.short": r"\frac{1}{f} + (r-1) \frac{f-1}{f^2} + \frac{f-1}{f} - \frac{1}{r}",
    "deadfly.queue.mean": r"\left[1 + r \frac{f-1}{f} - \frac{1}{r}\right] N",
}
