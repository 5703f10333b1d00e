"""What pages of published results cost: queries, CPU and size, in clubs with few and with many nights.

    python bench/pages.py [--nights 30,500] [--players 20] [--boards 8] [--runs 5]

For each number of nights a club is made in an SQLite database that is thrown away: a night a week, its players drawn
from 60 people, scores by chance with a seed, in two directions; series of six nights, a ladder and master points. The
rows of a night are stored at once, what is published of it by the service that publishes. Then every page is asked for
by somebody who is not signed in; their own page by a device on which one of the players said who they are. CPU is this
process's, the median of the runs, after one that is not counted.
"""

import argparse
import datetime
import json
import logging
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

PEOPLE = 60
FIRST = datetime.date(2016, 1, 5)
IN_A_SERIES = 6
USUAL = (-500, -200, -150, -100, -50, 90, 110, 120, 140, 170, 400, 420, 450, 620, 650)
GOAL_QUERIES, GOAL_CPU = 12, 30.0
"""What a page may ask of the database, and take in ms."""
NIGHTS_SAT = 17
KNOWN = {"own page", "own mistakes", "season, known", "own card"}
"""Asked for by a device that sat so many nights, and on which one of the players has said who they are."""
PAGES = {
    "front page": "/clubs/bench/",
    "results, a year": "/clubs/bench/results/",
    "coming nights": "/clubs/bench/coming/",
    "coming night": "/clubs/bench/coming/{coming}/",
    "season": "/clubs/bench/season/",
    "season, known": "/clubs/bench/season/",
    "own card": "/results/{night}/player/{label}/",
    "series": "/clubs/bench/series/{series}/",
    "ladder": "/clubs/bench/ladder/",
    "master points": "/clubs/bench/points/",
    "records": "/clubs/bench/records/",
    "rivals": "/clubs/bench/rivals/",
    "own page": "/me/",
    "own mistakes": "/me/mistakes/",
    "player": "/clubs/bench/players/{player}/",
    "Atom feed": "/clubs/bench/results.atom",
    "frame for other sites": "/clubs/bench/embed/",
    "sitemap": "/sitemap-nights.xml",
    "API sessions": "/api/v1/clubs/bench/sessions/",
    "API series": "/api/v1/clubs/bench/series/",
    "API ladder": "/api/v1/clubs/bench/ladder/",
    "API points": "/api/v1/clubs/bench/points/",
    "API awards": "/api/v1/clubs/bench/awards/",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nights", default="30,500")
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--boards", type=int, default=8)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--make", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.make or args.measure:
        set_up()
        print(json.dumps(measure(args.runs) if args.measure else make(args)))
        return
    found = {nights: in_a_process(nights, args) for nights in map(int, args.nights.split(","))}
    if args.json:
        print(json.dumps(found, indent=1))
    else:
        show(found)


def in_a_process(nights: int, args: argparse.Namespace) -> dict[str, Any]:
    """Each club has a database of its own, and is measured in a new process, as a server is one."""
    with tempfile.TemporaryDirectory(prefix="club-bench-") as folder:
        env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings.local", "CLUBSITE_DATA": folder}
        command = [sys.executable, __file__]
        for name in ("players", "boards", "runs"):
            command += [f"--{name}", str(getattr(args, name))]
        for step in (["--make", str(nights)], ["--measure"]):
            done = subprocess.run([*command, *step], env=env, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def show(found: dict[int, dict[str, Any]]) -> None:
    """One table: for each page and size queries, ms of CPU, KB as they are and compressed."""
    print(
        "| Page | "
        + " | ".join(f"{nights} nights: queries | CPU ms | KB | gzip KB" for nights in found)
        + " |"
    )
    print("|---|" + "---|" * 4 * len(found))
    missed = []
    for page in PAGES:
        cells = []
        for nights, pages in found.items():
            one = pages[page]
            cells += [str(one["queries"]), f"{one['cpu']:.1f}", f"{one['kb']:.1f}", f"{one['gzip']:.1f}"]
            if one["queries"] > GOAL_QUERIES or one["cpu"] > GOAL_CPU:
                missed.append(f"{page} at {nights}")
        print(f"| {page} | " + " | ".join(cells) + " |")
    print(f"Goal: {GOAL_QUERIES} queries, {GOAL_CPU:.0f} ms. Missed: {', '.join(missed) or 'none'}.")


def set_up() -> None:
    import django

    django.setup()
    logging.disable(logging.WARNING)


def make(args: argparse.Namespace) -> None:
    """Make the club."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    club_make(args.make, args.players, args.boards)


def measure(runs: int) -> dict[str, Any]:
    """All pages of the club there is."""
    from clubsite.clubs.models import Person
    from clubsite.season.models import Series
    from clubsite.staticfiles import collect_if_changed

    collect_if_changed()  # pages name the files that are served
    series = Series.objects.order_by("pk")[0].public_id
    coming = coming_make()
    player = Person.objects.order_by("pk")[0].pk
    token, night, label = device_of_a_player()
    return {
        name: measured(
            at.format(coming=coming, series=series, player=player, night=night, label=label),
            runs,
            token if name in KNOWN else "",
        )
        for name, at in PAGES.items()
    }


def coming_make() -> str:
    """A night a week is announced for half a year, and everybody comes to the first: its public id."""
    from django.utils import timezone

    from clubsite.clubs.models import Person
    from clubsite.coming.models import JoinedBy
    from clubsite.coming.services.nights import nights_announce
    from clubsite.coming.services.replies import Asker, Named, reply_add

    people = list(Person.objects.select_related("club").order_by("pk")[:PEOPLE])
    club, user = people[0].club, people[0].club.memberships.get().user
    day = timezone.localdate() + datetime.timedelta(days=1)
    nights = nights_announce(club=club, user=user, weeks=26, date=day, start=datetime.time(19, 30))
    for person in people:
        named = Named(person.name, person, JoinedBy.DIRECTOR)
        reply_add(night=nights[0], players=[named], asker=Asker(director=user))
    return nights[0].public_id


def device_of_a_player() -> tuple[str, str, int]:
    """The token of a device that one of the players took their last seats with, and on which they have said "this is
    me"; their last night, and their number in it."""
    from clubsite.accounts.services import device_for
    from clubsite.clubs.models import Person
    from clubsite.duplicate.models import ContestantPerson
    from clubsite.members.services import device_person_set
    from clubsite.play.models import SeatTicket

    device, token = device_for(token=None)
    person = Person.objects.order_by("pk")[0]
    played = ContestantPerson.objects.filter(person=person).select_related("contestant__section__session")
    last = [row.contestant for row in played.order_by("-contestant__section__session__date")[:NIGHTS_SAT]]
    SeatTicket.objects.bulk_create(
        SeatTicket(device=device, kind="contestant", subject=str(one.pk), token_hash="") for one in last
    )
    device_person_set(device=device, person=person)
    return token, last[0].section.session.public_id, last[0].number


def measured(address: str, runs: int, token: str) -> dict[str, float]:
    """A page by its address, to the device of this token if there is one."""
    from django.db import connection
    from django.test import Client

    asked = []

    def count(execute: Any, *arguments: Any) -> Any:
        asked.append(1)
        return execute(*arguments)

    client = Client(headers={"Host": "127.0.0.1"})
    if token:
        client.cookies["device"] = token

    def get(**headers: str) -> Any:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer

    get()
    with connection.execute_wrapper(count):
        size = len(get().content)
    times = []
    for _ in range(runs):
        start = time.process_time()
        get()
        times.append((time.process_time() - start) * 1000)
    return {
        "queries": len(asked),
        "cpu": statistics.median(times),
        "kb": size / 1024,
        "gzip": len(get(**{"Accept-Encoding": "gzip"}).content) / 1024,
    }


def club_make(nights: int, players: int, boards: int) -> None:
    """People, nights, series, a ladder and master points."""
    from django.db import transaction

    from clubsite.accounts.models import User
    from clubsite.clubs.models import Person
    from clubsite.clubs.services import club_create
    from clubsite.season.services.series import series_begin, series_sessions_set
    from clubsite.season.services.standings import ladder_save, points_save

    rng = random.Random("pages")
    user = User.objects.create_user("bench")
    club = club_create(name="Bench", slug="bench", owner=user)
    people = Person.objects.bulk_create(Person(club=club, name=f"Player {n:02}") for n in range(PEOPLE))
    ladder_save(club=club, user=user, rules={}, since=FIRST)
    points_save(club=club, user=user, scheme="abf_club_e", since=FIRST)
    sessions = []
    with transaction.atomic():
        for number in range(nights):
            who = rng.sample(people, players)
            sessions.append(night_make(club, user, number, who, boards, rng))
    for first in range(0, nights - IN_A_SERIES + 1, IN_A_SERIES):
        begun = series_begin(club=club, user=user, name=f"Series {first}", rules={"nights": IN_A_SERIES})
        chosen = {n: sessions[first + n - 1].pk for n in range(1, IN_A_SERIES + 1)}
        series_sessions_set(series=begun, chosen=chosen, user=user)


def night_make(club: Any, user: Any, number: int, who: list[Any], boards: int, rng: random.Random) -> Any:
    """A published night in two directions: every table plays every board, the half of `who` that sits South at it."""
    from clubsite.duplicate.models import BoardSet, Section, Session, SessionStatus
    from clubsite.rankings.models import Publication
    from clubsite.rankings.services.published_rows import rows_set

    date = FIRST + datetime.timedelta(weeks=number)
    session = Session.objects.create(
        club=club, name="Club night", date=date, players=len(who), created_by=user, status=SessionStatus.ENDED
    )
    board_set = BoardSet.objects.create(session=session)
    section = Section.objects.create(session=session, board_set=board_set, round_number=1)
    rows = lines_make(section, contestants_make(section, who), boards)
    dealt = list(board_set.boards.order_by("number"))
    payload = payload_of(section, dealt, rows, rng)
    rows_set(Publication.objects.create(session=session, version=1, payload=payload, by_user=user))
    figures_make(club, rows, rng)
    costs_make(rows, rng)
    return session


def contestants_make(section: Any, who: list[Any]) -> list[Any]:
    """A contestant for each of these people, numbered in their order."""
    from clubsite.duplicate.models import Contestant, ContestantPerson

    contestants = Contestant.objects.bulk_create(
        Contestant(section=section, number=n) for n in range(1, len(who) + 1)
    )
    ContestantPerson.objects.bulk_create(
        ContestantPerson(contestant=contestant, person=person)
        for contestant, person in zip(contestants, who, strict=True)
    )
    return contestants


def lines_make(section: Any, contestants: list[Any], boards: int) -> list[Any]:
    """The boards, and each of them at every table."""
    from clubsite.duplicate.models import Board, Round, Table, TableBoard, TableBoardState
    from clubsite.play.models import Room

    half = len(contestants) // 2
    round_ = Round.objects.create(section=section, number=1)
    rooms = Room.objects.bulk_create(Room() for _ in range(half))
    tables = Table.objects.bulk_create(
        Table(section=section, number=n, room=room, code=f"P{section.session_id:03}{n:02}")
        for n, room in enumerate(rooms, start=1)
    )
    dealt = Board.objects.bulk_create(
        Board(board_set=section.board_set, number=n, dealer="N", vulnerability="None")
        for n in range(1, boards + 1)
    )
    return TableBoard.objects.bulk_create(
        TableBoard(
            round=round_,
            table=table,
            board=board,
            state=TableBoardState.FINISHED,
            ns=contestants[n],
            ew=contestants[half + (n + board.number) % half],
            play=play_make(rooms[n]),
        )
        for board in dealt
        for n, table in enumerate(tables)
    )


def costs_make(rows: list[Any], rng: random.Random) -> None:
    """Each of these plays analysed: four cards of each player cost something. The log has its first line."""
    from uuid import uuid4

    from clubsite.analysis.models import PlayAnalysis
    from clubsite.play.models import PlayEvent

    PlayEvent.objects.bulk_create(
        PlayEvent(play_id=row.play_id, seq=1, client_id=uuid4(), actor="S", action="c:P") for row in rows
    )
    PlayAnalysis.objects.bulk_create(
        PlayAnalysis(
            play_id=row.play_id,
            calls=[],
            cards=[{"by": by, "points": 0, "tricks": 0, "worth": "x" * 150} for by in "SNSN" * 5],
            costly=[
                {"seq": seq, "by": by, "points": rng.choice((30, 50, 120, 300))}
                for seq, by in enumerate("SNSNSNSN", start=1)
            ],
        )
        for row in rows
    )


def play_make(room: Any) -> Any:
    """A play that is over, without its log."""
    from clubsite.play.models import Play, PlayStatus

    outcome = {"contract": "3N", "declarer": "S", "tricks": 9, "lead": ""}
    return Play.objects.create(
        room=room,
        game="solo",
        rules_version="1",
        setup={"vul": "None"},
        seats={},
        status=PlayStatus.OVER,
        outcome=outcome,
    )


def figures_make(club: Any, rows: list[Any], rng: random.Random) -> None:
    """What calls and cards of these plays gave away, by chance; North at the last table is a robot."""
    from clubsite.history.models import PlayFigures

    PlayFigures.objects.bulk_create(
        PlayFigures(
            play_id=row.play_id,
            player=player,
            club=club,
            robot="club" if player == "N" and row.table_id == rows[-1].table_id else "",
            declaring=(player == "S") == bool(rng.randrange(2)),
            calls=4,
            calls_free=rng.randrange(5),
            calls_points=rng.choice((0, 0, 50, 120, 300)),
            cards=18,
            cards_free=rng.randrange(10, 19),
            cards_points=rng.choice((0, 30, 50, 100)),
            cards_tricks=rng.randrange(3),
            ends=2,
            wrong_ends=rng.randrange(2),
        )
        for row in rows
        for player in "SN"
    )


def payload_of(section: Any, boards: list[Any], rows: list[Any], rng: random.Random) -> dict[str, Any]:
    """As `publish` writes it, of scores by chance."""
    from scoring.board import match_points
    from scoring.ranking import Standing, rank

    won: dict[int, int] = {}
    numbers, listed = {}, []
    size = len(rows) // len(boards)
    top = 2 * (size - 1)
    for n, board in enumerate(boards):
        own = rows[n * size : (n + 1) * size]
        scores = [rng.choice(USUAL) for _ in own]
        lines = []
        for row, score, points in zip(own, scores, match_points(scores), strict=True):
            won[row.ns_id] = won.get(row.ns_id, 0) + int(points)
            won[row.ew_id] = won.get(row.ew_id, 0) + top - int(points)
            numbers |= {row.ns_id: row.ns.number, row.ew_id: row.ew.number}
            lines.append(line_of(row, score, f"{points}/1", f"{top - points}/1", top))
        listed.append({"id": board.pk, "number": board.number, "top": top, "lines": lines})
    rankings = []
    for direction, entries in (("NS", {row.ns_id for row in rows}), ("EW", {row.ew_id for row in rows})):
        full = top * len(boards)
        placed = rank(Standing(pk, _f(won[pk]), _f(full), _f(full)) for pk in sorted(entries))
        rankings.append({"line": direction, "rows": [row_of(row, numbers) for row in placed]})
    return {
        "format": 1,
        "method": "match_points",
        "points": "two_one",
        "imp_divisor": "mean",
        "sections": [
            {
                "id": section.pk, "name": "A", "kind": "two_handed", "together": ["A"], "own_boards": False,
                "winners": 2, "rankings": rankings, "boards": listed,
            }
        ],
    }  # fmt: skip


def _f(figure: int) -> Any:
    from fractions import Fraction

    return Fraction(figure)


def row_of(row: Any, numbers: dict[int, int]) -> dict[str, Any]:
    def text(figure: Any) -> str:
        return f"{figure.numerator}/{figure.denominator}"

    return {
        "entry": row.entry, "number": numbers[row.entry], "place": row.place, "won": text(row.won),
        "possible": text(row.possible), "percentage": text(row.percentage), "factored": text(row.factored),
    }  # fmt: skip


def line_of(row: Any, score: int, ns: str, ew: str, top: int) -> dict[str, Any]:
    return {
        "table_board": row.pk, "table": row.table.number, "round": 1, "ns": row.ns_id, "ew": row.ew_id,
        "status": "played", "contract": "3N", "declarer": "S", "lead": "", "tricks": 9, "ns_score": score,
        "artificial": "", "group": "", "corrected": False, "top": top, "ns_mp": ns, "ew_mp": ew,
    }  # fmt: skip


if __name__ == "__main__":
    main()
