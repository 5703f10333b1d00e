"""Repairs to a session in play: seats, boards, people and scores are changed, and no play is lost."""

import pytest

from clubsite.accounts.services import device_for
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import Repair, Seating, Section, TableBoard, TableBoardSeat, TableBoardState
from clubsite.nights.selectors import repairs as orders
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.repairs import last_repair
from clubsite.nights.services.boards import boards_deal, boards_number
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.repairs import repair_apply, repair_undo
from clubsite.nights.services.rounds import round_force, round_hold, session_start
from clubsite.nights.services.sections import section_add_pairs
from clubsite.play.seat_tickets import ticket_take
from clubsite.rankings.services.scoring import score_if_asked
from clubsite.scores.models import ScoreEntry
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import with_sit_out
from tests.clubsite.at_tables import look, play_until, say_ready, step
from tests.clubsite.nights.seatings import seats
from tests.kit.repairs import as_newcomer
from tests.kit.repairs import look as look_ahead
from tests.kit.typed_scores import enter_score


def test_somebody_late_who_does_not_play_yet_takes_the_empty_seat_from_the_next_round(make_night, mend, kit):
    night = make_night(players=9, plan=with_sit_out(straight(5, 5), 10))
    there = night.contestant(3).persons.get().person
    with pytest.raises(Refused, match="already plays tonight, as number 3"):
        mend(night, orders.LateOrder((as_newcomer(there),)))
    assert not night.section.contestants.filter(number=10).exists()
    before = seats(night.section)
    section = mend(night, orders.LateOrder((as_newcomer(kit),)))
    contestant = section.contestants.get(number=10)
    assert [(row.person, row.from_round) for row in contestant.persons.all()] == [(kit, 2)]
    assert seats(section)[:5] == before[:5]
    assert not Seating.objects.filter(round__section=section, round__number__gt=1, board_group=0).exists()


def test_a_rover_gets_a_stand_and_whoever_they_displace_sits_out(make_night, mend, kit, dee):
    night = make_night(players=10, plan=straight(5, 5))
    section = mend(night, orders.LateOrder((as_newcomer(kit),)))
    assert section.tables.count() == 6
    round_force(section=section, user=dee)
    idle = Seating.objects.get(round__section=section, round__number=2, board_group=0)
    assert idle.done and idle.table.number == 6
    assert TableBoard.objects.filter(round__number=2, ns__number=11).count() == 1
    out = idle.ns
    assert look(night.tickets[out.number])["table"]["state"] == "sit_out"


def test_leaving_ends_with_the_round_in_play_and_opponents_sit_out(make_night, mend, dee):
    night = make_night(players=10, plan=straight(5, 5))
    section = mend(night, orders.LeaveOrder(3))
    assert section.contestants.get(number=3).persons.get().to_round == 1
    assert not Seating.objects.filter(round__number__gt=1, ns__number=3).exists()
    assert look(night.tickets[6])["table"]["next"] is not None
    round_force(section=section, user=dee)
    sitting_out = Seating.objects.get(round__section=section, round__number=2, table__number=3)
    assert look(night.tickets[sitting_out.ew.number])["table"]["state"] == "sit_out"


def test_a_stand_in_plays_on_in_the_same_place_and_one_who_goes_at_once_was_never_there(night, mend, kit, club, dee):
    row = night.contestant(3).persons.get()
    before = seats(night.section)
    section = mend(night, orders.StandInOrder(row, as_newcomer(kit)))
    people = section.contestants.get(number=3).persons.all()
    assert [(p.from_round, p.to_round) for p in people] == [(1, 1), (2, None)]
    assert seats(section) == before
    contestant = section.contestants.get(number=3)
    once = everybody(section)
    other = person_add(club=club, name="Lee Other", guest=True)
    mend(night, orders.StandInOrder(contestant.persons.get(person=kit), as_newcomer(other)))
    persons = [(p.person.name, p.from_round, p.to_round) for p in contestant.persons.all()]
    assert persons == [("Gus", 1, 1), ("Lee Other", 2, None)]
    repair_undo(section=section, user=dee)
    assert everybody(section) == once


