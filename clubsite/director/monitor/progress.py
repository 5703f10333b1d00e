"""The director's overview, made from the calls, each table's progress and the clock. It never includes a card."""

import datetime
from collections import defaultdict
from typing import Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.catalogue.movement_page import boards_text
from clubsite.core.limits import NO_ROOM, Probe, probes_in
from clubsite.director.monitor.needs import needs_of
from clubsite.director.monitor.overview import AWAY, HERE, NOBODY, Overview, OverviewSeat, OverviewTable, SectionNow
from clubsite.nights.models import Round, Seating, Section, Session, TableBoardState
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import section_names
from clubsite.nights.selectors.movements import movement_of
from clubsite.nights.selectors.progress import (
    TableProgress,
    boards_played,
    calls_told,
    current_round,
    on_screens,
    rounds_all,
    start_can_be_taken_back,
    tables_now,
)
from clubsite.nights.selectors.sessions import section_for, sections_of
from clubsite.play.calls import calls_standing
from clubsite.play.models import PlayStatus, Room, SeatTicket
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.shapes import RankingList, RankingRow
from clubsite.results.selectors.leaderboard import WiderRanking
from clubsite.scores.selectors.typed_scores import scores_waiting
from games.wording import counted, seat_name

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
    rooms = {table_now.now.table.room_id: table_now.label for table_now in tables}
    found = probes_in([NO_ROOM, *rooms])
    codes = found.get((NO_ROOM, Probe.WRONG_CODE), 0)
    lines = [f"On the whole site: {codes} wrong table codes"] if codes >= MIN_CODES_TOLD else []
    return lines + [
        f"Table {label}: {times} {words}"
        for room_id, label in rooms.items()
        for probe, words in PROBE_WORDS.items()
        if (times := found.get((room_id, probe), 0)) >= MIN_TOLD
    ]


def overview_of(session: Session, user: User) -> Overview:
    """Return the room's state as this director may see it, with a few queries per section, whatever its size."""
    overview = Overview(session, [], frozen_at=session.paused_at)
    now = session.paused_at or session.ended_at or timezone.now()
    waiting = defaultdict(list)
    for one in scores_waiting(session, user):
        waiting[one.row.table_id].append(one)
    for section in sections_of(session):
        section.session = session
        section_now = _section_now(section, now)
        overview.sections.append(section_now)
        section_now.tables = [_table_now(row, overview, section_now, seats, now) for row, seats in _seated(section)]
        for table_now in section_now.tables:
            table_now.waits = waiting[table_now.now.table.pk]
        done, total = boards_played(section, section_now.undrawn)
        _tell_calls(section_now.tables, section.pairs)
        overview.boards_in, overview.boards_all = overview.boards_in + done, overview.boards_all + total
    first = not overview.boards_in and all(one.section.round_number == 1 for one in overview.sections)
    overview.can_unstart = first and start_can_be_taken_back(session)
    overview.needs = needs_of(overview, user, now)
    overview.probing = probing_of(overview.tables)
    return overview


def _tell_calls(tables: list[OverviewTable], pairs: bool) -> None:
    """Describe the open calls in words, with one query for all tables."""
    calls = [(table_now, call) for table_now in tables for call in calls_standing(table_now.now.table.room)]
    told = calls_told([(call, pairs) for _, call in calls])
    for (table_now, _), one in zip(calls, told, strict=True):
        table_now.calls.append(one)


def section_now_of(session: Session, user: User, name: str = "") -> SectionNow:
    """Return the section `name` (if it is "", the first one) with its tables. Raise Http404 if there is none."""
    wanted = section_for(session, name)
    return next(
        section_now for section_now in overview_of(session, user).sections if section_now.section.pk == wanted.pk
    )


def table_now_of(session: Session, user: User, label: str) -> OverviewTable | None:
    """Return one table in the room, or None."""
    tables = overview_of(session, user).tables
    return next((table_now for table_now in tables if table_now.label == label), None)


