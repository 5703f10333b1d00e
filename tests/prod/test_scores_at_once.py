"""Two workers at one night on PostgreSQL: who waited for a lock reads what is there now, and nobody waits in a ring."""

import json

import pytest

from tests.servers import ClubServer

pytestmark = pytest.mark.prod

TWO_SECTIONS = """
import datetime, json, threading, time
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from clubsite.clubs.services import club_create, person_add
from clubsite.duplicate.models import Board, Section, Session, TableBoard
from clubsite.duplicate.services.boards import boards_deal
from clubsite.duplicate.services.locks import section_locked
from clubsite.duplicate.services.rounds import session_start
from clubsite.duplicate.services.sections import sections_split
from clubsite.duplicate.services.movement import contestant_assign, movement_accept
from clubsite.duplicate.services.setup import session_create
from clubsite.core import jobs
from clubsite.rankings.models import BoardScoring, Ranking
from clubsite.rankings.services.match_points import board_rescore
from clubsite.scores.services.entries import score_enter
from clubsite.rankings.services.rankings import session_rank
from movements.mitchell import straight
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
    score_enter(table_board=row, user=user, contract="1N", declarer="S", tricks=tricks, why="x")
def aside(job, *args):
    def work():
        job(*args)
        connection.close()
    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.3)  # until it waits
    return thread
typed(one, 7)
typed(other, 8)
board_rescore(board.pk)
session_rank(session.pk)
"""
A_SCORE_WHILE_ANOTHER_SCORES = """
with transaction.atomic():
    typed(one, 9)
    board_rescore(board.pk)
    typed(one, 7)
    waiting = aside(board_rescore, board.pk)
    session_rank(session.pk)
waiting.join()
revisions = BoardScoring.objects.get(board=board).revision
session_rank(session.pk)
places = {row["label"]: row["place"] for row in Ranking.objects.get(section=first, line="NS").rows}
"""
SECTIONS_PUT_TOGETHER_WHILE_THEY_ARE_RANKED_APART = """
Session.objects.filter(pk=session.pk).update(scoring={})
with transaction.atomic():
    section_locked(second.pk)
    ranking = aside(session_rank, session.pk)
    Section.objects.select_for_update(nowait=True).get(pk=first.pk)
    Session.objects.filter(pk=session.pk).update(scoring={"sections": "together"})
    session_rank(session.pk)
ranking.join()
session_rank(0)  # of a session that was discarded meanwhile
mine = Ranking.objects.filter(section__session=session)
lists = [[ranking.section_id == first.pk, len(ranking.rows)] for ranking in mine]
"""
A_BOARD_SCORED_WHILE_A_CORRECTION_IS_TYPED = """
row = TableBoard.objects.filter(board__board_set__session=session, board__number=2).first()
typed(row, 7)
with transaction.atomic():
    typed(row, 8)
    scoring = aside(board_rescore, row.board_id)
    scoring.join(5)
    waits = scoring.is_alive()
scoring.join()
print(json.dumps([revisions, places, waits, lists]))
"""


def test_two_workers_neither_lose_a_revision_nor_lock_each_other_out(club_server: ClubServer) -> None:
    """A worker that waited for a board found the revision of before: the ranking then stood on the older score, and
    nothing told the sweep. And one that ranked two sections held the first while it waited for the second, as whoever
    closed a round of the second waited for the first, the two being ranked together by then. A board is scored
    without waiting for whoever types at one of its tables."""
    said = club_server.shell(
        TWO_SECTIONS
        + A_SCORE_WHILE_ANOTHER_SCORES
        + SECTIONS_PUT_TOGETHER_WHILE_THEY_ARE_RANKED_APART
        + A_BOARD_SCORED_WHILE_A_CORRECTION_IS_TYPED
    )
    revisions, places, waits, lists = json.loads(said)
    assert revisions == 3
    assert places["B1"] == "1" and places["A1"] == "2"
    assert not waits
    assert lists == [[True, 4], [True, 4]]
