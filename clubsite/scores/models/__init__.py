"""Scores as they came in, and those typed that wait for the opponents."""

from clubsite.scores.models.entries import ScoreEntry, ScoreSource, ScoreStatus
from clubsite.scores.models.pending import Slip

__all__ = [
    "ScoreEntry",
    "ScoreSource",
    "ScoreStatus",
    "Slip",
]
