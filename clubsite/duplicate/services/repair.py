"""A repaired movement comes into force: later rounds are written again, wrong rows put right, people come and go.

Nothing that was opened is changed: a board whose players were others is taken from the table (void, with its log)
and stands there anew for those who really played it; `board_moved` carries its score over.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from clubsite.clubs.models import Person
from clubsite.clubs.services import audit_add
from clubsite.duplicate import signals
from clubsite.duplicate.models import (
    Board,
    BoardSet,
    Entry,
    EntryPerson,
    Movement,
    Round,
    Seating,
    Section,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
)
from clubsite.duplicate.repairing import (
    MADE,
    TAKEN_BACK,
    Make,
    boards_corrected,
    digest,
    last_change,
    plan_now,
    preview,
    rows_corrected,
)
from clubsite.duplicate.selectors import IN_PLAY
from clubsite.duplicate.services.boards import MOST_BOARDS
from clubsite.duplicate.services.locks import changed, rooms_locked, section_locked
from clubsite.duplicate.services.rounds import OPEN_STATES, round_check
from clubsite.duplicate.services.setup import Refused
from clubsite.play.models import Room
from clubsite.play.services import room_set
from games.boards import dealer_of, vulnerability_of
from games.cards import cards_text
from games.shuffle import deal_from_seed
from movements.plan import Pairing, Plan

MOVED_ON = "The room has moved on since this was shown, so nothing was changed. Look at it again: what you see now is how it is."
NOT_IN_PLAY = "A movement is changed while the night is in play. This one is not."


@dataclass(slots=True)
class Undo:
    """What a repair did to people, so that it can be taken back. Plain ids, stored with the trail."""

    entries: list[int] = field(default_factory=list)
    came: list[int] = field(default_factory=list)
    went: list[list[int | None]] = field(default_factory=list)  # [EntryPerson, its to_round before]


def repair_apply(
    *,
    section: Section,
    make: Make,
    seen: str,
    what: str,
    user: Any,
    newcomers: Sequence[Sequence[Person]] = (),
    leaves: int | None = None,
    stand_in: tuple[EntryPerson, Person] | None = None,
) -> None:
    """Put a previewed repair into force. `newcomers`: the people of each number that the repair brings in.

    `leaves`: the number whose people go; `stand_in`: who takes over from whom. Raises Refused (nothing changed) when
    what was previewed is no longer so, MovementError when it cannot be done any more.
    """
    with transaction.atomic():
        section, plan = _locked(section)
        shown = preview(section, plan, make)
        if shown.seen != seen:
            raise Refused(MOVED_ON)
        undo, frozen = Undo(), section.round_number
        for number, people in zip(shown.repair.newcomers, newcomers, strict=True):
            _come(section, number, people, frozen + 1, undo)
        if leaves is not None:
            _go(section.entries.get(number=leaves).persons.filter(to_round__isnull=True), frozen, undo)
        if stand_in is not None:
            _take_over(section, *stand_in, shown.after, undo)
        _into_force(section, plan, shown.after, user, what)
        audit_add(
            club=section.session.club,
            verb=MADE,
            subject=what,
            session_ref=section.session.public_id,
            user=user,
            undo={
                "section": section.pk,
                "round": frozen,
                "plan": plan.to_json(),
                "title": section.movement.title,
                "after": digest(shown.after.to_json()),
                "entries": undo.entries,
                "came": undo.came,
                "went": undo.went,
            },
        )
    _go_on(section)


def repair_undo(*, section: Section, user: Any) -> str:
    """Take the last repair back, people and seats alike. Returns what it was. Raises Refused once it is too late."""
    with transaction.atomic():
        section, plan = _locked(section)
        line = last_change(section)
        if line is None:
            raise Refused(
                "That change can no longer be taken back: another round has begun, or the movement was changed again."
            )
        undo = line.detail["undo"]
        _into_force(section, plan, Plan.from_json(undo["plan"]), user, f"taken back: {line.subject}")
        EntryPerson.objects.filter(pk__in=undo["came"]).delete()
        for pk, to_round in undo["went"]:
            EntryPerson.objects.filter(pk=pk).update(to_round=to_round)
        Entry.objects.filter(pk__in=undo["entries"]).delete()
        _tables_close(section)
        audit_add(
            club=section.session.club,
            verb=TAKEN_BACK,
            subject=line.subject,
            session_ref=section.session.public_id,
            user=user,
            undo={"section": section.pk},
        )
    _go_on(section)
    return line.subject


def _locked(section: Section) -> tuple[Section, Plan]:
    section = section_locked(section.pk)
    plan = plan_now(section)
    if section.session.status not in IN_PLAY or plan is None:
        raise Refused(NOT_IN_PLAY)
    return section, plan


def _go_on(section: Section) -> None:
    """A round that only this change kept from beginning begins; every page hears of it."""
    if section.session.status == SessionStatus.RUNNING:
        round_check(section_id=section.pk)
    changed(section.session)


def _come(section: Section, number: int, people: Iterable[Person], first: int, undo: Undo) -> None:
    entry, made = Entry.objects.get_or_create(section=section, number=number)
    if made:
        undo.entries.append(entry.pk)
    for person in people:
        _free(section, person)
        undo.came.append(EntryPerson.objects.create(entry=entry, person=person, from_round=first).pk)


def _go(people: Iterable[EntryPerson], last: int, undo: Undo) -> None:
    for row in people:
        undo.went.append([row.pk, row.to_round])
        row.to_round = max(last, row.from_round)
        row.save(update_fields=["to_round"])


def _take_over(section: Section, row: EntryPerson, person: Person, plan: Plan, undo: Undo) -> None:
    """From the next round on; in the last round at once."""
    row = EntryPerson.objects.get(pk=row.pk)
    if row.entry.section_id != section.pk or row.to_round is not None:
        raise Refused(MOVED_ON)
    _free(section, person)
    first = min(section.round_number + 1, plan.rounds)
    _go([row], first - 1, undo)
    undo.came.append(EntryPerson.objects.create(entry=row.entry, person=person, from_round=first).pk)


def _free(section: Section, person: Person) -> None:
    """Nobody plays in two places of one night."""
    rows = EntryPerson.objects.filter(
        entry__section__session=section.session, person=person, to_round__isnull=True
    )
    there = rows.select_related("entry__section").first()
    if there is not None:
        label = there.entry.section.label(there.entry.number)
        raise Refused(f"{person.name} already plays tonight, as number {label}.", "name")


def _into_force(section: Section, before: Plan, after: Plan, user: Any, why: str) -> None:
    """Everything of the section as `after` has it."""
    _boards_enough(section, after)
    _tables_open(section, after)
    moved = _rows_put_right(section, before, after, user, why)
    _rounds_write(section, after)
    movement = Movement.objects.select_for_update().get(section=section)
    movement.plan = after.to_json()
    movement.save(update_fields=["plan", "accepted_at"])
    section.movement = movement
    _tell_rooms(section, moved)


def _boards_enough(section: Section, plan: Plan) -> None:
    """Deal what a longer movement needs behind the boards there are, by the set's own seed."""
    board_set = section.board_set and BoardSet.objects.select_for_update().get(pk=section.board_set_id)
    if board_set is None:
        raise Refused("This section has no boards.")
    have = board_set.boards.count()
    missing = plan.board_sets * section.session.boards_per_round - have
    if missing <= 0:
        return
    if have + missing > MOST_BOARDS:
        raise Refused(f"That would need {have + missing} boards. A set has at most {MOST_BOARDS}.")
    last = max(board_set.boards.values_list("number", flat=True), default=0)
    Board.objects.bulk_create(_dealt(board_set, n) for n in range(last + 1, last + missing + 1))
    signals.boards_made.send(sender=BoardSet, board_set=board_set)


