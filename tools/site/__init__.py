"""The course as web pages, made from the stored notebooks: ``make site``."""
