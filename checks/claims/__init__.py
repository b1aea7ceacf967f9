"""Claims of users and of papers, judged."""
