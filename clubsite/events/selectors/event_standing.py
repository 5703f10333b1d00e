"""How an event stands as a whole: how many heats are in, and in each list how many have a place and who leads.

Of an event of another server only its hub knows that. Then it is what the hub said last.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q

from clubsite.duplicate.models import SessionStatus
from clubsite.events.models import Event, EventEntrant, EventLine, EventPlace, HeatStatus
from clubsite.scores.models import ScoreStatus


@dataclass(frozen=True, slots=True)
class HeatsIn:
    """How many heats take part with how many contestants, how many of them are played to the end or confirmed, and how
    many are under way.
    """

    heats: int
    played: int
    playing: int
    contestants: int

    @property
    def words(self) -> str:
        """How many heats are in, as "12 of 18 heats are in, 3 are playing"."""
        are = "is" if self.heats == 1 else _are(self.played)
        found = f"{self.played} of {self.heats} heat{'' if self.heats == 1 else 's'} {are} in"
        return f"{found}, {self.playing} {_are(self.playing)} playing" if self.playing else found


@dataclass(frozen=True, slots=True)
class ListStanding:
    """A list of everybody: how many have a place, and the first of them, with the club. `place` is "1" or "1="."""

    kind: str
    line: str
    placed: int
    place: str
    won: str
    possible: int
    club: str


@dataclass(frozen=True, slots=True)
class EventStanding:
    """How an event stands. `heats` is None if the hub of another server's event has said nothing yet.

    A list in which nobody has a place is left out.
    """

    heats: HeatsIn | None
    lists: tuple[ListStanding, ...]

    def of(self, kind: str, line: str) -> ListStanding | None:
        """Return the list of these contestants, or None."""
        return next((one for one in self.lists if (one.kind, one.line) == (kind, line)), None)


def event_standing(event: Event) -> EventStanding:
    """Return how an event stands now."""
    if not event.is_remote:
        return EventStanding(_heats_in(event), tuple(_lists(event)))
    said: dict[str, Any] = dict(event.heard_standing)
    if not said:
        return EventStanding(None, ())
    lists = tuple(ListStanding(**one) for one in said.pop("lists"))
    return EventStanding(HeatsIn(**said), lists)


def _heats_in(event: Event) -> HeatsIn:
    lines = EventLine.objects.filter(heat=OuterRef("pk")).exclude(status=ScoreStatus.SIT_OUT)
    ended = Q(confirmed_at__isnull=False) | Q(session__status=SessionStatus.ENDED) | ~Q(results_file="")
    under_way = Q(session__status__in=[SessionStatus.RUNNING, SessionStatus.PAUSED]) | Q(begun=True)
    heats = event.heats.filter(status=HeatStatus.ACCEPTED).annotate(begun=Exists(lines))
    found = heats.aggregate(
        heats=Count("pk"), played=Count("pk", filter=ended), playing=Count("pk", filter=under_way & ~ended)
    )
    entrants = EventEntrant.objects.filter(heat__event=event, heat__status=HeatStatus.ACCEPTED)
    return HeatsIn(**found, contestants=entrants.count())


def _lists(event: Event) -> Iterable[ListStanding]:
    placed: Any = EventPlace.objects.filter(event=event, stratum="").exclude(place="").order_by()
    counts = placed.values_list("kind", "line").annotate(n=Count("pk"), first=Min("position"))
    for kind, line, n, first in counts.order_by("kind", "line"):
        row = placed.select_related("entrant__heat").get(kind=kind, line=line, position=first)
        yield ListStanding(kind, line, n, row.place, row.won, row.possible, row.entrant.heat.club_name)


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
