"""Doors of the director's pages: each parses, calls one service or selector, renders."""
