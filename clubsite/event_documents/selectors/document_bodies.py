"""What this server says about an event, its heats and its ranking, as bodies of documents."""

from dataclasses import asdict
from typing import Any

from django.conf import settings

from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import ResultsFor
from clubsite.duplicate.selectors.contestants import rows_named
from clubsite.event_documents.messages.bodies import (
    AnnouncementBody,
    BoardFieldPart,
    ContestantPart,
    FrequencyPart,
    JoinBody,
    LinePart,
    ListStandingPart,
    NamePart,
    NamesBody,
    PenaltyPart,
    PlacePart,
    RankedHeatPart,
    RankedListPart,
    RankedPart,
    RankedRowPart,
    ResultBody,
    StateBody,
)
from clubsite.events.models import Event, EventEntrant, EventLine, EventPlace, Heat
from clubsite.events.selectors.entrant_names import names_from_files_to_strangers
from clubsite.events.selectors.event_standing import event_standing
from clubsite.events.selectors.events import event_address
from clubsite.installation import site_version
from clubsite.privacy.names import FACTS, name_to_strangers
from clubsite.scores.models import ScoreStatus

HUB_PATH = "/events/hub/"
LINE_COLUMNS = (
    "board", "round", "table", "status", "contract", "declarer", "lead", "tricks", "ns_score", "ruling", "group",
    "revision",
)  # fmt: skip
ENTRANT_FACTS = ("label", "kind", "line", "stratum", "robot")
PLACE_COLUMNS = ("line", "stratum", "position", "place", "won", "possible", "boards")
ANNOUNCED_FACTS = (
    "name", "status", "window_opens", "window_closes", "boards", "options", "scoring", "winners", "min_tables",
    "min_boards", "correction_hours", "joining", "fee", "master_points", "public_number_name", "public_number",
    "commitment",
)  # fmt: skip


def hub_address() -> str:
    """Return the address to which other servers post documents, or "" if this site has no public address."""
    return f"{settings.PUBLIC_URL.rstrip('/')}{HUB_PATH}" if settings.PUBLIC_URL else ""


def _page_address(event: Event) -> str:
    """Return the address at which people read the event, or "" if this site has no public address."""
    return f"{settings.PUBLIC_URL.rstrip('/')}{event_address(event)}" if settings.PUBLIC_URL else ""


def announcement_of(event: Event) -> AnnouncementBody:
    """Return what the organiser announces."""
    facts = {name: getattr(event, name) for name in ANNOUNCED_FACTS}
    return AnnouncementBody(organiser=event.organiser_name, hub=hub_address(), page=_page_address(event), **facts)


def join_of(heat: Heat) -> JoinBody:
    """Return how a club of this server takes part."""
    club = heat.club
    return JoinBody(
        club=heat.club_name,
        address=settings.PUBLIC_URL.rstrip("/"),
        software=f"two-handed-club {site_version()}"[:60],
        names=club is not None and may_be_named(club),
        planned_at=heat.planned_at,
        tables=heat.tables,
    )


def contestants_of(heat: Heat) -> tuple[ContestantPart, ...]:
    """Return the contestants of a heat of this server, named as strangers may read them."""
    entrants = list(heat.entrants.prefetch_related("penalties"))
    names = names_to_strangers(heat, entrants)
    return tuple(
        ContestantPart(
            name=names[one.pk],
            people=(),
            penalties=tuple(PenaltyPart(amount=row.amount, unit=row.unit) for row in one.penalties.all()),
            **{name: getattr(one, name) for name in ENTRANT_FACTS},
        )
        for one in entrants
    )


def may_be_named(club: Club) -> bool:
    """True if strangers may read any names of a club's people."""
    return club.results_for == ResultsFor.EVERYBODY


def names_to_strangers(heat: Heat, entrants: list[EventEntrant]) -> dict[int, str]:
    """Map each entrant of a heat to the names that strangers may read now, or "" for a club for its members only.

    For a heat of another server these are the names that it sent.
    """
    club = heat.club
    if club is None:
        return {one.pk: one.name for one in entrants}
    if not may_be_named(club):
        return {one.pk: "" for one in entrants}
    facts = [f"persons__person__{fact}" for fact in FACTS]
    contestants = [one.contestant_id for one in entrants if one.contestant_id is not None]
    named = rows_named(contestants, facts, lambda one: name_to_strangers(club, *one))
    if heat.results_file:
        named_in_file = names_from_files_to_strangers(club, [one.pk for one in entrants])
        return {one.pk: named_in_file.get(one.pk, "")[:200] for one in entrants}
    return {one.pk: named.get(one.contestant_id or 0, "")[:200] for one in entrants}


