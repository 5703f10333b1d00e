"""The page "How the site is", what it finds, and the faults that pages report from browsers."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from subprocess import PIPE, STDOUT

import pytest
import yaml
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubsite.core.backup_files import NAME
from clubsite.core.single_instance import served_alone, served_at
from clubsite.keeper.checks.backups import backup_look
from clubsite.keeper.checks.jobs import pages_look
from clubsite.keeper.checks.settings import device_clocks_look
from clubsite.keeper.findings import Check, Level, for_how_long
from clubsite.keeper.job_runs import JobNotes
from clubsite.keeper.metrics import metrics_text
from clubsite.keeper.models import JobRun, PageFault
from clubsite.play import consumers
from clubsite.play.models import SeatConnection
from tests import needs
from tests.clubsite.play.seat_socket import SeatSocket
from tests.on_page import has_word

ADDRESS = "/admin/site/"


def test_only_a_keeper_reads_how_the_site_is(club, dee, director):
    assert Client().get(ADDRESS).url.startswith("/login/")
    refused = director.get(ADDRESS)
    assert refused.status_code == 403 and "You may not open this page" in refused.text


def test_a_keeper_reads_faults_with_what_to_do_jobs_and_sizes(keeper, night, settings):
    notes = JobNotes()
    notes.ended("rankings.sweep", 0.25)
    notes.ended("signups.sweep", 1.5, ValueError("Ann"))
    notes.store()
    settings.DEBUG = True
    page = keeper.get(ADDRESS).content.decode()
    assert "DEBUG is on" in page and "Take DEBUG out of the environment" in page
    assert "failed: ValueError" in page and not has_word(page, "Ann")
    assert re.search(r"<td><code>[a-z_]+</code></td><td class=\"num\">[\d.]+\xa0KB</td>", page)
    assert "Check these too" in page
    page = keeper.post(ADDRESS).content.decode()
    assert "This site has no mail server" in page and "Check these too" not in page


def test_a_site_where_nothing_has_run_yet_says_so(keeper):
    page = keeper.get(ADDRESS).content.decode()
    assert "No job has run yet." in page and "not yet" in page


def test_the_page_is_two_clicks_from_the_admin(keeper):
    assert ADDRESS in keeper.get("/admin/").content.decode()


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
    [found] = pages_look()
    assert f"home:lounge: {LINE}; play:seat: {LINE}." in found.sentence
    assert 'club_page_faults_total{page="play:seat"}' in metrics_text().decode()
    lines = [one.getMessage() for one in caplog.records if one.name == "clubsite.keeper.views"]
    assert lines == [f"A page failed in a browser: {page}, {LINE}" for page in ("play:seat", "home:lounge")]
    assert "abc123" not in caplog.text, "an address may have a key"
    PageFault.objects.bulk_create(PageFault(page=f"p{n}", line=LINE, at=timezone.now()) for n in range(99))
    [found] = pages_look()
    assert found.sentence.count(LINE) == 5, "a stranger makes no endless mail of it"
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

    [found] = Check("mail", look, False, False).findings()
    assert (found.code, found.level) == ("mail", Level.FAULT)
    assert found.sentence == "This could not be checked (ValueError)."


def test_a_folder_is_served_while_a_process_holds_it(tmp_path):
    assert served_at(tmp_path) is None
    with served_alone(tmp_path, "http://127.0.0.1:8000"):
        assert served_at(tmp_path) == "http://127.0.0.1:8000"
    assert served_at(tmp_path) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 seconds"), (5, "5 seconds"), (119, "119 seconds"), (150, "2 minutes"), (7200, "2 hours"),
        (90_000, "25 hours"), (200_000, "2 days"),
    ],
)  # fmt: skip
def test_lengths_of_time_in_words(seconds, words):
    assert for_how_long(seconds) == words


HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}
ROOT = Path(__file__).resolve().parents[3]
SAMPLE = re.compile(r"^(club_\w+?)(?:_bucket|_sum|_count|_total|_created)?(?:\{|\s)", re.M)


def scraped(**asked) -> str:
    answer = Client().get("/metrics", **{**HERE, **asked})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    "asked",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"HTTP_HOST": "club.example"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer wrong"},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer "},
        {"REMOTE_ADDR": ""},
    ],
)
def test_to_everybody_else_there_is_no_such_page(asked, db):
    assert Client().get("/metrics", **{**HERE, **asked}).status_code == 404


def test_a_program_with_the_token_reads_them_from_anywhere(db, settings):
    settings.METRICS_TOKEN = "a token of tests, long enough to be one"
    asked = {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "club.example", "HTTP_X_FORWARDED_FOR": "192.0.2.7"}
    assert "club_database_up 1.0" in scraped(**asked, HTTP_AUTHORIZATION=f"Bearer {settings.METRICS_TOKEN}")
    wrong = Client().get("/metrics", **HERE | asked, HTTP_AUTHORIZATION="Bearer other")
    assert wrong.status_code == 404


def test_requests_are_counted_by_route_and_status(db):
    def count() -> float:
        found = re.search(r'club_requests_total\{method="GET",route="results:home",status="200"\} (\S+)', scraped())
        return float(found[1]) if found else 0.0

    before = count()
    Client().get("/")
    assert count() == before + 1


def test_no_label_names_a_person_a_club_or_a_key(night, dee):
    client = night.phone(1)
    for address in (f"/clubs/{night.session.club.slug}/", f"/director/{night.session.public_id}/", "/results/s3cr3t/"):
        client.get(address)
    client.get("/nowhere/s3cr3t/")
    client.generic("S3CR3T", "/")
    text = scraped().lower()
    for word in ("s3cr3t", night.session.club.slug, night.session.public_id, dee.username.lower()):
        assert word not in text


def test_jobs_letters_and_scores_that_wait_are_read_from_the_database(db):
    notes = JobNotes()
    notes.asked("rankings.sweep")
    notes.ended("rankings.sweep", 0.5)
    notes.store()
    text = scraped()
    assert 'club_job_seconds{job="rankings.sweep"} 0.5' in text
    assert 'club_job_failed{job="rankings.sweep"} 0.0' in text
    assert "club_outbox_letters 0.0" in text and "club_scoring_waiting_seconds 0.0" in text
    assert "club_beat_timestamp_seconds" in text


def test_the_board_and_the_alerts_ask_for_metrics_that_exist(db):
    """`deploy/metrics` uses only metrics that the site has. The metrics of Redis and queues come from a club server."""
    source = (ROOT / "clubsite/keeper/metrics.py").read_text() + (ROOT / "clubsite/core/metrics.py").read_text()
    made = set(re.findall(r'"(club_\w+)"', source))
    assert set(SAMPLE.findall(scraped())) <= made
    for file in ("board.json", "alerts.yml"):
        text = (ROOT / "deploy/metrics" / file).read_text()
        asked = {re.sub(r"_(bucket|sum|count|total)$", "", name) for name in re.findall(r"\bclub_[a-z_]+", text)}
        assert asked and asked <= made, file
    rules = yaml.safe_load((ROOT / "deploy/metrics/alerts.yml").read_text())
    for rule in rules["groups"][0]["rules"]:
        assert rule["expr"] and rule["annotations"]["summary"].endswith(".")


COUNT = """
from clubsite.core.metrics import REQUESTS, SOCKETS_OPEN
REQUESTS.labels("results:home", "GET", 200).inc()
SOCKETS_OPEN.labels("seat").inc()
"""
SCRAPE = """
import django; django.setup()
from clubsite.keeper.metrics import metrics_text
print(metrics_text().decode())
"""


def test_one_process_answers_for_all_and_forgets_the_sockets_of_dead_ones(tmp_path):
    """Two web processes count and then end. A third process counts too, and answers Prometheus for all three."""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings.test", "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for code in (COUNT, COUNT, COUNT + SCRAPE):
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert 'club_requests_total{method="GET",route="results:home",status="200"} 3.0' in done.stdout
    assert 'club_sockets_open{kind="seat"} 1.0' in done.stdout
    assert "club_database_up" in done.stdout


async def told(night, settings_of_devices: list[float], monkeypatch) -> list:
    """Open a socket for each device, with its clock the given number of seconds ahead. Return what the doctor finds."""
    monkeypatch.setattr(consumers, "TOUCH_SECONDS", -1)  # each message is written down, not one in twelve seconds
    sockets = [SeatSocket(night.tickets[n], night.tokens[n]) for n in range(1, len(settings_of_devices) + 1)]
    for socket, ahead in zip(sockets, settings_of_devices, strict=True):
        await socket.__aenter__()
        await socket.send("ping", rev=0, at=int(1000 * (time.time() + ahead)))
        await socket.hear("pong")
        await socket.everything()  # so that what followed the first ping is done
    found = await sync_to_async(lambda: list(device_clocks_look()))()
    for socket in sockets:
        await socket.leave()
    return found


@pytest.mark.django_db(transaction=True)
async def test_one_device_that_is_wrong_does_not_make_the_server_wrong(night, monkeypatch):
    [found] = await told(night, [0, 0.3, 7200], monkeypatch)
    assert found.level is Level.WELL


@pytest.mark.django_db(transaction=True)
async def test_a_clock_that_is_a_minute_behind_is_a_fault(night, monkeypatch):
    [found] = await told(night, [60, 61, 59], monkeypatch)
    assert found.level is Level.FAULT
    assert found.sentence.startswith("This machine's clock is 60 seconds behind the middle one of 3 devices")


@pytest.mark.django_db(transaction=True)
async def test_two_devices_cannot_tell_whose_clock_is_wrong(night, monkeypatch):
    assert await told(night, [60, 60], monkeypatch) == []


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
    return {one.code: one.level for one in backup_look()}


def test_a_fresh_backup_can_be_restored(saved):
    assert levels() == {"backup": Level.WELL, "backup.restore": Level.WELL}
    assert list(saved.parent.iterdir()) == [saved], "the trial leaves nothing behind"


def test_a_backup_without_its_triggers_cannot_be_restored(saved):
    with closing(sqlite3.connect(saved)) as database:
        database.execute("DROP TRIGGER play_playevent_append_only_update")
    age, trial = backup_look()
    assert (age.level, trial.level) == (Level.WELL, Level.FAULT)
    assert "triggers" in trial.sentence and "Make a new one now" in trial.remedy


def test_half_a_backup_cannot_be_restored(saved):
    with saved.open("r+b") as half:
        half.truncate(saved.stat().st_size // 2)
    assert levels()["backup.restore"] is Level.FAULT


def test_a_site_that_names_no_folder_for_backups(settings):
    settings.BACKUP_FOLDER = ""
    [found] = backup_look()
    assert found.level is Level.WARNING and "Set BACKUP_FOLDER" in found.remedy


def test_an_encrypted_backup_is_not_tried_without_its_key(saved, settings):
    settings.BACKUP_KEY = ""
    saved.rename(f"{saved}.sealed")
    assert levels() == {"backup": Level.WELL, "backup.restore": Level.WELL}


METRICS = Path(__file__).resolve().parents[3] / "deploy" / "metrics"
ALERTS = yaml.safe_load((METRICS / "alerts.yml").read_text())["groups"][0]["rules"]
BOARD = json.loads((METRICS / "board.json").read_text())
NOW = "20m"
ROWS = 'club_job_ended_timestamp_seconds{job="rankings.sweep"}'
WELL = {
    "club_database_up": "1x30",
    "club_redis_up": "1x30",
    "club_beat_timestamp_seconds": "0+60x30",
    "club_scoring_waiting_seconds": "0x30",
    'club_job_failed{job="rankings.sweep"}': "0x30",
    ROWS: "0+60x30",
    'club_act_seconds_bucket{le="0.1"}': "0+600x30",
    'club_act_seconds_bucket{le="0.25"}': "0+600x30",
    'club_act_seconds_bucket{le="1"}': "0+600x30",
    'club_act_seconds_bucket{le="+Inf"}': "0+600x30",
    'club_requests_total{route="results:home",method="GET",status="200"}': "0+600x30",
    "club_outbox_oldest_seconds": "0x30",
}
"""The metrics of a site that is well, one value a minute, as promtool writes series."""
FAULTS: dict[str, dict[str, str]] = {
    "DatabaseDown": {"club_database_up": "1x17 0x12"},
    "RedisDown": {"club_redis_up": "1x17 0x12"},
    "SiteDown": {"club_database_up": "1x10 stale"},
    "BeatSilent": {"club_beat_timestamp_seconds": "0+60x15 900x14"},
    "ScoringWaits": {"club_scoring_waiting_seconds": "0x18 180x11"},
    "JobFails": {'club_job_failed{job="rankings.sweep"}': "0x12 1x17"},
    "SweepLate": {ROWS: "0x30"},
    "CardsSlow": {'club_act_seconds_bucket{le="0.25"}': "0+500x30", 'club_act_seconds_bucket{le="0.1"}': "0+400x30"},
    "RequestsFail": {'club_requests_total{route="results:home",method="GET",status="500"}': "0+60x30"},
    "LettersWait": {"club_outbox_oldest_seconds": "0x10 4000x19"},
}
"""What each alert is for: the series that differ from those of a site that is well."""


def promtool(*words: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["promtool", *map(str, words)], stdout=PIPE, stderr=STDOUT, text=True, timeout=60)


@pytest.fixture(scope="module")
def raised(tmp_path_factory) -> dict[str, set[str]]:
    """The alerts that each fault raises at `NOW`, and a site that is well. promtool prints what was not expected."""
    folder = tmp_path_factory.mktemp("alerts")
    for name, series in {"Well": {}, **FAULTS}.items():
        case = {
            "interval": "1m",
            "input_series": [{"series": one, "values": values} for one, values in (WELL | series).items()],
            "alert_rule_test": [{"eval_time": NOW, "alertname": rule["alert"], "exp_alerts": []} for rule in ALERTS],
        }
        told = {"rule_files": [str(METRICS / "alerts.yml")], "tests": [case]}
        (folder / f"{name}.yml").write_text(yaml.safe_dump(told))
    done = promtool("test", "rules", *sorted(folder.iterdir()))
    said = re.split(r"Unit Testing: .*/(\w+)\.yml", done.stdout)[1:]
    found = dict(zip(said[::2], said[1::2], strict=True))
    assert [name for name, text in found.items() if "SUCCESS" in text] == ["Well"], done.stdout
    return {name: {rule["alert"] for rule in ALERTS if f"alertname: {rule['alert']}," in found[name]} for name in found}


@needs.promtool
def test_promtool_finds_no_fault_in_the_alert_rules():
    done = promtool("check", "rules", METRICS / "alerts.yml")
    assert done.returncode == 0 and f"{len(ALERTS)} rules found" in done.stdout, done.stdout


@needs.promtool
def test_promtool_finds_no_fault_in_the_questions_of_the_board(tmp_path):
    """A board's question is checked as the expression of a recording rule."""
    asked = [target["expr"] for panel in BOARD["panels"] for target in panel.get("targets", ())]
    assert len(asked) > 10
    rules = [{"record": f"board:{number}", "expr": expr} for number, expr in enumerate(asked)]
    file = tmp_path / "board.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "board", "rules": rules}]}))
    done = promtool("check", "rules", file)
    assert done.returncode == 0, done.stdout
    file.write_text(file.read_text().replace("max(", "max((", 1))
    assert promtool("check", "rules", file).returncode != 0


@needs.promtool
def test_a_site_that_is_well_raises_no_alert(raised):
    assert raised["Well"] == set()


@needs.promtool
@pytest.mark.parametrize("alert", [rule["alert"] for rule in ALERTS])
def test_a_fault_raises_its_alert_and_no_other(alert, raised):
    assert raised[alert] == {alert}
