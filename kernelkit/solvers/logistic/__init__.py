"""Logistic regression: two classes, many, and a posterior of the weights."""
