"""The worker or the mail server is away for a while, and its work is done later (tests/faults has the other cases)."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kit.smtp_server import SmtpServer
from tests.long import long

pytestmark = pytest.mark.prod
EVENING = Path(__file__).parents[1] / "games" / "data" / "club-evening-2022-07-27.pbn"


def start_night(server, *arguments):
    urls = [argument for url in server.urls for argument in ("--url", url)]
    command = [sys.executable, "manage.py", "play_night", *arguments, *urls]
    return subprocess.Popen(command, env=server.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(night, seconds):
    out, err = night.communicate(timeout=seconds)
    assert night.returncode == 0, out[-2000:] + err[-2000:]
    return out


def test_a_worker_that_is_away_for_half_the_night_scores_all_of_it_afterwards(club_server):
    club_server.stop("worker")
    night = start_night(club_server, "--players", "8", "--boards", "21", "--seed", "away")
    time.sleep(6)
    club_server.start_worker()
    finish(night, 100)


def test_mail_comes_though_its_server_was_down_and_the_worker_died(club_server, mail_port):
    """People who have forgotten a password need not ask again. The link is made only when the letter is sent."""
    club_server.shell(FORGOTTEN)
    until(lambda: club_server.shell(LETTER + "print(letter.fault)") == "unreachable")
    club_server.processes["worker"].kill()
    club_server.stop("worker")
    mail_server = SmtpServer(mail_port)
    club_server.shell(LETTER + "letter.due_at = letter.made_at\nletter.save()")
    club_server.start_worker()
    until(lambda: bool(mail_server.post.got))
    mail_server.stop()
    assert "https://club.example/forgotten/" in mail_server.post.got[0].get_content()
    assert club_server.shell(LETTER + "print(letter)") == "None"


def until(holds):
    deadline = time.monotonic() + 40
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(1)


FORGOTTEN = """
from clubsite.accounts.models import User
from clubsite.outbox.models import Letter
from clubsite.outbox.services import letters_add
User.objects.create_user("rosa", "rosa@home.example", "correct horse")
letters_add(Letter(kind="accounts.forgotten", address="rosa@home.example", site="https://club.example"))
"""
LETTER = """
from clubsite.outbox.models import Letter
letter = Letter.objects.first()
"""


@long
@pytest.mark.timeout(900)
def test_the_real_evening_with_sixteen_players_keeps_every_promise(club_server):
    """The 24 boards of a real club evening, played at eight tables at the same time through two web processes."""
    night = start_night(club_server, "--pbn", str(EVENING), "--players", "16", "--boards", "24")
    assert "actions/s" in finish(night, 850)
