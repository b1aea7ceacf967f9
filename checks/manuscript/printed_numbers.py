r"""Numbers as they are printed: exact ones and rounded ones, with the decimals that they show."""

import re
from dataclasses import dataclass
from fractions import Fraction

_DECORATION = re.compile(
    r"\\(?:mathbf|mathit|mathrm|textbf|textit|text|num|emph|underline)\s*(?=\{)|\\[,;:! ]"
    r"|\\(?:hline|toprule|midrule|bottomrule)|~|\$"
)
_FRACTION = re.compile(r"\\[dt]?frac\{([0-9]+)\}\{([0-9]+)\}|([0-9]+)/([0-9]+)")
_DECIMAL = re.compile(r"([0-9]+)(?:\.([0-9]+))?(\\%)?(?:\\(?:times|cdot)10\^\{?(-?[0-9]{1,2})\}?)?")
LONGEST = 60


@dataclass(frozen=True)
class PrintedNumber:
    """A printed number: its value, and the value of a unit of its last digit, None if it is a fraction."""

    value: Fraction
    unit: Fraction | None

    def agrees(self, true: Fraction) -> bool:
        r"""Whether it is the true value, exactly or rounded to the digits that are shown.

        Parameters
        ----------
        true : Fraction
            True value.

        Returns
        -------
        bool
            Whether it is.

        Examples
        --------
        >>> [read_number(text).agrees(Fraction(1, 3)) for text in ("0.333", "0.334", "1/3", r"33.3\%", "0.3")]
        [True, False, True, True, True]
        """
        if self.unit is None:
            return self.value == true
        return abs(self.value - true) <= self.unit / 2

    def like(self, true: Fraction) -> str:
        r"""The true value as it would be printed: a fraction, or with as many decimals, rounded half to even.

        Parameters
        ----------
        true : Fraction
            True value.

        Returns
        -------
        str
            Text.

        Examples
        --------
        >>> read_number("0.334").like(Fraction(1, 3)), read_number("2").like(Fraction(3))
        ('0.333', '3')
        """
        if self.unit is None or self.unit.numerator != 1 or self.unit == 1:
            return str(true)
        places = len(str(self.unit.denominator)) - 1
        digits = str(round(abs(true) * 10**places)).rjust(places + 1, "0")
        return f"{'-' * (true < 0)}{digits[:-places]}.{digits[-places:]}"


def read_number(text: str) -> PrintedNumber | None:
    r"""A number as LaTeX prints it, without comments; None for another text.

    Parameters
    ----------
    text : str
        Text such as ``3.05``, ``1{,}024``, ``\frac{1}{3}``, ``$12.5\%$`` or ``1.2\times 10^{3}``.

    Returns
    -------
    PrintedNumber or None
        The number.

    Examples
    --------
    >>> read_number("$1{,}024$").value, read_number(r"\frac{1}{3}").unit, read_number("---")
    (Fraction(1024, 1), None, None)
    """
    text = re.sub(r"(?<!\\)%[^\n]*", "", text)
    bare = _DECORATION.sub("", text).replace("{,}", "").replace("−", "-").strip()
    bare = re.sub(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))", "", bare)
    bare = re.sub(r"\s+", "", bare)
    while len(bare) > 1 and bare[0] == "{" and bare[-1] == "}":
        bare = bare[1:-1]
    sign = -1 if bare.startswith("-") else 1
    bare = bare.removeprefix("-")
    if not bare or len(bare) > LONGEST:
        return None
    fraction = _FRACTION.fullmatch(bare)
    if fraction:
        above, below = (int(each) for each in fraction.groups() if each)
        return PrintedNumber(sign * Fraction(above, below), None) if below else None
    decimal = _DECIMAL.fullmatch(bare)
    if not decimal:
        return None
    whole, places, percent, power = decimal.groups()
    scale = Fraction(10) ** int(power or 0) / (100 if percent else 1)
    value = sign * Fraction(f"{whole}.{places or 0}") * scale
    return PrintedNumber(value, scale / 10 ** len(places or ""))
