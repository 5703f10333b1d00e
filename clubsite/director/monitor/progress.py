"""The director's overview, made from the calls, each table's progress and the clock. It never includes a card."""

import datetime
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.limits import NO_ROOM, Probe, probes_in
from clubsite.director.monitor.overview import (
    AWAY,
    Need,
    NeedKind,
    Overview,
    OverviewTable,
    SeatNow,
    SectionNow,
)
from clubsite.nights.models import Board, Round, Seating, Section, Session, TableBoard, TableBoardState
from clubsite.nights.selectors.boards import boards_of, wrong_boards_asked
from clubsite.nights.selectors.contestants import section_names
from clubsite.nights.selectors.movements import movement_of
from clubsite.nights.selectors.progress import (
    boards_now,
    boards_played,
    calls_told,
    current_round,
    on_screens,
    rounds_all,
    start_can_be_taken_back,
)
from clubsite.nights.selectors.sessions import section_for, sections_of
from clubsite.play.calls import calls_standing
from clubsite.play.models import CallReason, SeatTicket
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.shapes import RankingList, RankingRow
from clubsite.results.over_all import WiderRanking
from clubsite.scores.models import OrderAnswer
from clubsite.scores.selectors.entries import foulings
from clubsite.scores.selectors.typed_scores import (
    WaitingScore,
    rows_with_closed_leads,
    rows_without_result,
    scores_waiting,
    unlikely_scores,
)
from games.wording import counted
from movements.grid import boards_text

# Both sides usually agree to a typed score sooner, and a device that changes hands or reloads is back
# sooner.
TIME_TO_AGREE = datetime.timedelta(minutes=2)
TIME_TO_CONNECT = datetime.timedelta(minutes=5)
LATE_BOARDS = 2
MIN_OVERTIME = datetime.timedelta(minutes=5)
NEEDS_BY_URGENCY = list(NeedKind)
FOULED_WORDS = {
    OrderAnswer.FOULED: ("is fouled from here on", "Its scores from this table on are compared"),
    OrderAnswer.FOULED_NEXT: (
        "is fouled from the next table on",
        "Their own score stands; the later ones are compared",
    ),
    OrderAnswer.FOULED_OWN: (
        "was played out of order here",
        "They put it right afterwards. Their own score is compared apart,",
    ),
}
"""For each answer about fouled dummies: a sentence about the board, and which scores are compared separately."""
KEY_LOST = (
    "Its cards are sealed with a key that this server does not have. Ask whoever keeps the site to put the key back: "
    "the table then goes on by itself. Or enter it as not played, and the table goes on with its next board."
)


def needs_of(overview: Overview, user: User, now: datetime.datetime) -> list[Need]:
    """Return every need that this director may see (SOLO-31), by kind, and oldest first within a kind."""
    needs = [need for section_now in overview.sections for need in _at_tables(overview, section_now, now)]
    needs += _closed(overview)
    needs += _fouled(overview)
    needs += _wrong_boards(overview)
    needs = _with_leads(overview, needs)
    needs += _unlikely(overview, user)
    needs += _missing(overview)
    return sorted(needs, key=lambda need: (NEEDS_BY_URGENCY.index(need.kind), need.since or now))


def _at_tables(overview: Overview, section_now: SectionNow, now: datetime.datetime) -> Iterator[Need]:
    for table_now in section_now.tables:
        if table_now.calls:
            board = f"Board {table_now.board}, " if table_now.board else ""
            calls, since = table_now.calls, min(call.at for call, _ in table_now.calls)
            yield Need(NeedKind.CALL, table_now.label, calls[0][1], board + table_now.names, since, calls=calls)
        agreed = [waiting for waiting in table_now.waits if waiting.uncontested]
        if len(agreed) > 1:
            text = f"{len(agreed)} scores that both sides agreed to"
            more, since = "They came when their round was over. Nothing else counts there.", min(w.at for w in agreed)
            yield Need(NeedKind.WAITING, table_now.label, text, more, since, agreed=agreed)
        for waiting in table_now.waits:
            if len(agreed) > 1 and waiting.uncontested:
                continue
            if need := _not_agreed(table_now, waiting, section_now, overview, now):
                yield need
        running = not overview.ended and not overview.paused and not section_now.last_done
        if running and not table_now.done and not table_now.sit_out:
            yield from _slow(table_now, section_now, now)


