"""An event as one visitor may read it. Its lists come from the newest scoring or, once published, newest version."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Count, Q, QuerySet

from clubsite.core.responses import found_or_404
from clubsite.events.models import Event, EventEntrant, EventPublication, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_facts import LIST_COLUMNS, EventStanding, event_standing
from clubsite.events.selectors.players import names_from_files
from clubsite.nights.models import SectionKind
from clubsite.privacy.names import A_PLAYER
from clubsite.rankings.payload import fraction_read
from clubsite.readers.visitor import ClubVisitor, Visitor, names_in_field
from games.wording import group_name, group_title
from scoring.settings import ScoringSettings

PLACE_COLUMNS = ("entrant", "place", "won", "possible", "boards")


@dataclass(frozen=True, slots=True)
class ListKey:
    """A list for one kind of contestants; South, North or all players (NS, EW, ALL); and one stratum or ""."""

    kind: str
    line: str
    stratum: str
    several_kinds: bool  # in the event

    @property
    def code(self) -> str:
        """The key as a text for an address."""
        return "-".join(filter(None, (self.kind, self.line, self.stratum)))

    @property
    def four_handed(self) -> bool:
        return self.kind == SectionKind.FOUR_HANDED

    @property
    def title(self) -> str:
        """The title, such as `South players, stratum B`."""
        stratum = f", stratum {self.stratum}" if self.stratum else ""
        kind = ", four-handed" if self.four_handed and self.several_kinds else ""
        return group_title(self.line, self.four_handed) + stratum + kind

    @property
    def who(self) -> str:
        """The words for the list's entrants that follow a number, such as "South players"."""
        return group_name(self.line, self.four_handed)


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
        """The reason why the entrant has no place, or ""."""
        if self.place:
            return ""
        return "a robot" if self.entrant.robot else "plays a second time" if self.entrant.second_play else ""


@dataclass(frozen=True, slots=True)
class FieldList:
    """A page of one list. `total` is the number of entrants in the whole list, and `placed` of those with a place. If
    the list has only this site's players, `placed` counts everybody, or is 0 if nobody here knows that.
    """

    key: ListKey
    rows: list[FieldRow]
    total: int
    placed: int

    @property
    def awards(self) -> bool:
        """True if a row on this page gives master points."""
        return any(row.master_points is not None for row in self.rows)


