"""The lists and the board fields of an event: of the newest scoring or, once it is published, of the newest version."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, Q

from clubsite.duplicate.models import SectionKind
from clubsite.events.models import Event, EventBoard, EventLine, EventPlace, EventPublication
from clubsite.rankings.payload import fraction_read
from games.wording import group_title
from scoring.board import BoardMP


@dataclass(frozen=True, slots=True)
class ListKey:
    """Which list: of a kind of contestants, of South, North or all players (NS, EW, ALL), of a stratum or ""."""

    kind: str
    line: str
    stratum: str

    @property
    def code(self) -> str:
        """The key as a text for an address."""
        return "-".join(filter(None, (self.kind, self.line, self.stratum)))

    def title(self, several_kinds: bool) -> str:
        """Return the title, such as `South players, stratum B`."""
        four_handed = self.kind == SectionKind.FOUR_HANDED
        stratum = f", stratum {self.stratum}" if self.stratum else ""
        return (
            f"{group_title(self.line, four_handed)}{stratum}{', four-handed' if four_handed and several_kinds else ''}"
        )


@dataclass(frozen=True, slots=True)
class ListedPlace:
    """A row of a list. `entrant` is its id. `master_points` are None if the row gives none."""

    entrant: int
    place: str
    won: Fraction
    possible: int
    boards: int
    master_points: Fraction | None = None

    def figure(self, imps: bool) -> Fraction | None:
        """Return the percentage, or the IMPs per board, or None if no board counts."""
        if not self.possible:
            return None
        return self.won / self.possible * (1 if imps else 100)


@dataclass(frozen=True, slots=True)
class FieldFrequency:
    """One of the different results of a board. `ns` and `ew` are None if it does not count. `heat` is the id of the
    heat in which the board was fouled, or "".
    """

    status: str
    ns_score: int | None
    ruling: str
    group: str
    heat: str
    times: int
    ns: Fraction | None
    ew: Fraction | None


@dataclass(frozen=True, slots=True)
class FieldOfBoard:
    """The results of the whole field on a board, best for South first."""

    number: int
    kind: str
    top: int
    results: int
    rows: tuple[FieldFrequency, ...]

    @property
    def four_handed(self) -> bool:
        return self.kind == SectionKind.FOUR_HANDED


def list_keys(event: Event, publication: EventPublication | None) -> list[ListKey]:
    """Return the lists that there are, those of everybody first."""
    if publication is not None:
        keys = {_key(one) for one in publication.payload["lists"]}
    else:
        rows = EventPlace.objects.filter(event=event).order_by().values_list("kind", "line", "stratum").distinct()
        keys = {ListKey(*row) for row in rows}
    return sorted(keys, key=lambda key: (key.stratum, key.kind != "two_handed", key.line != "NS", key.line))


def listed_places(
    event: Event,
    publication: EventPublication | None,
    key: ListKey,
    first: int,
    most: int,
    *,
    only: set[int] | None = None,
) -> tuple[int, int, list[ListedPlace]]:
    """Return the size of a list, how many in it have a place, and up to `most` of its rows from `first` on or, with
    `only`, those entrants'.
    """
    if publication is not None:
        rows: list[Any] = next((one["rows"] for one in publication.payload["lists"] if _key(one) == key), [])
        chosen = rows[first : first + most] if only is None else [row for row in rows if row["entrant"] in only]
        return len(rows), sum(row["place"] != "" for row in rows), [_read(row) for row in chosen]
    places = EventPlace.objects.filter(event=event, kind=key.kind, line=key.line, stratum=key.stratum)
    size = places.aggregate(total=Count("pk"), placed=Count("pk", filter=~Q(place="")))
    places = places.order_by("position")
    found = places[first : first + most] if only is None else places.filter(entrant__in=only)
    rows = [ListedPlace(one.entrant_id, one.place, Fraction(one.won), one.possible, one.boards) for one in found]
    return size["total"], size["placed"], rows


def board_fields(event: Event, publication: EventPublication | None, numbers: Iterable[int]) -> list[FieldOfBoard]:
    """Return the fields of these boards, in order of their numbers."""
    wanted = set(numbers)
    if publication is not None:
        rows: Sequence[Any] = [one for one in publication.payload["boards"] if one["number"] in wanted]
    else:
        columns = ("number", "kind", "top", "results", "frequencies")
        rows = list(EventBoard.objects.filter(event=event, number__in=wanted).values(*columns))
    return sorted((_field(row) for row in rows), key=lambda field: (field.number, field.kind != "two_handed"))


class FieldWorth:
    """What each line of an event is worth, by the frequencies of its board."""

    def __init__(self, fields: Iterable[FieldOfBoard]) -> None:
        found = list(fields)
        self.results = {(field.number, field.kind): field.results for field in found}
        self._points = {
            (field.number, field.kind, row.status, row.ns_score, row.ruling, row.group, row.heat): BoardMP(
                row.ns, row.ew, field.top
            )
            for field in found
            for row in field.rows
        }

    def of(self, line: EventLine) -> BoardMP | None:
        """Return the points of a line, or None if no such result is in the field. A fouled board is its heat's own."""
        outcome = (line.board, line.south.kind, line.status, line.ns_score, line.ruling, line.group)
        return self._points.get((*outcome, line.south.heat.public_id)) or self._points.get((*outcome, ""))


def _key(one: dict[str, Any]) -> ListKey:
    return ListKey(one["kind"], one["line"], one["stratum"])


def _read(row: dict[str, Any]) -> ListedPlace:
    award = fraction_read(row.get("master_points"))
    return ListedPlace(row["entrant"], row["place"], Fraction(row["won"]), row["possible"], row["boards"], award)


def _field(row: dict[str, Any]) -> FieldOfBoard:
    frequencies = tuple(
        FieldFrequency(**one | {side: fraction_read(one[side]) for side in ("ns", "ew")}) for one in row["frequencies"]
    )
    return FieldOfBoard(row["number"], row["kind"], row["top"], row["results"], frequencies)
