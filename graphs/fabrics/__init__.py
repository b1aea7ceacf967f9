"""A fabric in service: its cables, what it was built as, which cables deviate, and whether its routes are safe and balanced."""
