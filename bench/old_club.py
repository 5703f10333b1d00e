"""A club with many published nights, for benchmarks: people, nights, series, ladder, points and a night to come.

The rows of a night are stored at once, with scores from a seeded generator, and published by the service.
"""

import datetime
import random
from typing import Any

PEOPLE = 60
FIRST = datetime.date(2016, 1, 5)
IN_A_SERIES = 6
RESULTS = (
    *(("1N", "S", 7), ("1N", "N", 8), ("2H", "S", 8), ("2S", "N", 7), ("3C", "N", 9), ("3N", "S", 9)),
    *(("3N", "S", 8), ("3N", "N", 10), ("4H", "S", 10), ("4S", "N", 10), ("4S", "S", 11), ("5D", "S", 10)),
)
"""Contract, declarer and tricks of the scores."""
OUTCOME = {"contract": "3N", "declarer": "S", "tricks": 9, "lead": ""}
OVER = {"game": "solo", "rules_version": "1", "setup": {"vul": "None"}, "status": "over", "outcome": OUTCOME}
"""The outcome of a play that has no log."""
CARDS = {
    hand: " ".join(suit + rank for rank in "AKQJT98765432")
    for hand, suit in zip(("north", "east", "south", "west"), "SHDC", strict=True)
}


def club_make(nights: int, players: int, boards: int) -> None:
    """Make people, nights, series, a ladder and master points."""
    from django.db import transaction

    from clubsite.accounts.models import User
    from clubsite.clubs.models import Person
    from clubsite.clubs.services import club_create
    from clubsite.rankings.services.publications import publish
    from clubsite.season.services.series import series_begin, series_sessions_set
    from clubsite.season.services.standings import ladder_save, points_save

    rng = random.Random("pages")
    user = User.objects.create_user("bench")
    club = club_create(name="Bench", slug="bench", owner=user)
    people = Person.objects.bulk_create(Person(club=club, name=f"Player {n:02}") for n in range(PEOPLE))
    ladder_save(club=club, user=user, rules={}, since=FIRST)
    points_save(club=club, user=user, scheme="abf_club_e", since=FIRST)
    sessions = []
    for number in range(nights):
        date = FIRST + datetime.timedelta(weeks=number)
        with transaction.atomic():
            session = night_make(club, user, date, rng.sample(people, players), boards, rng)
            publish(session, user)
        sessions.append(session)
    for first in range(0, nights - IN_A_SERIES + 1, IN_A_SERIES):
        begun = series_begin(club=club, user=user, name=f"Series {first}", rules={"sessions": IN_A_SERIES})
        chosen = {n: sessions[first + n - 1].pk for n in range(1, IN_A_SERIES + 1)}
        series_sessions_set(series=begun, chosen=chosen, user=user)


def night_make(club: Any, user: Any, date: datetime.date, who: list[Any], boards: int, rng: random.Random) -> Any:
    """Make a scored night in two directions. Every table plays every board; half of `who` sits South."""
    from clubsite.nights.models import BoardSet, Contestant, ContestantPerson, Section, Session, SessionStatus
    from clubsite.rankings.services.scoring import score_session

    session = Session.objects.create(
        club=club, name="Club night", date=date, players=len(who), created_by=user, status=SessionStatus.ENDED
    )
    board_set = BoardSet.objects.create(session=session)
    section = Section.objects.create(session=session, board_set=board_set, round_number=1)
    contestants = [Contestant.objects.create(section=section, number=n) for n in range(1, len(who) + 1)]
    ContestantPerson.objects.bulk_create(
        ContestantPerson(contestant=contestant, person=person)
        for contestant, person in zip(contestants, who, strict=True)
    )
    rows = lines_make(section, contestants, boards)
    scores_make(rows, rng)
    figures_make(club, rows, rng)
    score_session(session.pk)
    return session