def _not_agreed(
    table_now: OverviewTable, waiting: WaitingScore, section_now: SectionNow, overview: Overview, now: datetime.datetime
) -> Need | None:
    """Return a need for a typed score that is not agreed, or None while the director need not act.

    The director has to act if the score was refused or sent to them, has waited too long, or is from a past round.
    """
    at = waiting.row
    over = overview.ended or at.round.number != section_now.section.round_number
    if not (waiting.disputed or waiting.asks or over or now - waiting.at > TIME_TO_AGREE):
        return None
    kind = NeedKind.REFUSED if waiting.disputed or waiting.asks else NeedKind.WAITING
    answer = "does not agree" if waiting.disputed else "agreed to it" if waiting.agreed else "has not answered"
    more = f"{waiting.typist} typed it. {waiting.other} {answer}."
    if waiting.asks:
        more = f"{more} {waiting.asks}."
    return Need(kind, table_now.label, f"Board {at.board.number}", more, waiting.at, waiting, at)


def _slow(table_now: OverviewTable, section_now: SectionNow, now: datetime.datetime) -> Iterator[Need]:
    """Yield a need for each table that is far behind the clock, or that plays on the site without all its devices."""
    silent = table_now.without_device
    over = section_now.ends_at is not None and now - section_now.ends_at > MIN_OVERTIME
    if table_now.behind >= LATE_BOARDS or (over and table_now.behind):
        everybody = len(silent) == len(table_now.seats)
        parts = ([] if everybody else [table_now.names]) + ([_no_device(table_now)] if silent else [])
        text = f"{counted(table_now.behind, 'board')} behind"
        yield Need(NeedKind.LATE, table_now.label, text, ". ".join(parts), table_now.since)
        return
    begun = section_now.started_at
    if not (table_now.table.live and silent and begun and now - begun > TIME_TO_CONNECT):
        return
    last = [seat_now.ticket.seen_at for seat_now in silent if seat_now.ticket and seat_now.ticket.seen_at]
    since = max([begun, *last])
    if now - since > TIME_TO_CONNECT:
        yield Need(NeedKind.SILENT, table_now.label, _no_device(table_now), table_now.names, since)


def _no_device(table_now: OverviewTable) -> str:
    """Return text such as "No device for Bo (South)" or "Connection to Bo (South) and Ann (North) lost"."""
    silent = table_now.without_device
    names = " and ".join(f"{seat_now.name} ({seat_now.side})" for seat_now in silent)
    lost = all(seat_now.link == AWAY for seat_now in silent)
    return f"Connection to {names} lost" if lost else f"No device for {names}"


def _closed(overview: Overview) -> Iterator[Need]:
    """Yield a need for each table whose players are ready for a board that no key opens."""
    ready: list[tuple[str, TableBoard]] = []
    for table_now in overview.tables:
        row, room = table_now.current, table_now.table.room
        if overview.ended or row is None or row.state != TableBoardState.WAITING or not row.live:
            continue
        if len(room.ready) == 2:
            ready.append((table_now.label, row))
    lost = Board.lost_among(row.board_id for _, row in ready)
    for label, row in ready:
        if row.board_id in lost:
            yield Need(NeedKind.CLOSED, label, f"Board {row.board.number} cannot be opened", KEY_LOST, row=row)


def _fouled(overview: Overview) -> Iterator[Need]:
    """Yield a need for each table that found its dummies out of order and reported the board as fouled (SOLO-5c)."""
    if not overview.on_cards:
        return
    for check in foulings(overview.session):
        at, when = check.table_board, check.get_moment_display().capitalize()
        what, follows = FOULED_WORDS[OrderAnswer(check.answer)]
        more = f"{when} the dummies were not in order. {follows} as group {check.group}."
        text = f"Board {at.board.number} {what}"
        yield Need(NeedKind.FOULED, at.table.label, text, more, check.at, row=at, check=check)


def _wrong_boards(overview: Overview) -> Iterator[Need]:
    """Yield a need for each table that reports having played a board other than its own."""
    for report in wrong_boards_asked(overview.session):
        at = report.table_board
        text = f"They say: board {report.board.number} instead of board {at.board.number}"
        more = "You are shown what becomes of both boards before anything changes."
        yield Need(NeedKind.WRONG_BOARD, at.table.label, text, more, report.at, wrong_board=report)


def _with_leads(overview: Overview, needs: list[Need]) -> list[Need]:
    """Return the needs. Add a board whose lead can no longer be typed to its table's call, or as a new need."""
    if overview.ended:
        return needs
    for row, closed_at in rows_with_closed_leads(overview.session):
        here = (need for need in needs if need.label == row.table.label and need.leads_of is None)
        called = (need for need in here if any(call.reason == CallReason.LEAD for call, _ in need.calls))
        if need := next(called, None):
            need.leads_of = row
            continue
        text = f"Board {row.board.number}: three leads were refused"
        more = "The table can type no more leads of it. Type the score, or let them try again."
        needs.append(Need(NeedKind.LEADS, row.table.label, text, more, closed_at, leads_of=row))
    return needs


