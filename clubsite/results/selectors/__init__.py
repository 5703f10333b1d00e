"""Queries for results. Members' pages and the API read only from the newest Publication."""
