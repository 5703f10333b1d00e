"""An event as members and strangers read it: what is announced, its clubs, the ranking, and its log."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone

from clubsite.clubs.models import Membership
from clubsite.clubs.selectors import DIRECTING
from clubsite.core.responses import found_or_404
from clubsite.core.templatetags.bridge import imps, pct
from clubsite.events.models import Event, EventAction, EventEntrant, EventPublication, EventStatus
from clubsite.events.selectors.event_facts import HeatRow, correctable_until, heat_rows, heats_awaited
from clubsite.events.selectors.event_field import event_boards_here
from clubsite.events.selectors.event_reader import EventReader, FieldList, FieldRow, event_or_404
from clubsite.nights.models import SessionStatus
from clubsite.rankings.models import PublishedSession
from clubsite.readers.visitor import Visitor
from clubsite.signups.calendar_file import calendar_entry, calendar_of, utc
from clubsite.visibility.models import Look
from games.wording import counted, numbers_told

FIRST_ROWS, ROWS_OF_A_PAGE = 10, 100
"""Rows of each list on the event's own page, and of a page of one list."""
NOT_PUBLIC = ("made", "declined", "file_refused", "token_revoked", "other_address")
WITHOUT_NAME = {
    EventAction.DEALER_NAMED: "named its dealer, who handles the cards and does not play",
    EventAction.PLAYED_TWICE: "found somebody who plays a second time",
    EventAction.CORRECTED: "corrected results",
}
"""Actions whose subject may name a person, and is left out."""
PRODUCT = "-//Two Handed Solo Bridge//Simultaneous events//EN"


@dataclass(frozen=True)
class EventPage:
    """The event's own page, for its template, pictures and feeds. `versions` are the published ones, newest first."""

    reader: EventReader
    heats: list[HeatRow]
    lists: list[FieldList]
    versions: list[EventPublication]

    def figure(self, row: FieldRow) -> str:
        """Return a row's figure with its unit."""
        return f"{imps(row.figure)} IMPs a board" if self.reader.imps else f"{pct(row.figure)}\N{NO-BREAK SPACE}%"

    @property
    def size(self) -> str:
        """The size of the field in words, as "412 players in 38 clubs", or "" if only another server knows it."""
        players, heats = sum(vars(row.heat)["n_entrants"] for row in self.heats), len(self.heats)
        if self.reader.lists_here_only:
            there = self.reader.standing
            if there.heats is None:
                return ""
            players, heats = there.contestants, there.heats
        clubs = counted(heats, "club")
        return f"{counted(players, 'player')} in {clubs}" if players else clubs

    @property
    def progress(self) -> str:
        """The number of clubs that are in, in words, or "" if only another server knows it."""
        if not self.reader.lists_here_only:
            confirmed = sum(row.heat.confirmed_at is not None for row in self.heats)
            return f"The scores of {confirmed} of {len(self.heats)} clubs are confirmed"
        return self.reader.standing.words


def zone_of_event(public_id: str) -> str | None:
    """Return the time zone of the event's organiser, "" for the site's zone, or None if there is no such event."""
    row = Event.objects.filter(public_id=public_id).values_list("club__time_zone").first()
    return None if row is None else row[0] or ""


def event_seen(public_id: str, visitor: Visitor) -> EventPage:
    """Return the event for this reader. Raise Http404 if it has not been announced."""
    reader = EventReader(event_or_404(public_id), visitor)
    found = [reader.list_of(key, 0, FIRST_ROWS) for key in reader.keys if not key.stratum]
    lists = [one for one in found if any(row.boards for row in one.rows)]  # before the first score nobody is ranked
    versions = list(reader.event.publications.defer("payload").order_by("-version"))
    return EventPage(reader, heat_rows(reader.heats()), lists, versions)