def test_a_round_more_than_the_boards_allow_deals_more_and_opens_unless_it_is_held(night, mend, dee):
    for _ in range(3):
        round_force(section=night.section, user=dee)
    night.section.refresh_from_db()
    assert look(night.tickets[1])["table"]["state"] == "finished"
    have = night.section.board_set.boards.count()
    section = mend(night, orders.LongerOrder(1))
    assert section.board_set.boards.count() == have + 1
    assert section.round_number == 4
    assert look(night.tickets[1])["table"]["state"] == "ready"
    assert set(TableBoard.objects.filter(round__number=4).values_list("board__number", flat=True)) == {4}
    round_force(section=section, user=dee)
    round_hold(section=section, hold=True, user=dee)
    section = mend(night, orders.LongerOrder(1))
    assert section.round_number == 4
    round_hold(section=section, hold=False, user=dee)
    section.refresh_from_db()
    assert section.round_number == 5


def test_where_players_deal_at_the_table_more_boards_are_numbered_and_none_is_dealt(make_night, mend, dee):
    night = make_night(start=False, with_cards=True)
    boards_number(session=night.session, section=night.section, count=3, user=dee)
    session_start(session=night.session, user=dee)
    night.section.refresh_from_db()
    section = mend(night, orders.LongerOrder(1))
    last = section.board_set.boards.get(number=4)
    assert (last.known, last.dealer) == (False, "W")


@pytest.mark.django_db(transaction=True)
def test_two_more_come_to_another_table_and_play_there(night, mend, club, dee):
    pat, quin = ((orders.Newcomer(name, None),) for name in ("Pat", "Quin"))
    section = mend(night, orders.TableOrder(pat, quin))
    table = section.tables.get(number=4)
    assert len(table.code) == 6
    round_force(section=section, user=dee)
    assert TableBoard.objects.filter(round__number=2).count() == 4
    here = TableBoard.objects.get(round__number=2, table=table)
    tickets = night.tickets | {number: ticket_of(section, number) for number in (7, 8)}
    there = [tickets[here.ns.number], tickets[here.ew.number]]
    play_until(there)
    here.refresh_from_db()
    assert here.state == TableBoardState.FINISHED


def ticket_of(section, number):
    device, _ = device_for(token=None, label="late")
    return ticket_take(device=device, seat=section.contestants.get(number=number).seat)[0]


def test_a_score_goes_to_whoever_really_sat_there(night, mend, dee):
    """South and North at table 1 sat in each other's seats. The score stays South's, and South was Ann (number 4)."""
    row = TableBoard.objects.get(round__number=1, table__number=1)
    enter_score(row, dee, "1N S 7")
    mend(night, orders.TurnOrder(1, 1))
    row.refresh_from_db()
    new = TableBoard.objects.get(round__number=1, table__number=1, state=TableBoardState.FINISHED)
    assert row.state == TableBoardState.VOID and row.seats.filter(void=False).count() == 0
    assert (new.ns.number, new.ew.number) == (4, 1)
    carried = new.score_entries.get()
    assert (carried.contract, carried.ns_score, carried.why_words) == (
        "1N",
        90,
        "round 1, table 1 sat the other way round",
    )
    assert row.score_entries.count() == 1
    score_if_asked(night.session.pk)
    lists = {r.line: {row.number for row in r.rows} for r in night.section.rankings.all()}
    assert lists == {"NS": {1, 2, 3}, "EW": {4, 5, 6}}


