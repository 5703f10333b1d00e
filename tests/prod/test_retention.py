"""PostgreSQL lets only the retention command delete from the append-only log, and only in its own transaction."""

import pytest

from tests.prod.scripts import CAST, PLAY_A_BOARD

pytestmark = pytest.mark.prod


def test_retention_deletes_old_logs_on_postgresql_and_nobody_else_does(club_server):
    said = club_server.shell(OLD_NIGHT)
    assert said == (
        "['refused', 'logs 1', 'codes 2', 'seats 1', 0, 'refused', 'refused: young', 'refused: not named', "
        "'refused: changed']"
    )


OLD_NIGHT = (
    CAST
    + PLAY_A_BOARD
    + """
from datetime import timedelta
from django.db import IntegrityError, transaction
from django.utils import timezone
from clubsite.accounts.models import Device
from clubsite.privacy.services import retention_run
from clubsite.nights.models import Session
from clubsite.nights.services.directing import session_end
from clubsite.play.log_erasure import logs_delete
from clubsite.play.models import Play
from clubsite.play.seat_tickets import ticket_take
from clubsite.core.triggers import deleting
ticket_take(device=Device.objects.create(token_hash="of old"), seat=row.table.seat)
session_end(session=session, user=user)
long_ago = timezone.now() - timedelta(days=400)
Session.objects.filter(pk=session.pk).update(ended_at=long_ago)
def aged(at):
    # By the owner of the tables, whom no trigger holds.
    Play.objects.filter(pk=play.pk).update(acted_at=at)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE play_playevent DISABLE TRIGGER USER")
        PlayEvent.objects.filter(play=play).update(at=at)
        cursor.execute("ALTER TABLE play_playevent ENABLE TRIGGER USER")
aged(long_ago)
def tried(change):
    try:
        with transaction.atomic():
            change()
    except IntegrityError:
        return "refused"
    return "let through"
said = [tried(PlayEvent.objects.filter(play=play).delete)]
found = {rule.key: count for rule, count in retention_run(months=12, apply=True)}
said += [f"{key} {found[key]}" for key in ("logs", "codes", "seats")]
said += [PlayEvent.objects.filter(play=play).count()]
def inside(change, *plays):
    def act():
        with deleting("play_playevent", plays):
            change()
    return tried(act)
lines = PlayEvent.objects.filter(play=play)
PlayEvent.objects.create(play=play, seq=1, client_id=uuid.uuid4(), actor="S", action="c:1S")
said += [tried(lines.delete), inside(lines.delete, play.pk) + ": young"]
aged(long_ago)
said += [inside(lines.delete, play.pk + 1) + ": not named"]
said += [inside(lambda: lines.update(action="c:1S"), play.pk) + ": changed"]
logs_delete(Play.objects.filter(pk=play.pk))
print(said)
"""
)
