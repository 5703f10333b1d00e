"""The boards of an event for members and strangers: hands, frequencies, and the proof of the deals (docs/proof.md)."""

from collections import Counter, defaultdict
from collections.abc import Collection
from contextlib import suppress
from fractions import Fraction
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from clubsite.booklet.pages import Frequency, PlayedContract
from clubsite.core.responses import found_or_404
from clubsite.events.models import Event, EventBoard, EventLine, EventStatus, HeatStatus
from clubsite.events.sealing import dealt_boards_of
from clubsite.events.selectors.event_facts import HAS_CARDS, boards_shut_until
from clubsite.events.selectors.event_reader import EventReader, event_or_404, published_reader
from clubsite.nights.models import Board, SessionStatus
from clubsite.nights.models.boards import EVENT_SOURCE, SEATS
from clubsite.nights.selectors.deals import deal_of
from clubsite.rankings.models import PublishedLine
from clubsite.rankings.payload import fraction_read
from clubsite.rankings.selectors.published import hidden_boards
from clubsite.readers.visitor import Visitor
from clubsite.secrecy.facts import What
from clubsite.secrecy.rule import WhyNot
from clubsite.visibility.selectors import BoardReader, seen_by
from games.boards import dealer_of, vulnerability_of
from games.cards import cards_text
from games.deals import Deal
from games.event_proof import ELSEWHERE, HERE, IN_A_FILE, PROGRAM, EventProof, PlayedDeal, ProofHeat, check_proof
from scoring.board import BoardMP
from scoring.contracts import PASSED_OUT
from scoring.errors import ScoreError
from scoring.lines import Status
from scoring.result import BoardResult
from scoring.ruling_text import status_words

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
        rows = [EventBoard(event=reader.event, **one) for one in reader.publication.payload["boards"]]
    else:
        rows = list(reader.event.board_fields.filter(number__in=numbers))
    rows.sort(key=lambda row: (row.number, row.four_handed))
    return {(row.number, row.kind): row for row in rows if row.number in numbers}


def points_of(line: EventLine, fields: BoardFields) -> BoardMP:
    """Return the points of a line, which are None if it does not count. A fouled board is its heat's own."""
    field, outcome = fields.get((line.board, line.south.kind), EventBoard()), (line.status, line.ruling, line.group)
    rows = (row for row in field.frequencies if row["ns_score"] == line.ns_score)
    same = {row["heat"]: row for row in rows if (row["status"], row["ruling"], row["group"]) == outcome}
    row = same.get(line.south.heat.public_id) or same.get("") or {}
    return BoardMP(fraction_read(row.get("ns")), fraction_read(row.get("ew")), field.top)


def field_boards_page(public_id: str, visitor: Visitor) -> Json:
    """Return all boards of a published event that may be seen, and the numbers of the others."""
    reader = published_reader(public_id, visitor)
    found = boards_seen(reader)
    return reader.page(boards=_field_boards(reader, found), hidden=boards_hidden(reader, found))


def field_board_page(public_id: str, visitor: Visitor, number: int) -> Json:
    """Return one board, and the numbers of those before and after it, or 0. Raise Http404 if it may not be seen."""
    reader = published_reader(public_id, visitor)
    seen = boards_seen(reader)
    (board,) = _field_boards(reader, {number: found_or_404(seen.get(number), "No such board")})
    before = max((one for one in seen if one < number), default=0)
    return reader.page(board=board, before=before, after=min((one for one in seen if one > number), default=0))


def boards_seen(reader: EventReader) -> dict[int, Board]:
    """Return the boards of the event that this reader may see, by number, in at least one heat here (SOLO-31), or with
    the cards that follow from the published secret.
    """
    if opened := boards_from_secret(reader.event):
        return opened
    lines = PublishedLine.objects.filter(board=OuterRef("pk"), published__session__status=SessionStatus.ENDED)
    rows = event_boards_here(reader.event).filter(Exists(lines)).select_related("board_set__session__club")
    asked: defaultdict[int, list[Board]] = defaultdict(list)
    for board in rows.order_by("number", "pk"):
        session = board.board_set.session
        if len(asked[board.number]) < HEATS_ASKED and reader.visitor.at(session.club, session).may_read:
            asked[board.number].append(board)
    boards = [board for some in asked.values() for board in some]
    seen = seen_by(BoardReader(reads_results=True), boards, What.CARDS)
    return {board.number: board for board in reversed(boards) if board.pk in seen}


def boards_hidden(reader: EventReader, seen: Collection[int]) -> list[int]:
    """Return the numbers of the event's boards that are not among those `seen`."""
    return [number for number in range(1, reader.event.boards + 1) if number not in seen]