def _dealt(board_set: BoardSet, number: int) -> Board:
    deal = deal_from_seed(board_set.seed, number)
    hands = {"north": deal.north, "east": deal.east, "south": deal.south, "west": deal.west}
    return Board(
        board_set=board_set,
        number=number,
        dealer=str(dealer_of(number)),
        vulnerability=vulnerability_of(number),
        **{seat: cards_text(cards) for seat, cards in hands.items()},
    )


def _tables_open(section: Section, plan: Plan) -> None:
    have = set(section.tables.values_list("number", flat=True))
    for number in sorted({row.table for row in plan.schedule if row.round > section.round_number} - have):
        Table.objects.create(section=section, number=number, room=Room.objects.create())


def _tables_close(section: Section) -> None:
    """Tables that a change had added and at which nobody sits or sat."""
    unused = section.tables.filter(seatings__isnull=True, table_boards__isnull=True)
    plan = plan_now(section)
    for table in unused.filter(number__gt=plan.tables if plan else 0).select_related("room"):
        room = table.room
        table.delete()
        room.delete()


def _rounds_write(section: Section, plan: Plan) -> None:
    """The rounds still to come, each with its seatings; whoever is alone with nobody at all has no row."""
    now = section.round_number
    section.rounds.filter(number__gt=plan.rounds).delete()
    for number in range(now + 1, plan.rounds + 1):
        Round.objects.get_or_create(section=section, number=number)
    Seating.objects.filter(round__section=section, round__number__gt=now).delete()
    rounds = {r.number: r for r in section.rounds.filter(number__gt=now)}
    rows = [row for row in plan.schedule if row.round > now]
    Seating.objects.bulk_create(
        seating for row in rows if (seating := _seating(section, rounds[row.round], plan, row)) is not None
    )


