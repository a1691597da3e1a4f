"""Tables that take minutes to compute, stored in lessons/results: ``make results``."""
