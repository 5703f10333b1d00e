"""Score entries, typed scores that wait for the opponents, checks of the dummies' order, and requests for scoring."""

from clubsite.scores.models.entries import CorrectionReason, ScoreEntry, ScoreSource, ScoreStatus
from clubsite.scores.models.order_checks import OrderAnswer, OrderCheck, OrderCheckMoment
from clubsite.scores.models.pending import Asks, PendingScore
from clubsite.scores.models.refused_leads import RefusedLead
from clubsite.scores.models.requests import ScoringRequest
from clubsite.scores.models.typed_acts import ActCode, TypedAct