def boards_from_secret(event: Event) -> dict[int, Board]:
    """Return every board by number, with the cards that follow from the published secret, if no heat was played here,
    because the results came from files or from other servers. Return {} as long as somebody may still play a board.
    """
    if not event.shown_secret or may_still_be_played(event):
        return {}
    nights = event.heats.filter(status=HeatStatus.ACCEPTED, session__isnull=False)
    if nights.exclude(session__status=SessionStatus.DRAFT).exists():
        return {}
    found = {}
    for number, deal in dealt_boards_of(event).items():
        columns: Json = {"number": number, "known": True, "ordered": True, "opened_at": timezone.now()}
        columns |= {"dealer": str(dealer_of(number)), "vulnerability": vulnerability_of(number)}
        found[number] = Board(**columns, **{seat: cards_text(getattr(deal, seat)) for seat in SEATS})
    return found


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
    found = []
    for number, board in sorted(boards.items()):
        own = [(one, _frequencies(one, contracts, reader.imps)) for one in fields.values() if one.number == number]
        played = [one for _, rows in own for row in rows for one in row.played]
        scores = {row["ns_score"] for field, _ in own for row in field.frequencies} - {None}
        one = {"number": number, "deal": deal_of(board), "fields": own, "plays": sum(field.results for field, _ in own)}
        one["most"] = max((row.count for _, rows in own for row in rows), default=1)
        one["usual"] = max(played, key=lambda one: one.count, default=None)
        found.append(one | {"scores": sorted({max(scores), min(scores)}, reverse=True) if scores else []})
    return found


def _frequencies(field: EventBoard, contracts: Contracts, imps: bool) -> list[Frequency]:
    """Return the results of a field, each with its percentages of a top, or its IMPs."""
    unit, found = Fraction(1) if imps else Fraction(field.top, 100), []
    for row in field.frequencies:
        score, played = row["ns_score"], row["status"] in (Status.PLAYED, Status.FOULED)
        came = contracts[field.number, field.kind, score] if played else Counter()
        shown = tuple(PlayedContract(*one, times, len(came) == 1) for one, times in came.most_common())
        points = (fraction_read(row[side]) for side in ("ns", "ew"))
        ns, ew = (None if own is None or not unit else own / unit for own in points)
        words = "Fouled board, compared in its club" if row["heat"] else ""
        if not played and not words:
            words = status_words(row["status"])
            with suppress(ScoreError):  # another server's ranking may have a ruling that cannot be read
                words = status_words(row["status"], row["ruling"], field.four_handed)
        found.append(Frequency(score if played else None, row["times"], shown, ns, ew, words))
    return found


def _contracts(event: Event, numbers: Collection[int]) -> Contracts:
    """Count the contracts and results that led to each score, as far as they are known on this server."""
    rows = EventLine.objects.filter(heat__event=event, heat__status=HeatStatus.ACCEPTED, board__in=numbers)
    rows = rows.filter(status__in=(Status.PLAYED, Status.FOULED)).exclude(contract__in=("", PASSED_OUT))
    columns = ("board", "south__kind", "ns_score", "contract", "declarer", "tricks")
    found: Contracts = defaultdict(Counter)
    for board, kind, score, contract, declarer, tricks in rows.order_by().values_list(*columns):
        if (over := BoardResult(Status.PLAYED, contract, declarer, tricks=tricks).over) is not None:
            found[board, kind, score][contract, declarer, over] += 1
    return found


def deals_page(public_id: str, visitor: Visitor) -> Json:
    """Return the proof and its verdict. `proof` is None as long as the secret is not shown: while a board is `owed`."""
    reader = EventReader(event := event_or_404(public_id), visitor)
    owed = event.status == EventStatus.PUBLISHED and may_still_be_played(event)
    if owed or not event.shown_secret:
        return reader.page(owed=owed, proof=None, program=PROGRAM)
    proof = event_proof(event)
    verdict = check_proof(proof)
    boards = [(check.words, proof.clubs_of(one)) for one, check in verdict.checks]
    return reader.page(proof=proof, verdict=verdict, boards=boards, program=PROGRAM)


def event_proof(event: Event) -> EventProof:
    """Return the proof of an event whose secret is published: every board as it was opened here, and the heats that
    take part, or left with the cards, with how many boards each opened here.
    """
    found: defaultdict[tuple[int, Deal], list[str]] = defaultdict(list)
    rows = event_boards_here(event).filter(known=True, opened_at__isnull=False).order_by("number", "pk")
    for board in rows.select_related("board_set__session__heat"):
        found[board.number, Deal.from_setup(board.setup())].append(board.board_set.session.heat.public_id)
    played = [PlayedDeal(number, tuple(heats), deal) for (number, deal), heats in found.items()]
    opened, numbers = Counter(heat for one in played for heat in one.heats), {one.number for one in played}
    played += [PlayedDeal(one, (), deal) for one, deal in dealt_boards_of(event).items() if one not in numbers]
    heats = []
    for heat in event.heats.filter(Q(status=HeatStatus.ACCEPTED) | Q(HAS_CARDS, status=HeatStatus.LEFT)):
        cards = IN_A_FILE if heat.results_file else HERE if heat.club_id is not None else ELSEWHERE
        heats.append(ProofHeat(heat.public_id, heat.club_name, cards, opened[heat.public_id]))
    digests = tuple(event.publications.order_by("version").values_list("digest", flat=True))
    names = ("name", "public_number_words", "public_number", "commitment", "boards")
    facts: Json = {"event": event.seal_id, "secret": event.shown_secret, **{one: getattr(event, one) for one in names}}
    played.sort(key=lambda one: one.number)
    return EventProof(heats=tuple(heats), digests=digests, played=tuple(played), **facts)
