"""Services that change a session. The app's README.md lists what each module contains.

Lock order: Session, Section, Board, Room, Play; never in the other direction (`locks`).
"""
