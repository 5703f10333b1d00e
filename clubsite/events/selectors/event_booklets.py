"""The booklet of an event as members and strangers read it: the pages of the boards that this reader may see.

Names are looked up each time, and are those that strangers may read, whoever reads: a booklet is passed on. So a name
that a person hides is gone at once, also from pages that were made before.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils import timezone

from clubsite.booklet.clauses import BestPlay, Clause
from clubsite.booklet.pages import BookletPage
from clubsite.booklet.shown import BookletCover
from clubsite.booklet.stored import page_of
from clubsite.core.not_found import found_or_404
from clubsite.core.templatetags.bridge import imps, mp, pct
from clubsite.events.models import BOOKLET_PAGE_FORMAT, Event, EventLine
from clubsite.events.selectors.booklet_boards import boards_with_page, recorded_results
from clubsite.events.selectors.event_facts import heats_counting, tables_of_heats
from clubsite.events.selectors.event_field import boards_hidden, boards_seen
from clubsite.events.selectors.event_reader import EventReader, FieldList, event_or_404
from clubsite.members.visitor import Visitor
from clubsite.pdf.result_sheets import PlaceTable
from clubsite.privacy.names import A_PLAYER
from games.wording import counted

FIRST_PLACES = 20
"""The places of each list that the booklet has. A list that is not longer is in it whole."""


@dataclass(frozen=True)
class BookletOfEvent:
    """The booklet, as far as it is made and may be read. `hidden` has the boards that this reader may not see yet, and
    `missing` those whose pages are still being made.
    """

    reader: EventReader
    pages: list[BookletPage]
    hidden: list[int]
    missing: list[int]

    @cached_property
    def cover(self) -> BookletCover:
        """What the cover says. Only clubs whose heats count are on it."""
        event = self.reader.event
        heats, tables = set(heats_counting(event)), tables_of_heats(event)
        names = event.heats.filter(pk__in=heats).order_by("club_name").values_list("club_name", flat=True)
        results, recorded = recorded_results(event)
        return BookletCover(
            title=event.name,
            organiser=event.organiser_name,
            dates=window_in_words(event),
            clubs=list(dict.fromkeys(names)),
            tables=sum(tables[heat] for heat in heats),
            results=results,
            recorded=recorded,
        )

    @cached_property
    def lists(self) -> list[FieldList]:
        """The first places of each published list, with the names that strangers may read. [] before that."""
        if self.reader.publication is None:
            return []
        strangers = EventReader(self.reader.event, Visitor.as_public())
        return [strangers.list_of(key, 0, FIRST_PLACES) for key in strangers.keys]

    @property
    def printed_lists(self) -> list[PlaceTable]:
        """The same lists for paper."""
        return [_printed_list(found, self.reader.imps) for found in self.lists]


def event_booklet(public_id: str, visitor: Visitor) -> BookletOfEvent:
    """Return the booklet, without pages before the publication. Raise Http404 if the event is not announced."""
    reader = EventReader(event_or_404(public_id), visitor)
    if reader.publication is None or reader.event.is_remote:
        return BookletOfEvent(reader, [], [], [])
    seen, wanted = set(boards_seen(reader)), boards_with_page(reader.event)
    rows = reader.event.booklet_pages.filter(format=BOOKLET_PAGE_FORMAT, number__in=wanted).order_by("number")
    found = {row.number: row.page for row in rows}
    pages = [page_of(page) for number, page in found.items() if page is not None and number in seen]
    missing = sorted((wanted & seen).difference(found))
    return BookletOfEvent(reader, pages_named(reader.event, pages), boards_hidden(reader, seen), missing)


def event_booklet_made(public_id: str, visitor: Visitor) -> BookletOfEvent:
    """Return a booklet that has at least one page for this reader. Raise Http404 if there is none yet."""
    booklet = event_booklet(public_id, visitor)
    found_or_404(booklet.pages or None, "No booklet yet")
    return booklet


def pages_named(event: Event, pages: list[BookletPage]) -> list[BookletPage]:
    """Return the pages with the clubs and the names that strangers may read today."""
    keys = {int(clause.place[0]) for page in pages for clause in _best_plays(page)}
    rows = EventLine.every.filter(pk__in=keys, heat__event=event).select_related(
        "heat", "south__heat__club", "south__heat__session", "north__heat__club", "north__heat__session"
    )
    lines = {row.pk: row for row in rows}
    names = EventReader(event, Visitor.as_public()).names(one for row in rows for one in (row.south, row.north))

    def named(clause: Clause) -> Clause:
        line = lines.get(int(clause.place[0])) if isinstance(clause, BestPlay) else None
        if line is None or not isinstance(clause, BestPlay):
            return clause
        name = names[line.south_id if clause.player == "S" else line.north_id]
        return replace(clause, club=line.heat.club_name, name="" if name == A_PLAYER else name)

    return [
        replace(
            page,
            sentences=tuple(replace(one, clauses=tuple(map(named, one.clauses))) for one in page.sentences),
        )
        for page in pages
    ]


def window_in_words(event: Event) -> str:
    """Return the days of the window: `23 November 2026`, or `23 November 2026 to 29 November 2026`."""
    days = [timezone.localtime(at) for at in (event.window_opens, event.window_closes)]
    return " to ".join(dict.fromkeys(f"{day.day} {day:%B %Y}" for day in days))


def _printed_list(found: FieldList, unit_imps: bool) -> PlaceTable:
    columns = ("Boards", "IMPs a board" if unit_imps else "%", *(("Master points",) if found.awards else ()))
    figure = imps if unit_imps else pct
    rows = tuple(
        (
            row.place or "–",
            "",
            f"{row.name}, {row.entrant.heat.club_name}" + (f" ({row.why_unplaced})" if row.why_unplaced else ""),
            str(row.boards),
            figure(row.figure),
            *(("" if row.master_points is None else mp(row.master_points),) if found.awards else ()),
        )
        for row in found.rows
    )
    more = found.total - len(found.rows)
    return PlaceTable(found.title, columns, rows, (f"And {counted(more, 'other')} in this list.",) if more else ())


def _best_plays(page: BookletPage) -> Iterator[BestPlay]:
    clauses: Iterable[Clause] = (clause for sentence in page.sentences for clause in sentence.clauses)
    return (clause for clause in clauses if isinstance(clause, BestPlay))
