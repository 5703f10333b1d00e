"""An event as one visitor may read it: its phase, its lists with names, and the entrants that are the visitor."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Count, Q, QuerySet

from clubsite.core.not_found import found_or_404
from clubsite.duplicate.models import SectionKind
from clubsite.events.models import Event, EventEntrant, EventPublication, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.entrant_names import names_from_files
from clubsite.events.selectors.event_ends import can_be_shown
from clubsite.events.selectors.event_lists import ListKey, list_keys, listed_places
from clubsite.events.selectors.event_standing import EventStanding, event_standing
from clubsite.members.names_shown import names_in_field
from clubsite.members.visitor import ClubVisitor, Visitor
from clubsite.privacy.names import A_PLAYER
from games.wording import group_name
from scoring.settings import ScoringSettings

ROWS_OF_A_PAGE = 100


class EventPhase(StrEnum):
    """How far an event is, for its readers."""

    BEFORE = "before"
    OPEN = "open"
    COUNTING = "counting"  # the window has closed, and the results are not published yet
    PUBLISHED = "published"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class FieldRow:
    """An entrant's row in a list, as this reader may see it. `figure` is the percentage, or the IMPs per board."""

    entrant: EventEntrant
    name: str
    place: str
    won: Fraction
    boards: int
    figure: Fraction | None
    master_points: Fraction | None
    you: bool

    @property
    def why_unplaced(self) -> str:
        """Why the entrant has no place, or ""."""
        if self.place:
            return ""
        if self.entrant.robot:
            return "a robot"
        return "plays a second time" if self.entrant.second_play else ""


@dataclass(frozen=True, slots=True)
class FieldList:
    """A page of one list. `total` is the number of entrants in the whole list, and `placed` of those with a place.

    If the list has only this site's players, `total` counts these, and `placed` everybody, or is 0 if nobody here
    knows that.
    """

    key: ListKey
    rows: list[FieldRow]
    total: int
    placed: int
    several_kinds: bool

    @property
    def title(self) -> str:
        return self.key.title(self.several_kinds)

    @property
    def awards(self) -> bool:
        """True if a row of this page gives master points."""
        return any(row.master_points is not None for row in self.rows)

    @property
    def who(self) -> str:
        """The words for the list's entrants that follow a number, such as "South players"."""
        return group_name(self.key.line, self.key.kind == SectionKind.FOUR_HANDED)