def _seating(section: Section, current: Round, plan: Plan, row: Pairing) -> Seating | None:
    missing = plan.missing(row.round)
    entries = {e.number: e for e in section.entries.filter(number__in=[row.ns, row.ew])}
    ns, ew = (None if n in missing else entries.get(n) for n in (row.ns, row.ew))
    if ns is None and ew is None:
        return None
    table = section.tables.get(number=row.table)
    return Seating(round=current, table=table, ns=ns, ew=ew, board_group=row.boardset)


def _rows_put_right(section: Section, before: Plan, after: Plan, user: Any, why: str) -> set[int]:
    """Rows of rounds that have begun, as they really were. Returns the rooms of the round in play that changed."""
    rows = rows_corrected(before, after, section.round_number)
    boards = boards_corrected(section, before, after)
    rooms_locked(section.session, section)
    on_table = next((row for row in boards if row.state == TableBoardState.LIVE), None)
    if on_table is not None:
        raise Refused(
            f"Board {on_table.board.number} is being played at table {section.label(on_table.table.number)}. Let it be "
            "finished, or type a score for it at the table's page, then make this change."
        )
    TableBoardSeat.objects.filter(table_board__in=boards).update(void=True)
    new = {(row.round, row.table): row for row in rows}
    entries = {entry.number: entry for entry in section.entries.all()}
    _seatings_replace(section, after, rows)
    for board in boards:
        row = new[board.round.number, board.table.number]
        _board_replace(board, entries[row.ns], entries[row.ew], user, why)
    return _tables_settle(section, rows)


def _seatings_replace(section: Section, plan: Plan, rows: Sequence[Pairing]) -> None:
    """All at once, as two of them may have exchanged somebody."""
    old = {}
    for row in rows:
        seating = Seating.objects.get(
            round__section=section, round__number=row.round, table__number=row.table
        )
        old[row] = seating.round, seating.done
        seating.delete()
    for row, (current, done) in old.items():
        seating = _seating(section, current, plan, row)
        if seating is not None:
            seating.done = done
            seating.save()


def _board_replace(old: TableBoard, ns: Entry, ew: Entry, user: Any, why: str) -> None:
    """The old line is void and stays in the record; the new one has its play, its state and its score."""
    state, play = old.state, old.play
    old.state, old.play = TableBoardState.VOID, None
    old.save(update_fields=["state", "play"])
    new = TableBoard.objects.create(
        round=old.round,
        table=old.table,
        board=old.board,
        ns=ns,
        ew=ew,
        live=old.live,
        state=state,
        play=play,
        opened_at=old.opened_at,
        finished_at=old.finished_at,
    )
    TableBoardSeat.objects.bulk_create(
        TableBoardSeat(table_board=new, board=new.board, entry=entry, direction=direction)
        for entry, direction in ((ns, "NS"), (ew, "EW"))
    )
    signals.board_moved.send(sender=TableBoard, old=old, new=new, user=user, why=why)


def _tables_settle(section: Section, rows: Sequence[Pairing]) -> set[int]:
    """A corrected table of the round in play is done if none of its boards is open: nobody need agree to anything."""
    tables = [row.table for row in rows if row.round == section.round_number]
    for seating in Seating.objects.filter(
        round__section=section, round__number=section.round_number, table__number__in=tables
    ):
        open_boards = TableBoard.objects.filter(
            round=seating.round_id, table=seating.table_id, state__in=OPEN_STATES
        )
        seating.done = not open_boards.exists()
        seating.save(update_fields=["done"])
    return set(section.tables.filter(number__in=tables).values_list("room_id", flat=True))


def _tell_rooms(section: Section, emptied: set[int]) -> None:
    """Every seat's page is sent what it shows now; who has moved must never meet a smaller `rev`."""
    rooms = rooms_locked(section.session, section)
    top = max((room.rev for room in rooms), default=0)
    for room in rooms:
        if room.pk in emptied:
            room.rev = top
            room_set(room=room, play=None, ready=[])
        else:
            room_set(room=room)
