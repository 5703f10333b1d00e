"""Signals of analysis to the apps above.

`play_analysed(analysis)`: in the transaction in which the analysis of a play was stored, once. Of a club's play it
comes after the end of its session or, of a table that may be watched, of its board; the board need not be closed yet.
"""

from django.dispatch import Signal

play_analysed = Signal()
