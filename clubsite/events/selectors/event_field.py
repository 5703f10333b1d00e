"""An event for everybody: its clubs, ranking and log, its boards, and the proof of the deals (docs/proof.md)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from clubsite.clubs.models import Membership
from clubsite.clubs.selectors import DIRECTING
from clubsite.core.responses import found_or_404
from clubsite.core.templatetags.bridge import imps, pct
from clubsite.events.models import (
    Event,
    EventAction,
    EventBoard,
    EventEntrant,
    EventLine,
    EventPublication,
    EventStatus,
    HeatStatus,
)
from clubsite.events.sealing import dealt_boards_of
from clubsite.events.selectors.event_facts import (
    HAS_CARDS,
    HeatRow,
    boards_shut_until,
    correctable_until,
    heat_rows,
    heats_awaited,
)
from clubsite.events.selectors.event_reader import EventReader, FieldList, FieldRow, event_or_404, published_reader
from clubsite.nights.models import Board, SessionStatus
from clubsite.nights.models.boards import EVENT_SOURCE, SEATS
from clubsite.nights.selectors.deals import deal_of
from clubsite.rankings.models import PublishedLine, PublishedSession
from clubsite.rankings.payload import fraction_read
from clubsite.rankings.selectors.published import hidden_boards
from clubsite.readers.visitor import Visitor
from clubsite.secrecy.facts import What
from clubsite.secrecy.rule import WhyNot
from clubsite.signups.calendar_file import calendar_entry, calendar_of, utc
from clubsite.visibility.models import Look
from clubsite.visibility.selectors import BoardReader, seen_by
from games.boards import dealer_of, vulnerability_of
from games.cards import cards_text
from games.deals import Deal
from games.event_proof import ELSEWHERE, HERE, IN_A_FILE, PROGRAM, EventProof, PlayedDeal, ProofHeat, check_proof
from games.wording import counted, numbers_told
from scoring.board import BoardMP
from scoring.contracts import PASSED_OUT
from scoring.errors import ScoreError
from scoring.lines import Status
from scoring.result import BoardResult
from scoring.ruling_text import status_words
from solver.verdicts.booklet.pages import Frequency, PlayedContract

HEATS_ASKED = 4
"""Heats whose copies of a board are considered; all have the same cards."""
WITH_PEOPLE = ("south__heat__club", "south__heat__session", "north__heat__club", "north__heat__session")
"""The rows of a line's contestants by which their names are looked up."""
Json = dict[str, Any]
Contracts = defaultdict[tuple[int, str, int | None], Counter[tuple[str, str, int]]]
BoardFields = dict[tuple[int, str], EventBoard]


def board_fields(reader: EventReader, numbers: Collection[int]) -> BoardFields:
    """Return the fields of these boards by number and kind of contestants, in this order. They may be unsaved."""
    if reader.publication is not None:
        rows = [EventBoard(event=reader.event, **row) for row in reader.publication.payload["boards"]]
    else:
        rows = list(reader.event.board_fields.filter(number__in=numbers))
    rows.sort(key=lambda row: (row.number, row.four_handed))
    return {(row.number, row.kind): row for row in rows if row.number in numbers}


def points_of(line: EventLine, fields: BoardFields) -> BoardMP:
    """Return a line's points, None for a line that does not count. Results of a fouled board are its heat's own."""
    field, outcome = fields.get((line.board, line.south.kind), EventBoard()), (line.status, line.ruling, line.group)
    rows = (row for row in field.frequencies if row["ns_score"] == line.ns_score)
    same = {row["heat"]: row for row in rows if (row["status"], row["ruling"], row["group"]) == outcome}
    row = same.get(line.south.heat.public_id) or same.get("") or {}
    return BoardMP(fraction_read(row.get("ns")), fraction_read(row.get("ew")), field.top)


def field_boards_page(public_id: str, visitor: Visitor) -> Json:
    """Return all boards of a published event that may be seen, and the numbers of the others."""
    reader = published_reader(public_id, visitor)
    boards = boards_seen(reader)
    return reader.page(boards=_field_boards(reader, boards), hidden=boards_hidden(reader, boards))


def field_board_page(public_id: str, visitor: Visitor, number: int) -> Json:
    """Return one board, and the numbers of the previous and next ones, or 0. Raise Http404 if it may not be seen."""
    reader = published_reader(public_id, visitor)
    seen = boards_seen(reader)
    (board,) = _field_boards(reader, {number: found_or_404(seen.get(number), "No such board")})
    before = max((other for other in seen if other < number), default=0)
    return reader.page(board=board, before=before, after=min((other for other in seen if other > number), default=0))


