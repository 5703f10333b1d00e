"""Signals of rankings to the apps above.

`ranking_changed(session_id)`: after the commit of other match points or places; `session_id` is the public id.
`session_published(session, publication)`: in the transaction in which a session's published rows
(`models.published`) became others: results were published or corrected, who played was put right, or with None
for `publication` the results were withdrawn.
"""

from django.dispatch import Signal

ranking_changed = Signal()
session_published = Signal()
