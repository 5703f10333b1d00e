"""What many do at the same moment on PostgreSQL: nothing is given twice, lost or deadlocked."""

import json

import pytest

from tests.prod.emptying import quiet

pytestmark = pytest.mark.prod
PUBLISHED_AT_ONCE = """
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
from tests.prod.scripts import rush
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
    faults, versions, shown, differs = json.loads(club_server.shell(PUBLISHED_AT_ONCE))
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


SIXTEEN_GUESSES = """
import json
from clubsite.core.limits import WRONG_FACTOR_CODES
from tests.prod.scripts import rush
said = []
faults = rush(*[lambda: said.append(WRONG_FACTOR_CODES.exceeded("at once"))] * 16)
print(json.dumps([faults, sum(said), WRONG_FACTOR_CODES.used("at once"), WRONG_FACTOR_CODES.most]))
"""


def test_sixteen_guesses_at_once_are_counted_like_sixteen_one_by_one(club_server):
    faults, refused, used, most = json.loads(club_server.shell(SIXTEEN_GUESSES))
    assert (faults, refused, used) == ([], 16 - most, most)


LAST_PLACES = """
import datetime, json
from django.contrib.auth import get_user_model
from django.utils import timezone
from clubsite.privacy.services import person_forget
from clubsite.clubs.services import club_create, person_add
from clubsite.readers.visitor import Visitor
from clubsite.signups.models import Reply, ReplyPlayer
from clubsite.signups.services.nights import night_change, nights_announce
from clubsite.signups.services.replies import NamedPlayer, ReplyAuthor, player_join, reply_add, reply_take_back
from tests.prod.scripts import rush
user = get_user_model().objects.create_user("places at once")
club = club_create(name="Places at once", slug="places-at-once", owner=user)
day = timezone.localdate() + datetime.timedelta(days=7)
[night] = nights_announce(club=club, user=user, date=day, start=datetime.time(19), places=6)
author = ReplyAuthor(visitor=Visitor.as_public().at(club))
def says(*names):
    return reply_add(night=night, players=[NamedPlayer(name) for name in names], author=author)
first = [says(f"First {n}") for n in range(4)]
person = person_add(club=club, name="To be forgotten")
player_join(player=first[3].players.get(), person=person, user=user)
def full_after(*calls):
    faults.extend(rush(*calls))
    in_place = ReplyPlayer.objects.filter(reply__night=night, reply__state="in").count()
    turns = list(Reply.objects.filter(night=night).values_list("turn", flat=True))
    return [in_place, Reply.objects.filter(night=night, state="waiting").count(), len(turns) == len(set(turns))]
faults = []
asked = full_after(*[lambda n=n: says(f"Single {n}") for n in range(5)],
                   *[lambda n=n: says(f"A {n}", f"B {n}") for n in range(3)])
left = full_after(lambda: reply_take_back(reply=first[0], author=author),
                  lambda: reply_take_back(reply=first[1], author=author),
                  lambda: person_forget(person=person, user=user), lambda: says("Late"),
                  lambda: night_change(night=night, user=user, note="Supper"))
print(json.dumps({"asked": asked, "left": left, "faults": faults}))
"""


def test_the_last_places_are_given_once_whoever_asks_leaves_or_is_forgotten_at_once(club_server):
    found = json.loads(club_server.shell(LAST_PLACES))
    assert found["faults"] == []
    in_place, waiting, turns = found["asked"]
    assert in_place == 6 and turns and waiting in (6, 7), "two singles, or one pair: the others wait"
    in_place, _, turns = found["left"]
    assert in_place == 6 and turns


TWO_SECTIONS = """
import datetime, json, threading, time
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from clubsite.clubs.services import club_create, person_add
from clubsite.nights.models import Board, Section, Session, TableBoard
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.locks import section_locked
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import sections_split
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.setup import session_create
from clubsite.core import jobs
from clubsite.rankings.models import Ranking, SessionScoring
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.scoring import score_session
from clubsite.scores.models import ScoringRequest
from clubsite.scores.services.entries import score_enter
from movements.mitchell import straight
from scoring.result import BoardResult
jobs._dispatch = lambda *args, **kwargs: None  # every message is lost
user = get_user_model().objects.create_user("two workers")
club = club_create(name="Two workers", slug="two-workers", owner=user)
session = session_create(club=club, user=user, name="Two", date=datetime.date(2026, 11, 17), players=8,
                         boards_per_round=1)
