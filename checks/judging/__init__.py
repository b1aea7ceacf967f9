"""Users' formulas judged: against proved lemmas for all sizes, or against measurements of explicit networks."""
