"""Lessons, first hands and the rules as pages."""
