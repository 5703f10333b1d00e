"""The sweeps of sessions in play. A run may be lost or happen twice; `core.jobs` says what runs them."""

from datetime import timedelta

from celery import shared_task
from django.db.models import Q
from django.utils import timezone

from clubsite.core.second_place import copy_if_due
from clubsite.nights.models import Session
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.nights.services import tables
from clubsite.play.seat_tickets import presence_sweep


@shared_task(name="nights.sweep")
def sweep() -> None:
    """Continue tables and rounds for which a signal was lost, and notice players who have left."""
    tables.sweep()
    presence_sweep()


@shared_task(name="nights.copy")
def copy() -> None:
    """On an embedded site, copy the database to its second place during a club night and for two hours afterwards."""
    lately = Q(ended_at__gt=timezone.now() - timedelta(hours=2))
    if Session.objects.filter(Q(status__in=IN_PLAY) | lately).exists():
        copy_if_due()
