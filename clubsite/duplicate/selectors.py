"""Reads of a night. One access function per kind of object: to a stranger it does not exist (Http404)."""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet
from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import directs
from clubsite.duplicate.models import (
    Board,
    Entry,
    EntryPerson,
    Kind,
    Movement,
    Round,
    Seating,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardState,
)
from clubsite.duplicate.robots import robot_name

LABEL = re.compile(r"([A-Z]?)([0-9]{1,4})")
IN_PLAY = [SessionStatus.RUNNING, SessionStatus.PAUSED]


def session_for(user: Any, public_id: str) -> Session:
    """A session for one of its club's directors. Raises Http404 to everybody else."""
    session = session_by_id(public_id)
    if not directs(user, session.club):
        raise Http404("No such session")
    return session


def session_by_id(public_id: str) -> Session:
    """A session by its public id, whoever asks. Raises Http404. Show nothing of it that is not public."""
    if not public_id.isalnum():  # as in `table_by_code`
        raise Http404("No such session")
    session = Session.objects.select_related("club").filter(public_id=public_id).first()
    if session is None:
        raise Http404("No such session")
    return session


def zone_of_session(public_id: str) -> str | None:
    """The name of the time zone of a session's club, empty for the site's; None without such a session."""
    if not public_id.isalnum():  # as in `table_by_code`
        return None
    found = Session.objects.filter(public_id=public_id)
    return found.values_list("club__time_zone", flat=True).first()


def sessions_of(club: Club) -> QuerySet[Session]:
    """All sessions of a club, newest first."""
    return club.sessions.order_by("-date", "-pk")


def sections_of(session: Session) -> list[Section]:
    """The session's sections by name. There is always one."""
    return list(session.sections.select_related("session", "board_set").order_by("name"))


def section_for(session: Session, name: str = "") -> Section:
    """The section of this name, the first without one. Raises Http404."""
    if name and not name.isalnum():  # as in `table_by_code`
        raise Http404("No such section")
    rows = session.sections.select_related("session", "board_set").order_by("name")
    if name and not name.isalnum():  # as in `table_by_code`
        raise Http404("No such section")
    section = rows.filter(name=name.upper()).first() if name else rows.first()
    if section is None:
        raise Http404("No such section")
    return section


def labelled(session: Session, label: str | int) -> tuple[Section, int]:
    """The section and number of a label ("3", "B7"). Raises Http404 where it names nothing that can be."""
    match = LABEL.fullmatch(str(label).upper())
    if match is None:
        raise Http404("No such number")
    return section_for(session, match[1]), int(match[2])


def table_by_code(code: str) -> Table | None:
    """The table of a code, while its session is in play; spaces and case do not matter."""
    clean = "".join(code.split()).upper()
    if not clean.isalnum():  # it comes from an address, where PostgreSQL would stumble over a NUL
        return None
    tables = Table.objects.select_related("section__session__club", "room")
    return tables.filter(code=clean, section__session__status__in=IN_PLAY).first()


def table_for(session: Session, label: str | int) -> Table:
    """A table of the session, by its label. Raises Http404."""
    section, number = labelled(session, label)
    found = section.tables.select_related("section__session", "room").filter(number=number).first()
    if found is None:
        raise Http404("No such table")
    return found


def tables_of(session: Session) -> list[Table]:
    """Every table of the session, section by section."""
    rows = Table.objects.filter(section__session=session).select_related("section")
    return list(rows.order_by("section__name", "number"))


def names_of(entries: list[int]) -> dict[int, str]:
    """entry id -> name(s) of whoever plays as it, both of a pair, substitutes last; "Player 7" when nobody is named.

    A robot is called by its strength.
    """
    names: dict[int, list[str]] = defaultdict(list)
    nameless: dict[int, str] = {}
    pairs: set[int] = set()
    rows = Entry.objects.filter(pk__in=entries).order_by("persons__from_round", "persons__pk")
    facts = ("pk", "number", "robot", "section__kind", "section__lettered", "section__name")
    for pk, number, robot, kind, lettered, letter, name in rows.values_list(*facts, "persons__person__name"):
        who = "Pair" if kind == Kind.FOUR_HANDED else "Player"
        nameless[pk] = robot_name(robot) if robot else f"{who} {letter if lettered else ''}{number}"
        if kind == Kind.FOUR_HANDED:
            pairs.add(pk)
        if name:
            names[pk].append(name)
    return {pk: _joined(names[pk], pk in pairs) or otherwise for pk, otherwise in nameless.items()}


