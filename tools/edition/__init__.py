"""The HTML edition of the course, made from the stored notebooks by ``tools/build_site.py``."""