def changed_names_of(heat: Heat) -> NamesBody | None:
    """Return the names that the hub was told, as strangers may read them now, or None if none of them has changed."""
    told = list(heat.entrants.exclude(name=""))
    names = names_to_strangers(heat, told)
    if all(names[one.pk] == one.name for one in told):
        return None
    return NamesBody(names=tuple(NamePart(label=one.label, name=names[one.pk]) for one in told))


def lines_of(heat: Heat, lines: list[EventLine]) -> tuple[LinePart, ...]:
    """Return these lines of a heat."""
    labels = dict(heat.entrants.values_list("pk", "label"))
    return tuple(
        LinePart(
            south=labels[line.south_id],
            north=labels[line.north_id],
            **{name: getattr(line, name) for name in LINE_COLUMNS},
        )
        for line in lines
    )


def state_of(event: Event, heat: Heat | None, *, answers: int, refused: str = "", note: str = "") -> StateBody:
    """Return the answer to a document: whether it was taken, and how the heat stands."""
    told: dict[str, Any] = {"status": "", "confirmed": False, "lines": 0, "missing": (), "places": ()}
    if heat is not None:
        lines = heat.lines.exclude(status=ScoreStatus.SIT_OUT)
        there = set(lines.values_list("board", flat=True))
        told = {
            "status": heat.status,
            "confirmed": heat.confirmed_at is not None,
            "lines": heat.lines.count(),
            "missing": tuple(number for number in range(1, event.boards + 1) if number not in there),
            "places": _places(EventPlace.objects.filter(entrant__heat=heat)),
        }
    return StateBody(answers=answers, refused=refused[:600], note=note[:600], **told, **_standing(event))


def _standing(event: Event) -> dict[str, Any]:
    """Return what a state says about the whole event."""
    standing = event_standing(event)
    lists = tuple(ListStandingPart(**asdict(one)) for one in standing.lists)
    return {**(asdict(standing.heats) if standing.heats is not None else {}), "lists": lists}


def result_of(event: Event) -> ResultBody | None:
    """Return the newest published ranking, with names as strangers may read them now, or None if there is none."""
    newest = event.publications.order_by("version").last()
    if newest is None:
        return None
    said = newest.payload
    heats = {heat.public_id: heat for heat in event.heats.select_related("club")}
    entrants = EventEntrant.objects.filter(heat__event=event).select_related("heat")
    ids = {pk: (heat, label) for pk, heat, label in entrants.values_list("pk", "heat__public_id", "label")}
    return ResultBody(
        version=newest.version,
        secret=event.shown_secret,
        public_number=event.public_number,
        heats=tuple(_ranked_heat(heats[public_id], tables) for public_id, tables in said["tables"].items()),
        lists=tuple(
            RankedListPart(
                kind=one["kind"],
                line=one["line"],
                stratum=one["stratum"],
                rows=tuple(_ranked_row(row, *ids[row["entrant"]]) for row in one["rows"] if row["entrant"] in ids),
            )
            for one in said["lists"]
        ),
        boards=tuple(
            BoardFieldPart(
                number=board["number"],
                kind=board["kind"],
                top=board["top"],
                results=board["results"],
                frequencies=tuple(_frequency(row) for row in board["frequencies"]),
            )
            for board in said["boards"]
        ),
    )


def _ranked_heat(heat: Heat, tables: int) -> RankedHeatPart:
    entrants = list(heat.entrants.all())
    names = names_to_strangers(heat, entrants)
    contestants = tuple(
        RankedPart(
            name=names[one.pk], second_play=one.second_play, **{name: getattr(one, name) for name in ENTRANT_FACTS}
        )
        for one in entrants
    )
    return RankedHeatPart(heat=heat.public_id, club=heat.club_name, tables=tables, contestants=contestants)


def _ranked_row(row: dict[str, Any], heat: str, label: str) -> RankedRowPart:
    columns = {name: row[name] for name in ("place", "won", "possible", "boards")}
    return RankedRowPart(heat=heat, label=label, master_points=row.get("master_points", ""), **columns)


def _places(places: Any) -> tuple[PlacePart, ...]:
    return tuple(_place(place) for place in places.select_related("entrant"))


def _place(place: EventPlace) -> PlacePart:
    return PlacePart(label=place.entrant.label, **{name: getattr(place, name) for name in PLACE_COLUMNS})


def _frequency(row: dict[str, Any]) -> FrequencyPart:
    columns = {name: row[name] for name in ("status", "ns_score", "ruling", "group", "times")}
    return FrequencyPart(heat=row.get("heat", ""), ns=row["ns"] or "", ew=row["ew"] or "", **columns)
