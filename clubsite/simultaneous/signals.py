"""Signals from `simultaneous` to the apps above it.

`event_ranking_changed(event)` is sent after changes to the places of an event are committed.
"""

from django.dispatch import Signal

event_ranking_changed = Signal()
