"""Signals from `events` to the apps above it.

`event_ranking_changed(event)` is sent after changes to the places of an event are committed.
`heat_lines_changed(heat)` is sent in the transaction that stores other lines or entrants of a heat on this server.
`release_asked(heat)` is sent before the transaction that gives a heat's cards to its dealer. A receiver may wait for
another server.
`event_published(event, publication)` is sent in the transaction that publishes a version of an event's ranking.
"""

from django.dispatch import Signal

event_ranking_changed = Signal()
heat_lines_changed = Signal()
event_published = Signal()
release_asked = Signal()