class EventReader:
    """An event as one visitor may read it."""

    def __init__(self, event: Event, visitor: Visitor) -> None:
        self.event, self.visitor = event, visitor
        self.settings = ScoringSettings.from_json(event.scoring)

    def page(self, **shown: Any) -> dict[str, Any]:
        """Return what a template needs to show these things to this reader."""
        return {"reader": self, "event": self.event, **shown}

    @cached_property
    def publication(self) -> EventPublication | None:
        """The newest published version of the results, or None."""
        if self.event.status != EventStatus.PUBLISHED:
            return None
        return self.event.publications.order_by("-version").first()

    @property
    def phase(self) -> EventPhase:
        if self.event.status == EventStatus.CANCELLED:
            return EventPhase.CANCELLED
        if self.publication is not None:
            return EventPhase.PUBLISHED
        if self.event.is_closed():
            return EventPhase.COUNTING
        return EventPhase.OPEN if self.event.is_open() else EventPhase.BEFORE

    @property
    def imps(self) -> bool:
        return self.settings.imps

    @cached_property
    def keys(self) -> list[ListKey]:
        """All lists of the ranking, those of everybody first."""
        return list_keys(self.event, self.publication)

    @property
    def lists_here_only(self) -> bool:
        """True if the lists have only this site's players: the event is another server's, and not published yet."""
        return self.event.is_remote and self.publication is None

    @cached_property
    def standing(self) -> EventStanding:
        """How the event stands as a whole."""
        return event_standing(self.event)

    @property
    def several_kinds(self) -> bool:
        return len({key.kind for key in self.keys}) > 1

    def at(self, heat: Heat) -> ClubVisitor | None:
        """Return the visitor as seen by a heat's club, or None for a club that is not on this server."""
        return None if heat.club is None else self.visitor.at(heat.club, heat.session)

    def names(self, entrants: Iterable[EventEntrant]) -> dict[int, str]:
        """Return a dict from entrant id to the name(s) that this reader may see today. Makes at most two queries."""
        found, here = {}, {}
        of_files: dict[int, ClubVisitor] = {}
        for entrant in entrants:
            visitor = self.at(entrant.heat)
            if entrant.contestant_id is not None and visitor is not None:
                here[entrant.contestant_id] = visitor
            elif visitor is not None and entrant.heat.results_file:
                of_files[entrant.pk] = visitor
            unnamed = f"No. {entrant.label} of {entrant.heat.club_name}" if entrant.pk in of_files else A_PLAYER
            found[entrant.pk] = (entrant.contestant_id, entrant.name or unnamed)
        names = names_in_field(here) if here else {}
        in_files = names_from_files(of_files) if of_files else {}
        return {pk: in_files.get(pk) or names.get(contestant or 0, name) for pk, (contestant, name) in found.items()}

    @cached_property
    def own(self) -> dict[int, EventEntrant]:
        """The entrants that this reader plays or played as, by id."""
        known = self.visitor.at_known_clubs()
        clubs = {visitor.club.pk for visitor in known}
        played = {}
        for heat in self.event.heats.filter(club__in=clubs, session__isnull=False) if clubs else []:
            visitor = self.at(heat)
            if visitor is not None and visitor.contestant is not None:
                played[visitor.contestant] = heat
        people = [visitor.person for visitor in known if visitor.person is not None]
        mine = Q(contestant__in=played) | Q(people__person__in=people)
        rows = EventEntrant.every.filter(mine, heat__event=self.event).select_related("heat") if clubs else ()
        return {row.pk: row for row in rows}

    def list_of(
        self, key: ListKey, first: int = 0, most: int = ROWS_OF_A_PAGE, *, only: set[int] | None = None
    ) -> FieldList:
        """Return up to `most` rows of a list from the row `first` on or, with `only`, the rows of these entrants."""
        total, placed, places = listed_places(self.event, self.publication, key, first, most, only=only)
        if self.lists_here_only:
            everybody = None if key.stratum else self.standing.of(key.kind, key.line)
            placed = everybody["placed"] if everybody is not None else 0
        rows = EventEntrant.every.filter(pk__in={one.entrant for one in places})
        entrants = {row.pk: row for row in rows.select_related("heat__club", "heat__session")}
        names = self.names(entrants.values())
        found = [
            FieldRow(
                entrant=entrants[one.entrant],
                name=names[one.entrant],
                place=one.place,
                won=one.won,
                boards=one.boards,
                figure=one.figure(self.imps),
                master_points=one.master_points,
                you=one.entrant in self.own,
            )
            for one in places
            if one.entrant in entrants
        ]
        return FieldList(key, found, total, placed, self.several_kinds)


def event_or_404(public_id: str) -> Event:
    """Return an event that has been announced. Raise Http404 for any other id."""
    rows = Event.objects.select_related("club").filter(announced_at__isnull=False)
    found = rows.filter(public_id=public_id).first() if public_id.isalnum() else None
    return found_or_404(found if found is not None and can_be_shown(found) else None, "No such event")


def heats_taking_part(event: Event) -> QuerySet[Heat]:
    """Return the heats that take part, with their numbers of entrants."""
    rows = event.heats.filter(status=HeatStatus.ACCEPTED).select_related("club", "session")
    return rows.annotate(n_entrants=Count("entrants"))


def heat_or_404(event: Event, heat_id: str) -> Heat:
    """Return a heat of the event that takes part. Raise Http404 for any other id."""
    rows = heats_taking_part(event)
    return found_or_404(rows.filter(public_id=heat_id).first() if heat_id.isalnum() else None, "No such heat")
