"""Least squares and Fisher's discriminant: linear algebra alone."""
