"""Judges of statements of Reed (1982)."""
