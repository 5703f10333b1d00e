"""The booklet of an event: the boards from which its pages are made, without names, and the pages for a reader."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.db.models import Count, Max
from django.utils import timezone

from clubsite.core.templatetags.bridge import imps, mp, pct
from clubsite.events.booklet_shown import BookletCover, booklet_shown
from clubsite.events.models import Event, EventBookletPage, EventLine, EventPublication, EventStatus
from clubsite.events.models.rankings import BOOKLET_PAGE_FORMAT
from clubsite.events.selectors import event_field
from clubsite.events.selectors.event_facts import heats_counting, tables_of_heats
from clubsite.events.selectors.event_field import boards_from_secret, event_boards_here
from clubsite.events.selectors.event_reader import EventReader, FieldList, event_or_404
from clubsite.nights.models import SectionKind
from clubsite.pdf.booklet_sheets import PlaceTable
from clubsite.play.room_states import logs_of
from clubsite.privacy.names import A_PLAYER
from clubsite.readers.visitor import Visitor
from clubsite.scores.models import ScoreStatus
from games.deals import Deal
from games.options import usual
from games.registry import rules_for
from games.wording import counted
from solver.verdicts.booklet.clauses import Clause
from solver.verdicts.booklet.field import GAME, BookletBoard, BookletLine, BookletLog
from solver.verdicts.booklet.pages import BookletPage, page_of
from solver.verdicts.booklet.play_clauses import BestPlay

FIRST_PLACES = 20
"""The places of each list that the booklet has. A list that is not longer is in it whole."""


def events_without_booklet() -> list[int]:
    """Return the events whose window has closed and that have pages to be made, by id, the latest window first."""
    newest = dict(EventPublication.objects.order_by().values_list("event").annotate(Max("version")))
    pages = EventBookletPage.objects.filter(format=BOOKLET_PAGE_FORMAT).order_by()
    made = {(event, version): n for event, version, n in pages.values_list("event", "version").annotate(Count("pk"))}
    events = Event.objects.filter(window_closes__lte=timezone.now()).order_by("-window_closes")
    short = [event for event in events if made.get((event.pk, newest.get(event.pk, 0)), 0) < event.boards]
    return [event.pk for event in short if pages_to_make(event)]


def pages_to_make(event: Event) -> list[int]:
    """Return the boards whose pages have to be made or made again. Another server makes its own events' pages."""
    with_booklet = event.status in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)
    if event.is_remote or not with_booklet or not event.is_closed():
        return []
    made = event.booklet_pages.filter(format=BOOKLET_PAGE_FORMAT, version=published_version(event))
    return sorted(_boards_with_page(event).difference(made.values_list("number", flat=True)))


def published_version(event: Event) -> int:
    """Return the newest published version of an event, or 0."""
    return event.publications.aggregate(newest=Max("version"))["newest"] or 0


def _boards_with_page(event: Event) -> set[int]:
    """Return the boards that get a page: those with a result whose cards were opened here or by the secret."""
    heats = heats_counting(event)
    numbers = set(_lines(heats).order_by().values_list("board", flat=True))
    return numbers.intersection({*_opened(event, heats).values_list("number", flat=True), *boards_from_secret(event)})


def booklet_making(event: Event, number: int) -> tuple[int, BookletBoard, str]:
    """Return the published version, the board from which a page has to be made, and the hash of what it depends on."""
    reader, heats = EventReader(event, Visitor.as_public()), heats_counting(event)
    version = reader.publication.version if reader.publication is not None else 0  # before the lines are read
    board = _opened(event, heats).filter(number=number).order_by("pk").first() or boards_from_secret(event)[number]
    rows = _lines(heats).filter(board=number).select_related("heat", "south__heat", "table_board__play").order_by("pk")
    plays = {row.pk: row.table_board.play for row in rows if row.table_board is not None and row.table_board.play}
    plays = {pk: play for pk, play in plays.items() if play.game == GAME and play.outcome is not None}
    logs, lines, facts = logs_of(list(plays.values())), list[BookletLine](), list[Any]()
    fields = {} if reader.imps else event_field.board_fields(reader, {number})
    for row in rows:
        play, points = plays.get(row.pk), event_field.points_of(row, fields)
        own = (points.ns, points.ew) if points.top else (None, None)
        south, north = (None if won is None else won * 100 / points.top for won in own)
        log = None if play is None else BookletLog(play.setup, play.options, logs[play.pk])
        lines.append(BookletLine(str(row.pk), row.heat.club_name, row.result, south, north, log))
        facts.append([lines[-1].key, lines[-1].club, repr(lines[-1].result), south, north])
    options = usual(rules_for(GAME).options) | event.options
    setup, ends = board.setup(), [[play.public_id, play.seq] for play in plays.values()]
    page_board = BookletBoard(number, board.dealer, board.vulnerability, Deal.from_setup(setup), lines, options)
    text = json.dumps([setup, options, ends, facts], sort_keys=True, default=str)
    return version, page_board, sha256(text.encode()).hexdigest()