def _section_now(section: Section, now: datetime.datetime) -> SectionNow:
    movement, there = movement_of(section), section.rounds.count()
    section_now = SectionNow(
        section,
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


def _seated(section: Section) -> list[tuple[TableProgress, list[OverviewSeat]]]:
    rows = Seating.objects.filter(round__section=section, round__number=section.round_number)
    sides = {row.table_id: {"S": row.ns_id, "N": row.ew_id} for row in rows}
    contestants = [pk for pair in sides.values() for pk in pair.values() if pk]
    held = SeatTicket.objects.filter(revoked_at__isnull=True, seat__in=[*contestants, *sides])
    tickets = {ticket.seat_id: ticket for ticket in held}
    robots = set(section.contestants.exclude(robot="").values_list("pk", flat=True))

    def seat_now(row: TableProgress, player: str, name: str) -> OverviewSeat | None:
        contestant = sides.get(row.table.pk, {}).get(player)
        if contestant is None:
            return None
        if contestant in robots:
            return OverviewSeat(player, name, HERE, contestant, robot=True)
        ticket = tickets.get(contestant)
        if ticket is None and not on_screens(row.table, row.current):
            ticket = tickets.get(row.table.pk)  # with cards the table's own device counts for both
        link = NOBODY if ticket is None or ticket.seen_at is None else HERE if ticket.connected else AWAY
        return OverviewSeat(player, name, link, contestant, ticket, pair=section.pairs)

    return [
        (row, [c for c in (seat_now(row, "S", row.south), seat_now(row, "N", row.north)) if c])
        for row in tables_now(section)
    ]


def _table_now(
    row: TableProgress, overview: Overview, section: SectionNow, seats: list[OverviewSeat], now: datetime.datetime
) -> OverviewTable:
    room = row.table.room
    current = row.current
    shown = next((b for b in row.boards if b.play_id and b.play_id == room.play_id), None) or current
    behind = 0 if row.sit_out or row.done else _behind(row, section, now)
    state, word = _state(row, room, overview, behind)
    return OverviewTable(
        number=row.table.number,
        label=row.table.label,
        seats=seats,
        board=shown.board.number if shown else None,
        state=state,
        word=word,
        steps=[_step(b.state) for b in row.boards],
        finished=row.finished,
        since=_since(row, section) if current else None,
        now=row,
        behind=behind,
    )


def _step(state: str) -> str:
    return "h" if state == TableBoardState.LIVE else "" if state == TableBoardState.WAITING else "f"


def _since(row: TableProgress, section: SectionNow) -> datetime.datetime | None:
    """Return when the table started its board: when the board was opened, or when the previous board ended."""
    if row.current is not None and row.current.opened_at is not None:
        return row.current.opened_at
    ended = [b.finished_at for b in row.boards if b.finished_at is not None]
    return max(ended) if ended else section.started_at


def _state(row: TableProgress, room: Room, overview: Overview, behind: int) -> tuple[str, str]:
    calls = calls_standing(room)
    if calls:
        return "call", "Scores differ" if any(call.disputed for call in calls) else "Director called"
    if row.sit_out:
        return "rest", "Sits out"
    if overview.ended:
        return _at_the_end(row)
    if row.done:
        return "done", "Round finished"
    if overview.paused:
        return "rest", "Paused"
    if behind:
        return "late", f"{counted(behind, 'board')} behind"
    return "play", _doing(row, room)


def _at_the_end(row: TableProgress) -> tuple[str, str]:
    missing = sum(board.state != TableBoardState.FINISHED for board in row.boards)
    return ("late", f"{missing} not played") if missing else ("done", "All played")


def _doing(row: TableProgress, room: Room) -> str:
    current = row.current
    if current is not None and current.state == TableBoardState.LIVE:
        # Only the log shows whether it is the auction or the play. The word gives no card away.
        return "Playing"
    if current is not None and not current.live:
        return f"{row.finished} of {len(row.boards)} scores in"
    shown = next((b.play for b in row.boards if b.play is not None and b.play_id == room.play_id), None)
    if shown is not None and shown.status == PlayStatus.OVER:
        return "Agreeing the result"
    if len(room.ready) == 1:
        return f"{seat_name(room.ready[0])} is ready"
    return "About to begin"


def _behind(row: TableProgress, section: SectionNow, now: datetime.datetime) -> int:
    """Return how many whole boards the table is behind the clock, with half a board's grace; 0 if it is on time."""
    if section.ends_at is None:
        return 0
    pace = section.section.minutes_per_board * 60
    elapsed = section.length - (section.ends_at - now).total_seconds()
    expected = int((elapsed - pace / 2) // pace)
    return max(0, min(expected, len(row.boards)) - row.finished)


# After a round has begun people still look for its seats; later for those of the next round.
TIME_TO_SIT_DOWN = datetime.timedelta(minutes=4)


def sections_on_screen(session: Session) -> list[dict[str, Any]]:
    """Return every section with its clock and the seats that people need to find at this moment.

    `seats_of` is the round whose seats are shown, or 0 if none are, and `now` is True if it is the current round.
    """
    found = []
    for section in sections_of(session):
        section.session = session
        shown = {"section": section, "rounds": rounds_all(section), "seats_of": 0, "places": []}
        current = current_round(section)
        if current is not None:
            last_done = current.number == shown["rounds"] and current.ended_at is not None
            shown |= {"ends_at": current.ends_at, "last_done": last_done, **_seats(section, current)}
        found.append(shown | {"now": shown["seats_of"] == section.round_number})
    return found


def rankings_on_screen(
    session: Session, wider: WiderRanking | None
) -> list[tuple[RankingList, list[tuple[RankingRow, str]]]]:
    """Return the session's lists so far. Each row comes with its place and figure in the wider ranking, or ""."""
    over = {
        contestant: ", ".join(filter(None, (place, figure)))
        for contestant, (place, figure) in (wider.rows if wider else {}).items()
    }
    return [(found, [(row, over.get(row.contestant, "")) for row in found.rows]) for found in rankings_so_far(session)]


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
            "label": section.label(one.table.number),
            "south": names.get(one.ns_id or 0, ""),
            "north": names.get(one.ew_id or 0, ""),
            "boards": boards_text(one.board_group, section.boards_per_round, numbers) if one.board_group else "",
            "how": ("screens" if one.table.live else "cards") if section.mixed and one.board_group else "",
        }
        for one in seatings
    ]
    return {"seats_of": wanted, "places": places}
