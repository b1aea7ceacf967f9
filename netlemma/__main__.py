"""``python -m netlemma``."""

from netlemma.cli import main

main()