def boards_seen(reader: EventReader) -> dict[int, Board]:
    """Return the boards of the event that this reader may see, by number: in at least one heat here (SOLO-31), or with
    the cards that follow from the published secret.
    """
    if opened := boards_from_secret(reader.event):
        return opened
    lines = PublishedLine.objects.filter(board=OuterRef("pk"), published__session__status=SessionStatus.ENDED)
    rows = event_boards_here(reader.event).filter(Exists(lines)).select_related("board_set__session__club")
    by_number: defaultdict[int, list[Board]] = defaultdict(list)
    for board in rows.order_by("number", "pk"):
        session = board.board_set.session
        if len(by_number[board.number]) < HEATS_ASKED and reader.visitor.at(session.club, session).may_read:
            by_number[board.number].append(board)
    boards = [board for some in by_number.values() for board in some]
    seen = seen_by(BoardReader(reads_results=True), boards, What.CARDS)
    return {board.number: board for board in reversed(boards) if board.pk in seen}


def boards_hidden(reader: EventReader, seen: Collection[int]) -> list[int]:
    """Return the numbers of the event's boards that are not among those `seen`."""
    return [number for number in range(1, reader.event.boards + 1) if number not in seen]


def boards_from_secret(event: Event) -> dict[int, Board]:
    """Return every board by number, with the cards that follow from the published secret, if no heat was played here
    because the results came from files or other servers. Return {} while somebody may still play a board.
    """
    if not event.shown_secret or may_still_be_played(event):
        return {}
    nights = event.heats.filter(status=HeatStatus.ACCEPTED, session__isnull=False)
    if nights.exclude(session__status=SessionStatus.DRAFT).exists():
        return {}
    boards = {}
    for number, deal in dealt_boards_of(event).items():
        columns: Json = {"number": number, "known": True, "ordered": True, "opened_at": timezone.now()}
        columns |= {"dealer": str(dealer_of(number)), "vulnerability": vulnerability_of(number)}
        boards[number] = Board(**columns, **{seat: cards_text(getattr(deal, seat)) for seat in SEATS})
    return boards


def may_still_be_played(event: Event) -> bool:
    """True if somebody may still play one of the event's boards, here or where this server does not see it."""
    if timezone.now() < boards_shut_until(event):
        return True
    return not {WhyNot.OWED_HERE, WhyNot.OWED_ELSEWHERE}.isdisjoint(hidden_boards(event_boards_here(event)).values())


def event_boards_here(event: Event) -> QuerySet[Board]:
    """Return every copy of the event's boards on this server, in heats that take part."""
    rows = Board.objects.filter(board_set__source=EVENT_SOURCE, number__lte=F("board_set__event_boards"))
    return rows.filter(board_set__session__heat__event=event, board_set__session__heat__status=HeatStatus.ACCEPTED)


def _field_boards(reader: EventReader, boards: dict[int, Board]) -> list[Json]:
    """Return boards with their cards and, for each kind of contestants, the field. `plays` counts the results, `most`
    those of the most frequent one, `usual` is the most frequent contract, and `scores` are South's best and worst.
    """
    contracts, fields = _contracts(reader.event, boards), board_fields(reader, boards)
    entries = []
    for number, board in sorted(boards.items()):
        here = [field for field in fields.values() if field.number == number]
        own = [(field, _frequencies(field, contracts, reader.imps)) for field in here]
        played = [contract for _, rows in own for row in rows for contract in row.played]
        scores = {row["ns_score"] for field, _ in own for row in field.frequencies} - {None}
        plays = sum(field.results for field in here)
        entry = {"number": number, "deal": deal_of(board), "fields": own, "plays": plays}
        entry["most"] = max((row.count for _, rows in own for row in rows), default=1)
        entry["usual"] = max(played, key=lambda contract: contract.count, default=None)
        entries.append(entry | {"scores": sorted({max(scores), min(scores)}, reverse=True) if scores else []})
    return entries


def _frequencies(field: EventBoard, contracts: Contracts, imps: bool) -> list[Frequency]:
    """Return the results of a field, each with its percentages of a top, or its IMPs."""
    unit, frequencies = Fraction(1) if imps else Fraction(field.top, 100), []
    for row in field.frequencies:
        score, played = row["ns_score"], row["status"] in (Status.PLAYED, Status.FOULED)
        came = contracts[field.number, field.kind, score] if played else Counter()
        shown = tuple(PlayedContract(*contract, times, len(came) == 1) for contract, times in came.most_common())
        points = (fraction_read(row[side]) for side in ("ns", "ew"))
        ns, ew = (None if own is None or not unit else own / unit for own in points)
        words = "Fouled board, compared in its club" if row["heat"] else ""
        if not played and not words:
            words = status_words(row["status"])
            with suppress(ScoreError):  # another server's ranking may have a ruling that cannot be read
                words = status_words(row["status"], row["ruling"], field.four_handed)
        frequencies.append(Frequency(score if played else None, row["times"], shown, ns, ew, words))
    return frequencies


