"""Users' formulas: a small grammar, exact evaluation, nothing executed."""
