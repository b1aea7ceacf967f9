"""Equations that are about lemmas of the one-way torus, the paper's k-ary n-cube."""

from derive.claims.khonsari.printed import PRINTED
from derive.core.claim import Claim

CLAIMS = (Claim("torus.diameter", "n*(k - 1)", "khonsari", "Eq. 3", printed=PRINTED["Eq. 3"]),)
