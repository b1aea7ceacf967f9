"""Users' formulas: a small grammar and exact evaluation; nothing is executed."""
