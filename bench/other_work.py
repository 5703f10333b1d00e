"""The other work beside which `bench/beside.py` measures a card: scores that arrive, readers, and robots that guess.

Each kind runs in a process of its own while its context is open.
"""

import asyncio
import itertools
import multiprocessing
import random
import statistics
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bench import pages
from bench.web_process import Web

A_SECOND = 3  # scores
TYPED = 60  # scores for one measure of at most 16 seconds and 4 before it
READERS = 20
TURNED = ("front page", "results, a year", "season", "series", "ladder", "master points", "own page")
READS = (1.0, 4.0)  # seconds between two pages of a reader
ROBOTS, PERSON_THINKS = 4, (0.3, 1.0)  # tables at home with a robot, and the seconds before a person's card


def page_of(address: str, headers: dict[str, str]) -> str:
    """Return the page at this address."""
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=20) as answer:
        return answer.read().decode()


def score_in(base: str, session: Any, row: Any, tricks: int = 7) -> None:
    """Enter a director's score of 1NT, and the hint of it if this process has no worker."""
    from django.conf import settings

    from clubsite.scores.services.entries import score_enter
    from scoring.result import BoardResult

    result = BoardResult.of_contract("1N", "S", tricks, row.board.vulnerability)
    score_enter(table_board=row, result=result, user=session.created_by)
    if settings.EMBEDDED_JOBS:
        urllib.request.urlopen(f"{base}/score/?{session.pk}", timeout=20).close()


@contextmanager
def scores_coming(web: Web, session: Any, lines: Iterator[Any]) -> Iterator[dict[str, float]]:
    """Let scores come in and be scored. At the end the yielded dict has {"runs": ..., "took": seconds of the last run,
    ...}.
    """
    from clubsite.rankings.models import SessionScoring

    def runs() -> tuple[int, float]:
        now = SessionScoring.objects.get(session=session)
        return now.runs, now.took

    told: dict[str, float] = {}
    rows = [row.pk for row in itertools.islice(lines, TYPED)]
    (before, _), began = runs(), time.monotonic()
    with in_a_process(_type_scores, web.base, session.pk, rows):
        yield told
    after, took = runs()
    told |= {"runs": after - before, "took": took}
    told["share of a core, at most"] = told["runs"] * took / (time.monotonic() - began)


def _type_scores(over: Any, _told: Any, base: str, session_pk: int, rows: list[int]) -> None:
    """Enter three scores a second in this process until all is over. After the last row, other scores replace them."""
    import django

    django.setup()
    from clubsite.duplicate.models import Session, TableBoard

    session = Session.objects.get(pk=session_pk)
    lines = TableBoard.objects.filter(pk__in=rows)
    scores = ((row, tricks) for tricks in itertools.cycle((7, 8)) for row in lines)
    while not over.wait(1 / A_SECOND):
        score_in(base, session, *next(scores))


@contextmanager
def readers(web: Web) -> Iterator[dict[str, float]]:
    """Let readers turn pages. At the end the yielded dict has {"pages": ..., "slowest": seconds}."""
    from clubsite.season.models import Series

    series = Series.objects.order_by("pk")[0].public_id
    at = [pages.PAGES[name].format(series=series) for name in TURNED]
    told: dict[str, float] = {}
    with in_a_process(_read, web.base, at) as times:
        yield told
    told |= {"pages": len(times), "p50": statistics.median(times), "slowest": max(times)}


def _read(over: Any, told: Any, base: str, at: list[str]) -> None:
    """Run the readers in this process. Put the seconds that each page took into the queue."""
    rng, times = random.Random(1), list[float]()

    def turn() -> None:
        while not over.wait(rng.uniform(*READS)):
            began = time.perf_counter()
            page_of(f"{base}{rng.choice(at)}", {"Accept-Encoding": "identity"})
            times.append(time.perf_counter() - began)

    threads = [threading.Thread(target=turn) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told.put(times)


@contextmanager
def robots(web: Web) -> Iterator[dict[str, float]]:
    """Let people play against robots that guess. At the end the yielded dict has {"acts": those of the robots}."""
    from django.db.models import Sum

    from clubsite.lounge.models import HomeMatch
    from clubsite.play.models import Play

    keys = [_table_with_a_robot() for _ in range(ROBOTS)]
    told: dict[str, float] = {}
    with in_a_process(_play_robots, web.base, keys):
        yield told
    matches = HomeMatch.objects.order_by("-pk")[:ROBOTS].values("room")
    told["acts"] = Play.objects.filter(room__in=matches).aggregate(acts=Sum("seq"))["acts"]


def _table_with_a_robot() -> tuple[str, str]:
    """Return the ticket and the token of a seat at Umbrage, opposite an expert."""
    from clubsite.accounts.services import device_for
    from clubsite.lounge.game_texts import home_options
    from clubsite.lounge.services.matches import match_create
    from clubsite.lounge.services.seating import seat_ticket

    device, _ = device_for(token=None)
    options = {
        "options": home_options("umbrage", of_play=True),
        "match_options": home_options("umbrage", of_play=False),
    }
    asked = {"against": "robot", "strength": "expert", "at_once": True, "name": "Bo"}
    seat = match_create(game="umbrage", device=device, user=None, **asked, **options)
    ticket, token = seat_ticket(seat=seat, device=device)
    return ticket.public_id, token


def _play_robots(over: Any, _told: Any, base: str, keys: list[tuple[str, str]]) -> None:
    """Play at these tables in this process until all is over."""
    import django

    django.setup()
    from clubsite.simulation.scripted_player import ScriptedPlayer

    async def play() -> None:
        people = [ScriptedPlayer(base, *key, random.Random(key[0]), PERSON_THINKS) for key in keys]
        playing = [asyncio.ensure_future(person.run()) for person in people]
        await asyncio.to_thread(over.wait)
        for one in playing:
            one.cancel()

    asyncio.run(play())


@contextmanager
def in_a_process(work: Callable[..., None], *args: Any) -> Iterator[list[Any]]:
    """Run the other work in a separate process, so that it cannot block this one, which plays. Yield a list that gets
    the results at the end.
    """
    spawned = multiprocessing.get_context("spawn")
    over, queue, told = spawned.Event(), spawned.Queue(), list[Any]()
    process = spawned.Process(target=work, args=(over, queue, *args))
    process.start()
    try:
        yield told
    finally:
        over.set()
        process.join(60)
        if not queue.empty():
            told += queue.get()
