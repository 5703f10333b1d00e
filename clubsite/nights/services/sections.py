"""A draft's sections: splitting or merging the field, adding four-handed sections, and choosing cards or screens."""

from collections.abc import Collection, Iterable
from string import ascii_uppercase
from typing import Any

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.models import BoardSet, Contestant, ContestantPerson, Movement, Section, SectionKind, Session
from clubsite.nights.services.boards import board_sets_delete
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.setup import MIN_PLAYERS, draft_locked, reshaped, shapes
from clubsite.play.seat_tickets import seats_delete
from clubsite.play.services import rooms_delete

MOST_SECTIONS = 8
MOST_PAIRS = 60
MOST_BOARDS_A_ROUND = 12
FEWEST_MINUTES, MOST_MINUTES = 3, 30


def sections_split(*, session: Session, sizes: list[int], user: User) -> list[Section]:
    """Split the two-handed field into sections of these sizes. A single size merges them. Names keep their order."""
    with transaction.atomic():
        session = draft_locked(session)
        old = list(session.sections.filter(kind=SectionKind.TWO_HANDED).order_by("name"))
        _check_sizes(session, sizes)
        rows = ContestantPerson.objects.filter(contestant__section__in=old).values_list("person", flat=True)
        people = list(rows.order_by("contestant__section__name", "contestant__number", "pk"))
        before, first = shapes(session), old[0]
        for section in old[len(sizes) :]:
            _throw_away(section)
        sections = old[: len(sizes)]
        sections += [
            Section.objects.create(session=session, name=f"+{n}", board_set=first.board_set, live=first.live)
            for n in range(len(sizes) - len(sections))
        ]
        for section, size in zip(sections, sizes, strict=True):
            section.players = size if len(sizes) > 1 else None
            section.save(update_fields=["players"])
        _letter(session, sections)
        reshaped(session, before)
        _seat(sections, people)
        action = AuditAction.FIELD_SPLIT if len(sizes) > 1 else AuditAction.SECTIONS_JOINED
        session_audit_add(session, action, user=user, sizes=sizes)
    return sections


def _check_sizes(session: Session, sizes: list[int]) -> None:
    if not 1 <= len(sizes) <= MOST_SECTIONS:
        raise Refused(f"Choose from 1 to {MOST_SECTIONS} sections.", "sizes")
    if min(sizes) < MIN_PLAYERS:
        raise Refused(f"A section has at least {MIN_PLAYERS} players.", "sizes")
    if sum(sizes) != session.players:
        over = sum(sizes) - session.players
        raise Refused(
            f"These sections hold {sum(sizes)} players, the session has {session.players}: "
            f"{abs(over)} {'too many' if over > 0 else 'still to be placed'}.",
            "sizes",
        )


def section_add_pairs(
    *, session: Session, pairs: int, own_boards: bool, user: User, seen: int | None = None
) -> Section:
    """Add a four-handed section with typed scores, unless the page's number of sections (`seen`) has changed."""
    if not MIN_PLAYERS <= pairs <= MOST_PAIRS:
        raise Refused(f"A four-handed section has from {MIN_PLAYERS} to {MOST_PAIRS} pairs.", "pairs")
    with transaction.atomic():
        session = draft_locked(session)
        rows = list(session.sections.order_by("name"))
        if seen is not None and seen != len(rows):
            raise Refused(
                f"There are {len(rows)} sections by now, yours may be among them. For one more press again.", "pairs"
            )
        if len(rows) >= MOST_SECTIONS:
            raise Refused(f"A night has at most {MOST_SECTIONS} sections.", "pairs")
        section = Section.objects.create(
            session=session,
            name="+",
            kind=SectionKind.FOUR_HANDED,
            live=False,
            players=pairs,
            own_boards=own_boards,
            board_set=None if own_boards else rows[0].board_set,
        )
        _letter(session, [row for row in rows if row.kind == SectionKind.TWO_HANDED])
        section.refresh_from_db()
        action = AuditAction.FOUR_HANDED_SECTION_ADDED
        session_audit_add(session, action, user=user, section=section.name, pair_count=pairs)
    return section


def section_remove(*, session: Session, section: Section, user: User) -> None:
    """Remove a four-handed section and its names. Raise Refused for a two-handed one."""
    with transaction.atomic():
        session = draft_locked(session)
        if not section.pairs:
            raise Refused("Put the two-handed sections together instead.")
        before = shapes(session)
        _throw_away(section)
        _letter(session, list(session.sections.filter(kind=SectionKind.TWO_HANDED).order_by("name")))
        reshaped(session, before)
        session_audit_add(session, AuditAction.SECTION_REMOVED, user=user, section=section.name)


