"""The shuffle of rings: words, their borders and the patterns of their letters."""
