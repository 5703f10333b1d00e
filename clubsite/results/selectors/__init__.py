"""Reads of results. Members' pages and the API read the newest Publication and nothing else."""
