"""Classifiers that model how the samples of each class come about."""