def test_boards_not_yet_opened_wait_for_the_right_players(make_night, mend):
    night = make_night(players=12, plan=howell(6), boards_per_round=2)
    first, other = 1, next(n for n in range(2, 13) if night.place(n).room_id != night.place(1).room_id)
    rooms = night.place(first), night.place(other)
    before = {number: look(ticket)["rev"] for number, ticket in night.tickets.items()}
    mend(night, orders.SwapOrder(first, other, 1))
    assert all(look(night.tickets[number])["rev"] > max(before.values()) for number in (first, other))
    assert all(look(ticket)["rev"] > before[number] for number, ticket in night.tickets.items()), "all hear of it"
    assert (night.place(first).room_id, night.place(first).player) == (rooms[1].room_id, rooms[1].player)
    assert (night.place(other).room_id, night.place(other).player) == (rooms[0].room_id, rooms[0].player)
    held = TableBoardSeat.objects.filter(contestant=night.contestant(first), void=False)
    assert {seat.table_board.table.room_id for seat in held} == {rooms[1].room_id}
    assert held.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_board_on_the_table_is_let_finish_first(night, mend):
    for number in (1, 4):
        say_ready(night.tickets[number])
    with pytest.raises(Refused, match="Board 1 is being played at table 1"):
        mend(night, orders.TurnOrder(1, 1))
    while step(night.tickets[1]) or step(night.tickets[4]):
        if TableBoard.objects.filter(table__number=1, state="finished").exists():
            break
    mend(night, orders.TurnOrder(1, 1))
    new = TableBoard.objects.get(table__number=1, state="finished")
    assert new.play.status == "over"
    assert Seating.objects.get(table__number=1, round__number=1).done


def test_a_pair_comes_late_and_a_partner_is_replaced(make_night, mend, club, dee):
    """In a four-handed section, a contestant consists of two people, and scores are typed."""
    night = make_night(players=2, plan=straight(1, 1), start=False)
    section = section_add_pairs(session=night.session, pairs=5, own_boards=True, user=dee)
    plan = with_sit_out(straight(3, 3), 6)
    movement_accept(session=night.session, section=section, plan=plan, title="Mitchell", user=dee)
    for contestant in section.contestants.all():
        for partner, name in ((False, "A"), (True, "B")):
            who = {"person": person_add(club=club, name=f"{name}{contestant.number}"), "partner": partner}
            contestant_assign(session=night.session, section=section, number=contestant.number, **who)
    boards_deal(session=night.session, section=section, count=3, user=dee)
    session_start(session=night.session, user=dee)
    night.section = section
    mend(night, orders.LateOrder((orders.Newcomer("Pat", None), orders.Newcomer("Quin", None))))
    assert [p.person.name for p in section.contestants.get(number=6).persons.all()] == ["Pat", "Quin"]
    row = section.contestants.get(number=1).persons.get(person__name="B1")
    mend(night, orders.StandInOrder(row, orders.Newcomer("Sub", None)))
    now = [(p.person.name, p.to_round) for p in section.contestants.get(number=1).persons.all()]
    assert now == [("A1", None), ("B1", 1), ("Sub", None)]


def test_what_was_previewed_must_still_be_so_and_a_score_that_came_in_asks_for_another_look(night, dee):
    """Meanwhile a score comes in, or the round moves on, so a message appears and nothing is changed."""
    order = orders.TurnOrder(1, 2)
    seen = look_ahead(night.section, order).seen
    enter_score(TableBoard.objects.get(round__number=1, table__number=2), dee, "1N S 7")
    with pytest.raises(Refused, match="Look again"):
        repair_apply(section=night.section, order=order, seen=seen, user=dee)
    assert ScoreEntry.objects.count() == 1
    order = orders.LeaveOrder(2)
    seen = look_ahead(night.section, order).seen
    round_force(section=night.section, user=dee)
    before = seats(night.section)
    with pytest.raises(Refused, match="The room has moved on since this was shown, so nothing was changed"):
        repair_apply(section=night.section, order=order, seen=seen, user=dee)
    assert seats(night.section) == before
    assert not AuditEntry.objects.filter(action=AuditAction.MOVEMENT_CHANGED).exists()
    assert not Repair.objects.exists()


NEW, OTHER = (orders.Newcomer("New", None),), (orders.Newcomer("Other", None),)


