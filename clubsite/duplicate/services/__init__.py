"""Services that change a session. The app's README.md lists what each module has.

Lock order: Session, Section, Board, Room, Play; never upward (`locks`).
"""
