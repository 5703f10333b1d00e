"""The cost of pages of published results: queries, CPU and size, in clubs with few and with many nights.

    python bench/pages.py [--nights 30,500]

For each number of nights a club is made in a temporary SQLite database (bench/old_club.py). Every page is requested
by an anonymous reader, and the own pages by a device on which one of the players said who they are. CPU is this
process's, the median of calls at different depths, after one that is not counted. A yardstick is the CPU of a plain
Django page without the site's middleware, measured in turn with each page, so that their ratio holds on any machine.

Python keeps its stack in pieces of 16 KB, and a call that crosses the end of a piece asks the system for memory. Which
calls of a page do so depends on the depth at which it is made, and can double its CPU. So a page is made at 13 depths
that cover a piece.
"""

import argparse
import json
import logging
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.old_club import club_make, coming_make

GOAL_QUERIES, GOAL_RATIO = 12, 8.0
"""Limits of a page: database queries, and CPU as a multiple of `YARDSTICK`."""
DEPTHS = range(0, 130, 10)
"""Additional frames on the stack in the runs of a page. Ten take about 1.3 KB."""
YARDSTICK = 60
"""Rows of the plain page that says how fast a machine is."""
COLUMNS = ("place", "list", "date", "published", "percentage_num", "percentage_den", "person", "contestant")
PLAIN = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title></head><body><table>
{% for row in rows %}<tr>{% for cell in row %}<td class="num">{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</table></body></html>"""
NIGHTS_SAT = 17
KNOWN = {"own page", "own mistakes", "season, known", "own card"}
"""Pages requested by a device that has sat many nights, and on which one of the players has said who they are."""
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nights", default="30,500")
    parser.add_argument("--make", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.make or args.measure:
        import django

        django.setup()
        logging.disable(logging.WARNING)
        print(json.dumps(measure() if args.measure else make(args.make)))
        return
    show({nights: in_a_process(nights) for nights in map(int, args.nights.split(","))})


def in_a_process(nights: int) -> dict[str, Any]:
    """Measure a club with its own database in a new process, like a server."""
    with tempfile.TemporaryDirectory(prefix="club-bench-") as folder:
        local = {"CLUBSITE_DATA": folder, "DEAL_KEYS_FILE": f"{folder}/deal-keys"}
        env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings.local", **local}
        command = [sys.executable, __file__]
        for step in (["--make", str(nights)], ["--measure"]):
            done = subprocess.run([*command, *step], env=env, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def show(by_nights: dict[int, dict[str, Any]]) -> None:
    """Print one table: for each page and size queries, ms of CPU, yardsticks, KB and compressed KB."""
    heads = (f"{nights} nights: queries | CPU ms | yardsticks | KB | gzip KB" for nights in by_nights)
    print("| Page | " + " | ".join(heads) + " |")
    print("|---|" + "---|" * 5 * len(by_nights))
    missed = []
    for page in PAGES:
        cells = []
        for nights, pages in by_nights.items():
            measure = pages[page]
            figures = (measure["cpu"], measure["cpu"] / measure["yard"], measure["kb"], measure["gzip"])
            cells += [str(measure["queries"]), *(f"{figure:.1f}" for figure in figures)]
            if measure["queries"] > GOAL_QUERIES or measure["cpu"] > GOAL_RATIO * measure["yard"]:
                missed.append(f"{page} at {nights}")
        print(f"| {page} | " + " | ".join(cells) + " |")
    yard = statistics.median(row["yard"] for pages in by_nights.values() for row in pages.values())
    print(f"The yardstick, a plain page of {YARDSTICK} rows with {len(COLUMNS)} cells: {yard:.1f} ms.")
    print(f"Goal: {GOAL_QUERIES} queries, {GOAL_RATIO:.0f} yardsticks. Missed: {', '.join(missed) or 'none'}.")


def make(nights: int) -> None:
    """Make a club with so many nights of 20 players and 8 boards."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    club_make(nights, 20, 8)


def measure() -> dict[str, Any]:
    """Measure all pages of the club."""
    from clubsite.clubs.models import Person
    from clubsite.season.models import Series
    from clubsite.staticfiles import collect_if_changed

    collect_if_changed()  # pages name the served files
    series = Series.objects.order_by("pk")[0].public_id
    coming = coming_make()
    player = Person.objects.order_by("pk")[0].pk
    token, night, label = device_of_a_player()
    return {
        name: measured(
            at.format(coming=coming, series=series, player=player, night=night, label=label),
            token if name in KNOWN else "",
        )
        for name, at in PAGES.items()
    }


def device_of_a_player() -> tuple[str, str, int]:
    """Return the token of a device with which one of the players took their last seats, and on which they have said
    "this is me"; their last night, and their number in it.
    """
    from clubsite.accounts.services import device_for
    from clubsite.clubs.models import Person
    from clubsite.nights.models import ContestantPerson
    from clubsite.play.models import SeatTicket
    from clubsite.readers.services import device_person_set

    device, token = device_for(token=None)
    person = Person.objects.order_by("pk")[0]
    played = ContestantPerson.objects.filter(person=person).select_related("contestant__section__session")
    last = [row.contestant for row in played.order_by("-contestant__section__session__date")[:NIGHTS_SAT]]
    SeatTicket.objects.bulk_create(SeatTicket(device=device, seat_id=seat.pk, token_hash="") for seat in last)
    device_person_set(device=device, person=person)
    return token, last[0].section.session.public_id, last[0].number


def measured(address: str, token: str) -> dict[str, float]:
    """Measure a page by its address, for the device of this token if there is one."""
    from django.db import connection
    from django.test import Client

    client = Client(headers={"Host": "127.0.0.1"})
    if token:
        client.cookies["device"] = token

    def get(**headers: str) -> Any:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer

    get()
    queries: list[bool] = []
    with connection.execute_wrapper(lambda execute, *given: queries.append(True) or execute(*given)):
        page = get().content
    cpu, yard = cpu_of([get, plain_page()])
    packed = get(**{"Accept-Encoding": "gzip"}).content
    return {"queries": len(queries), "cpu": cpu, "yard": yard, "kb": len(page) / 1024, "gzip": len(packed) / 1024}


def cpu_of(gets: list[Callable[[], Any]]) -> list[float]:
    """Return the median of the milliseconds of CPU that each call takes. The calls are made in turn, at all depths."""
    times: list[list[float]] = [[] for _ in gets]
    for depth in DEPTHS:
        for get, own in zip(gets, times, strict=True):
            start = time.process_time()
            deeper(depth, get)
            own.append((time.process_time() - start) * 1000)
    return [statistics.median(own) for own in times]


def deeper(frames: int, get: Callable[[], Any]) -> None:
    """Make the call with so many more frames below it on Python's stack."""
    if frames:
        deeper(frames - 1, get)
    else:
        get()


def plain_page() -> Callable[[], Any]:
    """Return a call that makes a page with one query and one table. It has made one already."""
    from django.template import engines
    from django.test import RequestFactory

    from clubsite.rankings.models import PublishedResult

    template, request = engines["django"].from_string(PLAIN), RequestFactory().get("/")

    def plain() -> str:
        rows = PublishedResult.objects.order_by("pk").values_list(*COLUMNS)[:YARDSTICK]
        return str(template.render({"rows": list(rows)}, request))

    plain()
    return plain


if __name__ == "__main__":
    main()