def _joined(names: list[str], pair: bool) -> str:
    """Partners with an ampersand, substitutes after a stroke."""
    together = [" & ".join(names[:2]), *names[2:]] if pair else names
    return " / ".join(together)


def section_names(section: Section) -> dict[int, str]:
    """Names of every contestant of a section by entry id."""
    return names_of(list(section.entries.values_list("pk", flat=True)))


def current_round(section: Section) -> Round | None:
    """The round in play; None before the start."""
    return section.rounds.filter(number=section.round_number).first()


CURRENT = Q(round__number=F("round__section__round_number"))


def seating_in_room(room_id: int) -> Seating | None:
    """Who sits at the table of this room in the current round, with all that a page around it needs."""
    rows = Seating.objects.select_related("table__section__session__club", "round", "ns", "ew")
    return rows.filter(CURRENT, table__room_id=room_id).first()


def seating_at(table: Table) -> Seating | None:
    """Who sits at this table in the current round."""
    return Seating.objects.filter(CURRENT, table=table).select_related("round", "ns", "ew").first()


def seat_of_entry(entry_id: int) -> tuple[int, str] | None:
    """(room id, "S" or "N") of a contestant in the current round."""
    rows = Seating.objects.filter(CURRENT, Q(ns_id=entry_id) | Q(ew_id=entry_id))
    found = rows.values_list("table__room_id", "ns_id").first()
    return (found[0], "S" if found[1] == entry_id else "N") if found else None


def seat_of_side(table_id: int, player: str) -> tuple[int, int | None] | None:
    """(room id, entry id or None) of one side of a table in the current round."""
    rows = Seating.objects.filter(CURRENT, table_id=table_id)
    return rows.values_list("table__room_id", "ns_id" if player == "S" else "ew_id").first()


ROBOTS = Q(ns__robot__gt="") | Q(ew__robot__gt="")


def robot_in_room(room_id: int) -> str | None:
    """The player, "S" or "N", that a robot is in this room in the current round; None without one."""
    rows = Seating.objects.filter(CURRENT, ROBOTS, table__room_id=room_id)
    robot = rows.values_list("ns__robot", flat=True).first()
    return None if robot is None else "S" if robot else "N"


def robot_rooms() -> list[int]:
    """The rooms of nights in play where a robot still has boards this round."""
    rows = Seating.objects.filter(CURRENT, ROBOTS, done=False, board_group__gt=0)
    running = rows.filter(table__section__session__status=SessionStatus.RUNNING)
    return list(running.values_list("table__room_id", flat=True))


def seating_next(section: Section, entry_id: int) -> Seating | None:
    """Where a contestant sits in the coming round; None after the last."""
    return (
        Seating.objects.select_related("table__section", "round")
        .filter(
            Q(ns_id=entry_id) | Q(ew_id=entry_id),
            round__section=section,
            round__number=section.round_number + 1,
        )
        .first()
    )


def boards_at(table: Table, round_number: int) -> list[TableBoard]:
    """The boards of a table in a round, in order, void ones left out."""
    rows = TableBoard.objects.filter(table=table, round__number=round_number, round__section=table.section_id)
    return list(
        rows.exclude(state=TableBoardState.VOID).select_related("board", "play").order_by("board__number")
    )


