"""What the session does when a table reports."""

from typing import Any

from django.dispatch import receiver

from clubsite.clubs.models import Person
from clubsite.clubs.signals import account_joined, account_unlinking
from clubsite.duplicate import signals as own_signals
from clubsite.duplicate.models import Session
from clubsite.duplicate.services import played_as, tables
from clubsite.play import signals


@receiver(signals.play_finished)
def finish_board(play: Any, **_: Any) -> None:
    tables.board_finished(play=play)


@receiver(signals.room_all_ready)
def advance_table(room_id: int, **_: Any) -> None:
    tables.table_advance(room_id=room_id)


@receiver(own_signals.players_changed)
def note_players(session: Session, **_: Any) -> None:
    played_as.players_note(session=session)


@receiver(account_joined)
def note_account(person: Person, **_: Any) -> None:
    played_as.account_note(person=person)


@receiver(account_unlinking)
def keep_account_until_the_end(person: Person, **_: Any) -> None:
    played_as.unlink_check(person=person)
