"""Signals from analysis for the apps above it.

`play_analysed(analysis)` is sent once, in the transaction that stores an analysis. For a club play, its session
has then ended or, at a table that may be watched, its board has. The board need not be closed yet.
"""

from django.dispatch import Signal

play_analysed = Signal()
