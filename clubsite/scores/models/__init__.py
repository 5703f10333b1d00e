"""Score entries, typed scores awaiting the opponents, checks of the dummies' order, and scoring requests."""

from clubsite.scores.models.entries import CorrectionReason, ScoreEntry, ScoreSource, ScoreStatus, ScoringRequest
from clubsite.scores.models.order_checks import OrderAnswer, OrderCheck, OrderCheckMoment
from clubsite.scores.models.pending import ActCode, Asks, PendingScore, RefusedLead, TypedAct
