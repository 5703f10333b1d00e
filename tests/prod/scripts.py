"""Python code that the club server runs in its shell."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

LONGEST_WAIT = 60


def rush(*calls: Callable[[], Any]) -> list[str]:
    """Call all of them at once. Return what went wrong."""
    barrier, faults = threading.Barrier(len(calls)), []

    def run(call: Callable[[], Any]):
        try:
            barrier.wait()
            call()
        except Exception as fault:
            faults.append(repr(fault))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call], daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONGEST_WAIT)
    return faults + ["stuck" for thread in threads if thread.is_alive()]


A_TABLE = """
import datetime, json, uuid
from random import Random
from django.contrib.auth import get_user_model
from django.db import connection
from clubsite.clubs.models import Club
from clubsite.demo.scripted_player import session_make
from clubsite.nights.models import TableBoard
from clubsite.nights.services.tables import board_play_open
from clubsite.play.models import PlayEvent
from clubsite.play.acts import play_act
user = get_user_model().objects.get(username="script")
session = session_make(club=Club.objects.get(slug="scripted"), user=user, date=datetime.date(2026, 11, 17), players=4,
                     boards=None, pbn=None, file_name="", seed="x")
row = TableBoard.objects.filter(round__section__session=session, state="waiting").first()
play = board_play_open(table_board=row)
"""
PLAY_A_BOARD = (
    A_TABLE
    + """
from clubsite.demo.past_session import _board_play
_board_play(play, Random(1))
print(row.board_id)
"""
)
LOOK = """
from clubsite.visibility.models import LookKind
from clubsite.visibility.services import Looker, look_note
look_note(session=session, boards=[row.board], kind=LookKind.TABLE, by=Looker(user=user), subject="", table=row.table)
"""

PUBLISH = """
from clubsite.nights.models import Session
from clubsite.nights.services.directing import session_end
from clubsite.rankings.models import Publication
from clubsite.rankings.services.publications import publish
session = Session.objects.filter(status="running").first()
if session and not Publication.objects.exists():
    session_end(session=session, user=session.created_by)
    publish(session=session, user=session.created_by)
"""

CAST = """
from django.contrib.auth import get_user_model
from clubsite.clubs.models import Club
from clubsite.clubs.services import club_create
user, _ = get_user_model().objects.get_or_create(username="script")
if not Club.objects.filter(slug="scripted").exists():
    club_create(name="Scripted nights", slug="scripted", owner=user)
"""
