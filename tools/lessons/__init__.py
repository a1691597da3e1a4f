"""Lessons: the list of them, running them, filming their sliders, and the gates they must pass."""