def _opened(event: Event, heats: Sequence[int]) -> Any:
    return event_boards_here(event).filter(board_set__session__heat__in=heats, known=True, opened_at__isnull=False)


def _lines(heats: Sequence[int]) -> Any:
    """Return the two-handed lines with a result. The booklet is about two hands and two dummies."""
    rows = EventLine.objects.filter(heat__in=heats, south__kind=SectionKind.TWO_HANDED)
    return rows.exclude(status=ScoreStatus.SIT_OUT)


@dataclass(frozen=True)
class BookletOfEvent:
    """The booklet, without the boards `hidden` from this reader, or `missing` because their pages are being made."""

    reader: EventReader
    pages: list[BookletPage]
    hidden: list[int]
    missing: list[int]

    @property
    def cover(self) -> BookletCover:
        """The cover. It has only clubs whose heats count. A result is recorded if its play is known here."""
        event = self.reader.event
        heats, tables = heats_counting(event), tables_of_heats(event)
        names = event.heats.filter(pk__in=heats).order_by("club_name").values_list("club_name", flat=True)
        results = _lines(heats).filter(status__in=(ScoreStatus.PLAYED, ScoreStatus.PASSED_OUT)).order_by()
        known = results.filter(table_board__play__game=GAME, table_board__play__outcome__isnull=False)
        days = [f"{timezone.localtime(at):%-d %B %Y}" for at in (event.window_opens, event.window_closes)]
        dates, clubs = " to ".join(dict.fromkeys(days)), list(dict.fromkeys(names))
        size, counts = sum(tables[heat] for heat in heats), (results.count(), known.count())
        return BookletCover(event.name, event.organiser_name, dates, clubs, size, *counts)

    @property
    def lists(self) -> list[FieldList]:
        """The first places of each published list, with the names that strangers may read."""
        strangers = EventReader(self.reader.event, Visitor.as_public())
        return [strangers.list_of(key, 0, FIRST_PLACES) for key in strangers.keys]

    @property
    def printed_lists(self) -> list[PlaceTable]:
        """The lists in `lists`, as tables for the PDF."""
        figure, unit = (imps, "IMPs a board") if self.reader.imps else (pct, "%")
        tables = []
        for ranking in self.lists:
            columns, rows = ("Boards", unit, *(["Master points"] if ranking.awards else [])), []
            for row in ranking.rows:
                why = f" ({row.why_unplaced})" if row.why_unplaced else ""
                who = (row.place or "–", f"{row.name}, {row.entrant.heat.club_name}{why}")
                award = "" if row.master_points is None else mp(row.master_points)
                rows.append((*who, *(str(row.boards), figure(row.figure), award)[: len(columns)]))
            more = ranking.total - len(rows)
            notes = (f"And {counted(more, 'other')} in this list.",) if more else ()
            tables.append(PlaceTable(ranking.key.title, columns, tuple(rows), notes))
        return tables


def event_booklet(public_id: str, visitor: Visitor) -> BookletOfEvent:
    """Return the booklet, without pages before the publication. Raise Http404 if the event is not announced."""
    reader = EventReader(event := event_or_404(public_id), visitor)
    if reader.publication is None or event.is_remote:
        return BookletOfEvent(reader, [], [], [])
    seen, wanted = set(event_field.boards_seen(reader)), _boards_with_page(event)
    rows = event.booklet_pages.filter(format=BOOKLET_PAGE_FORMAT, number__in=wanted).order_by("number")
    by_number = dict(rows.values_list("number", "page"))
    pages = [page_of(page) for number, page in by_number.items() if page is not None and number in seen]
    missing = sorted((wanted & seen).difference(by_number))
    return BookletOfEvent(reader, _pages_named(event, pages), event_field.boards_hidden(reader, seen), missing)


def booklet_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the booklet's pages for all boards that the reader may see, or the time when they come."""
    page = event_booklet(public_id, visitor)
    return page.reader.page(page=page, booklet=booklet_shown(page.cover, page.pages))


def _pages_named(event: Event, pages: list[BookletPage]) -> list[BookletPage]:
    """Return the pages with the clubs and the names that strangers may read today, because a booklet is passed on."""
    clauses = [clause for page in pages for sentence in page.sentences for clause in sentence.clauses]
    keys = [int(clause.place[0]) for clause in clauses if isinstance(clause, BestPlay)]
    lines = EventLine.every.filter(heat__event=event).select_related("heat", *event_field.WITH_PEOPLE).in_bulk(keys)
    people = [entrant for row in lines.values() for entrant in (row.south, row.north)]
    names = EventReader(event, Visitor.as_public()).names(people)

    def named(clause: Clause) -> Clause:
        if not isinstance(clause, BestPlay) or (line := lines.get(int(clause.place[0]))) is None:
            return clause
        name = names[line.south_id if clause.player == "S" else line.north_id]
        return replace(clause, club=line.heat.club_name, name="" if name == A_PLAYER else name)

    return [
        replace(
            page,
            sentences=tuple(
                replace(sentence, clauses=tuple(map(named, sentence.clauses))) for sentence in page.sentences
            ),
        )
        for page in pages
    ]
