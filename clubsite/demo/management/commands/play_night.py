"""`manage.py play_night`: play a whole session through a server, all tables at once, then print its ranking and
the results of the checks.
"""

import asyncio
import os
import socket
import subprocess
import sys
import time
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from clubsite.clubs.models import Club, NamesFor
from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.demo import scripted_player
from clubsite.demo.scripted_player import Report
from clubsite.nights.models import Section
from clubsite.nights.selectors.contestants import section_names
from clubsite.nights.selectors.progress import boards_played
from clubsite.nights.selectors.sessions import section_for
from clubsite.nights.services.directing import session_end
from clubsite.rankings.models import BoardScore, Ranking
from clubsite.rankings.services.scoring import score_if_asked, scoring_asked
from games.notation.faults import DealFileError
from games.wording import group_title
from scoring.figures import percent_text


def wait_for_scores(section: Section) -> bool:
    """Wait until the server's jobs have scored every board and ranked the section. Return False on a timeout."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if not scoring_asked(section.session_id):
            return True
        time.sleep(0.25)
    return False


def ranking_lines(section: Section) -> list[str]:
    score_if_asked(section.session_id)
    names = section_names(section)
    lines: list[str] = []
    for ranking in Ranking.objects.filter(section=section).order_by("-line"):
        lines += ["", group_title(ranking.line)]
        for row in ranking.rows:
            share = "-" if row.percentage is None else percent_text(row.percentage)
            lines.append(f"  {row.place_text:>4}  {names[row.contestant]:<30} {share:>6}")
    return lines


def board_faults(section: Section) -> list[str]:
    """Describe each board whose match points do not add up to top x lines / 2 on each side (Law 78A with Neuberg)."""
    sums: dict[int, tuple[Fraction, Fraction]] = {}
    scores = BoardScore.objects.filter(table_board__round__section=section)
    for score in scores.select_related("table_board__board"):
        number, points = score.table_board.board.number, score.points
        if points.ns is not None and points.ew is not None:
            won, due = sums.get(number, (Fraction(0), Fraction(0)))
            sums[number] = (won + points.ns + points.ew, due + points.top)
    return [
        f"Board {number}: {won} match points were given, {due} are due."
        for number, (won, due) in sorted(sums.items())
        if won != due
    ] or ([] if sums else ["No board has match points."])


ACTIONS_A_BOARD = 58


class Command(BaseCommand):
    help = "Play a night with scripted players over real websockets. Exit code 0 only if every promise held."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pbn", type=Path, help="boards from this file (dummies dealt by a drawn seed)")
        parser.add_argument("--players", type=int, default=8)
        parser.add_argument("--boards", type=int, help="exactly this many boards")
        parser.add_argument("--seed", default="night", help="what the scripted players choose from")
        parser.add_argument(
            "--url",
            action="append",
            default=[],
            help="a running server on this machine (several: the players spread over them); without it one is started",
        )

    def handle(
        self, *args: Any, pbn: Path | None, players: int, boards: int | None, seed: str, url: list[str], **_: Any
    ) -> None:
        call_command("migrate", verbosity=0)
        session = self._make(pbn, players, boards, seed)
        section = section_for(session)
        total = boards_played(section)[1]
        report = Report()
        with _server(url) as bases, tqdm(total=total * ACTIONS_A_BOARD, unit=" actions", mininterval=0.5) as bar:
            seats = scripted_player.players_of(session, bases, seed, lambda: bar.update(1))
            asyncio.run(scripted_player.session_run(seats, report))
            bar.total = bar.n
            scripted_player.session_check(session, seats, report)
            session_end(session=session, user=session.created_by)
            if not wait_for_scores(section):
                report.faults.append("The match points were not complete a minute after the last card.")
            report.faults += board_faults(section)
        self._print(section, report, total)
        if report.faults:
            raise CommandError("\n".join(report.faults[:20]))

    def _make(self, pbn: Path | None, players: int, boards: int | None, seed: str) -> Any:
        try:
            data = pbn.read_bytes() if pbn else None
            return scripted_player.session_make(
                club=_club(),
                user=_director(),
                date=timezone.localdate(),
                players=players,
                boards=boards,
                pbn=data,
                file_name=pbn.name if pbn else "",
                seed=seed,
            )
        except OSError as error:
            raise CommandError(f"Cannot read {pbn}: {error.strerror}.") from None
        except DealFileError as error:
            raise CommandError(f"{pbn} was not imported.\n{error}") from None
        except Refused as error:
            raise CommandError(str(error)) from None

    def _print(self, section: Section, report: Report, total: int) -> None:
        for line in ranking_lines(section):
            self.stdout.write(line)
        self.stdout.write(
            f"\n{total} boards, {report.actions} actions in {report.seconds:.1f} s: {report.per_second:.0f} actions/s, "
            f"action to ack p50 {report.median:.1f} ms, p99 {report.quantile(0.99):.1f} ms, "
            f"{report.refused} refused and repeated"
        )


def _club() -> Club:
    return Club.objects.filter(slug="scripted").first() or club_create(
        name="Scripted nights", slug="scripted", owner=_director(), names_for=NamesFor.NAMES
    )


def _director() -> Any:
    users = get_user_model().objects
    return users.filter(username="script").first() or users.create_user("script")


@contextmanager
def _server(urls: list[str]) -> Iterator[list[str]]:
    """Yield the addresses of the running servers, or of a temporary one on a free port."""
    if urls:
        yield [url.rstrip("/") for url in urls]
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    served = ["uvicorn", "clubsite.asgi:application", "--port", str(port), "--log-level", "warning"]
    process = subprocess.Popen([sys.executable, "-m", *served], env={**os.environ, "SEAT_MESSAGES": "1000"})
    try:
        base = f"http://127.0.0.1:{port}"
        _wait_until_up(base, process)
        yield [base]
    finally:
        process.terminate()
        process.wait(20)


def _wait_until_up(base: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(200):
        if process.poll() is not None:
            raise CommandError("The server did not start; its message is above.")
        try:
            urllib.request.urlopen(f"{base}/join/", timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise CommandError(f"No answer from {base} in 20 seconds.")
