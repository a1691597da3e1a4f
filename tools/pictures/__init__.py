"""The pictures of README.md."""
