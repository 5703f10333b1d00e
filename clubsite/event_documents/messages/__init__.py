"""The signed documents that servers of an event send each other: their parts, parsing, making and signing.

docs/simultaneous-protocol.md describes them for other programs. Nothing here reads the database or a clock.
"""
