"""`/metrics` and the alerts made of them: for Prometheus only, without a name of a person or club, or a key."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT

import pytest
import yaml
from django.test import Client

from clubsite.keeper.receivers import JobNotes
from tests import needs

HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}
ROOT = Path(__file__).resolve().parents[3]
SAMPLE = re.compile(r"^(club_\w+?)(?:_bucket|_sum|_count|_total|_created)?(?:\{|\s)", re.M)


def scraped(**meta) -> str:
    answer = Client().get("/metrics", **{**HERE, **meta})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    "meta",
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
def test_to_everybody_else_there_is_no_such_page(meta, db):
    assert Client().get("/metrics", **{**HERE, **meta}).status_code == 404


def test_a_program_with_the_token_reads_them_from_anywhere(db, settings):
    settings.METRICS_TOKEN = "a token of tests, long enough to be one"
    meta = {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "club.example", "HTTP_X_FORWARDED_FOR": "192.0.2.7"}
    assert "club_database_up 1.0" in scraped(**meta, HTTP_AUTHORIZATION=f"Bearer {settings.METRICS_TOKEN}")
    wrong = Client().get("/metrics", **HERE | meta, HTTP_AUTHORIZATION="Bearer other")
    assert wrong.status_code == 404


def test_requests_are_counted_by_route_and_status(db):
    def count() -> float:
        match = re.search(r'club_requests_total\{method="GET",route="results:home",status="200"\} (\S+)', scraped())
        return float(match[1]) if match else 0.0

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
        names = {re.sub(r"_(bucket|sum|count|total)$", "", name) for name in re.findall(r"\bclub_[a-z_]+", text)}
        assert names and names <= made, file
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
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings.test", "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for code in (COUNT, COUNT, COUNT + SCRAPE):
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert 'club_requests_total{method="GET",route="results:home",status="200"} 3.0' in done.stdout
    assert 'club_sockets_open{kind="seat"} 1.0' in done.stdout
    assert "club_database_up" in done.stdout


METRICS = ROOT / "deploy" / "metrics"
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
            "input_series": [{"series": metric, "values": values} for metric, values in (WELL | series).items()],
            "alert_rule_test": [{"eval_time": NOW, "alertname": rule["alert"], "exp_alerts": []} for rule in ALERTS],
        }
        suite = {"rule_files": [str(METRICS / "alerts.yml")], "tests": [case]}
        (folder / f"{name}.yml").write_text(yaml.safe_dump(suite))
    done = promtool("test", "rules", *sorted(folder.iterdir()))
    pieces = re.split(r"Unit Testing: .*/(\w+)\.yml", done.stdout)[1:]
    texts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    assert [name for name, text in texts.items() if "SUCCESS" in text] == ["Well"], done.stdout
    return {name: {rule["alert"] for rule in ALERTS if f"alertname: {rule['alert']}," in texts[name]} for name in texts}


@needs.promtool
def test_promtool_finds_no_fault_in_the_alert_rules_and_in_the_questions_of_the_board(tmp_path):
    done = promtool("check", "rules", METRICS / "alerts.yml")
    assert done.returncode == 0 and f"{len(ALERTS)} rules found" in done.stdout, done.stdout
    # A board's question is checked as the expression of a recording rule.
    exprs = [target["expr"] for panel in BOARD["panels"] for target in panel.get("targets", ())]
    assert len(exprs) > 10
    rules = [{"record": f"board:{number}", "expr": expr} for number, expr in enumerate(exprs)]
    file = tmp_path / "board.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "board", "rules": rules}]}))
    done = promtool("check", "rules", file)
    assert done.returncode == 0, done.stdout
    file.write_text(file.read_text().replace("max(", "max((", 1))
    assert promtool("check", "rules", file).returncode != 0


@needs.promtool
@pytest.mark.parametrize("fault", ["Well", *(rule["alert"] for rule in ALERTS)])
def test_a_fault_raises_its_alert_and_no_other_and_a_site_that_is_well_none(fault, raised):
    assert raised[fault] == {fault} - {"Well"}
