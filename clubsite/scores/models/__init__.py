"""Scores as they came in, those typed that wait for the opponents, and what asks for scoring."""

from clubsite.scores.models.entries import ScoreEntry, ScoreSource, ScoreStatus
from clubsite.scores.models.pending import PendingScore
from clubsite.scores.models.requests import ScoringRequest

__all__ = [
    "PendingScore",
    "ScoreEntry",
    "ScoreSource",
    "ScoreStatus",
    "ScoringRequest",
]
