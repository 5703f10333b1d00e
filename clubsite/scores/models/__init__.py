"""Scores as they came in, and those typed that wait for the opponents."""

from clubsite.scores.models.entries import ScoreEntry, ScoreSource, ScoreStatus
from clubsite.scores.models.pending import PendingScore

__all__ = [
    "PendingScore",
    "ScoreEntry",
    "ScoreSource",
    "ScoreStatus",
]
