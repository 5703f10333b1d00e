"""Confirming a heat: its directors say that every score is in and right."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SessionStatus
from clubsite.events.models import EventAction, EventStatus, Heat
from clubsite.events.selectors.heats import HeatScores, heat_scores
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.event_requests import heat_tell_ask
from clubsite.events.services.heats import heat_locked

MISSING_SCORES_TOLD = 5


def heat_confirm(*, heat: Heat, user: User) -> Heat:
    """Confirm a heat. Scores that are corrected later count at once, and the heat stays confirmed.

    Raise Refused while the night runs or a score is missing, or if the heat does not take part.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        if not heat.counts or heat.event.status not in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED):
            raise Refused("This heat does not take part in the event any more, so there is nothing to confirm.")
        if not heat.results_file:
            _refuse_unplayed(heat)
        scores = heat_scores(heat)
        if not scores.complete:
            raise Refused(_missing_words(scores))
        if heat.confirmed_at is None:
            heat.confirmed_at, heat.confirmed_by = timezone.now(), user
            heat.save(update_fields=["confirmed_at", "confirmed_by"])
            heat_tell_ask(heat=heat)
            event_log_add(heat.event, EventAction.CONFIRMED, scores.words, heat=heat, user=user)
    return heat


def heat_unconfirm(*, heat: Heat, user: User) -> Heat:
    """Take a heat's confirmation back. Raise Refused if it is not confirmed, or once the event is published."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.confirmed_at is None:
            raise Refused("This heat is not confirmed.")
        if heat.event.status == EventStatus.PUBLISHED:
            raise Refused("The event is published, so the heat stays confirmed. You can still correct its scores.")
        heat.confirmed_at = heat.confirmed_by = None
        heat.save(update_fields=["confirmed_at", "confirmed_by"])
        heat_tell_ask(heat=heat)
        event_log_add(heat.event, EventAction.UNCONFIRMED, heat.club_name, heat=heat, user=user)
    return heat


def _refuse_unplayed(heat: Heat) -> None:
    """Raise Refused if the heat's night on this site has not been played to the end."""
    if heat.session is None or heat.session.status == SessionStatus.DRAFT:
        raise Refused("This heat has not been played yet.")
    if heat.session.status != SessionStatus.ENDED:
        raise Refused("The night is still running. End it, then confirm the heat.")


def _missing_words(scores: HeatScores) -> str:
    if not scores.expected:
        return "No board of the event was played in this night, so there is nothing to confirm."
    told = [one.words for one in scores.missing[:MISSING_SCORES_TOLD]]
    more = len(scores.missing) - len(told)
    told += [f"and at {more} more tables or rounds"] if more else []
    return f"Only {scores.words}. Missing: {'; '.join(told)}. Type what is missing, or score it as not played."
