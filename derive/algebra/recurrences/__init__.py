"""C-finite sequences: closed forms that are exponential polynomials, their generating functions, recurrences and growth."""