def _unlikely(overview: Overview, user: User) -> Iterator[Need]:
    for row, entry, why in unlikely_scores(overview.session, user):
        text = f"Board {row.board.number}: is this right?"
        yield Need(NeedKind.UNLIKELY, row.table.label, text, why, entry.at, row=row, entry_id=entry.pk)


def _missing(overview: Overview) -> Iterator[Need]:
    """Yield a need for each table and round that has boards nobody has scored."""
    without: dict[tuple[str, int], list[TableBoard]] = defaultdict(list)
    for row in rows_without_result(overview.session):
        without[row.table.label, row.round.number].append(row)
    for (label, number), rows in without.items():
        boards = " and ".join(str(row.board.number) for row in rows)
        text = f"Boards {boards} have no result" if len(rows) > 1 else f"Board {boards} has no result"
        more = f"Round {number} ended without it. Type a score, or what became of it."
        only = rows[0] if len(rows) == 1 else None
        yield Need(NeedKind.MISSING, label, text, more, rows[0].finished_at, row=only)


MIN_TOLD, MIN_CODES_TOLD = 3, 20
"""Fewer attempts are slips. Codes are typed at every table of the site."""
PROBE_WORDS = {
    Probe.WRONG_KEY: "wrong keys for a seat",
    Probe.WRONG_NUMBER: "wrong numbers for a seat or a consent",
    Probe.REFUSED_LEAD: "impossible leads",
    Probe.REFUSED_LOOK: "refused looks at cards",
}


def probing_of(tables: list[OverviewTable]) -> list[str]:
    """Return a line for each kind of attempt at each table, if there were several in the last half hour."""
    rooms = {table_now.table.room_id: table_now.label for table_now in tables}
    counts = probes_in([NO_ROOM, *rooms])
    codes = counts.get((NO_ROOM, Probe.WRONG_CODE), 0)
    lines = [f"On the whole site: {codes} wrong table codes"] if codes >= MIN_CODES_TOLD else []
    return lines + [
        f"Table {label}: {times} {words}"
        for room_id, label in rooms.items()
        for probe, words in PROBE_WORDS.items()
        if (times := counts.get((room_id, probe), 0)) >= MIN_TOLD
    ]


def overview_of(session: Session, user: User) -> Overview:
    """Return the room's state as this director may see it, with a few queries per section, whatever its size."""
    overview = Overview(session, [])
    now = session.paused_at or session.ended_at or timezone.now()
    waiting = defaultdict(list)
    for score in scores_waiting(session, user):
        waiting[score.row.table_id].append(score)
    for section in sections_of(session):
        section.session = session
        section_now = _section_now(section, now)
        overview.sections.append(section_now)
        section_now.tables = _tables(section_now)
        for table_now in section_now.tables:
            table_now.waits = waiting[table_now.table.pk]
        done, total = boards_played(section, section_now.undrawn)
        overview.boards_in, overview.boards_all = overview.boards_in + done, overview.boards_all + total
    first = not overview.boards_in and all(part.section.round_number == 1 for part in overview.sections)
    overview.can_unstart = first and start_can_be_taken_back(session)
    overview.needs = needs_of(overview, user, now)
    overview.probing = probing_of(overview.tables)
    return overview


def section_now_of(session: Session, user: User, name: str = "") -> SectionNow:
    """Return the section `name` (if it is "", the first one) with its tables. Raise Http404 if there is none."""
    wanted = section_for(session, name)
    return next(part for part in overview_of(session, user).sections if part.section.pk == wanted.pk)


def table_now_of(session: Session, user: User, label: str) -> OverviewTable | None:
    """Return one table in the room, or None."""
    return next((table for table in overview_of(session, user).tables if table.label == label), None)


