"""Propositions 1 and 2 and equations 2, 4 to 6, 14 and 15: destinations at a distance, and objects in bounded cells.

In the sums over cells, ``Q``, ``J`` and ``K`` are the sums of q_l, j_l and j_l k_l over the cells.
"""

from derive.claims.khonsari.words import said

_WAYS = "a binomial counts choices, so it is 0 where its top is negative or less than its bottom"
_POLYNOMIAL = "a binomial is a polynomial in its top, also where that is negative"
_EQUAL = "(-1)^l*binomial(m, l)*binomial(r - m*q - l*k + m - 1, m - 1)"
_NODES = "(-1)^l*binomial(n, l)*binomial(i - l*k + n - 1, n - 1)"
_UNEQUAL = "(-1)^J*binomial(m + r - Q - 1 - K, m - 1)"
_BITS = "j_1, ..., j_m are the binary digits of j; "

STATEMENTS = (
    said(
        "hops.mean",
        "d = sum_(i=1)^(d_max) i p_i",
        "Eq. 2",
        "the mean distance of a message, p_i by equation 6 and d_max by equation 3",
        term="i*p",
        first="1",
        last="n*(k - 1)",
    ),
    said(
        "cells.equal",
        "the number of ways to distribute r like objects into m different cells, such that no cell contains less than q objects and not "
        "more than q + k - 1 objects is the coefficient of x^(r - qm) in (1 - x^k)^m (1 - x)^(-m) = (1 + x + ... + x^(k-1))^m",
        "Proposition 1",
        "both bounds included",
        least="q",
        most="q + k - 1",
        index="r - q*m",
    ),
    said("cells.equal.sum", "N_q^(q+k-1)(r, m)", "Eq. 4", _WAYS, term=_EQUAL, first="0", last="m"),
    said("cells.equal.sum.polynomial", "N_q^(q+k-1)(r, m)", "Eq. 4", _POLYNOMIAL, term=_EQUAL, first="0", last="m"),
    said("hops.nodes", "n_i = N_0^(k-1)(i, n)", "Eq. 5", _WAYS, term=_NODES, first="0", last="n"),
    said("hops.nodes.polynomial", "n_i = N_0^(k-1)(i, n)", "Eq. 5", _POLYNOMIAL, term=_NODES, first="0", last="n"),
    said(
        "hops.probability",
        "p_i = n_i/(N - 1)",
        "Eq. 6",
        "all other nodes are equally likely destinations",
        p="nodes/(N - 1)",
    ),
    said(
        "cells.unequal",
        "the number of ways to distribute r indistinguishable objects into m distinguishable cells, such that no cell contains less than "
        "q_l objects and not more than (q_l + k_l - 1) objects is the coefficient of x^r in a product",
        "Proposition 2",
        "both bounds included",
        least="q",
        most="q + k - 1",
    ),
    said(
        "cells.unequal.product",
        "f(x) = product over l of (x^(q_l) + x^(q_l + 1) + ... + x^(q_l + k_l - 1))",
        "Eq. 14",
        "the generating function of proposition 2, its coefficient of x^r",
        lowest="q",
        highest="q + k - 1",
        index="r",
    ),
    said(
        "cells.unequal.sum", "N_(Q,K)^m(r)", "Eq. 15", _BITS + _WAYS, term=_UNEQUAL, last="2^m - 1",
    ),
    said(
        "cells.unequal.sum.polynomial", "N_(Q,K)^m(r)", "Eq. 15", _BITS + _POLYNOMIAL, term=_UNEQUAL, last="2^m - 1",
    ),
)  # fmt: skip
