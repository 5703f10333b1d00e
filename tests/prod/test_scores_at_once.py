"""Two workers on one session in PostgreSQL: a run that waited for a lock reads fresh data, without a deadlock."""

import json

import pytest

from tests.prod.emptying import quiet

pytestmark = pytest.mark.prod

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
