"""Signals of rankings for the apps above.

`ranking_changed(session_id)`: after the commit of changed match points or places; `session_id` is the public id.
`session_published(session, publication)`: in the transaction that changes a session's published rows
(`models.published`). Results were published or corrected, the players were corrected, or, with None for `publication`,
the results were withdrawn.
"""

from django.dispatch import Signal

ranking_changed = Signal()
session_published = Signal()
