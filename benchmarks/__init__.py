"""kernelkit beside its peers: the same arrays, the same threads, in one run, answers compared."""
