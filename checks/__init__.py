"""Where symbols and networks meet: lemmas, formulas and claims against what explicit networks show.

>>> from checks import check
>>> check("ring", "mean_distance", "K/4").verdict
'fails'
"""

from checks.claims import check, errata, judge
from checks.inputs import InputError
from checks.verify import verify, verify_lemma

__all__ = ["InputError", "check", "errata", "judge", "verify", "verify_lemma"]