@dataclass(slots=True)
class TableNow:
    """A table as the director's departures board shows it: progress, never a card."""

    table: Table
    south: str
    north: str
    boards: list[TableBoard] = field(default_factory=list)
    done: bool = False
    sit_out: bool = False

    @property
    def current(self) -> TableBoard | None:
        """The board on the table, or the next one."""
        return next(
            (b for b in self.boards if b.state in (TableBoardState.WAITING, TableBoardState.LIVE)), None
        )

    @property
    def finished(self) -> int:
        return sum(b.state in (TableBoardState.FINISHED, TableBoardState.UNPLAYED) for b in self.boards)


def tables_now(section: Section) -> list[TableNow]:
    """Every table of the current round, in order. A handful of queries for any number of tables."""
    boards: dict[int, list[TableBoard]] = defaultdict(list)
    rows = TableBoard.objects.filter(round__section=section, round__number=section.round_number)
    for row in (
        rows.exclude(state=TableBoardState.VOID).select_related("board", "play").order_by("board__number")
    ):
        boards[row.table_id].append(row)
    names = section_names(section)
    seatings = Seating.objects.filter(round__section=section, round__number=section.round_number)
    return [
        TableNow(
            table=s.table,
            south=names.get(s.ns_id or 0, "sit-out"),
            north=names.get(s.ew_id or 0, "sit-out"),
            boards=boards[s.table_id],
            done=s.done,
            sit_out=s.ns_id is None or s.ew_id is None,
        )
        for s in seatings.select_related("table__room", "table__section").order_by("table__number")
    ]


def rounds_all(section: Section) -> int:
    """How many rounds the section has, those that are still to be drawn too."""
    there = section.rounds.count()
    movement = Movement.objects.filter(section=section, drawn=True).first()
    return max(there, movement.rounds_all) if movement else there


def boards_played(section: Section, undrawn: int = 0) -> tuple[int, int]:
    """(boards finished, boards of the whole night) over all tables; `undrawn` rounds are still to be drawn."""
    done = TableBoard.objects.filter(round__section=section, state=TableBoardState.FINISHED).count()
    rows = Seating.objects.filter(round__section=section, board_group__gt=0)
    coming = rows.filter(round__number=1).count() * undrawn if undrawn else 0
    return done, (rows.count() + coming) * section.boards_per_round


def entries_of(section: Section) -> list[Entry]:
    """Contestants with their persons, by number."""
    persons = Prefetch("persons", queryset=EntryPerson.objects.select_related("person"))
    return list(section.entries.order_by("number").prefetch_related(persons))


def boards_of(section: Section) -> list[Board]:
    """The section's boards in order; empty before they are made."""
    return list(section.board_set.boards.order_by("number")) if section.board_set else []


def board_rows(board: Board) -> list[TableBoard]:
    """Every table's line of one board, section by section in the order of play."""
    rows = board.table_boards.exclude(state=TableBoardState.VOID)
    return list(
        rows.select_related("board", "table__section", "round", "ns", "ew", "play").order_by(
            "table__section__name", "round__number", "table__number"
        )
    )


def table_board_for(session: Session, pk: int) -> TableBoard:
    """A TableBoard of this session. Raises Http404."""
    row = (
        TableBoard.objects.select_related(
            "board", "table__room", "table__section", "round__section__session", "ns", "ew", "play"
        )
        .filter(pk=pk, round__section__session=session)
        .first()
    )
    if row is None:
        raise Http404("No such board at that table")
    return row


def owes_board(user: Any, board: Board) -> bool:
    """Whether this user, as a contestant, may still have to play the board: then he may see no card of it (SOLO-31)."""
    if board.board_set.session.status == SessionStatus.ENDED:
        return False
    entries = EntryPerson.objects.filter(person__user=user, entry__section__board_set=board.board_set_id)
    for entry_id in entries.values_list("entry_id", flat=True):
        seat = board.table_boards.filter(seats__entry_id=entry_id, seats__void=False).first()
        if seat is None or seat.state in (TableBoardState.WAITING, TableBoardState.LIVE):
            return True
    return False


def session_of_room(room_id: int) -> str | None:
    """The public id of the session that a room belongs to; None for a room of another kind."""
    return Table.objects.filter(room_id=room_id).values_list("section__session__public_id", flat=True).first()
