"""Support vector machines: exact and approximate, linear and with kernels."""
