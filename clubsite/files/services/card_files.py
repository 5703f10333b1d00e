"""A session's boards as a file for a dealing machine or another program, and the session as a file for Bridgemates.

Only a club director can get cards in a file, after a confirmation that the audit log records. Before the session, a
director who plays promises not to look at them; after the start, that director cannot get them (SOLO-31,
`hidden_cards`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Prefetch

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.ciphers import file_sealed
from clubsite.core.refused import Refused
from clubsite.nights.models import (
    Board,
    BoardSet,
    Contestant,
    ContestantPerson,
    Seating,
    Section,
    Session,
    SessionStatus,
    TravellersShown,
)
from clubsite.nights.selectors.sealed_boards import unshown_setup
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.opening import OpenedFor, boards_open
from clubsite.nights.services.rounds import boards_of_group
from clubsite.scores.selectors.hidden_cards import boards_hidden_from, files_refusal
from clubsite.visibility.models import LookKind
from clubsite.visibility.services import Looker, look_note
from games.deals import Deal
from games.notation.deal_files import write_deals
from games.notation.faults import DealFileError
from games.notation.records import DealRecord
from games.seats import Seat
from games.wording import numbers_told
from scoring.files.bws_writing import BwsMeeting, SeatedPlayer, SetUp, SetUpSection, Unwritable, write_bws

FORMAT_WORDS = {
    "DUP": "most dealing machines",
    "BRI": "dealing machines, cards only",
    "DGE": "dealing machines and printing, cards only",
    "DLM": "dealing machines, up to board 99",
    "LIN": "hand viewers, with the dummies’ order",
    "PBN": "other programs, with the dummies’ order",
    "SEALED": "another place with this site, under a passphrase",
}
SEALED = "SEALED"
SUFFIXES = {SEALED: "sealed"}
FORMAT_ORDER = (SEALED, "DUP", "BRI", "DGE", "DLM", "LIN", "PBN")


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of boards with known cards. `title` says whose boards they are, the session's or a section's."""

    pk: int
    title: str
    boards: list[Board]

    @property
    def numbers(self) -> str:
        return numbers_told([board.number for board in self.boards])


def card_sets(session: Session) -> list[CardSet]:
    """Return the session's boards, and the sets of sections with their own boards. Leave out sets without cards."""
    letters: dict[int, list[str]] = {}
    for section in sections_of(session):
        if section.board_set_id:
            letters.setdefault(section.board_set_id, []).append(section.name)
    sets = []
    for row in BoardSet.objects.filter(pk__in=letters).order_by("pk"):
        boards = list(row.boards.filter(known=True).order_by("number"))
        if boards:
            title = f"Section {' and '.join(letters[row.pk])}" if len(letters) > 1 else "The session"
            sets.append(CardSet(row.pk, title, boards))
    return sets


def cards_taken(
    *, user: User, session: Session, set_pk: str, form: str, promised: bool, passphrase: str = ""
) -> tuple[bytes, str]:
    """Return the boards as (content, file name), and record this in the audit log.

    A `passphrase` seals the file, and no board is opened. Raise Refused if there is no such set or format, if the
    director may not have the cards or has not promised, if the format cannot hold the boards, or if the passphrase
    is too short.
    """
    chosen = next((card_set for card_set in card_sets(session) if str(card_set.pk) == set_pk), None)
    if chosen is None or form not in FORMAT_WORDS:
        raise Refused("Choose the boards and a format.")
    if refusal := files_refusal(user, session, promised=promised):
        raise Refused(refusal, "promise")
    with transaction.atomic():
        if form != SEALED:
            boards_open(session=session, boards=chosen.boards, why=OpenedFor.FILE, user=user)
        try:
            records = [_record(board) for board in chosen.boards]
            data = write_deals("PBN" if form == SEALED else form, records, session.name)
            data = file_sealed(data, passphrase) if form == SEALED else data
        except DealFileError as no:
            raise Refused(str(no)) from no
        look_note(
            session=session,
            boards=chosen.boards,
            kind=LookKind.FILE,
            by=Looker(user=user),
            subject=form,
            plays=bool(boards_hidden_from(user, session)),
        )
    return data, f"SECRET-{session.date:%Y-%m-%d}-{session.public_id}.{SUFFIXES.get(form, form.lower())}"


def _record(board: Board) -> DealRecord:
    deal = Deal.from_setup(unshown_setup(board))
    return DealRecord(board.number, Seat(board.dealer), board.vulnerability, deal, sequences=True)


SEATS = {False: ("S", "W"), True: ("NS", "EW")}
"""The seats of N/S and E/W, by whether they are pairs. North, the player, is under West (SOLO-11a)."""


def setup_file(*, session: Session, computer: str, hands: bool = False, user: User) -> tuple[bytes, str]:
    """Return the session's file as (content, file name).

    Raise Refused if the session has not begun, Bridgemates cannot hold it, or the user may not have the hands.
    """
    if session.status == SessionStatus.DRAFT:
        raise Refused("This session has not begun. Start it, then make the file.")
    if hands and (refusal := files_refusal(user, session)):
        raise Refused(refusal, "hands")
    sections = sections_of(session)
    sets = {section.board_set_id for section in sections} - {None}
    boards = list(Board.objects.filter(board_set__in=sets, known=True)) if hands else []
    with transaction.atomic():  # a file that cannot be written opens no board
        if hands:
            boards_open(session=session, boards=boards, why=OpenedFor.FILE, user=user)
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
            look_note(session=session, boards=boards, kind=LookKind.FILE, by=Looker(user=user), subject="BWS")
    return data, f"{'SECRET-' if hands else ''}{session.date:%Y-%m-%d}-{session.public_id}.bws"


def _section(section: Section, hands: bool) -> SetUpSection:
    persons = Prefetch("persons", ContestantPerson.objects.select_related("person"))
    known = {contestant.pk: contestant for contestant in section.contestants.prefetch_related(persons)}
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
        ns, ew = (contestant.number if contestant else 0 for contestant in sides)
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
