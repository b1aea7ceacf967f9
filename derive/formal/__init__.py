"""Lemmas for proof assistants: statements, and their text for Rocq."""
