"""Receivers of the signals from tables, accounts and people that concern a session."""

import datetime
from collections.abc import Collection
from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from clubsite.accounts.session_store import stays_signed_in
from clubsite.clubs.models import Person
from clubsite.clubs.signals import account_joined, account_unlinking
from clubsite.nights import signals as own_signals
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.nights.services import player_assignment, tables
from clubsite.play import signals
from clubsite.play.models import Room
from clubsite.play.services import room_invalidate


@stays_signed_in
def in_a_running_night(user: int) -> bool:
    """True if this user has a role at a club where a session that began within the last day is being played."""
    since = timezone.now() - datetime.timedelta(days=1)
    return Session.objects.filter(club__memberships__user=user, status__in=IN_PLAY, started_at__gte=since).exists()


@receiver(signals.play_finished)
def finish_board(play: Any, **_: Any) -> None:
    tables.board_finished(play=play)


@receiver(signals.room_all_ready)
def advance_table(room_id: int, **_: Any) -> None:
    tables.table_advance(room_id=room_id)


@receiver(own_signals.players_changed)
def note_players(session: Session, **_: Any) -> None:
    player_assignment.players_note(session=session)


@receiver(account_joined)
def note_account(person: Person, **_: Any) -> None:
    player_assignment.account_note(person=person)


@receiver(account_unlinking)
def keep_account_until_the_end(person: Person, **_: Any) -> None:
    player_assignment.unlink_check(person=person)


@receiver(post_save, sender=Person)
def show_the_name(instance: Person, created: bool, update_fields: Collection[str] | None, **_: Any) -> None:
    """After a change of name, refresh the tables of every session in play in which this person plays."""
    if not created and (update_fields is None or "name" in update_fields):
        sections = Section.objects.filter(session__status__in=IN_PLAY, contestants__persons__person=instance)
        rooms = Room.objects.filter(table__section__session__in=sections.values("session"))
        for room_id in rooms.order_by("pk").values_list("pk", flat=True):
            room_invalidate(room_id=room_id)
