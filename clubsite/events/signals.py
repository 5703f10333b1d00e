"""Signals from `events` to the apps above it.

`event_ranking_changed(event)` is sent after changes to the places of an event are committed.
`event_published(event, publication)` is sent in the transaction that publishes a version of an event's ranking.
"""

from django.dispatch import Signal

event_ranking_changed = Signal()
event_published = Signal()
