"""Python code that the club server runs in its shell, and the database roles of docker-compose.yml."""

import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from django.db import connection

from tests.servers import postgres_programs

SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "roles.sh"


class RoleUrls(NamedTuple):
    """The addresses of one database for the owner of its tables, the site and `manage.py retention`."""

    owner: str
    site: str
    retention: str


def roles_make(database_url: str) -> RoleUrls:
    """Make the roles, which may use this database. Its owner is in the address."""
    owner = urlsplit(database_url)
    env = {**os.environ, "PATH": f"{postgres_programs()}:{os.environ['PATH']}"}
    env |= {"POSTGRES_USER": owner.username or "", "POSTGRES_DB": owner.path.strip("/")}
    env |= {"SITE_PASSWORD": "letters1", "RETENTION_PASSWORD": "letters2"}
    env["PGHOST"] = parse_qs(owner.query).get("host", [owner.hostname or ""])[0]
    if owner.port:
        env["PGPORT"] = str(owner.port)
    if owner.password:
        env["PGPASSWORD"] = owner.password
    subprocess.run([SCRIPT], env=env, check=True)
    place = owner.netloc.rpartition("@")[2]
    site, retention = (
        owner._replace(netloc=f"{name}@{place}").geturl() for name in ("club_web:letters1", "club_retention:letters2")
    )
    return RoleUrls(database_url, site, retention)


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
