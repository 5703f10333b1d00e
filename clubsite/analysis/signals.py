"""Signals from the analysis app for the apps above it.

`play_analysed(analysis)` is sent once, in the transaction that stores an analysis. By then a club play's
session has ended or, at a table that may be watched, its board is played out. The board need not be closed yet.
"""

from django.dispatch import Signal

play_analysed = Signal()
