"""One family, one module; each has ``LEMMAS``: a mapping from key to the function that derives the lemma."""
