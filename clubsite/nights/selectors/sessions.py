"""Sessions, sections, tables and seatings. The access functions raise Http404 for strangers."""

import re
from collections.abc import Collection

from django.db.models import F, Q, QuerySet
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import directs
from clubsite.core.forms import code_of
from clubsite.nights.models import Seating, Section, Session, SessionStatus, Table

IN_PLAY = [SessionStatus.RUNNING, SessionStatus.PAUSED]
CONTESTANT_LABEL = re.compile(r"([A-Z]?)([0-9]{1,4})")


def session_for(user: User, public_id: str) -> Session:
    """Return a session for one of its club's directors. Raise Http404 for everyone else."""
    session = session_by_id(public_id)
    if not directs(user, session.club):
        raise Http404("No such session")
    return session


def session_by_id(public_id: str) -> Session:
    """Return a session by public id, for readers of its public parts. Raise Http404 if there is no such session."""
    if not public_id.isalnum():  # it comes from an address, and PostgreSQL refuses a NUL
        raise Http404("No such session")
    session = Session.objects.select_related("club").filter(public_id=public_id).first()
    if session is None:
        raise Http404("No such session")
    return session


def zone_of_session(public_id: str) -> str | None:
    """Return the time zone name of a session's club, "" for the site's zone, or None if there is no such session."""
    if not public_id.isalnum():  # as above
        return None
    sessions = Session.objects.filter(public_id=public_id)
    return sessions.values_list("club__time_zone", flat=True).first()


def sessions_of(club: Club) -> QuerySet[Session]:
    """Return all sessions of a club, the newest first."""
    return club.sessions.order_by("-date", "-pk")


def sections_of(session: Session) -> list[Section]:
    """Return the session's sections, sorted by name. There is always at least one."""
    return list(session.sections.select_related("session", "board_set").order_by("name"))


def section_for(session: Session, name: str = "") -> Section:
    """Return the section with this name, or the first if the name is "". Raise Http404 if there is none."""
    if name and not name.isalnum():  # as above
        raise Http404("No such section")
    rows = session.sections.select_related("session", "board_set").order_by("name")
    section = rows.filter(name=name.upper()).first() if name else rows.first()
    if section is None:
        raise Http404("No such section")
    return section


def labelled(session: Session, label: str | int) -> tuple[Section, int]:
    """Return the section and number for a label ("3", "B7"). Raise Http404 if it cannot be a label."""
    match = CONTESTANT_LABEL.fullmatch(str(label).upper())
    if match is None:
        raise Http404("No such number")
    return section_for(session, match[1]), int(match[2])


def board_groups_of(session: Session) -> list[list[Section]]:
    """Return the sections grouped by their boards: first those that share the session's boards, then the others."""
    rows = sections_of(session)
    shared = [section for section in rows if not section.own_boards]
    return [group for group in (shared, *([section] for section in rows if section.own_boards)) if group]


IN_CURRENT_ROUND = Q(round__number=F("round__section__round_number"))
AROUND_A_SEATING = ("table__section__session__club", "round", "ns", "ew")
WITH_A_ROBOT = Q(ns__robot__gt="") | Q(ew__robot__gt="")


def table_by_code(code: str) -> Table | None:
    """Return the table with this code while its session is in play, or None. `code_of` says how it may be written."""
    tables = Table.objects.select_related("section__session__club", "room")
    return tables.filter(code=code_of(code), section__session__status__in=IN_PLAY).first()


def table_for(session: Session, label: str | int) -> Table:
    """Return the session's table with this label. Raise Http404 if there is none."""
    section, number = labelled(session, label)
    table = section.tables.select_related("section__session", "room").filter(number=number).first()
    if table is None:
        raise Http404("No such table")
    return table


def tables_of(session: Session) -> list[Table]:
    """Return every table of the session, section by section."""
    rows = Table.objects.filter(section__session=session).select_related("section", "seat")
    return list(rows.order_by("section__name", "number"))


def seating_in_room(room_id: int) -> Seating | None:
    """Return the seating at this room's table in the current round, or None. Load the related rows too."""
    rows = Seating.objects.select_related(*AROUND_A_SEATING)
    return rows.filter(IN_CURRENT_ROUND, table__room_id=room_id).first()


def seating_of(seat_id: int) -> Seating | None:
    """Return the seating for a contestant's or table's seat in the current round, with its related rows, or None."""
    rows = Seating.objects.select_related(*AROUND_A_SEATING, "table__room").filter(IN_CURRENT_ROUND)
    return rows.filter(Q(ns_id=seat_id) | Q(ew_id=seat_id) | Q(table_id=seat_id)).first()


def seating_at(table: Table) -> Seating | None:
    """Return the seating at this table in the current round, or None."""
    return Seating.objects.filter(IN_CURRENT_ROUND, table=table).select_related("round", "ns", "ew").first()


def seatings_next(section: Section, contestants: Collection[int]) -> dict[int, Seating]:
    """Map each contestant id to its seating in the next round. Return {} after the last round."""
    coming = Seating.objects.select_related("table__section", "round").filter(
        Q(ns_id__in=contestants) | Q(ew_id__in=contestants),
        round__section=section,
        round__number=section.round_number + 1,
    )
    return {pk: row for row in coming for pk in contestants if pk in (row.ns_id, row.ew_id)}


def seatings_all(seat_id: int) -> list[Seating]:
    """Return a contestant's or a table's seatings for every round, in order, as far as the rounds have been drawn."""
    mine = Q(table_id=seat_id) | Q(ns_id=seat_id) | Q(ew_id=seat_id)
    return list(Seating.objects.filter(mine).select_related("round", "table__section").order_by("round__number"))


def room_and_player(seat_id: int) -> tuple[int, str] | None:
    """Return (room id, "S" or "N") for a seat in the current round, or None. A table's own seat is its South seat."""
    rows = Seating.objects.filter(IN_CURRENT_ROUND, Q(ns_id=seat_id) | Q(ew_id=seat_id) | Q(table_id=seat_id))
    row = rows.values_list("table__room_id", "ew_id").first()
    return (row[0], "N" if row[1] == seat_id else "S") if row else None


def robot_in_room(room_id: int) -> str | None:
    """Return "S" or "N" for the seat that a robot takes in this room in the current round, or None."""
    rows = Seating.objects.filter(IN_CURRENT_ROUND, WITH_A_ROBOT, table__room_id=room_id)
    robot = rows.values_list("ns__robot", flat=True).first()
    return None if robot is None else "S" if robot else "N"


def robot_rooms() -> list[int]:
    """Return the rooms of sessions in play where a robot still has boards to play this round."""
    rows = Seating.objects.filter(IN_CURRENT_ROUND, WITH_A_ROBOT, done=False, board_group__gt=0)
    running = rows.filter(table__section__session__status=SessionStatus.RUNNING)
    return list(running.values_list("table__room_id", flat=True))
