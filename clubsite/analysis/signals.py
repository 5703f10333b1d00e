"""Signals from analysis for the apps above it.

`play_analysed(analysis)` is sent once, in the transaction that stores an analysis. For a club play this is
after its session or, at a table that may be watched, its board has ended. The board need not be closed yet.
"""

from django.dispatch import Signal

play_analysed = Signal()
