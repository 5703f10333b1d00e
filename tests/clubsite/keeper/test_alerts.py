"""Prometheus's own promtool reads the alert rules and the board's questions, and says which alerts a fault raises."""

import json
import re
import subprocess
from pathlib import Path
from subprocess import PIPE, STDOUT

import pytest
import yaml

from tests import needs

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
