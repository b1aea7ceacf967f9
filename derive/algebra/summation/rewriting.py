"""Tests and rewritings of terms: zero test, value at a point, substitution."""

from collections.abc import Mapping
from fractions import Fraction

from netlemma.derive.algebra.affine.elimination import Number
from netlemma.derive.algebra.summation import terms


def vanishes(term: terms.Term) -> bool:
    """Whether the term is identically zero, reciprocals multiplied away.

    Examples
    --------
    >>> from netlemma.derive.algebra.summation.terms import reciprocal, variable
    >>> u = reciprocal(variable("a") - terms.number(1))
    >>> vanishes(u * variable("a") - u - terms.number(1))
    True
    """
    if not term.parts:
        return True
    atoms = terms.denominators(term)
    if not atoms:
        return False
    name, denominator = next(iter(atoms.items()))
    by_degree = collect_powers(term, name)
    top = max(by_degree)
    cleared = terms.number(0)
    for degree, coefficient in by_degree.items():
        cleared = cleared + coefficient * denominator ** (top - degree)
    return vanishes(cleared)


def collect_powers(term: terms.Term, name: str) -> dict[int, terms.Term]:
    """Coefficients of the powers of one variable as a polynomial variable; symbolic powers stay inside.

    Parameters
    ----------
    term : Term
        Term to split.
    name : str
        Name of the variable.

    Returns
    -------
    dict from int to Term
        Coefficient of each power.
    """
    result: dict[int, dict[terms.Key, Number]] = {}
    for (monomial, powers), value in term.parts.items():
        degree = dict(monomial).get(name, 0)
        rest = tuple(item for item in monomial if item[0] != name)
        result.setdefault(degree, {})[rest, powers] = value
    return {degree: terms.Term(parts) for degree, parts in result.items()}


def variables(term: terms.Term) -> set[str]:
    """All names in the term: in monomials, bases, exponents and denominators."""
    names: set[str] = set()
    for monomial, powers in term.parts:
        for name, _ in monomial:
            names |= variables(terms.reciprocal_of(name)) if terms.is_reciprocal(name) else {name}
        for base, form in powers:
            names |= {name for name, _ in form if name} | (set() if base.isdigit() else {base})
    return names


def substitute(term: terms.Term, name: str, value: terms.Term) -> terms.Term:
    """Replace a variable by an affine term, in monomials and in exponents.

    Parameters
    ----------
    term : Term
        Term to rewrite.
    name : str
        Name of the variable.
    value : Term
        Affine term that replaces it.

    Returns
    -------
    Term
        The rewritten term.

    Raises
    ------
    NotPolynomial
        If the value is not affine, or the variable is a base or in a denominator.

    Examples
    --------
    >>> from netlemma.derive.algebra.summation.terms import power, variable
    >>> k = variable("k")
    >>> substitute(k * k * power(2, k), "k", k + terms.number(1))
    Term(2*k^2*2^(k) + 4*k*2^(k) + 2*2^(k))
    """
    found = terms.affine_parts(value)
    if found is None:
        raise terms.NotPolynomial(f"{terms.text(value)} is not affine")
    coefficients, constant = found
    result = terms.number(0)
    untouched: dict[terms.Key, Number] = {}
    cache: dict[int, terms.Term] = {0: terms.number(1)}
    for (monomial, powers), coefficient in term.parts.items():
        degree, rest, changed = 0, [], False
        for item in monomial:
            if item[0] == name:
                degree = item[1]
            else:
                rest.append(item)
                if terms.is_reciprocal(item[0]) and name in variables(terms.reciprocal_of(item[0])):
                    raise terms.NotPolynomial(f"{name} is in the denominator of {item[0]}")
        if degree < 0:
            raise terms.NotPolynomial(f"{name} is in a denominator")
        forms: dict[str, dict[str, Number]] = {}
        for base, form in powers:
            if base == name:
                raise terms.NotPolynomial(f"{name} is the base of a power")
            forms[base] = dict(form)
            if name in forms[base]:
                changed = True
                factor = forms[base].pop(name)
                for other, x in coefficients.items():
                    forms[base][other] = forms[base].get(other, 0) + factor * x
                forms[base][""] = forms[base].get("", 0) + factor * constant
        if not degree and not changed:
            untouched[monomial, powers] = coefficient
            continue
        folded, extra, scale = terms.fold_powers(forms) if changed else (powers, (), 1)
        while degree not in cache:
            cache[max(cache) + 1] = cache[max(cache)] * value
        result = (
            result
            + terms.Term({(terms.times_monomials(tuple(rest), extra), folded): coefficient * scale}) * cache[degree]
        )
    return result + terms.Term(untouched)


def value(term: terms.Term, point: Mapping[str, int]) -> Fraction:
    """The exact value at an integer point.

    Parameters
    ----------
    term : Term
        Term to evaluate.
    point : mapping from str to int
        Value of each variable.

    Returns
    -------
    Fraction
        The value.

    Raises
    ------
    ZeroDivisionError
        If a denominator is 0.
    ValueError
        If a power is not rational.
    """
    total = Fraction(0)
    for (monomial, powers), coefficient in term.parts.items():
        product = Fraction(coefficient)
        for name, exponent in monomial:
            base = value(terms.reciprocal_of(name), point) ** -1 if terms.is_reciprocal(name) else Fraction(point[name])
            product *= base**exponent
        for base_name, form in powers:
            exponent_value = Fraction(sum(Fraction(x) * (point[name] if name else 1) for name, x in form))
            if exponent_value.denominator != 1:
                raise ValueError(f"{base_name}^{exponent_value} is not rational")
            base = Fraction(int(base_name) if base_name.isdigit() else point[base_name])
            product *= base**exponent_value.numerator
        total += product
    return total
