"""Papers in LaTeX: marked equations, table columns and numbers are found, judged and corrected in a patch."""