@pytest.mark.parametrize(
    ("order", "what"),
    [
        (orders.TableOrder(NEW, OTHER), "another table for New and Other"),
        (orders.LateOrder(NEW), "New comes late"),
        (orders.LeaveOrder(2), "Flo leaves"),
        (orders.ShorterOrder(2), "stops after round 2"),
        (orders.LongerOrder(1), "1 round more"),
        (orders.SwapOrder(4, 5, 1), "Ann and Hal change places in round 1"),
        (orders.AnewOrder(2), "a new movement from round 2 to 2"),
    ],
)
def test_a_repair_can_be_taken_back_until_the_next_round(night, mend, dee, order, what):
    enter_score(TableBoard.objects.get(round__number=1, table__number=1), dee, "1N S 7")
    before, plan, persons = seats(night.section), plan_of(night.section), everybody(night.section)
    section = mend(night, order)
    made = last_repair(section)
    assert plan_of(section) != plan
    assert (made.kind, made.what, made.by, made.undone_by) == (order.kind, what, dee, None)
    undone = repair_undo(section=section, user=dee)
    assert undone == made and undone.undone_by == dee and undone.undone_at is not None
    section.refresh_from_db()
    assert (seats(section), plan_of(section), everybody(section)) == (before, plan, persons)
    assert section.tables.count() == 3
    assert last_repair(section) is None
    with pytest.raises(Refused, match="can no longer be taken back"):
        repair_undo(section=section, user=dee)


def everybody(section):
    rows = section.contestants.values_list(
        "number", "persons__person__name", "persons__from_round", "persons__to_round"
    )
    return sorted(rows)


def test_what_would_play_on_is_not_taken_back_after_the_end_when_only_who_sat_where_is_put_right(night, mend, dee):
    section = mend(night, orders.ShorterOrder(2))
    session_end(session=night.session, user=dee)
    section = Section.objects.get(pk=section.pk)
    assert last_repair(section) is None
    with pytest.raises(Refused, match="can no longer be taken back"):
        repair_undo(section=section, user=dee)
    enter_score(TableBoard.objects.get(round__number=1, table__number=1), dee, "1N S 7")
    with pytest.raises(Refused, match="only who really sat where can still be put right"):
        mend(night, orders.ShorterOrder(1))
    mend(night, orders.TurnOrder(1, 1))
    assert TableBoard.objects.get(round__number=1, table__number=1, state="finished").ns.number == 4
    repair_undo(section=night.section, user=dee)
    assert TableBoard.objects.get(round__number=1, table__number=1, state="finished").ns.number == 1


def test_the_movement_says_that_it_was_changed_which_is_not_taken_back_once_a_round_has_begun(night, mend, dee):
    section = mend(night, orders.LongerOrder(1))
    assert section.movement.title == "mitchell (changed), 3 tables, 4 rounds of 1 board"
    assert section.movement.short_title == "mitchell (changed), 3 tables"
    repair_undo(section=section, user=dee)
    section.movement.refresh_from_db()
    assert (section.movement.title, section.movement.changed) == ("mitchell", False)
    section = mend(night, orders.ShorterOrder(2))
    assert section.rounds.count() == 2
    round_force(section=section, user=dee)
    section.refresh_from_db()
    assert last_repair(section) is None
    with pytest.raises(Refused):
        repair_undo(section=section, user=dee)
    round_force(section=section, user=dee)
    assert look(night.tickets[1])["table"]["state"] == "finished"


@pytest.mark.django_db(transaction=True)
def test_two_directors_press_at_once_and_one_change_is_made(night, dee, at_once):
    order = orders.LeaveOrder(2)
    seen = look_ahead(night.section, order).seen

    def press():
        try:
            repair_apply(section=night.section, order=order, seen=seen, user=dee)
        except Refused as no:
            return str(no)
        return ""

    answers = at_once(press, press, lambda: say_ready(night.tickets[1]))
    assert sorted(bool(answer) for answer in answers[:2]) == [False, True]
