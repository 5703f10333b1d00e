"""A session as a .bws file for Bridgemates: who plays whom on which boards, and the players' names.

A file with the boards' hands is as secret as any file of cards, and the same conditions apply (`deal_export`).
"""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Prefetch

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.nights.models import (
    Board,
    Contestant,
    ContestantPerson,
    Seating,
    Section,
    Session,
    SessionStatus,
    TravellersShown,
)
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.opening import OpenedFor, boards_open
from clubsite.nights.services.rounds import boards_of_group
from clubsite.scores.selectors.hidden_cards import files_refusal
from clubsite.visibility.models import LookKind
from clubsite.visibility.services import Looker, look_note
from scoring.files.bws_writing import BwsMeeting, SeatedPlayer, SetUp, SetUpSection, Unwritable, write_bws

SEATS = {False: ("S", "W"), True: ("NS", "EW")}
"""The seats of N/S and E/W, by whether they are pairs. North, the player, is under West (SOLO-11a)."""


def setup_file(*, session: Session, computer: str, hands: bool = False, user: User) -> tuple[bytes, str]:
    """Return (content, file name).

    Raise Refused if the session has not begun, Bridgemates cannot hold it, or the user may not have the hands.
    """
    if session.status == SessionStatus.DRAFT:
        raise Refused("This session has not begun. Start it, then make the file.")
    if hands and (refusal := files_refusal(user, session)):
        raise Refused(refusal, "hands")
    sections = sections_of(session)
    with transaction.atomic():  # a file that cannot be written opens no board
        if hands:
            _hands_open(session, sections, user)
        try:
            data = write_bws(
                SetUp(
                    computer=computer,
                    sections=tuple(_section(section, hands) for section in sections),
                    members=tuple(_members(session)),
                    show_results=session.travellers == TravellersShown.AFTER_BOARD,
                )
            )
        except Unwritable as no:
            raise Refused(str(no)) from no
        if hands:
            _note(session, sections, user)
    return data, f"{'SECRET-' if hands else ''}{session.date:%Y-%m-%d}-{session.public_id}.bws"


def _hands_open(session: Session, sections: list[Section], user: User) -> None:
    sets = {section.board_set_id for section in sections}
    boards = list(Board.objects.filter(board_set__in=sets - {None}, known=True))
    boards_open(session=session, boards=boards, why=OpenedFor.FILE, user=user)


def _note(session: Session, sections: list[Section], user: User) -> None:
    sets = {section.board_set for section in sections if section.board_set}
    boards = [board for one in sets for board in one.boards.filter(known=True)]
    look_note(session=session, boards=boards, kind=LookKind.FILE, by=Looker(user=user), subject="BWS")


def _section(section: Section, hands: bool) -> SetUpSection:
    persons = Prefetch("persons", ContestantPerson.objects.select_related("person"))
    known = {one.pk: one for one in section.contestants.prefetch_related(persons)}
    rows = list(
        Seating.objects.filter(round__section=section)
        .select_related("round", "table")
        .order_by("round__number", "table__number")
    )
    return SetUpSection(
        letter=section.name if section.lettered else "A",
        meetings=tuple(_meetings(section, rows, known)),
        seated=tuple(_seated(section, rows, known)),
        hands=_hands(section) if hands else {},
    )


def _meetings(section: Section, rows: list[Seating], known: dict[int, Contestant]) -> Iterator[BwsMeeting]:
    groups: dict[int, tuple[int, int]] = {}
    for row in rows:
        if row.board_group not in groups:
            groups[row.board_group] = _ends(section, row.board_group)
        sides = [known.get(pk) if pk else None for pk in (row.ns_id, row.ew_id)]
        if None in sides and (row.ns_id in known) != bool(row.ns_id):
            raise Refused("Bridgemates know no table whose players come from two sections.")
        low, high = groups[row.board_group]
        ns, ew = (one.number if one else 0 for one in sides)
        yield BwsMeeting(row.table.number, row.round.number, ns, ew, low, high)


def _ends(section: Section, group: int) -> tuple[int, int]:
    """Return the first and last boards in a group. Raise Refused if any boards between them are missing."""
    numbers = [board.number for board in boards_of_group(section, group)]
    if not numbers:
        return 0, 0
    if numbers[-1] - numbers[0] + 1 != len(numbers):
        raise Refused(
            f"Boards {', '.join(map(str, numbers))} are played in one round and do not follow one another: "
            "Bridgemates take only boards that do."
        )
    return numbers[0], numbers[-1]


def _seated(section: Section, rows: list[Seating], known: dict[int, Contestant]) -> Iterator[SeatedPlayer]:
    """Yield the players in round 1: the South player in seat South, the North player in West; all four for pairs."""
    for row in rows:
        if row.round.number != 1:
            continue
        for pk, seats in zip((row.ns_id, row.ew_id), SEATS[section.pairs], strict=True):
            persons = [each.person for each in known[pk].persons.all()] if pk in known else []
            for person, seat in zip(persons, seats, strict=False):
                yield SeatedPlayer(row.table.number, seat, person.name, person.number)


def _members(session: Session) -> Iterator[tuple[str, str]]:
    """Yield the number and name of each player who has a number."""
    people = Person.objects.filter(entered__contestant__section__session=session).exclude(number="")
    for person in people.distinct().order_by("number"):
        yield person.number, person.name


def _hands(section: Section) -> dict[int, tuple[str, str, str, str]]:
    if section.board_set is None:
        return {}
    boards = section.board_set.boards.filter(known=True).order_by("number")
    return {board.number: (board.north, board.east, board.south, board.west) for board in boards}
