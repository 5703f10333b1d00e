"""Signals from `rankings` to the apps above it.

`ranking_changed(session_id)` is sent after changes to match points or places are committed. `session_id` is the
public id. `session_published(session, publication)` is sent in the transaction that changes a session's
published rows (`models.published`): results were published or corrected, the players were corrected, or, if
`publication` is None, the results were withdrawn.
"""

from django.dispatch import Signal

ranking_changed = Signal()
session_published = Signal()
