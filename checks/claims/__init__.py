"""Claims of users and of papers, and their verdicts."""
