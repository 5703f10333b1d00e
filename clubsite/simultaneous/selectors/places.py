"""Where a heat's contestants stand in the event, and how many heats are in."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q

from clubsite.core.templatetags.bridge import imps, pct
from clubsite.duplicate.models import SectionKind, Session, SessionStatus
from clubsite.leaderboard.wider import WiderList, WiderRanking, WiderRow
from clubsite.scores.models import ScoreStatus
from clubsite.simultaneous.models import EventLine, EventPlace, EventStatus, Heat, HeatStatus, SimultaneousEvent
from clubsite.simultaneous.selectors.event_facts import event_settings
from games.wording import group_name, group_title

ListOfEvent = tuple[str, str]
"""A list of everybody, by the kind of its contestants and its line."""


@dataclass(frozen=True, slots=True)
class HeatsIn:
    """How many heats take part, how many of them are played to the end or confirmed, and how many are under way."""

    heats: int
    played: int
    playing: int

    @property
    def words(self) -> str:
        """How many heats are in, as "12 of 18 heats are in, 3 are playing"."""
        found = f"{self.played} of {self.heats} heat{'' if self.heats == 1 else 's'} {_are(self.played)} in"
        return f"{found}, {self.playing} {_are(self.playing)} playing" if self.playing else found


def heats_in(event: SimultaneousEvent) -> HeatsIn:
    """Return how many heats of an event are in."""
    lines = EventLine.objects.filter(heat=OuterRef("pk")).exclude(status=ScoreStatus.SIT_OUT)
    ended = Q(confirmed_at__isnull=False) | Q(session__status=SessionStatus.ENDED) | ~Q(results_file="")
    under_way = Q(session__status__in=[SessionStatus.RUNNING, SessionStatus.PAUSED]) | Q(begun=True)
    heats = event.heats.filter(status=HeatStatus.ACCEPTED).annotate(begun=Exists(lines))
    found = heats.aggregate(
        heats=Count("pk"), played=Count("pk", filter=ended), playing=Count("pk", filter=under_way & ~ended)
    )
    return HeatsIn(**found)


def wider_ranking(session: Session) -> WiderRanking | None:
    """Return the event that a session is a heat of, with the places of the heat's contestants, or None.

    Nothing is named but clubs, so that everybody may read it who may read the session's own places.
    """
    heats = Heat.objects.filter(session=session, status=HeatStatus.ACCEPTED).select_related("event__club")
    heat = heats.exclude(event__status=EventStatus.CANCELLED).first()
    if heat is None:
        return None
    event = heat.event
    rows = EventPlace.objects.filter(entrant__heat=heat, stratum="", possible__gt=0).select_related("entrant")
    found = list(rows.exclude(entrant__contestant=None).order_by("kind", "line", "position"))
    several = len({place.kind for place in found}) > 1
    sizes, leaders = _sizes(event), _leaders(event)
    lists = [
        _list(event, key, list(own), sizes[key], leaders.get(key), several)
        for key, own in groupby(found, key=lambda one: (one.kind, one.line))
    ]
    return WiderRanking(
        event.name, heats_in(event).words, tuple(sorted(lists, key=lambda one: one.title, reverse=True))
    )


def figure_of(won: Fraction, possible: int, as_imps: bool) -> str:
    """Return the figure of a place without its unit: a percentage, or the IMPs won."""
    return imps(won) if as_imps else pct(100 * won / possible if possible else None)


def _list(
    event: SimultaneousEvent,
    key: ListOfEvent,
    rows: Iterable[EventPlace],
    of: int,
    leader: EventPlace | None,
    several: bool,
) -> WiderList:
    kind, line = key
    pairs, as_imps = kind == SectionKind.FOUR_HANDED, event_settings(event).imps
    unit = "IMPs" if as_imps else "%"
    return WiderList(
        title=group_title(line, pairs),
        who="" if line == "ALL" and not several else group_name(line, pairs),
        unit=unit,
        of=of,
        leader=f"{_first(leader)} with {_figure(leader, as_imps)}\N{NO-BREAK SPACE}{unit} at {_club(leader)}"
        if leader
        else "",
        rows=tuple(
            WiderRow(row.entrant.contestant_id, row.place, _figure(row, as_imps))
            for row in rows
            if row.entrant.contestant_id is not None
        ),
    )


def _sizes(event: SimultaneousEvent) -> Counter[ListOfEvent]:
    """Return how many have a place in each list of everybody. It is unknown for an event of another server."""
    if event.is_remote:
        return Counter()
    placed: Any = EventPlace.objects.filter(event=event, stratum="").exclude(place="").order_by()
    return Counter({(kind, line): n for kind, line, n in placed.values_list("kind", "line").annotate(n=Count("pk"))})


def _leaders(event: SimultaneousEvent) -> dict[ListOfEvent, EventPlace]:
    if event.is_remote:
        return {}
    first = EventPlace.objects.filter(event=event, stratum="", position=0).exclude(place="")
    return {(one.kind, one.line): one for one in first.select_related("entrant__heat__club")}


def _figure(row: EventPlace, as_imps: bool) -> str:
    return figure_of(Fraction(row.won), row.possible, as_imps)


def _first(row: EventPlace) -> str:
    return "first equal" if row.place.endswith("=") else "first"


def _club(row: EventPlace) -> str:
    return row.entrant.heat.club_name


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
