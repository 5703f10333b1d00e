"""From an entered result to a ranking, on the site: the costs of the database and of page updates around the library.

    python bench/pipeline.py [--tables 1000] [--boards 30] [--runs 5] [--seconds 10]

CPU of this process, one thread, medians, in a temporary SQLite database: a club's evening of nine tables; the largest
two-handed night that the site takes, 120 players; and a field of 1,000 tables, larger than that, once as a whole and
once with a table less at every board, so that no board shows by itself how large the field is. Each is scored as a
whole, with nothing stored. Then the scores that were held back are entered one by one. Each time the whole session is
scored again: every other line of the board has new points, everybody a new figure. bench/scoring.py has the share of
the library alone. Beside the large field, as 3 scores a second come in and the embedded worker scores them, the minimum
that a card can cost is timed by the clock, to see whether it waits.
"""

import argparse
import asyncio
import datetime
import logging
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from movements.plan import Pairing, Plan
from scoring.contracts import score

USUAL = (
    -1100,
    -500,
    -300,
    -200,
    -150,
    -100,
    -50,
    0,
    90,
    110,
    120,
    140,
    170,
    200,
    400,
    420,
    450,
    620,
    650,
    980,
)


def scores(tables: int, boards: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield (board, South, North, South's points) of a field in which everybody plays every board
    once, from one seed.
    """
    rng = random.Random("pipeline")
    for board in range(1, boards + 1):
        likely = rng.sample(USUAL, 6)
        for table in range(tables):
            score = rng.choice(likely if rng.random() < 0.9 else USUAL)
            yield board, table, tables + (table + board) % tables, score


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the work."""
    began = time.process_time()
    work()
    return time.process_time() - began


def told(name: str, times: list[float], goal: float | None = None, p99: bool = False) -> None:
    """Print the median, and the slowest if each one has a goal."""
    if p99:
        late = statistics.quantiles(times, n=100)[98]
        print(f"{name:<68} {statistics.median(times) * 1000:10,.1f} ms   p99 {late * 1000:,.1f} ms", flush=True)
        return
    beside = f"   slowest {max(times) * 1000:,.1f} ms   goal {goal * 1000:,.0f} ms" if goal else ""
    print(f"{name:<68} {statistics.median(times) * 1000:10,.1f} ms{beside}", flush=True)


LARGEST_NIGHT = 60
"""Tables of a session of 120 players (`session_create`). Four-handed sections are additional."""
LARGEST = 250
"""Tables of a section: a movement has at most 500 contestants."""
RESULTS = (
    *(("1N", "S", 7), ("1N", "N", 8), ("2H", "S", 8), ("2S", "N", 7), ("3C", "N", 9), ("3N", "S", 9)),
    *(("3N", "S", 8), ("3N", "N", 10), ("4H", "S", 10), ("4S", "N", 10), ("4S", "S", 11), ("4H", "N", 8)),
    *(("5D", "S", 10), ("5C", "N", 11), ("6S", "S", 12), ("4SX", "N", 8), ("3DX", "S", 7), ("2N", "S", 8)),
)
"""Contract, declarer and tricks of a large field's lines."""
CARDS = {
    "north": " ".join(f"S{rank}" for rank in "AKQJT98765432"),
    "east": " ".join(f"H{rank}" for rank in "AKQJT98765432"),
    "south": " ".join(f"D{rank}" for rank in "AKQJT98765432"),
    "west": " ".join(f"C{rank}" for rank in "AKQJT98765432"),
}


def site(tables: int, boards: int, runs: int, seconds: float) -> None:
    """Run all of them in a temporary SQLite database."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DEAL_KEYS_FILE"] = f"{folder}/deal-keys"
        os.environ |= {"CLUBSITE_DATA": folder, "DJANGO_SETTINGS_MODULE": "clubsite.settings.local"}
        import django
        from django.core.management import call_command

        django.setup()
        from clubsite.play import relay

        loop = asyncio.new_event_loop()  # messages are sent on the server's loop, as in a web process
        threading.Thread(target=loop.run_forever, daemon=True).start()
        relay.use_loop(loop)
        logging.disable(logging.WARNING)
        call_command("migrate", verbosity=0)
        nights = (
            ("a club's evening", 9, 27, 0, 0.030),
            ("the largest two-handed night", LARGEST_NIGHT, 26, 0, None),
            ("the large field", tables, boards, 0, 1.0),
            ("with a table less at a board", tables, boards, 1, 1.0),
        )
        for name, size, each, less, goal in nights:
            session = night(name, size, each, less)
            measured(f"{name}, {size:,} tables x {each} boards", session, runs, goal)
            if name == "the large field":
                beside(session, seconds)


def night(name: str, tables: int, boards: int, less: int) -> Any:
    """Make a session as if it had been played, without a score: sections of at most 250 tables that share the boards.

    In the last of them, `less` tables fewer play each board.
    """
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from clubsite.clubs.services import club_create
    from clubsite.duplicate.models import Board, BoardSet, Section, Session

    user = get_user_model().objects.create_user(name, password=None)
    club = club_create(name=name, slug=name.replace(" ", "-").replace("'", ""), owner=user)
    session = Session.objects.create(
        club=club, name=name, date=datetime.date(2026, 11, 21), players=100, created_by=user, status="running"
    )
    board_set = BoardSet.objects.create(session=session, source="seed", shown_seed="bench")
    cards = {**CARDS, "known": True, "ordered": True, "opened_at": timezone.now()}
    Board.objects.bulk_create(
        Board(board_set=board_set, number=n, dealer="NESW"[(n - 1) % 4], vulnerability="None", **cards)
        for n in range(1, boards + 1)
    )
    for n in range(-(-tables // LARGEST)):
        section = Section.objects.create(
            session=session, name="ABCDEFGH"[n], lettered=tables > LARGEST, board_set=board_set
        )
        last = n == -(-tables // LARGEST) - 1
        own = min(LARGEST, tables - n * LARGEST)
        seated(section, own, list(board_set.boards.order_by("number")), less if last else 0)
    return session


def seated(section: Any, tables: int, boards: list[Any], less: int) -> None:
    """Seat everybody. All play the same board in the same round, the last of which is in play. South players stay,
    North players move on, and the last `less` tables have nobody to play with.
    """
    from clubsite.duplicate.models import Contestant, Movement, Table
    from clubsite.play.models import Room

    schedule = [
        Pairing(round=board.number, table=n + 1, ns=n + 1, ew=ew + 1, boardset=board.number)
        for board in boards
        for n in range(tables - less)
        for ew in [tables + (n + board.number) % tables]
    ]
    rounds, sets = len(boards), len(boards)
    plan = Plan("bench", tables, rounds, 2 * tables, sets, 2, (), tuple(schedule), ("shares", "rematches"))
    Movement.objects.create(section=section, title="bench", plan=plan.to_json())
    entries = [Contestant.objects.create(section=section, number=n) for n in range(1, 2 * tables + 1)]
    rooms = Room.objects.bulk_create(Room() for _ in range(tables))
    seats = [
        Table.objects.create(section=section, number=n, room=room, code=f"{room.pk:06d}")
        for n, room in enumerate(rooms, 1)
    ]
    played(section, schedule, boards, entries, seats)


def played(section: Any, schedule: list[Pairing], boards: list[Any], entries: list[Any], seats: list[Any]) -> None:
    """Make the lines of the whole schedule, and the seats at the tables in its last round, which has begun."""
    from django.utils import timezone

    from clubsite.duplicate.models import Round, Seating, TableBoard

    began = timezone.now()
    ends = began + datetime.timedelta(minutes=8)
    turns = Round.objects.bulk_create(
        Round(section=section, number=board.number, started_at=began, ends_at=ends) for board in boards
    )

    def at(p: Pairing) -> dict[str, Any]:
        who = {"ns": entries[p.ns - 1], "ew": entries[p.ew - 1]}
        return {"round": turns[p.round - 1], "table": seats[p.table - 1], **who}

    TableBoard.objects.bulk_create(
        (TableBoard(board=boards[p.boardset - 1], live=False, **at(p)) for p in schedule), batch_size=500
    )
    last = len(boards)
    Seating.objects.bulk_create(Seating(board_group=p.boardset, **at(p)) for p in schedule if p.round == last)
    section.round_number = last
    section.save()


def lines_of(session: Any) -> list[Any]:
    """Return every board at every table, board by board."""
    from clubsite.duplicate.models import TableBoard

    lines = TableBoard.objects.filter(round__section__session=session).select_related(
        "table", "board", "round__section__session"
    )
    return list(lines.order_by("board__number", "table"))


def scores_stored(rows: list[Any], waiting: list[Any]) -> None:
    """Store a score for each of these lines except those in `waiting`."""
    from clubsite.scores.models import ScoreEntry

    late = {row.pk for row in waiting}
    rng = random.Random("results")

    def entry(row: Any) -> ScoreEntry:
        contract, declarer, tricks = rng.choice(RESULTS)
        points = score(contract, "NS" if declarer == "S" else "EW", row.board.vulnerability, tricks)
        line = {"contract": contract, "declarer": declarer, "tricks": tricks, "ns_score": points}
        return ScoreEntry(table_board=row, source="typed", status="played", **line)

    ScoreEntry.save_all(entry(row) for row in rows if row.pk not in late)


def measured(name: str, session: Any, runs: int, goal: float | None) -> None:
    """Print the cost of the whole session, from nothing and after one more score."""
    from clubsite.rankings.models import BoardScore, Ranking
    from clubsite.rankings.services.scoring import score_session

    rows = lines_of(session)
    size = len({row.table_id for row in rows})
    waiting = rows[:: size + 1][: 2 * runs]  # a line of each of these boards comes in later
    scores_stored(rows, waiting)

    def from_nothing() -> float:
        BoardScore.objects.filter(table_board__round__section__session=session).delete()
        Ranking.objects.filter(section__session=session).delete()
        return cpu(lambda: score_session(session.pk))

    told(f"{name}: all of it, from nothing", [from_nothing() for _ in range(runs)], goal)
    _steps(session, runs)
    _one_score_in(name, session, waiting, goal)


def _steps(session: Any, runs: int) -> None:
    """Print the cost of each step when nothing differs."""
    from clubsite.rankings.selectors.session_facts import facts_of
    from clubsite.rankings.services.stored_scores import changes_to, stored_of
    from scoring.session_scores import score_session as scores_of

    facts, stored = facts_of(session.pk), stored_of(session.pk)
    assert facts is not None
    found = scores_of(facts)
    for step, work in (
        ("the facts", lambda: facts_of(session.pk)),
        ("what is stored", lambda: stored_of(session.pk)),
        ("scored by the library", lambda: scores_of(facts)),
        ("what differs", lambda: changes_to(stored, found)),
    ):
        told(f"    {step}", [cpu(work) for _ in range(runs)])


def _one_score_in(name: str, session: Any, waiting: list[Any], goal: float | None) -> None:
    """Print the cost of each line that comes in later, and how long the database is locked to write it."""
    from clubsite.rankings.services import scoring
    from clubsite.scores.services.entries import score_enter
    from scoring.result import BoardResult

    user, late, write = session.created_by, iter(waiting), scoring._write
    steps: dict[str, list[float]] = {"stored": [], "scored": [], "of that, what differs written": []}

    def written(*args: Any) -> bool:
        steps["of that, what differs written"].append(cpu(lambda: write(*args)))
        return True

    def one() -> None:
        row = next(late)
        result = BoardResult.of_contract("1N", "S", 7, row.board.vulnerability)
        steps["stored"].append(cpu(lambda: score_enter(table_board=row, result=result, user=user)))
        steps["scored"].append(cpu(lambda: scoring.score_session(session.pk)))

    scoring._write = written
    try:
        told(f"{name}: one score in", [cpu(one) for _ in waiting], goal)
    finally:
        scoring._write = write
    for step, times in steps.items():
        told(f"    {step}", times)


def beside(session: Any, seconds: float) -> None:
    """Print how long the minimum that a card can cost takes in the same process, alone and while scores come in."""
    from clubsite.core import jobs
    from clubsite.duplicate.models import TableBoard
    from clubsite.rankings.models import SessionScoring
    from clubsite.scores.services.entries import score_enter
    from scoring.result import BoardResult

    rows = list(TableBoard.objects.filter(round__section__session=session).select_related("table")[:500])
    rooms = [row.table.room_id for row in rows]
    told("    a card alone", *acts(rooms, seconds))
    runs, over = SessionScoring.objects.get(session=session).runs, threading.Event()

    def typed() -> None:
        for row in rows:
            if over.wait(1 / 3):
                return
            result = BoardResult.of_contract("1N", "S", 8, row.board.vulnerability)
            score_enter(table_board=row, result=result, user=session.created_by, why="x")

    jobs.worker.start()
    typist = threading.Thread(target=typed)
    typist.start()
    time.sleep(2)
    used = time.process_time()
    told("    a card while 3 scores a second come in and are scored", *acts(rooms, seconds))
    used = time.process_time() - used
    over.set()
    typist.join()
    jobs.worker.stop()
    runs = SessionScoring.objects.get(session=session).runs - runs
    print(f"    {runs} runs, {used / seconds:.2f} of a core, the cards' own work in it", flush=True)


def acts(rooms: list[int], seconds: float) -> tuple[list[float], None, bool]:
    """Return the wall time of transactions, 20 ms apart: a room locked, read and written."""
    from django.db import transaction

    from clubsite.play.models import Room

    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        with transaction.atomic():
            room = Room.objects.select_for_update().get(pk=rooms[len(times) % len(rooms)])
            room.rev += 1
            room.save(update_fields=["rev"])
        times.append(time.perf_counter() - began)
        time.sleep(0.02)
    return times, None, True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10, help="of cards beside the large field, twice")
    args = parser.parse_args()
    site(args.tables, args.boards, args.runs, args.seconds)


if __name__ == "__main__":
    main()
