"""Lemmas, one module for each family; ``LEMMAS`` maps each key to the function that derives the lemma."""