def _contracts(event: Event, numbers: Collection[int]) -> Contracts:
    """Count the contracts and results that led to each score, as far as they are known on this server."""
    rows = EventLine.objects.filter(heat__event=event, heat__status=HeatStatus.ACCEPTED, board__in=numbers)
    rows = rows.filter(status__in=(Status.PLAYED, Status.FOULED)).exclude(contract__in=("", PASSED_OUT))
    columns = ("board", "south__kind", "ns_score", "contract", "declarer", "tricks")
    contracts: Contracts = defaultdict(Counter)
    for board, kind, score, contract, declarer, tricks in rows.order_by().values_list(*columns):
        if (over := BoardResult(Status.PLAYED, contract, declarer, tricks=tricks).over) is not None:
            contracts[board, kind, score][contract, declarer, over] += 1
    return contracts


def deals_page(public_id: str, visitor: Visitor) -> Json:
    """Return the proof and its verdict. `proof` is None until the secret is shown, that is, while a board is `owed`."""
    reader = EventReader(event := event_or_404(public_id), visitor)
    owed = event.status == EventStatus.PUBLISHED and may_still_be_played(event)
    if owed or not event.shown_secret:
        return reader.page(owed=owed, proof=None, program=PROGRAM)
    proof = event_proof(event)
    verdict = check_proof(proof)
    boards = [(check.words, proof.clubs_of(deal)) for deal, check in verdict.checks]
    return reader.page(proof=proof, verdict=verdict, boards=boards, program=PROGRAM)


def event_proof(event: Event) -> EventProof:
    """Return the proof of an event whose secret is published: every board as it was opened here, and the heats that
    take part or left with the cards, with the number of boards that each opened here.
    """
    by_deal: defaultdict[tuple[int, Deal], list[str]] = defaultdict(list)
    rows = event_boards_here(event).filter(known=True, opened_at__isnull=False).order_by("number", "pk")
    for board in rows.select_related("board_set__session__heat"):
        by_deal[board.number, Deal.from_setup(board.setup())].append(board.board_set.session.heat.public_id)
    played = [PlayedDeal(number, tuple(heats), deal) for (number, deal), heats in by_deal.items()]
    opened, numbers = Counter(heat for deal in played for heat in deal.heats), {deal.number for deal in played}
    played += [PlayedDeal(number, (), deal) for number, deal in dealt_boards_of(event).items() if number not in numbers]
    heats = []
    for heat in event.heats.filter(Q(status=HeatStatus.ACCEPTED) | Q(HAS_CARDS, status=HeatStatus.LEFT)):
        cards = IN_A_FILE if heat.results_file else HERE if heat.club_id is not None else ELSEWHERE
        heats.append(ProofHeat(heat.public_id, heat.club_name, cards, opened[heat.public_id]))
    digests = tuple(event.publications.order_by("version").values_list("digest", flat=True))
    names = ("name", "public_number_words", "public_number", "commitment", "boards")
    facts: Json = {
        "event": event.seal_id,
        "secret": event.shown_secret,
        **{name: getattr(event, name) for name in names},
    }
    played.sort(key=lambda deal: deal.number)
    return EventProof(heats=tuple(heats), digests=digests, played=tuple(played), **facts)


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
        """The number of clubs whose results are in, in words, or "" if only another server knows it."""
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
    all_lists = [reader.list_of(key, 0, FIRST_ROWS) for key in reader.keys if not key.stratum]
    lists = [
        ranking for ranking in all_lists if any(row.boards for row in ranking.rows)
    ]  # before the first score nobody is ranked
    versions = list(reader.event.publications.defer("payload").order_by("-version"))
    return EventPage(reader, heat_rows(reader.heats()), lists, versions)


def event_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the event's page. `own` has the reader's places in lists of everybody. Raise Http404 like `event_seen`."""
    page = event_seen(public_id, visitor)
    reader, until = page.reader, correctable_until(page.reader.event)
    own = [
        (row, ranking)
        for ranking in page.lists
        if reader.own
        for row in reader.list_of(ranking.key, only=reader.own).rows
    ]
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
    return reader.page(heat=heat, lists=[ranking for ranking in lists if ranking.rows], own_results=own_results)


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
    """Return the whole log, newest line first. A line says which role a person had, but not who they were: `who` and
    `what` make a sentence, such as "A director of Quay Street printed the slips". `look` is True for a look at cards.
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
    """Yield the looks at cards of the event's boards. Looks of one person at several boards at once are combined."""
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
