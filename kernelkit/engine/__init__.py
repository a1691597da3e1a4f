"""What makes it fast, and the same on every machine: tiles, products, exponentials."""