def section_play(*, session: Session, section: Section, live: bool, user: User, others: Collection[int] = ()) -> None:
    """Play a two-handed section on the site, or with cards and typed scores; the tables `others` the other way."""
    with transaction.atomic():
        session = draft_locked(session)
        section = session.sections.select_for_update().get(pk=section.pk)
        if section.pairs and (live or others):
            raise Refused("Four-handed bridge is played with cards on the table: its scores are typed in.")
        before = shapes(session)
        section.live, section.other_tables = live, sorted(set(others))
        section.save(update_fields=["live", "other_tables"])
        reshaped(session, before)
        action = AuditAction.SCREENS_CHOSEN if live else AuditAction.PHYSICAL_CARDS_CHOSEN
        labels = [section.label(number) for number in section.other_tables]
        session_audit_add(session, action, user=user, section=section.name, other_tables=labels)


def section_devices(*, session: Session, section: Section, of_table: bool, user: User) -> None:
    """Set which seat is offered first to a device that joins at a table with cards: the table's, or a player's."""
    with transaction.atomic():
        session = draft_locked(session)
        section = session.sections.select_for_update().get(pk=section.pk)
        section.table_devices = of_table
        section.save(update_fields=["table_devices"])
        action = AuditAction.SESSION_CHANGED
        session_audit_add(session, action, user=user, section=section.name, device="table" if of_table else "player")


def section_pace(*, session: Session, section: Section, boards: int | None, minutes: int | None, user: User) -> None:
    """Set boards per round and minutes per board for one of several sections. None means the session's values.

    If boards per round change, a movement must be chosen again.
    """
    if boards is not None and not 1 <= boards <= MOST_BOARDS_A_ROUND:
        raise Refused(f"Choose from 1 to {MOST_BOARDS_A_ROUND} boards a round.", "boards_per_round")
    if minutes is not None and not FEWEST_MINUTES <= minutes <= MOST_MINUTES:
        raise Refused(f"Choose from {FEWEST_MINUTES} to {MOST_MINUTES} minutes a board.", "minutes_per_board")
    with transaction.atomic():
        session = draft_locked(session)
        section = session.sections.select_for_update().get(pk=section.pk)
        if not section.lettered:
            raise Refused("There is one section: set its boards a round with the date and players.")
        before = shapes(session)
        section.own_boards_per_round = None if boards == session.boards_per_round else boards
        section.own_minutes_per_board = None if minutes == session.minutes_per_board else minutes
        section.save(update_fields=["own_boards_per_round", "own_minutes_per_board"])
        reshaped(session, before)
        pace: dict[str, Any] = {"per_round": section.boards_per_round, "minutes": section.minutes_per_board}
        session_audit_add(session, AuditAction.SECTION_CLOCK_SET, user=user, section=section.name, **pace)


def sections_pace(*, session: Session, wanted: Iterable[tuple[Section, int, int]], user: User) -> None:
    """Set the pace of all these sections, or of none. Raise Refused with the fields "boards-B" and "minutes-B"."""
    fields = {"boards_per_round": "boards-{}", "minutes_per_board": "minutes-{}"}
    with transaction.atomic():
        for section, boards, minutes in wanted:
            if (boards, minutes) == (section.boards_per_round, section.minutes_per_board):
                continue
            try:
                section_pace(session=session, section=section, boards=boards, minutes=minutes, user=user)
            except Refused as no:
                raise Refused(str(no), fields.get(no.field, "").format(section.name)) from no


def _seat(sections: list[Section], people: list[int]) -> None:
    """Assign the names again, section by section. Sections that keep their movement keep their numbers."""
    left = iter(people)
    for section in sections:
        numbers = list(section.contestants.filter(robot="").values_list("number", flat=True))
        seats_delete(section.contestants.filter(robot=""))
        if not Movement.objects.filter(section=section).exists():
            seats_delete(section.contestants.all())
            numbers = list(range(1, section.expected + 1))
        for number in numbers:
            contestant = Contestant.objects.create(section=section, number=number)
            person = next(left, None)
            if person is not None:
                ContestantPerson.objects.create(contestant=contestant, person_id=person)


def _letter(session: Session, two_handed: list[Section]) -> None:
    """Name the sections A, B ... in order, the four-handed ones last. Labels have the letter of one of several."""
    pairs = list(session.sections.filter(kind=SectionKind.FOUR_HANDED).order_by("pk"))
    rows = [*two_handed, *pairs]
    for section in rows:
        Section.objects.filter(pk=section.pk).update(name=f"*{section.pk}"[:10])
    for section, letter in zip(rows, ascii_uppercase, strict=False):
        section.name, section.lettered = letter, len(rows) > 1
        if len(rows) == 1:  # the only section has the session's values
            section.own_boards_per_round = section.own_minutes_per_board = None
        section.save(update_fields=["name", "lettered", "own_boards_per_round", "own_minutes_per_board"])


def _throw_away(section: Section) -> None:
    rooms = list(section.tables.values_list("room", flat=True))
    own = [section.board_set_id] if section.own_boards and section.board_set_id else []
    seats_delete(section.contestants.all())
    seats_delete(section.tables.all())
    section.delete()
    board_sets_delete(BoardSet.objects.filter(pk__in=own))
    rooms_delete(rooms)
