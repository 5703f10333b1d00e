"""How an event stands as a whole: how many heats are in, and in each list how many have a place and who leads."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q

from clubsite.duplicate.models import SessionStatus
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.events.models import Event, EventEntrant, EventLine, EventPlace, HeatStatus
from clubsite.scores.models import ScoreStatus

LIST_COLUMNS = ("kind", "line", "stratum")


@dataclass(frozen=True, slots=True)
class EventStanding:
    """How many heats take part with how many contestants, how many of them are played to the end or confirmed, and how
    many are under way. `heats` is None if the hub of another server's event has said nothing yet.

    `lists` are those of everybody in which somebody has a place: `kind`, `line`, how many are `placed`, and the first
    one's `place` ("1" or "1="), `won`, `possible` and `club`.
    """

    heats: int | None = None
    played: int = 0
    playing: int = 0
    contestants: int = 0
    lists: list[dict[str, Any]] = field(default_factory=list)

    @property
    def words(self) -> str:
        """How many heats are in, as "12 of 18 heats are in, 3 are playing", or "" if nobody here knows."""
        if self.heats is None:
            return ""
        found = f"{self.played} of {self.heats} heat{'' if self.heats == 1 else 's'}"
        found += f" {'is' if 1 in (self.heats, self.played) else 'are'} in"
        return f"{found}, {self.playing} {'is' if self.playing == 1 else 'are'} playing" if self.playing else found

    def of(self, kind: str, line: str) -> dict[str, Any] | None:
        """Return the list of these contestants, or None."""
        return next((one for one in self.lists if (one["kind"], one["line"]) == (kind, line)), None)


def event_standing(event: Event) -> EventStanding:
    """Return how an event stands now; one of another server, as its hub said last."""
    if event.is_remote:
        return EventStanding(**event.heard_standing)
    lines = EventLine.objects.filter(heat=OuterRef("pk")).exclude(status=ScoreStatus.SIT_OUT)
    ended = Q(confirmed_at__isnull=False) | Q(session__status=SessionStatus.ENDED) | ~Q(results_file="")
    under_way = Q(session__status__in=IN_PLAY) | Q(begun=True)
    found = (
        event.heats.filter(status=HeatStatus.ACCEPTED)
        .annotate(begun=Exists(lines))
        .aggregate(heats=Count("pk"), played=Count("pk", filter=ended), playing=Count("pk", filter=under_way & ~ended))
    )
    entrants = EventEntrant.objects.filter(heat__event=event, heat__status=HeatStatus.ACCEPTED)
    columns = ("place", "won", "possible")
    lists = [
        {"kind": one.kind, "line": one.line, "placed": placed, "club": one.entrant.heat.club_name}
        | {name: getattr(one, name) for name in columns}
        for one, placed in leaders(event, stratum="")
    ]
    return EventStanding(**found, contestants=entrants.count(), lists=lists)


def leaders(event: Event, **only: str) -> Iterator[tuple[EventPlace, int]]:
    """Yield the first place of each list in which somebody has one, with how many have one."""
    placed: Any = EventPlace.objects.filter(event=event, **only).exclude(place="").order_by()
    firsts = placed.values(*LIST_COLUMNS).annotate(position=Min("position"), n=Count("pk")).order_by(*LIST_COLUMNS)
    for first in firsts:
        n = first.pop("n")
        yield placed.select_related("entrant__heat__club").get(**first), n
