"""An event that two clubs play, with figures worked out by hand, and what its pages show.

At Lantern Street South 1 always scores 120, South 2 90, and South 3 passes out. At Quay Street it is 150, 90 and -50.
So a board with all six results gives 10, 8, 5, 5, 2 and 0 of 10 match points: 150 beats five, and both 90s beat two.
"""

import datetime
from fractions import Fraction
from types import SimpleNamespace

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from clubsite.clubs.models import Club, NamesFor
from clubsite.events.models import Event, EventPlace, EventScoring, Heat
from clubsite.events.tasks import events_sweep
from clubsite.nights.models import Session
from clubsite.nights.services.directing import session_end
from tests.kit.events import close_window, heat_night, join, make_club, play_heat
from tests.kit.nights import end_and_publish
from tests.kit.remembered import remembered

LANTERN = {1: "1N S 8", 2: "1N S 7", 3: "p"}
QUAY = {1: "1N S 9", 2: "1N S 7", 3: "1N S 6"}
AT_QUAY = ("Jo", "Kit", "Lou", "Max", "Ned", "Oli")


def ended_night(heat: Heat, user) -> Session:
    """Return the night of a heat that has played all its boards with the scores of `LANTERN`, and has ended."""
    session = heat_night(heat, user)
    play_heat(session, user, LANTERN)
    session_end(session=session, user=user)
    return session


@remembered
def two_clubs(event: Event, club, dee, cy) -> SimpleNamespace:
    """Let both clubs play all boards and publish their own results. Jo Marsh plays as number 1 at Quay Street."""
    quay = make_club("Quay Street", cy)
    Club.objects.filter(pk=quay.pk).update(names_for=NamesFor.NAMES)
    heats = [join(event, club, dee), join(event, quay, cy)]
    nights = [heat_night(heats[0], dee), heat_night(heats[1], cy, names=("Jo Marsh", *AT_QUAY[1:]))]
    for night, user, scores in zip(nights, (dee, cy), (LANTERN, QUAY), strict=True):
        play_heat(night, user, scores)
        end_and_publish(night, user)
    return SimpleNamespace(event=event, heats=heats, nights=nights, quay=quay, user=dee)


def places(event: Event, line: str = "NS", stratum: str = "") -> list[tuple[str, str, str]]:
    """Return a list of the event as (place, club and number, percentage)."""
    rows = EventPlace.objects.filter(event=event, line=line, stratum=stratum).select_related("entrant__heat")
    shares = {row.pk: str(100 * Fraction(row.won) / row.possible) if row.possible else "" for row in rows}
    return [(row.place, f"{row.entrant.heat.club_name[0]}{row.entrant.label}", shares[row.pk]) for row in rows]


def close_and_score(event: Event) -> None:
    """Let the window have closed after the last scoring, and score the event."""
    close_window(event)
    EventScoring.objects.update(scored_at=timezone.now() - datetime.timedelta(hours=1))
    events_sweep()


def asked(event: Event | SimpleNamespace, rest: str = "", client: Client | None = None) -> HttpResponse:
    """Return the answer at an address of the event, by default to a stranger. `found` may be of `two_clubs`."""
    return (client or Client()).get(f"/events/{getattr(event, 'event', event).public_id}/{rest}")


def status(event: Event | SimpleNamespace, rest: str, client: Client | None = None) -> int:
    """Return the status of an answer."""
    return asked(event, rest, client).status_code


def raw(event: Event | SimpleNamespace, rest: str) -> str:
    """Return a file of the event, as a stranger gets it."""
    return asked(event, rest).text


def read(event: Event | SimpleNamespace, rest: str = "", client: Client | None = None) -> str:
    """Return a page of the event on one line."""
    answer = asked(event, rest, client)
    assert answer.status_code == 200, (rest, answer.status_code)
    return " ".join(answer.text.split())