session.scoring = {"sections": "together"}
session.save(update_fields=["scoring"])
first, second = sections_split(session=session, sizes=[4, 4], user=user)
for section in (first, second):
    movement_accept(session=session, section=section, plan=straight(2, 1), title="M", user=user)
    for number in range(1, 5):
        person = person_add(club=club, name=f"{section.name}{number}")
        contestant_assign(session=session, section=section, number=number, person=person)
boards_deal(session=session, count=2, user=user, seed="x")
session_start(session=session, user=user)
board = Board.objects.get(board_set__session=session, number=1)
one, other = TableBoard.objects.filter(board=board).order_by("pk")
def typed(row, tricks):
    result = BoardResult.of_contract("1N", "S", tricks, board.vulnerability)
    score_enter(table_board=row, result=result, user=user, why="x")
def aside(job, *args):
    def work():
        job(*args)
        connection.close()
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive() and not locks_awaited():
        time.sleep(0.01)
    return thread
def locks_awaited():
    with connection.cursor() as cursor:
        return cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()[0]
typed(one, 7)
typed(other, 8)
score_session(session.pk)
"""
A_SCORE_WHILE_ANOTHER_SCORES = """
runs = SessionScoring.objects.get(session=session).runs
with transaction.atomic():
    typed(one, 9)
    score_session(session.pk)
    typed(one, 7)
    waiting = aside(score_session, session.pk)
waiting.join()
runs = SessionScoring.objects.get(session=session).runs - runs
score_session(session.pk)
places = {row.label: row.place_text for row in Ranking.objects.get(section=first, line="NS").rows}
"""
SECTIONS_PUT_TOGETHER_WHILE_THEY_ARE_RANKED_APART = """
Session.objects.filter(pk=session.pk).update(scoring={})
with transaction.atomic():
    section_locked(second.pk)
    scoring = aside(score_session, session.pk)
    scoring.join(5)
    held = scoring.is_alive()
    Section.objects.select_for_update(nowait=True).get(pk=first.pk)
    Session.objects.filter(pk=session.pk).update(scoring={"sections": "together"})
scoring.join()
score_session(session.pk)
score_session(0)  # of a session that was discarded meanwhile
mine = Ranking.objects.filter(section__session=session)
lists = [[ranking.section_id == first.pk, len(ranking.rows)] for ranking in mine]
"""
A_SESSION_SCORED_WHILE_A_CORRECTION_IS_TYPED = """
row = TableBoard.objects.filter(board__board_set__session=session, board__number=2).first()
typed(row, 7)
with transaction.atomic():
    typed(row, 8)
    scoring = aside(score_session, session.pk)
    scoring.join(5)
    waits = scoring.is_alive()
scoring.join()
asked = ScoringRequest.objects.filter(session=session).count()
"""
A_SCORE_TYPED_WHILE_THE_SESSION_IS_HELD = """
with transaction.atomic():
    Session.objects.select_for_update().get(pk=session.pk)
    typing = aside(typed, row, 9)
    typing.join(5)
    waits = waits or typing.is_alive()
typing.join()
"""
PUBLISHED_WHILE_IT_IS_SCORED = """
Ranking.objects.filter(section__session=session).delete()
Session.objects.filter(pk=session.pk).update(status="ended")
both = [aside(score_session, session.pk), aside(publish, session, user), aside(score_session, session.pk)]
for one in both:
    one.join(20)
stuck = any(one.is_alive() for one in both) or not session.publications.exists()
print(json.dumps([runs, places, held, waits, asked, lists, stuck]))
"""


def test_workers_neither_lose_a_score_nor_lock_each_other_out(club_server):
    """A scoring run that was overtaken by another run starts again, so that no outdated score remains.

    Closing a round, typing a score and publishing never wait for a session to be scored, and scoring does not wait
    for them.
    """
    with quiet(club_server):  # a sweep could score the session too, at any moment
        said = club_server.shell(
            TWO_SECTIONS
            + A_SCORE_WHILE_ANOTHER_SCORES
            + SECTIONS_PUT_TOGETHER_WHILE_THEY_ARE_RANKED_APART
            + A_SESSION_SCORED_WHILE_A_CORRECTION_IS_TYPED
            + A_SCORE_TYPED_WHILE_THE_SESSION_IS_HELD
            + PUBLISHED_WHILE_IT_IS_SCORED
        )
    runs, places, held, waits, asked, lists, stuck = json.loads(said)
    assert runs == 2
    assert places["B1"] == "1" and places["A1"] == "2"
    assert not held and not waits and not stuck
    assert asked == 1, "what was typed after it had been read waits for the next time"
    assert lists == [[True, 4], [True, 4]]
