"""The page "How the site is", what it finds, and the faults that pages report from browsers."""

import re
import sqlite3
import time
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubsite.core.backup_files import NAME
from clubsite.keeper.checks.database import backup_look
from clubsite.keeper.checks.jobs import pages_look
from clubsite.keeper.checks.settings import device_clocks_look
from clubsite.keeper.findings import Check, Level
from clubsite.keeper.metrics import metrics_text
from clubsite.keeper.models import JobRun, PageFault
from clubsite.keeper.receivers import JobNotes
from clubsite.play import consumers
from clubsite.play.models import SeatConnection
from tests.clubsite.play.seat_socket import SeatSocket
from tests.on_page import has_word

ADDRESS = "/admin/site/"


def test_only_a_keeper_reads_how_the_site_is(club, dee, director, keeper):
    assert Client().get(ADDRESS).url.startswith("/login/")
    refused = director.get(ADDRESS)
    assert refused.status_code == 403 and "You may not open this page" in refused.text
    assert ADDRESS in keeper.get("/admin/").text
    page = keeper.get(ADDRESS).text
    assert "No job has run yet." in page and "not yet" in page


def test_a_keeper_reads_faults_with_what_to_do_jobs_and_sizes(keeper, night, settings):
    notes = JobNotes()
    notes.ended("rankings.sweep", 0.25)
    notes.ended("signups.sweep", 1.5, ValueError("Ann"))
    notes.store()
    settings.DEBUG = True
    page = keeper.get(ADDRESS).text
    assert "DEBUG is on" in page and "Take DEBUG out of the environment" in page
    assert "failed: ValueError" in page and not has_word(page, "Ann")
    assert re.search(r"<td><code>[a-z_]+</code></td><td class=\"num\">[\d.]+\xa0KB</td>", page)
    assert "Check these too" in page
    page = keeper.post(ADDRESS).text
    assert "This site has no mail server" in page and "Check these too" not in page


def test_the_longest_run_is_remembered_for_a_day(db):
    notes = JobNotes()
    for seconds in (1.0, 4.0, 2.0):
        notes.ended("analysis.solve_board", seconds)
        notes.store()
    run = JobRun.objects.get()
    assert (run.seconds, run.longest) == (2.0, 4.0)
    JobRun.objects.update(longest_at=timezone.now() - timedelta(days=2))
    notes.ended("analysis.solve_board", 3.0)
    notes.store()
    run.refresh_from_db()
    assert run.longest == 3.0


def test_what_beat_asked_for_and_what_ran_are_one_row(db):
    notes = JobNotes()
    notes.asked("rankings.sweep")
    notes.store()
    other_process = JobNotes()
    other_process.ended("rankings.sweep", 0.1)
    other_process.store()
    run = JobRun.objects.get()
    assert run.asked_at and run.ended_at and not run.fault


TO = "/page-fault/"
LINE = "version 0a1b, file seat.0123456789ab.js, line 7, TypeError"


def send(line=LINE, page="http://testserver/seat/abc123/", **more):
    return Client().post(TO, {"line": line, **more}, headers={"Referer": page}).status_code


def test_the_doctor_the_metrics_and_the_log_tell_of_it_once_a_minute_and_page(db, caplog):
    assert [send(), send(LINE.replace("7", "8")), send(page="http://testserver/play/")] == [204, 204, 204]
    [finding] = pages_look()
    assert f"home:lounge: {LINE}; play:seat: {LINE}." in finding.sentence
    assert 'club_page_faults_total{page="play:seat"}' in metrics_text().decode()
    lines = [record.getMessage() for record in caplog.records if record.name == "clubsite.keeper.views"]
    assert lines == [f"A page failed in a browser: {page}, {LINE}" for page in ("play:seat", "home:lounge")]
    assert "abc123" not in caplog.text, "an address may have a key"
    PageFault.objects.bulk_create(PageFault(page=f"p{n}", line=LINE, at=timezone.now()) for n in range(99))
    [finding] = pages_look()
    assert finding.sentence.count(LINE) == 5, "a stranger makes no endless mail of it"
    PageFault.objects.update(at=timezone.now() - timedelta(days=2))
    assert "No page has reported a fault" in next(iter(pages_look())).sentence


@pytest.mark.parametrize(
    "bad", ["", LINE + "\n", LINE + ": SA", "x" * 500, LINE.replace("file ", "file ../"), "\0\x1b[2J"]
)
def test_what_is_no_such_line_is_refused_and_leaves_nothing(db, caplog, bad):
    assert send(bad) == send(LINE, more="x" * 500) == 400
    assert not PageFault.objects.exists() and "failed in a browser" not in caplog.text


