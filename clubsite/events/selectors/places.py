"""Where a heat's contestants stand in the event, for walls and seats."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

from clubsite.core.templatetags.bridge import imps, pct
from clubsite.duplicate.models import SectionKind, Session
from clubsite.events.models import Event, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.event_standing import ListStanding, event_standing
from clubsite.leaderboard.wider import WiderList, WiderRanking, WiderRow
from games.wording import group_name, group_title

ListOfEvent = tuple[str, str]
"""A list of everybody, by the kind of its contestants and its line."""


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
    standing = event_standing(event)
    lists = [
        _list(event, key, list(own), standing.of(*key), several)
        for key, own in groupby(found, key=lambda one: (one.kind, one.line))
    ]
    state = standing.heats.words if standing.heats is not None else ""
    return WiderRanking(event.name, state, tuple(sorted(lists, key=lambda one: one.title, reverse=True)))


def figure_of(won: Fraction, possible: int, as_imps: bool) -> str:
    """Return the figure of a place without its unit: a percentage, or the IMPs won."""
    return imps(won) if as_imps else pct(100 * won / possible if possible else None)


def _list(
    event: Event,
    key: ListOfEvent,
    rows: Iterable[EventPlace],
    standing: ListStanding | None,
    several: bool,
) -> WiderList:
    kind, line = key
    pairs, as_imps = kind == SectionKind.FOUR_HANDED, event_settings(event).imps
    unit = "IMPs" if as_imps else "%"
    return WiderList(
        title=group_title(line, pairs),
        who="" if line == "ALL" and not several else group_name(line, pairs),
        unit=unit,
        of=standing.placed if standing else 0,
        leader=_leader(standing, as_imps, unit) if standing else "",
        rows=tuple(
            WiderRow(row.entrant.contestant_id, row.place, _figure(row, as_imps))
            for row in rows
            if row.entrant.contestant_id is not None
        ),
    )


def _figure(row: EventPlace, as_imps: bool) -> str:
    return figure_of(Fraction(row.won), row.possible, as_imps)


def _leader(leader: ListStanding, as_imps: bool, unit: str) -> str:
    first = "first equal" if leader.place.endswith("=") else "first"
    figure = figure_of(Fraction(leader.won), leader.possible, as_imps)
    return f"{first} with {figure}\N{NO-BREAK SPACE}{unit} at {leader.club}"
