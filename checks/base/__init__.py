"""Input errors, sizes as users write them, and answers as objects."""