def test_lines_from_no_page_of_the_site_are_one_row_and_one_a_minute(db):
    pages = ["http://elsewhere.example/x", "", "http://[", *(f"http://testserver/nowhere/{n}/" for n in range(30))]
    assert {send(page=page, line=LINE.replace("7", str(n))) for n, page in enumerate(pages)} == {204}
    assert [row.line for row in PageFault.objects.all()] == [LINE.replace("7", "0")]
    assert [row.page for row in PageFault.objects.all()] == ["unknown"]


def test_it_takes_the_site_s_token_which_a_get_brings(db):
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(TO, {"line": LINE}).status_code == 403 and browser.get(TO).status_code == 204
    token = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    assert browser.post(TO, {"line": LINE}, headers=token).status_code == 204


def test_a_check_that_fails_does_not_stop_the_others():
    def look():
        raise ValueError("Ann")
        yield

    [finding] = Check("mail", look, False, False).findings()
    assert (finding.code, finding.level) == ("mail", Level.FAULT)
    assert finding.sentence == "This could not be checked (ValueError)."


async def told(night, settings_of_devices: list[float], monkeypatch) -> list:
    """Open a socket for each device, with its clock the given number of seconds ahead. Return what the doctor finds."""
    monkeypatch.setattr(consumers, "TOUCH_SECONDS", -1)  # each message is written down, not one in twelve seconds
    sockets = [SeatSocket(night.tickets[n], night.tokens[n]) for n in range(1, len(settings_of_devices) + 1)]
    for socket, ahead in zip(sockets, settings_of_devices, strict=True):
        await socket.__aenter__()
        await socket.send("ping", rev=0, at=int(1000 * (time.time() + ahead)))
        await socket.hear("pong")
        await socket.everything()  # so that what followed the first ping is done
    findings = await sync_to_async(lambda: list(device_clocks_look()))()
    for socket in sockets:
        await socket.leave()
    return findings


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("ahead", "finding"),
    [
        ([0, 0.3, 7200], (Level.WELL, "")),
        ([60, 61, 59], (Level.FAULT, "This machine's clock is 60 seconds behind the middle one of 3 devices")),
        ([60, 60], None),
    ],
    ids=["one device is wrong", "the server is a minute behind", "two devices cannot tell"],
)
async def test_the_clocks_of_the_devices_show_whether_the_servers_is_wrong(night, monkeypatch, ahead, finding):
    findings = await told(night, ahead, monkeypatch)
    assert [report.level for report in findings] == ([finding[0]] if finding else [])
    assert all(report.sentence.startswith(finding[1]) for report in findings)


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_does_not_say_its_time_is_not_counted(night, monkeypatch):
    monkeypatch.setattr(consumers, "TOUCH_SECONDS", -1)
    async with SeatSocket(night.tickets[1], night.tokens[1]) as socket:
        await socket.everything()
        row = await sync_to_async(SeatConnection.objects.get)()
        assert row.clock_ahead is None


@pytest.fixture
def saved(tmp_path, settings, transactional_db):
    """Make a backup of the test's database that is an hour old. Return its file."""
    settings.BACKUP_FOLDER = str(tmp_path)
    file = tmp_path / f"{datetime.now() - timedelta(hours=1):{NAME}}.sqlite3"
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
    return file


def levels() -> dict[str, Level]:
    return {finding.code: finding.level for finding in backup_look()}


def test_a_fresh_backup_can_be_restored_and_half_a_one_or_one_without_its_triggers_cannot(saved):
    assert levels() == {"backup": Level.WELL, "backup.restore": Level.WELL}
    assert list(saved.parent.iterdir()) == [saved], "the trial leaves nothing behind"
    with closing(sqlite3.connect(saved)) as database:
        database.execute("DROP TRIGGER play_playevent_append_only_update")
    age, trial = backup_look()
    assert (age.level, trial.level) == (Level.WELL, Level.FAULT)
    assert "triggers" in trial.sentence and "Make a new one now" in trial.remedy
    with saved.open("r+b") as half:
        half.truncate(saved.stat().st_size // 2)
    assert levels()["backup.restore"] is Level.FAULT


def test_an_encrypted_backup_is_not_tried_without_its_key_and_no_folder_is_a_warning(saved, settings):
    settings.BACKUP_KEY = ""
    saved.rename(f"{saved}.sealed")
    assert levels() == {"backup": Level.WELL, "backup.restore": Level.WELL}
    settings.BACKUP_FOLDER = ""
    [finding] = backup_look()
    assert finding.level is Level.WARNING and "Set BACKUP_FOLDER" in finding.remedy
