"""The algorithms: arrays in, a named result out."""
