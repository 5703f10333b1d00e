"""Scores as they came in, those typed that wait for the opponents, and what asks for scoring."""

from clubsite.scores.models.entries import ScoreEntry, ScoreSource, ScoreStatus
from clubsite.scores.models.pending import Asks, PendingScore
from clubsite.scores.models.requests import ScoringRequest
from clubsite.scores.models.typed_acts import ActCode, TypedAct

__all__ = [
    "ActCode",
    "Asks",
    "PendingScore",
    "ScoreEntry",
    "ScoreSource",
    "ScoreStatus",
    "ScoringRequest",
    "TypedAct",
]
