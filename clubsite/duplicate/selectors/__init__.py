"""Reads of a night: sessions and sections (`sessions`), `tables` and who sits there, contestants (`entries`), `boards`,
and how far a section is (`progress`).
"""
