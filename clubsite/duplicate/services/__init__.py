"""Writes of a night: setting it up (`setup`), its boards (`boards`), its rounds (`rounds`) and
tables (`tables`), the director (`directing`), and the sweep (`sweeping`).

Lock order: Session, Section, Board, Room, Play; never upward.
"""