def _section_now(section: Section, now: datetime.datetime) -> SectionNow:
    movement, there = movement_of(section), section.rounds.count()
    section_now = SectionNow(
        section,
        now,
        max(there, movement.rounds_all) if movement and movement.drawn else there,
        movement=movement.short_title if movement else "",
        length=section.boards_per_round * section.minutes_per_board * 60,
    )
    section_now.undrawn = section_now.rounds - there
    current = current_round(section)
    if current is None:
        return section_now
    section_now.started_at, section_now.ends_at = current.started_at, current.ends_at
    if movement is not None and movement.drawn and there > current.number:
        section_now.drawn = current.number + 1
    left = section_now.rounds - current.number
    section_now.last_done = left == 0 and current.ended_at is not None
    if current.ends_at is not None:
        # A round over its time delays the end of the evening, and so does a pause.
        paused_at = section.session.paused_at
        pause = timezone.now() - paused_at if paused_at else datetime.timedelta()
        to_come = datetime.timedelta(seconds=left * section_now.length)
        section_now.evening_ends = max(current.ends_at, now) + pause + to_come
    return section_now


def _tables(section_now: SectionNow) -> list[OverviewTable]:
    """Return the section's tables in order, with their seats and calls. The names of all callers take one query."""
    section = section_now.section
    rows = Seating.objects.filter(round__section=section, round__number=section.round_number)
    seatings = list(rows.select_related("table__room", "table__section").order_by("table__number"))
    boards, names = boards_now(section), section_names(section)
    held = SeatTicket.objects.filter(revoked_at=None, seat__in=[*names, *(row.table_id for row in seatings)])
    tickets = {ticket.seat_id: ticket for ticket in held}
    robots = set(section.contestants.exclude(robot="").values_list("pk", flat=True))
    tables = []
    for row in seatings:
        sit_out = row.ns_id is None or row.ew_id is None
        table_now = OverviewTable(row.table, section_now, boards[row.table_id], row.done, sit_out)
        # With cards the table's own device counts for both.
        own = None if on_screens(row.table, table_now.current) else tickets.get(row.table_id)
        for player, pk in (("S", row.ns_id), ("N", row.ew_id)):
            if pk in robots:
                table_now.seats.append(SeatNow(player, names[pk], robot=True))
            elif pk is not None:
                table_now.seats.append(SeatNow(player, names[pk], tickets.get(pk, own), pair=section.pairs))
        tables.append(table_now)
    calls = [(table_now, call) for table_now in tables for call in calls_standing(table_now.table.room)]
    for (table_now, _), entry in zip(calls, calls_told([call for _, call in calls], section.pairs), strict=True):
        table_now.calls.append(entry)
    return tables


# After a round has begun people still look for its seats; later for those of the next round.
TIME_TO_SIT_DOWN = datetime.timedelta(minutes=4)


def sections_on_screen(session: Session) -> list[dict[str, Any]]:
    """Return every section with its clock and the seats to find now, which are those of round `seats_of` (0: none)."""
    sections = []
    for section in sections_of(session):
        section.session = session
        shown = {"section": section, "rounds": rounds_all(section), "seats_of": 0, "places": []}
        current = current_round(section)
        if current is not None:
            last_done = current.number == shown["rounds"] and current.ended_at is not None
            shown |= {"ends_at": current.ends_at, "last_done": last_done, **_seats(section, current)}
        sections.append(shown | {"now": shown["seats_of"] == section.round_number})
    return sections


def rankings_on_screen(
    session: Session, wider: WiderRanking | None
) -> list[tuple[RankingList, list[tuple[RankingRow, str]]]]:
    """Return the session's lists so far. Each row comes with its place and figure in the wider ranking, or ""."""
    over = {
        contestant: ", ".join(filter(None, (place, figure)))
        for contestant, (place, figure) in (wider.rows if wider else {}).items()
    }
    return [
        (ranking, [(row, over.get(row.contestant, "")) for row in ranking.rows]) for ranking in rankings_so_far(session)
    ]


def _seats(section: Section, current: Round) -> dict[str, Any]:
    """Return the seats of the current round or, some minutes after its start, of the next one."""
    fresh = current.started_at is not None and timezone.now() - current.started_at < TIME_TO_SIT_DOWN
    wanted = current.number if fresh else current.number + 1
    rows = Seating.objects.filter(round__section=section, round__number=wanted)
    seatings = list(rows.select_related("table__section").order_by("table__number"))
    if not seatings:
        return {}
    names, numbers = section_names(section), [board.number for board in boards_of(section)]
    places = [
        {
            "label": section.label(seating.table.number),
            "south": names.get(seating.ns_id or 0, ""),
            "north": names.get(seating.ew_id or 0, ""),
            "boards": boards_text(seating.board_group, section.boards_per_round, numbers)
            if seating.board_group
            else "",
            "how": ("screens" if seating.table.live else "cards") if section.mixed and seating.board_group else "",
        }
        for seating in seatings
    ]
    return {"seats_of": wanted, "places": places}
