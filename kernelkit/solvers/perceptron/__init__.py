"""Perceptrons: primal, dual, and with kernels for many classes."""
