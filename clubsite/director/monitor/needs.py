"""The matters that are waiting for the director, in order of urgency."""

import datetime
from collections import defaultdict
from collections.abc import Iterator

from clubsite.accounts.models import User
from clubsite.director.monitor.overview import AWAY, Need, NeedKind, Overview, OverviewTable, SectionNow
from clubsite.nights.models import Board, TableBoard, TableBoardState
from clubsite.nights.selectors.boards import wrong_boards_asked
from clubsite.play.models import CallReason
from clubsite.scores.models import OrderAnswer
from clubsite.scores.selectors.entries import foulings
from clubsite.scores.selectors.typed_scores import (
    WaitingScore,
    rows_with_closed_leads,
    rows_without_result,
    unlikely_scores,
)
from games.wording import counted

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
    found = [need for section_now in overview.sections for need in _at_tables(overview, section_now, now)]
    found += _closed(overview)
    found += _fouled(overview)
    found += _wrong_boards(overview)
    found = _with_leads(overview, found)
    found += _unlikely(overview, user)
    found += _missing(overview)
    return sorted(found, key=lambda need: (NEEDS_BY_URGENCY.index(need.kind), need.since or now))


def _at_tables(overview: Overview, section_now: SectionNow, now: datetime.datetime) -> Iterator[Need]:
    for table_now in section_now.tables:
        if table_now.calls:
            board = f"Board {table_now.board}, " if table_now.board else ""
            calls, since = table_now.calls, min(one.call.at for one in table_now.calls)
            yield Need(NeedKind.CALL, table_now.label, calls[0].words, board + table_now.names, since, calls=calls)
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
    """Return a need for a typed score that is not agreed, or None as long as the director need not act.

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
        yield Need(
            NeedKind.FOULED,
            at.table.label,
            f"Board {at.board.number} {what}",
            f"{when} the dummies were not in order. {follows} as group {check.group}.",
            check.at,
            row=at,
            check=check,
        )


def _wrong_boards(overview: Overview) -> Iterator[Need]:
    """Yield a need for each table that reports having played a board other than its own."""
    for one in wrong_boards_asked(overview.session):
        at = one.table_board
        text = f"They say: board {one.board.number} instead of board {at.board.number}"
        more = "You are shown what becomes of both boards before anything changes."
        yield Need(NeedKind.WRONG_BOARD, at.table.label, text, more, one.at, wrong_board=one)


def _with_leads(overview: Overview, found: list[Need]) -> list[Need]:
    """Return the needs. A board whose lead can no longer be typed is added to its table's call, or as a new need."""
    if overview.ended:
        return found
    for row, closed_at in rows_with_closed_leads(overview.session):
        here = (need for need in found if need.label == row.table.label and need.leads_of is None)
        called = (need for need in here if any(one.call.reason == CallReason.LEAD for one in need.calls))
        if need := next(called, None):
            need.leads_of = row
            continue
        text = f"Board {row.board.number}: three leads were refused"
        more = "The table can type no more leads of it. Type the score, or let them try again."
        found.append(Need(NeedKind.LEADS, row.table.label, text, more, closed_at, leads_of=row))
    return found


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
