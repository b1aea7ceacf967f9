"""Pages about lemmas and displays for notebooks."""