def lines_make(section: Any, contestants: list[Any], boards: int) -> list[Any]:
    """Make the boards, and each of them at every table."""
    from django.utils import timezone

    from clubsite.nights.models import Board, Round, Table, TableBoard, TableBoardState
    from clubsite.play.models import Play, Room

    half = len(contestants) // 2
    round_ = Round.objects.create(section=section, number=1)
    rooms = Room.objects.bulk_create(Room() for _ in range(half))
    tables = [
        Table.objects.create(section=section, number=n, room=room, code=f"P{section.session_id:03}{n:02}")
        for n, room in enumerate(rooms, start=1)
    ]
    cards = {**CARDS, "known": True, "ordered": True, "opened_at": timezone.now()}
    dealt = Board.objects.bulk_create(
        Board(board_set=section.board_set, number=n, dealer="N", vulnerability="None", **cards)
        for n in range(1, boards + 1)
    )
    return TableBoard.objects.bulk_create(
        TableBoard(
            round=round_, table=table, board=board, state=TableBoardState.FINISHED, ns=contestants[n],
            ew=contestants[half + (n + board.number) % half], play=Play.objects.create(room=rooms[n], **OVER),
        )
        for board in dealt
        for n, table in enumerate(tables)
    )  # fmt: skip


def scores_make(rows: list[Any], rng: random.Random) -> None:
    """Store a random score of each line, as a director types it."""
    from clubsite.scores.models import ScoreEntry
    from scoring.contracts import score

    entries = []
    for row in rows:
        contract, declarer, tricks = rng.choice(RESULTS)
        points = score(contract, "NS" if declarer == "S" else "EW", row.board.vulnerability, tricks)
        line = {"contract": contract, "declarer": declarer, "tricks": tricks, "ns_score": points}
        entries.append(ScoreEntry(table_board=row, play=row.play, source="typed", status="played", **line))
    ScoreEntry.objects.bulk_create(entries)


def figures_make(club: Any, rows: list[Any], rng: random.Random) -> None:
    """Analyse each play: random figures, and four cards of each player that cost something. A robot is North at the
    last table.
    """
    from clubsite.analysis.models import PlayAnalysis
    from clubsite.history.models import PlayFigures

    PlayFigures.objects.bulk_create(
        PlayFigures(
            play_id=row.play_id, player=player, club=club,
            robot="club" if player == "N" and row.table_id == rows[-1].table_id else "",
            declaring=(player == "S") == bool(rng.randrange(2)),
            calls=4, calls_free=rng.randrange(5), calls_points=rng.choice((0, 0, 50, 120, 300)),
            cards=18, cards_free=rng.randrange(10, 19), cards_points=rng.choice((0, 30, 50, 100)),
            cards_tricks=rng.randrange(3), ends=2, wrong_ends=rng.randrange(2),
        )
        for row in rows
        for player in "SN"
    )  # fmt: skip
    cards = [{"by": by, "points": 0, "tricks": 0, "worth": "x" * 150} for by in "SNSN" * 5]
    PlayAnalysis.objects.bulk_create(
        PlayAnalysis(
            play_id=row.play_id, calls=[], cards=cards,
            costly=[{"seq": seq, "by": by, "points": rng.choice((30, 50, 120, 300))}
                    for seq, by in enumerate("SNSN" * 2, start=1)],
        )
        for row in rows
    )  # fmt: skip


def coming_make() -> str:
    """Announce a night a week for half a year, with everybody coming to the first, and return its public id."""
    from django.utils import timezone

    from clubsite.clubs.models import Person
    from clubsite.signups.models import JoinedBy, ReplyPlayer
    from clubsite.signups.services.nights import nights_announce
    from clubsite.signups.services.replies import ReplyAuthor, reply_add

    people = list(Person.objects.select_related("club").order_by("pk")[:PEOPLE])
    club, user = people[0].club, people[0].club.memberships.get().user
    day = timezone.localdate() + datetime.timedelta(days=1)
    nights = nights_announce(club=club, user=user, weeks=26, date=day, start=datetime.time(19, 30))
    for person in people:
        named = ReplyPlayer(name=person.name, person=person, joined_by=JoinedBy.DIRECTOR)
        reply_add(night=nights[0], players=[named], author=ReplyAuthor(director=user))
    return nights[0].public_id
