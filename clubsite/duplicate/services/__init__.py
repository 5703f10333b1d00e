"""Writes of a night: setting it up (`setup`), its boards (`boards`), and running it (`running`).

Lock order: Session, Section, Board, Room, Play; never upward.
"""
