"""Lessons: the list of them, running them, and the gates they must pass."""
