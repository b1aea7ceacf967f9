"""Pages of lemmas, and displays for notebooks."""
