"""The value of a summand in a region: an exponential polynomial, or the question to settle first."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import lcm

from netlemma.derive.algebra.affine.elimination import AffineRow, Number, row
from netlemma.derive.algebra.affine.regions import Region
from netlemma.derive.algebra.summation import summand
from netlemma.derive.algebra.summation import terms as affine_terms
from netlemma.derive.algebra.summation.chambers import CannotClose, Tree, restrict

MOST_QUOTIENTS = 24


class Resolver:
    """Values of nodes in regions.

    `totals` gives each inner sum its tree of values, `integers` the names of integers. Every method raises Undecided
    for an open question, and CannotClose for a node without a value of the required kind.
    """

    def __init__(self, totals: Mapping[summand.Total, Tree], integers: Collection[str]):
        self.totals = totals
        self.integers = integers

    def value(self, node: summand.SummandNode, region: Region) -> affine_terms.Term:
        """The exponential polynomial that equals a node throughout the region.

        Parameters
        ----------
        node : SummandNode
            Node of a summand.
        region : Region
            Region of the parameters.

        Returns
        -------
        Term
            The value.

        Raises
        ------
        CannotClose
            If the node has no value there.
        """
        match node:
            case summand.Plain(term):
                return term
            case summand.Plus(arguments):
                return sum((self.value(a, region) for a in arguments), affine_terms.number(0))
            case summand.SummandProduct(arguments):
                product = affine_terms.number(1)
                for a in arguments:
                    product = product * self.value(a, region)
                    if not product.parts:
                        break
                return product
            case summand.Total():
                found: affine_terms.Term = restrict(self.totals[node], region)
                return found
            case summand.Raised(base, exponent):
                term = self.value(base, region)
                return term**exponent if exponent >= 0 else self.reciprocal(term, region) ** -exponent
            case summand.Exponential(base, exponent):
                return affine_terms.power(base, self.value(exponent, region))
            case summand.MinOrMax(arguments, largest):
                return self.extreme([self.value(a, region) for a in arguments], largest, region)
            case summand.Magnitude(argument):
                term = self.value(argument, region)
                return term if region.decide_sign(self.sign_row(term)) else -term
            case summand.Quotient(dividend, divisor):
                return self.quotient(self.value(dividend, region), self.value(divisor, region), region)
            case summand.FirstCase(cases):
                for condition, value in cases:
                    if self.truth(condition, region):
                        return self.value(value, region)
                raise CannotClose("a Piecewise has no value where none of its conditions holds: add a last case")
        raise CannotClose(f"{node} is a condition, not a value")

    def truth(self, node: summand.SummandNode, region: Region) -> bool:
        """Whether a condition holds throughout the region (True) or nowhere in it (False).

        Parameters
        ----------
        node : SummandNode
            Node of a summand.
        region : Region
            Region of the parameters.

        Returns
        -------
        bool
            Constant of the condition.

        Raises
        ------
        CannotClose
            If the node is not a condition.
        """
        match node:
            case summand.FixedCondition(value):
                return value
            case summand.Connective("and", arguments):
                return all(self.truth(a, region) for a in arguments)
            case summand.Connective("or", arguments):
                return any(self.truth(a, region) for a in arguments)
            case summand.Connective("not", (argument,)):
                return not self.truth(argument, region)
            case summand.Compare(kind, argument):
                term = self.value(argument, region)
                if kind == "ge":
                    return region.decide_sign(self.sign_row(term))
                if kind == "gt":
                    return not region.decide_sign(self.sign_row(-term))
                zero = region.decide_sign(self.sign_row(term)) and region.decide_sign(self.sign_row(-term))
                return zero if kind == "eq" else not zero
        raise CannotClose(f"{node} is a value, not a condition")

    def affine(self, term: affine_terms.Term) -> tuple[dict[str, Number], Number]:
        """Coefficients and constant of a term that must be affine in integers.

        Raises
        ------
        CannotClose
            If the term is not affine in integers.
        """
        found = affine_terms.affine_parts(term)
        if found is None:
            raise CannotClose(f"{affine_terms.text(term)} is not affine, so it cannot decide a case or bound a sum")
        for name in found[0]:
            if name not in self.integers:
                raise CannotClose(f"{name} decides a case but is not declared integer: use integer=True")
        return found

    def sign_row(self, term: affine_terms.Term) -> AffineRow:
        """The row `term >= 0`."""
        return row(*self.affine(term))

    def extreme(self, terms: list[affine_terms.Term], largest: bool, region: Region) -> affine_terms.Term:
        """The least or greatest of several terms.

        Parameters
        ----------
        terms : list of Term
            Terms to compare.
        largest : bool
            True for the greatest.
        region : Region
            Region of the parameters.

        Returns
        -------
        Term
            The extreme term.
        """
        best = terms[0]
        for other in terms[1:]:
            gain = other - best if largest else best - other
            if region.decide_sign(self.sign_row(gain)):
                best = other
        return best

    def reciprocal(self, term: affine_terms.Term, region: Region) -> affine_terms.Term:
        """1/term for an affine term that is certainly not 0; other terms are taken where they are defined.

        Parameters
        ----------
        term : Term
            Term to resolve.
        region : Region
            Region of the parameters.

        Returns
        -------
        Term
            The reciprocal.

        Raises
        ------
        CannotClose
            If an affine term may be 0.
        """
        found = affine_terms.affine_parts(term)
        if found is not None and all(name in self.integers for name in found[0]):
            coefficients, constant = found
            opposite = {name: -x for name, x in coefficients.items()}
            scale = lcm(constant.denominator, *(x.denominator for x in coefficients.values()))
            above = row({name: x * scale for name, x in coefficients.items()}, constant * scale - 1)
            below = row({name: x * scale for name, x in opposite.items()}, -constant * scale - 1)
            if not region.implies(above) and not region.implies(below):
                raise CannotClose(f"the denominator {affine_terms.text(term)} may be 0: assume that it is not")
        return affine_terms.reciprocal(term)

    def quotient(self, dividend: affine_terms.Term, divisor: affine_terms.Term, region: Region) -> affine_terms.Term:
        """floor(dividend / divisor).

        Parameters
        ----------
        dividend : Term
            Affine dividend.
        divisor : Term
            Affine divisor.
        region : Region
            Region of the parameters.

        Returns
        -------
        Term
            The integer part of the quotient.

        Raises
        ------
        CannotClose
            If the divisor is 0.
        """
        coefficients, constant = self.affine(divisor)
        if coefficients:
            return self._symbolic_quotient(dividend, divisor, region)
        if not constant:
            raise CannotClose(f"floor({affine_terms.text(dividend)} / 0)")
        return self.floor(dividend * (1 / Fraction(constant)), region)

    def floor(self, term: affine_terms.Term, region: Region) -> affine_terms.Term:
        """The integer part of an affine term with rational coefficients.

        Parameters
        ----------
        term : Term
            Term to resolve.
        region : Region
            Region of the parameters.

        Returns
        -------
        Term
            The integer part.
        """
        coefficients, constant = self.affine(term)
        whole = {name: x for name, x in coefficients.items() if Fraction(x).denominator == 1}
        rest = {name: x for name, x in coefficients.items() if name not in whole}
        scale = lcm(*(Fraction(x).denominator for x in rest.values()), 1)
        shift = (constant * scale) // 1
        above = {name: int(x * scale) for name, x in rest.items()}
        residue = region.residue(above.items(), int(shift), scale)
        return affine_terms.affine_term(whole, 0) + affine_terms.affine_term(above, shift - residue) * Fraction(
            1, scale
        )

    def _symbolic_quotient(
        self, dividend: affine_terms.Term, divisor: affine_terms.Term, region: Region
    ) -> affine_terms.Term:
        """The t with t * divisor <= dividend < (t+1) * divisor, if only few t are possible."""
        if not region.implies(self.sign_row(divisor - affine_terms.number(1))):
            raise CannotClose(f"the divisor {affine_terms.text(divisor)} must be known to be at least 1")

        def at_least(t: int) -> AffineRow:
            return self.sign_row(dividend - divisor * t)

        def below(t: int) -> AffineRow:
            return self.sign_row(divisor * t - dividend - affine_terms.number(1))

        try:
            lowest = next(t for t in _outward(MOST_QUOTIENTS, -1) if region.implies(at_least(t)))
            highest = next(t for t in _outward(MOST_QUOTIENTS, 1) if region.implies(below(t + 1)))
        except StopIteration:
            raise CannotClose(
                f"floor(({affine_terms.text(dividend)}) / ({affine_terms.text(divisor)})) can have arbitrarily many values here"
            ) from None
        except affine_terms.NotPolynomial as reason:  # pragma: no cover
            raise CannotClose(str(reason)) from reason
        while region.implies(at_least(lowest + 1)):
            lowest += 1
        while highest > lowest and region.implies(below(highest)):
            highest -= 1
        while lowest < highest:
            middle = (lowest + highest + 1) // 2
            if region.decide_sign(at_least(middle)):
                lowest = middle
            else:
                highest = middle - 1
        return affine_terms.number(lowest)


def _outward(most: int, direction: int) -> range:
    """The integers from 0 outwards in one direction."""
    return range(0, direction * most, direction)
