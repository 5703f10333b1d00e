"""What PostgreSQL itself refuses: append-only tables are changed by nobody and emptied by retention alone."""

import json

import pytest

from tests.prod.scripts import CAST, LOOK, PLAY_A_BOARD, PUBLISH

pytestmark = pytest.mark.prod
APPEND_ONLY = ("play_playevent", "scores_scoreentry", "rankings_publication", "clubs_auditentry", "visibility_look")
KEYS = {"play_playevent": "play_id", "visibility_look": "board_id"}
WRITE_ONCE = tuple("play_play nights_board nights_boardset nights_tableboard nights_repair home_homematch".split())
# The setting that once opened every table by its name, and the one that names the plays or boards of old rows.
SETTINGS = """
SELECT set_config('clubsite.deleting', '{table}', true);
SELECT set_config('clubsite.deleting_{table}', string_agg({key}::text, ','), true) FROM {table};
DELETE FROM {table}
"""
OTHER_ROLE = """
CREATE ROLE club_other;
GRANT USAGE ON SCHEMA public TO club_other;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO club_other;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO club_other;
SET LOCAL ROLE club_other;
"""
BY_OTHERS = (
    "ALTER TABLE play_playevent DISABLE TRIGGER ALL",
    "DROP TRIGGER play_playevent_append_only ON play_playevent",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION clubsite_refuse() RETURNS trigger AS 'BEGIN RETURN OLD; END' LANGUAGE plpgsql",
)
ATTACKS = {
    **{f"change {table}": f"UPDATE {table} SET id = id" for table in APPEND_ONLY},
    **{f"delete {table}": f"DELETE FROM {table}" for table in APPEND_ONLY},
    **{f"setting {table}": SETTINGS.format(table=table, key=KEYS.get(table, "id")) for table in APPEND_ONLY},
    **{f"empty {table}": f"TRUNCATE {table} CASCADE" for table in (*APPEND_ONLY, *WRITE_ONCE)},
    **{f"empty {table}": f"TRUNCATE {table} CASCADE" for table in ("clubs_club", "accounts_user")},
    **{f"role {number}": OTHER_ROLE + attack for number, attack in enumerate(BY_OTHERS)},
}


@pytest.fixture(scope="module")
def said(club_server):
    """The name and the outcome of each attempted attack."""
    club_server.shell(CAST + PLAY_A_BOARD + LOOK + PUBLISH)
    answer = club_server.shell(f"tables, attacks = {APPEND_ONLY!r}, {ATTACKS!r}\n{TRIED}")
    return dict(json.loads(answer))


@pytest.mark.parametrize("attack", ATTACKS)
def test_it_is_refused_and_all_is_there(said, attack):
    assert said[attack] == "refused"


TRIED = """
import json
from django.db import connection, IntegrityError, OperationalError, ProgrammingError, transaction
def counts():
    with connection.cursor() as cursor:
        return [cursor.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]
before, said = counts(), {}
assert all(before), before
for name, attack in attacks.items():
    for _ in range(5):
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    for statement in attack.split(";" if "'BEGIN" not in attack else ";\\n"):
                        cursor.execute(statement)
                said[name] = "let through" if counts() == before else "rows are gone"
                transaction.set_rollback(True)
        except (IntegrityError, ProgrammingError) as no:
            own = isinstance(no, ProgrammingError) and ("must be owner" in str(no) or "permission denied" in str(no))
            said[name] = "refused" if own or "is append-only" in str(no) else str(no)
        except OperationalError:
            continue  # a deadlock with the site's own sweep: it is tried again
        break
print(json.dumps(said))
"""


def test_retention_deletes_old_logs_on_postgresql_and_nobody_else_does(club_server):
    output = club_server.shell(OLD_NIGHT)
    assert output == (
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
