"""An event on PostgreSQL that is published, scored and confirmed at the same moment, without a deadlock."""

import json

import pytest

pytestmark = pytest.mark.prod

AT_ONCE = """
import json
from django.contrib.auth import get_user_model
from django.db import connection
from clubsite.nights.models import TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.rankings.services.sweep import results_sweep
from clubsite.events.services.heats import heat_confirm
from clubsite.events.services.events import event_payload, event_publish
from clubsite.events.services.scoring import event_score
from tests.kit.events import close_window, heat_night, join, make_club, make_event, play_heat
from tests.kit.typed_scores import enter_score
from tests.prod.rush import rush
user = get_user_model().objects.create_user("events at once")
event = make_event(make_club("Events at once", user), user)
heat = join(event, event.club, user)
session = heat_night(heat, user)
play_heat(session, user, {1: "1N S 8", 2: "1N S 7", 3: "p"})
session_end(session=session, user=user)
event = close_window(event)
row = TableBoard.objects.get(round__section__session=session, board__number=1, ns__number=3)
faults = []
for tricks in (7, 8, 9, 10):
    enter_score(row, user, f"1N S {tricks}", why="as told")
    results_sweep()
    faults += rush(
        lambda: event_publish(event=event, user=user), lambda: event_publish(event=event, user=user),
        lambda: event_score(event_id=event.pk), lambda: event_score(event_id=event.pk),
        lambda: heat_confirm(heat=heat, user=user),
    )
    event_publish(event=event, user=user)
versions = list(event.publications.order_by("version").values_list("version", flat=True))
shown = event.log.filter(action="secret_shown").count()
differs = event.publications.last().payload != event_payload(event)
print(json.dumps([faults, versions, shown, differs]))
"""


def test_an_event_that_is_published_and_scored_at_once_has_each_version_once(club_server):
    faults, versions, shown, differs = json.loads(club_server.shell(AT_ONCE))
    assert faults == []
    assert versions == list(range(1, len(versions) + 1))
    assert (shown, differs) == (1, False)


JOINED_AT_ONCE = """
import json, threading, time
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from clubsite.events.services.event_requests import heat_locked
from clubsite.events.services.hub_heats import NoSuchInvitation, invitation_take, server_invite
from tests.kit.events import make_club, make_event
user = get_user_model().objects.create_user("joining at once")
event = make_event(make_club("Joining at once", user), user)
heat, letters = server_invite(event=event, name="Quay Street", user=user)
said = {"invitation": letters, "planned_at": None, "tables": None, "server": "", "software": "", "names": True}
tokens, refused = [], []
def take():
    try:
        tokens.append(invitation_take(said=said)[1])
    except NoSuchInvitation as no:
        refused.append(str(no))
    finally:
        connection.close()
threads = [threading.Thread(target=take) for _ in range(4)]
waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
with transaction.atomic(), connection.cursor() as cursor:
    heat_locked(heat)
    [one.start() for one in threads]
    for _ in range(600):
        time.sleep(0.05)
        cursor.execute(waiting)
        if cursor.fetchone()[0] == len(threads):
            break
    else:
        raise SystemExit("they do not wait for the heat")
[one.join(30) for one in threads]
print(json.dumps([len(tokens), len(refused)]))
"""


def test_of_four_servers_with_one_invitation_one_joins(club_server):
    assert json.loads(club_server.shell(JOINED_AT_ONCE)) == [1, 3]
