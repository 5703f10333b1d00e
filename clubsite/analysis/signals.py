"""Signals of analysis for the apps above.

`play_analysed(analysis)`: in the transaction that stores the analysis of a play, once. For a club's play it comes after
the end of its session or, at a table that may be watched, of its board. The board need not be closed yet.
"""

from django.dispatch import Signal

play_analysed = Signal()
