"""Selectors for the pages of home play."""
