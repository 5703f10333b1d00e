"""Writes of a night. In draft: the session (`setup`), its `sections`, the `movement` and names of each, `boards`, the
options of the game (`customs`). In play: `rounds`, `tables`, the `drawing` of a Swiss, the director (`directing`), the
`repair` of a movement and what follows from it (`reseating`), the sweep (`sweeping`).

Lock order: Session, Section, Board, Room, Play; never upward (`locks`).
"""
