"""Networks side by side: sizes with as many ends, what is measured of each, and the families in one table."""
