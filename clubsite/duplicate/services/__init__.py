"""Writes of a session. README.md of the app says what each module has.

Lock order: Session, Section, Board, Room, Play; never upward (`locks`).
"""
