"""`/metrics` is for Prometheus only, and contains no person's name, no club's name and no key."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.test import Client

from clubsite.keeper.receivers import JobNotes

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
