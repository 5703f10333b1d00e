"""Queries for results. Members' pages and the API read only the newest Publication."""