class EventReader:
    """An event as one visitor may read it."""

    def __init__(self, event: Event, visitor: Visitor) -> None:
        self.event, self.visitor = event, visitor
        self.settings = ScoringSettings.from_json(event.scoring)
        self.imps = self.settings.imps

    def page(self, **shown: Any) -> dict[str, Any]:
        """Return the template's context: the reader, the event, and the values in `shown`."""
        return {"reader": self, "event": self.event, **shown}

    @cached_property
    def publication(self) -> EventPublication | None:
        """The newest published version of the results, or None."""
        return self.event.publications.last() if self.event.status == EventStatus.PUBLISHED else None

    @property
    def phase(self) -> str:
        """One of before, open, counting (the window has closed), published and cancelled."""
        if self.event.status == EventStatus.CANCELLED:
            return "cancelled"
        if self.publication is not None:
            return "published"
        return "counting" if self.event.is_closed() else "open" if self.event.is_open() else "before"

    @cached_property
    def keys(self) -> list[ListKey]:
        """All lists of the ranking, with those of everybody first."""
        if self.publication is not None:
            lists = {tuple(ranking[column] for column in LIST_COLUMNS) for ranking in self.publication.payload["lists"]}
        else:
            lists = set(self.event.places.order_by().values_list(*LIST_COLUMNS))
        several_kinds = len({kind for kind, *_ in lists}) > 1
        keys = [ListKey(kind, line, stratum, several_kinds) for kind, line, stratum in lists]
        return sorted(keys, key=lambda key: (key.stratum, key.four_handed, key.line != "NS", key.line))

    @property
    def lists_here_only(self) -> bool:
        """True if the lists have only this site's players: the event is another server's, and not published yet."""
        return self.event.is_remote and self.publication is None

    @cached_property
    def standing(self) -> EventStanding:
        """The standing of the event as a whole."""
        return event_standing(self.event)

    def at(self, heat: Heat) -> ClubVisitor | None:
        """Return the visitor as a heat's club sees them, or None if the club is not on this server."""
        return None if heat.club is None else self.visitor.at(heat.club, heat.session)

    def names(self, entrants: Iterable[EventEntrant]) -> dict[int, str]:
        """Return a dict from entrant id to the name(s) that this reader may see today. Makes at most two queries."""
        by_entrant, here, of_files = {}, dict[int, ClubVisitor](), dict[int, ClubVisitor]()
        for entrant in entrants:
            visitor = self.at(entrant.heat)
            if entrant.contestant_id is not None and visitor is not None:
                here[entrant.contestant_id] = visitor
            elif visitor is not None and entrant.heat.results_file:
                of_files[entrant.pk] = visitor
            unnamed = f"No. {entrant.label} of {entrant.heat.club_name}" if entrant.pk in of_files else A_PLAYER
            by_entrant[entrant.pk] = (entrant.contestant_id, entrant.name or unnamed)
        names = names_in_field(here) if here else {}
        in_files = names_from_files(of_files) if of_files else {}
        return {
            pk: in_files.get(pk) or names.get(contestant or 0, name) for pk, (contestant, name) in by_entrant.items()
        }

    @cached_property
    def own(self) -> set[int]:
        """The ids of the entrants as whom this reader plays or played."""
        known = self.visitor.at_known_clubs()
        heats = self.event.heats.filter(club__in=[visitor.club for visitor in known], session__isnull=False)
        played = [visitor.contestant for heat in heats if (visitor := self.at(heat)) is not None]
        mine = Q(contestant__in=[pk for pk in played if pk]) | Q(people__person__in=[member.pk for member in known])
        return set(EventEntrant.every.filter(mine, heat__event=self.event).values_list("pk", flat=True))

    def heats(self) -> QuerySet[Heat]:
        """Return the heats that take part, with their numbers of entrants."""
        rows = self.event.heats.filter(status=HeatStatus.ACCEPTED).annotate(n_entrants=Count("entrants"))
        return rows.select_related("club", "session")

    def heat(self, heat_id: str) -> Heat:
        """Return a heat of the event that takes part. Raise Http404 for any other id."""
        heat = self.heats().filter(public_id=heat_id).first() if heat_id.isalnum() else None
        return found_or_404(heat, "No such heat")

    def list_of(
        self, key: ListKey, first: int = 0, most: int | None = None, *, only: Iterable[int] | None = None
    ) -> FieldList:
        """Return up to `most` rows (None: all) of a list from row `first` on, or the rows of the entrants in `only`."""
        part, chosen = slice(first, most and first + most), None if only is None else set(only)
        which = {column: getattr(key, column) for column in LIST_COLUMNS}
        places: list[dict[str, Any]]
        if self.publication is not None:
            lists = self.publication.payload["lists"]
            places = next(ranking["rows"] for ranking in lists if which.items() <= ranking.items())
            total, placed = len(places), sum(row["place"] != "" for row in places)
            places = places[part] if chosen is None else [row for row in places if row["entrant"] in chosen]
        else:
            stored = self.event.places.filter(**which).order_by("position")
            size = stored.aggregate(total=Count("pk"), placed=Count("pk", filter=~Q(place="")))
            total, placed = size["total"], size["placed"]
            some = stored[part] if chosen is None else stored.filter(entrant__in=chosen)
            places = list(some.values(*PLACE_COLUMNS))
        if self.lists_here_only:
            everybody = None if key.stratum else self.standing.of(key.kind, key.line)
            placed = everybody["placed"] if everybody is not None else 0
        rows = EventEntrant.every.select_related("heat__club", "heat__session")
        entrants = rows.in_bulk([row["entrant"] for row in places])
        names, field_rows = self.names(entrants.values()), []
        for place in places:
            if (who := entrants.get(place["entrant"])) is not None:
                won, possible, award = (
                    Fraction(place["won"]),
                    place["possible"],
                    fraction_read(place.get("master_points")),
                )
                worth = won, place["boards"], won / possible * (1 if self.imps else 100) if possible else None, award
                field_rows.append(FieldRow(who, names[who.pk], place["place"], *worth, you=who.pk in self.own))
        return FieldList(key, field_rows, total, placed)


def event_or_404(public_id: str) -> Event:
    """Return an event that has been announced. Raise Http404 for any other id."""
    rows = Event.objects.select_related("club").filter(announced_at__isnull=False)
    event = rows.filter(public_id=public_id).first() if public_id.isalnum() else None
    return found_or_404(event, "No such event")


def published_reader(public_id: str, visitor: Visitor) -> EventReader:
    """Return a published event for this reader. Raise Http404 if it is not published."""
    reader = EventReader(event_or_404(public_id), visitor)
    found_or_404(reader.publication, "Not published yet")
    return reader
