"""Signals of rankings to the apps above.

`ranking_changed(session_id)`: after the commit of other match points or places; `session_id` is the public id.
"""

from django.dispatch import Signal

ranking_changed = Signal()
