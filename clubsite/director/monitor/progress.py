"""The director's overview, made from the calls, each table's progress and the clock. It never includes a card."""

import datetime
from collections import defaultdict
from typing import Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.catalogue.grid import boards_text
from clubsite.core.probes import NO_ROOM, Probe, probes_in
from clubsite.director.monitor.needs import needs_of
from clubsite.director.monitor.overview import Overview, OverviewTable, SeatNow, SectionNow
from clubsite.nights.models import Round, Seating, Section, Session
from clubsite.nights.selectors.boards import boards_of
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
from clubsite.play.models import SeatTicket
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.shapes import RankingList, RankingRow
from clubsite.results.selectors.leaderboard import WiderRanking
from clubsite.scores.selectors.typed_scores import scores_waiting

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
    overview = Overview(session, [])
    now = session.paused_at or session.ended_at or timezone.now()
    waiting = defaultdict(list)
    for one in scores_waiting(session, user):
        waiting[one.row.table_id].append(one)
    for section in sections_of(session):
        section.session = session
        section_now = _section_now(section, now)
        overview.sections.append(section_now)
        section_now.tables = _tables(section_now)
        for table_now in section_now.tables:
            table_now.waits = waiting[table_now.table.pk]
        done, total = boards_played(section, section_now.undrawn)
        overview.boards_in, overview.boards_all = overview.boards_in + done, overview.boards_all + total
    first = not overview.boards_in and all(one.section.round_number == 1 for one in overview.sections)
    overview.can_unstart = first and start_can_be_taken_back(session)
    overview.needs = needs_of(overview, user, now)
    overview.probing = probing_of(overview.tables)
    return overview


def section_now_of(session: Session, user: User, name: str = "") -> SectionNow:
    """Return the section `name` (if it is "", the first one) with its tables. Raise Http404 if there is none."""
    wanted = section_for(session, name)
    return next(one for one in overview_of(session, user).sections if one.section.pk == wanted.pk)


def table_now_of(session: Session, user: User, label: str) -> OverviewTable | None:
    """Return one table in the room, or None."""
    return next((one for one in overview_of(session, user).tables if one.label == label), None)


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
    for (table_now, _), told in zip(calls, calls_told((call, section.pairs) for _, call in calls), strict=True):
        table_now.calls.append(told)
    return tables


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
