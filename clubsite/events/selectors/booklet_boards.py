"""What the booklet of an event is made from: each board with the lines of all heats that count, and their plays.

Nothing here has a name. The clubs are those of the heats.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from django.db.models import Count, Max
from django.utils import timezone

from clubsite.booklet.field import GAME, BookletBoard, BookletLine, BookletLog
from clubsite.duplicate.models import SectionKind
from clubsite.events.models import (
    BOOKLET_PAGE_FORMAT,
    Event,
    EventBookletPage,
    EventLine,
    EventPublication,
    EventStatus,
)
from clubsite.events.selectors.event_facts import event_settings, heats_counting
from clubsite.events.selectors.event_field import boards_from_secret, event_boards_here
from clubsite.events.selectors.event_lists import FieldWorth, board_fields
from clubsite.events.selectors.event_payload import newest_publication
from clubsite.play.models import Play
from clubsite.play.room_states import logs_of
from clubsite.scores.models import ScoreStatus
from games.deals import Deal
from games.options import usual
from games.registry import rules_for
from scoring.board import BoardMP
from scoring.figures import exact_text
from scoring.result import BoardResult

WITH_BOOKLET = (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)


@dataclass(frozen=True, slots=True)
class BookletMaking:
    """A board whose page has to be made: the published version, the board, and the hash of what its page depends on."""

    version: int
    board: BookletBoard
    made_from: str


def events_without_booklet() -> list[int]:
    """Return the events whose window has closed and that have a page to be made, by id, the latest window first."""
    rows = Event.objects.filter(window_closes__lte=timezone.now(), status__in=WITH_BOOKLET, hub="")
    newest = dict(EventPublication.objects.order_by().values_list("event").annotate(Max("version")))
    pages = EventBookletPage.objects.filter(format=BOOKLET_PAGE_FORMAT).order_by()
    made = {(event, version): n for event, version, n in pages.values_list("event", "version").annotate(Count("pk"))}
    events = [
        one for one in rows.order_by("-window_closes") if made.get((one.pk, newest.get(one.pk, 0)), 0) < one.boards
    ]
    return [event.pk for event in events if pages_to_make(event)]


def pages_to_make(event: Event) -> list[int]:
    """Return the numbers of the boards whose pages have to be made, or made again after a new publication.

    [] before the window has closed, and for an event of another server, which knows the whole field.
    """
    if event.is_remote or event.status not in WITH_BOOKLET or not event.is_closed():
        return []
    made = event.booklet_pages.filter(format=BOOKLET_PAGE_FORMAT, version=published_version(event))
    return sorted(boards_with_page(event).difference(made.values_list("number", flat=True)))


def published_version(event: Event) -> int:
    """Return the newest published version of an event, or 0."""
    found: int | None = event.publications.aggregate(newest=Max("version"))["newest"]
    return found or 0


def boards_with_page(event: Event) -> set[int]:
    """Return the numbers of the boards that get a page: those with a result, and with cards that have been opened here
    or that the published secret opens.
    """
    heats = heats_counting(event)
    numbers = set(_lines(heats).order_by().values_list("board", flat=True))
    opened = _opened(event, heats).values_list("number", flat=True)
    return numbers.intersection({*opened, *boards_from_secret(event)})


def booklet_making(event: Event, number: int) -> BookletMaking:
    """Return all that a board's page is made from. The board has to be one of `boards_with_page`."""
    publication, heats = newest_publication(event), heats_counting(event)
    version = publication.version if publication is not None else 0
    board = _opened(event, heats).filter(number=number).order_by("pk").first() or boards_from_secret(event)[number]
    setup = board.setup()
    wanted = _lines(heats).filter(board=number).select_related("heat", "south__heat", "table_board__play")
    lines = list(wanted.order_by("pk"))
    worth = FieldWorth(board_fields(event, publication, {number}))
    imps = event_settings(event).imps
    plays = {line.pk: play for line in lines if (play := _play_of(line)) is not None}
    logs = logs_of(list(plays.values()))
    told = [_booklet_line(line, None if imps else worth.of(line), _log(plays.get(line.pk), logs)) for line in lines]
    options = usual(rules_for(GAME).options) | event.options
    found = BookletBoard(number, board.dealer, board.vulnerability, Deal.from_setup(setup), told, options)
    ends = [[play.public_id, play.seq] for play in plays.values()]
    return BookletMaking(version, found, _hash([setup, options, ends, [_facts(line) for line in told]]))


def recorded_results(event: Event) -> tuple[int, int]:
    """Return how many results were played in the heats that count, and for how many of them the play is known here."""
    played = _lines(heats_counting(event)).filter(status__in=(ScoreStatus.PLAYED, ScoreStatus.PASSED_OUT)).order_by()
    recorded = played.filter(table_board__play__game=GAME, table_board__play__outcome__isnull=False)
    return played.count(), recorded.count()


def _opened(event: Event, heats: Sequence[int]) -> Any:
    rows = event_boards_here(event).filter(board_set__session__heat__in=heats, known=True)
    return rows.filter(opened_at__isnull=False)


def _lines(heats: Sequence[int]) -> Any:
    """Return the two-handed lines with a result. The booklet is about two hands and two dummies."""
    rows = EventLine.objects.filter(heat__in=heats, south__kind=SectionKind.TWO_HANDED)
    return rows.exclude(status=ScoreStatus.SIT_OUT)


def _play_of(line: EventLine) -> Play | None:
    play = line.table_board.play if line.table_board is not None else None
    return play if play is not None and play.game == GAME and play.outcome is not None else None


def _log(play: Play | None, logs: Mapping[int, list[dict[str, Any]]]) -> BookletLog | None:
    return None if play is None else BookletLog(play.setup, play.options, logs[play.pk])


def _booklet_line(line: EventLine, points: BoardMP | None, log: BookletLog | None) -> BookletLine:
    south, north = (None, None) if points is None else (_percent(points.ns, points), _percent(points.ew, points))
    return BookletLine(str(line.pk), line.heat.club_name, BoardResult.of_columns(line), south, north, log)


def _percent(won: Fraction | None, points: BoardMP) -> Fraction | None:
    return None if won is None or not points.top else Fraction(won) * 100 / points.top


def _facts(line: BookletLine) -> list[Any]:
    shares = [None if share is None else exact_text(share) for share in (line.percent_south, line.percent_north)]
    return [line.key, line.club, repr(line.result), *shares]


def _hash(facts: Any) -> str:
    return sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()