def event_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the event's own page. `own` has the reader's places in the lists of everybody. Raise Http404 as above."""
    page = event_seen(public_id, visitor)
    reader, until = page.reader, correctable_until(page.reader.event)
    own = [(row, one) for one in page.lists if reader.own for row in reader.list_of(one.key, only=reader.own).rows]
    corrections = {"corrections_until": until, "corrections_open": until is not None and timezone.now() < until}
    return reader.page(page=page, lists=page.lists, own=own, awaited=heats_awaited(reader.event), **corrections)


def ranking_page(public_id: str, visitor: Visitor, list_asked: str, page_asked: str) -> dict[str, Any]:
    """Return a page of the list with this code; "" stands for the first. Raise Http404 if there is no such page."""
    reader = EventReader(event_or_404(public_id), visitor)
    key = next((key for key in reader.keys if list_asked in ("", key.code)), None)
    page = page_asked or "1"
    number = int(page) if page.isdecimal() and len(page) < 6 else 0
    found_or_404(number or None, "No such page")
    shown = reader.list_of(found_or_404(key, "No such list"), ROWS_OF_A_PAGE * (number - 1), ROWS_OF_A_PAGE)
    found_or_404(shown.rows or None, "No such page")
    return reader.page(list=shown, number=number, numbers=range(1, -(-shown.total // ROWS_OF_A_PAGE) + 1))


def heat_page(public_id: str, visitor: Visitor, heat_id: str) -> dict[str, Any]:
    """Return the places over all of a heat's entrants. Raise Http404 for a heat that does not take part."""
    reader = EventReader(event_or_404(public_id), visitor)
    heat = reader.heat(heat_id)
    club, ids = reader.at(heat), EventEntrant.every.filter(heat=heat).values_list("pk", flat=True)
    lists = [reader.list_of(key, only=ids) for key in reader.keys if not key.stratum]
    published = PublishedSession.objects.filter(session=heat.session, session__status=SessionStatus.ENDED)
    own_results = club is not None and club.may_read and published.exists()
    return reader.page(heat=heat, lists=[one for one in lists if one.rows], own_results=own_results)


def event_calendar(public_id: str, base: str) -> bytes:
    """Return the window of an announced event as an iCalendar file (RFC 5545). `base` is this site's address."""
    event = event_or_404(public_id)
    url = base + reverse("events:event", args=[event.public_id])
    stamp, cancelled = event.announced_at or event.created_at, event.status == EventStatus.CANCELLED
    entry = calendar_entry(public_id, event.name, url, stamp, cancelled=cancelled)
    entry.add("dtstart", utc(event.window_opens))
    entry.add("dtend", utc(event.window_closes))
    words = f"{event.boards} boards, the same in every club. Organised by {event.organiser_name}."
    words += f"\nFee: {event.fee}" if event.fee else ""
    entry.add("description", f"{words}\nClubs that take part: {url}")
    entry.add("transp", "TRANSPARENT")  # a window of several days keeps nobody busy
    return bytes(calendar_of(PRODUCT, [entry]).to_ical())


def log_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the whole log, newest line first. A line says what part a person had, and not who it was: `who` and `what`
    make a sentence, such as "A director of Quay Street printed the slips". `look` is True for a look at cards.
    """
    reader = EventReader(event_or_404(public_id), visitor)
    lines = [*_acts(reader.event), *_looks(reader.event)]
    return reader.page(lines=sorted(lines, key=lambda line: line["at"], reverse=True))


def _acts(event: Event) -> Iterator[dict[str, Any]]:
    directs = set(Membership.objects.filter(club__heats__event=event, role__in=DIRECTING).values_list("club", "user"))
    rows = event.log.filter(at__gte=event.announced_at).exclude(action__in=NOT_PUBLIC)
    for row in rows.select_related("heat"):
        heat, subject = row.heat, row.about
        who = f"The organiser, {event.organiser_name},"
        if row.user_id is None:
            who = row.actor[:1].upper() + row.actor[1:]
        elif heat is not None and (heat.club_id, row.user_id) in directs:
            who = f"A director of {heat.club_name}"
        what = row.get_action_display().rstrip(":")
        if row.action in WITHOUT_NAME:
            what, subject = WITHOUT_NAME[EventAction(row.action)], ""
        at_heat = heat.club_name if heat is not None else ""
        yield {"at": row.at, "who": who, "what": what, "subject": subject, "heat": at_heat}


def _looks(event: Event) -> Iterator[dict[str, Any]]:
    """Yield the looks at cards of the event's boards, together where one person looked at several at once."""
    rows = Look.objects.filter(board__in=event_boards_here(event)).order_by("at", "board__number")
    together: defaultdict[tuple[object, ...], list[Look]] = defaultdict(list)
    for row in rows.select_related("board__board_set__session__heat"):
        together[row.at, row.kind, row.user_id, row.contestant_id, row.device_id, row.board.board_set_id].append(row)
    for first, *more in together.values():
        club = first.board.board_set.session.heat.club_name
        who = f"A director of {club}" if first.user_id else f"A player’s device at {club}"
        boards = f"board{'s' if more else ''} {numbers_told(row.board.number for row in (first, *more))}"
        what = first.get_kind_display()
        yield {"at": first.at, "who": who, "what": what, "subject": boards, "heat": club, "look": True}
