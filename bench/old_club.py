"""A club with many published nights, for benchmarks: people, nights, series, ladder, points and a night to come.

The rows of a night are stored at once, with scores from a seeded generator. The publishing service stores what is
published.
"""

import datetime
import random
from typing import Any

PEOPLE = 60
FIRST = datetime.date(2016, 1, 5)
IN_A_SERIES = 6
USUAL = (-500, -200, -150, -100, -50, 90, 110, 120, 140, 170, 400, 420, 450, 620, 650)


def club_make(nights: int, players: int, boards: int, acts: int = 1) -> None:
    """Make people, nights, series, a ladder and master points. The log of each play has `acts` lines."""
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
            sessions.append(night_make(club, user, number, who, boards, rng, acts))
    for first in range(0, nights - IN_A_SERIES + 1, IN_A_SERIES):
        begun = series_begin(club=club, user=user, name=f"Series {first}", rules={"sessions": IN_A_SERIES})
        chosen = {n: sessions[first + n - 1].pk for n in range(1, IN_A_SERIES + 1)}
        series_sessions_set(series=begun, chosen=chosen, user=user)


def night_make(
    club: Any, user: Any, number: int, who: list[Any], boards: int, rng: random.Random, acts: int = 1
) -> Any:
    """Make a published night in two directions. Every table plays every board; half of `who` sits South."""
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
    logs_make(rows, acts)
    return session


def contestants_make(section: Any, who: list[Any]) -> list[Any]:
    """Make a contestant for each of these people, numbered in their order."""
    from clubsite.duplicate.models import Contestant, ContestantPerson

    contestants = [Contestant.objects.create(section=section, number=n) for n in range(1, len(who) + 1)]
    ContestantPerson.objects.bulk_create(
        ContestantPerson(contestant=contestant, person=person)
        for contestant, person in zip(contestants, who, strict=True)
    )
    return contestants


def lines_make(section: Any, contestants: list[Any], boards: int) -> list[Any]:
    """Make the boards, and each of them at every table."""
    from clubsite.duplicate.models import Board, Round, Table, TableBoard, TableBoardState
    from clubsite.play.models import Room

    half = len(contestants) // 2
    round_ = Round.objects.create(section=section, number=1)
    rooms = Room.objects.bulk_create(Room() for _ in range(half))
    tables = [
        Table.objects.create(section=section, number=n, room=room, code=f"P{section.session_id:03}{n:02}")
        for n, room in enumerate(rooms, start=1)
    ]
    dealt = Board.objects.bulk_create(
        Board(board_set=section.board_set, number=n, dealer="N", vulnerability="None") for n in range(1, boards + 1)
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
    """Analyse each of these plays: four cards of each player cost something."""
    from clubsite.analysis.models import PlayAnalysis

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


def logs_make(rows: list[Any], acts: int) -> None:
    """Give each of these plays a log of so many lines, with its hashes."""
    from uuid import uuid4

    from clubsite.play.log_links import event_link
    from clubsite.play.models import Play, PlayEvent

    events = []
    for row in rows:
        play = row.play
        for seq in range(1, acts + 1):
            event = PlayEvent(play=play, seq=seq, client_id=uuid4(), actor="SN"[seq % 2], action="c:P")
            event.link = play.link = event_link(play.link, event)
            events.append(event)
        play.seq = acts
    PlayEvent.objects.bulk_create(events, 1000)
    Play.objects.bulk_update([row.play for row in rows], ["seq", "link"], 500)


def play_make(room: Any) -> Any:
    """Make a play that is over, without its log."""
    from clubsite.play.log_links import start_link
    from clubsite.play.models import Play, PlayStatus

    outcome = {"contract": "3N", "declarer": "S", "tricks": 9, "lead": ""}
    play = Play(
        room=room,
        game="solo",
        rules_version="1",
        setup={"vul": "None"},
        status=PlayStatus.OVER,
        outcome=outcome,
    )
    play.start_link = play.link = start_link(play)
    play.save()
    return play


def figures_make(club: Any, rows: list[Any], rng: random.Random) -> None:
    """Make random figures of what calls and cards of these plays gave away. North at the last table is a robot."""
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
    """Return a payload as `publish` writes it, with random scores."""
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


def coming_make() -> str:
    """Announce a night a week for half a year, with everybody coming to the first, and return its public id."""
    from django.utils import timezone

    from clubsite.clubs.models import Person
    from clubsite.coming.models import JoinedBy
    from clubsite.coming.services.nights import nights_announce
    from clubsite.coming.services.replies import NamedPlayer, ReplyAuthor, reply_add

    people = list(Person.objects.select_related("club").order_by("pk")[:PEOPLE])
    club, user = people[0].club, people[0].club.memberships.get().user
    day = timezone.localdate() + datetime.timedelta(days=1)
    nights = nights_announce(club=club, user=user, weeks=26, date=day, start=datetime.time(19, 30))
    for person in people:
        named = NamedPlayer(person.name, person, JoinedBy.DIRECTOR)
        reply_add(night=nights[0], players=[named], author=ReplyAuthor(director=user))
    return nights[0].public_id
