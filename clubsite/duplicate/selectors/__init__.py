"""Reads of a night: sessions and sections (`sessions`), `tables` and who sits there, contestants (`entries`), `boards`,
`movements` and their `repairs`, how far a section is (`progress`), what a draft still lacks (`missing`).
"""
