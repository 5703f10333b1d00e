"""Faults in the middle of a night: a web process dies, the worker goes away. No action is lost or doubled."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.long import long
from tests.servers import ClubServer

pytestmark = pytest.mark.prod
EVENING = Path(__file__).parents[1] / "games" / "data" / "club-evening-2022-07-27.pbn"


def start_night(server: ClubServer, *arguments: str) -> "subprocess.Popen[str]":
    urls = [argument for url in server.urls for argument in ("--url", url)]
    command = [sys.executable, "manage.py", "play_night", *arguments, *urls]
    return subprocess.Popen(
        command, env=server.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(night: "subprocess.Popen[str]", seconds: float) -> str:
    out, err = night.communicate(timeout=seconds)
    assert night.returncode == 0, out[-2000:] + err[-2000:]
    return out


def test_a_web_process_that_is_killed_in_mid_night_costs_nobody_a_card(club_server):
    """Its players come back to the new process with what was not acknowledged; play_night checks every log."""
    night = start_night(club_server, "--players", "8", "--boards", "21", "--seed", "killed")
    time.sleep(5)
    club_server.processes["web 8872"].kill()
    club_server.processes.pop("web 8872").wait(10)
    time.sleep(1)
    club_server.start("web 8872", *club_server.web_command(8872))
    finish(night, 100)


def test_a_worker_that_is_away_for_half_the_night_scores_all_of_it_afterwards(club_server):
    club_server.stop("worker")
    night = start_night(club_server, "--players", "8", "--boards", "21", "--seed", "away")
    time.sleep(6)
    club_server.start_worker()
    finish(night, 100)


@long
@pytest.mark.timeout(900)
def test_the_real_evening_with_sixteen_players_keeps_every_promise(club_server):
    """24 boards of a real club evening, eight tables at once over two web processes."""
    night = start_night(club_server, "--pbn", str(EVENING), "--players", "16", "--boards", "24")
    assert "actions/s" in finish(night, 850)
