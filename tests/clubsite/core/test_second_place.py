"""While a night runs on an embedded site, its database is copied to a second place, and a night goes on from a copy."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp

import pytest
from django.db import connection
from django.test import Client

from clubsite.core.second_place import EVERY
from clubsite.play.selectors import snapshot
from tests.clubsite.at_tables import act, look, say_ready
from tests.kit.embedded import manage

KEY = {"BACKUP_KEY": "only-for-tests-9876543210-9876543210"}
DISK = Path("/dev/shm")
COPY = "from clubsite.nights.tasks import copy; copy()"
TOO_SLOW = f"from clubsite.core import second_place; second_place.LONGEST_COPY = -1.0; {COPY}"
LONG_OVER = """
from clubsite.nights.models import Session
Session.objects.update(status="ended", ended_at="2026-11-17 22:00Z")
"""
STATE = """
import json
from dataclasses import asdict
from clubsite.core.second_place import second_place
print(json.dumps(asdict(second_place())))
"""
SEEN = """
import json
from clubsite.play.models import SeatTicket
from clubsite.play.selectors import snapshot
print(json.dumps(snapshot(SeatTicket.objects.get(public_id="{}"), fresh=True)["view"]))
"""


@pytest.fixture
def stick(tmp_path):
    """A folder on another disk than the data."""
    if not DISK.is_dir() or DISK.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("mount a disk of its own at /dev/shm")
    folder = Path(mkdtemp(prefix="stick-", dir=DISK))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def in_play(transactional_db, night, tmp_path, settings):
    """The data folder of an embedded site with a night in play, in which two calls were made, and a ticket."""
    both = [night.tickets[1], night.tickets[4]]
    for ticket in both:
        say_ready(ticket)
    for _ in range(2):
        turn = next(ticket for ticket in both if look(ticket)["view"]["legal"])
        assert act(turn, look(turn)["view"]["legal"][0]).ok
    data = tmp_path / "club"
    data.mkdir()
    with closing(sqlite3.connect(data / "club.sqlite3")) as database:
        connection.connection.backup(database)
    keys = {"DEAL_KEYS": ",".join(settings.DEAL_KEYS)}
    return data, both[0], keys


def shell(data: Path, script: str, **env: str) -> str:
    done = manage(data, "shell", "--no-imports", "-c", script, **env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def state(data: Path, **env: str) -> dict:
    return json.loads(shell(data, STATE, **env))


@pytest.mark.parametrize(("key", "ending"), (({}, ".sqlite3"), (KEY, ".sealed")), ids=("plain", "with a key"))
def test_a_night_goes_on_from_its_copy_at_the_same_card(in_play, stick, tmp_path, key, ending):
    data, ticket, keys = in_play
    env = {**keys, **key, "SECOND_PLACE": str(stick)}
    view = snapshot(ticket, fresh=True)["view"]
    shell(data, COPY, **env)
    [copy] = stick.iterdir()
    assert (copy.suffix, copy.stat().st_mode & 0o777) == (ending, 0o600)
    assert state(data, **env)["fault"] == ""
    assert [file.name for file in data.iterdir() if file.name.startswith("copying-")] == []
    there = tmp_path / "another computer"
    there.mkdir()
    restored = manage(there, "restore", copy, **keys, **key)
    assert restored.returncode == 0, restored.stderr
    assert json.loads(shell(there, SEEN.format(ticket.public_id), **keys)) == json.loads(json.dumps(view))
    assert state(there) == {"folder": "", "tried_at": "", "made_at": "", "fault": ""}, "it knows no disk of the other"


def test_a_copy_is_made_every_five_minutes_of_a_night_in_play(in_play, stick):
    data, _, keys = in_play
    env = {**keys, "SECOND_PLACE": str(stick)}
    shell(data, COPY, **env)
    first = state(data, **env)
    shell(data, COPY, **env)
    assert state(data, **env) == first
    assert EVERY.total_seconds() == 300
    shell(data, LONG_OVER, **keys)
    (data / "second-place.json").unlink()
    shell(data, COPY, **env)
    assert state(data, **env)["tried_at"] == ""


def test_after_a_failed_copy_the_last_one_stays_and_the_fault_is_shown(in_play, stick):
    data, _, keys = in_play
    env = {**keys, "SECOND_PLACE": str(stick)}
    shell(data, COPY, **env)
    [copy] = stick.iterdir()
    made = copy.read_bytes()
    (data / "second-place.json").unlink()
    shell(data, TOO_SLOW, **env)
    assert state(data, **env)["fault"].startswith("It took longer than")
    assert list(stick.iterdir()) == [copy] and copy.read_bytes() == made
    (data / "second-place.json").unlink()
    shutil.rmtree(stick)
    shell(data, COPY, **env)
    assert state(data, **env)["fault"] == f"{stick} is away, or no other disk than that of the database."
    said = manage(data, "doctor", **env).stdout
    assert "The last copy of a night was not made." in said
    assert "there is no second place" in manage(data, "doctor", **keys).stdout


@pytest.mark.django_db
def test_a_director_chooses_among_the_disks_that_are_there(night, director, settings, stick, tmp_path):
    address = f"/director/{night.session.public_id}/second-place/"
    room = f"/director/{night.session.public_id}/"
    assert director.get(address).status_code == 404, "a club server has a standby instead"
    assert "Copy it to a stick" not in director.get(room).text
    settings.DATA_PATH = tmp_path
    settings.SECOND_PLACES = [f"{DISK}/stick-*", f"{tmp_path}/*"]
    (tmp_path / "on the same disk").mkdir()
    assert "Tonight is on this computer alone." in director.get(room).text
    page = director.get(address).text
    assert str(stick) in page and "on the same disk" not in page
    assert "not one of the places" in director.post(address, {"folder": str(tmp_path)}).text
    assert director.post(address, {"folder": str(stick)}).status_code == 302
    assert f"Will be copied to <code>{stick}</code>" in director.get(address).text
    assert "Tonight is on this computer alone." not in director.get(room).text
    director.post(address, {"folder": ""})
    assert "Tonight is on this computer alone." in director.get(room).text
    assert Client().get(address).status_code in (302, 404)
