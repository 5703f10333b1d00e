"""Sessions in which everything goes wrong, or with cards of a former one: change after change, and correct results."""

import os
from collections import Counter
from random import Random

import pytest

from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.demo.management.commands.play_night import board_faults
from clubsite.nights.models import Board, BoardSet, Seating, Section, TableBoard, TableBoardSeat, TableBoardState
from clubsite.nights.selectors import repairs as orders
from clubsite.nights.selectors.boards import sets_to_repeat
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.sealed_boards import unshown_hands
from clubsite.nights.services.boards import boards_again, boards_deal, boards_number
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.repairs import repair_undo
from clubsite.nights.services.rounds import round_check, round_force
from clubsite.rankings.models import Ranking
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.scoring import score_session
from clubsite.rankings.services.sweep import results_sweep
from movements.errors import MovementError
from movements.faults import faults
from movements.files import read_plan
from movements.howell import howell
from movements.mitchell import skip, straight
from movements.notes import NoteCode, notes
from movements.plan import Plan, with_sit_out
from tests.clubsite.at_tables import look, play_until
from tests.clubsite.nights.seatings import planned, seats
from tests.kit.nights import draft_night, end_and_publish
from tests.kit.pages import words
from tests.kit.people import signed_in
from tests.kit.repairs import mend
from tests.kit.typed_scores import enter_score
from tests.movements.repairs import FIVE

FIELDS: list[Plan] = [
    straight(5, 5), with_sit_out(straight(5, 5), 10), skip(4, 3), howell(4), with_sit_out(howell(4), 8),
    howell(6),
]  # fmt: skip
SEEDS = range(14) if os.environ.get("LONG") else range(2)
STEPS = 10

NEW, OTHER = (orders.Newcomer("New", None),), (orders.Newcomer("Other", None),)


def any_order(rng: Random, plan: Plan, round_number: int) -> orders.RepairOrder:
    """Return a random repair order, which may be possible or impossible."""
    contestant, other = rng.randint(1, plan.contestants), rng.randint(1, plan.contestants)
    number, table = rng.randint(1, round_number), rng.randint(1, plan.tables)
    rounds = rng.randint(1, plan.rounds)
    if rng.random() < 0.15:
        return orders.LeaveOrder(contestant)
    possible: list[orders.RepairOrder] = [
        orders.LateOrder(NEW),
        orders.ShorterOrder(rounds),
        orders.LongerOrder(1),
        orders.TableOrder(NEW, OTHER),
        orders.AnewOrder(plan.rounds),
        orders.SwapOrder(contestant, other, number),
        orders.TurnOrder(number, table),
        orders.WrongPlayersOrder(number, table, contestant, other),
    ]
    return rng.choice(possible)


def some_scores(rng, section, user):
    for row in TableBoard.objects.filter(round__section=section, state="waiting"):
        if rng.random() < 0.25:
            declarer, tricks = rng.choice("SN"), rng.randint(5, 9)
            enter_score(row, user, f"1N {declarer} {tricks}")


def step(rng: Random, section: Section, user):
    """Move on to the next round, make a change, or undo the last change."""
    what = rng.random()
    if what < 0.2:
        return round_force(section=section, user=user)
    if what < 0.3:
        return repair_undo(section=section, user=user)
    return mend(section, any_order(rng, plan_of(section), section.round_number), user)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_changed_seats_plan_and_match_points_agree(make_night, dee, seed):
    rng = Random(seed)
    plan = rng.choice(FIELDS)
    night = make_night(players=len(plan.present), plan=plan, boards_per_round=rng.choice([1, 2]))
    made = 0
    for _ in range(STEPS):
        section = Section.objects.select_related("session").get(pk=night.section.pk)
        some_scores(rng, section, dee)
        try:
            step(rng, section, dee)
            made += 1
        except (Refused, MovementError) as no:
            assert str(no).endswith(".")
        section.refresh_from_db()
        assert seats(section) == planned(plan_of(section))
        for contestant in section.contestants.all():
            held = TableBoardSeat.objects.filter(contestant=contestant, void=False)
            assert held.count() == held.values("board").distinct().count()
        assert all(look(ticket)["t"] in ("view", "gone") for ticket in night.tickets.values())
    assert made
    score_session(night.session.pk)
    assert board_faults(night.section) in ([], ["No board has match points."])


PAGES = (
    "", "overview/", "projector/", "projector/part/", "movement/", "table/1/", "table/2/", "table/3/",
    "table/4/", "repair/", "ranking/", "board/1/",
)  # fmt: skip
PRINTED = ("print/movement.pdf", "print/table-cards.pdf", "print/A/guide-cards.pdf", "print/A/table-guides.pdf")


def five():
    plan = read_plan(FIVE, "Five").plan
    assert faults(plan) == []
    codes = {note.code for note in notes(plan)}
    assert {NoteCode.SHARES, NoteCode.REMATCHES, NoteCode.SIT_OUTS, NoteCode.UNUSED} <= codes
    return plan


def every_page_opens(night, client, pages=PAGES):
    for page in pages:
        answer = client.get(f"/director/{night.session.public_id}/{page}")
        assert answer.status_code == 200, page


def each_board_is_played_as_planned(night):
    """Check that every (round, N/S, E/W, board) is as planned and finished, and that nobody played a board twice."""
    lines = TableBoard.objects.values_list("round__number", "ns__number", "ew__number", "board__number")
    plan = five()
    per = night.session.boards_per_round
    planned = [
        (p.round, p.ns, p.ew, (p.boardset - 1) * per + at)
        for p in plan.schedule
        if p.boardset
        for at in range(1, per + 1)
    ]
    assert sorted(lines) == sorted(planned)
    assert set(TableBoard.objects.values_list("state", flat=True)) == {"finished"}
    seats = TableBoardSeat.objects.values_list("contestant__number", "board__number")
    assert max(Counter(seats).values()) == 1


def the_night_is_ranked_and_published(night, dee, client):
    results_sweep()
    assert len(Ranking.objects.get().rows) == 5
    end_and_publish(night.session, dee)
    for page in ("", "board/1/"):
        assert client.get(f"/results/{night.session.public_id}/{page}").status_code == 200
    every_page_opens(night, client, PAGES + PRINTED)


@pytest.mark.django_db(transaction=True)
def test_on_screens_it_is_played_to_its_end(make_night, dee):
    night = make_night(players=5, plan=five(), boards_per_round=1)
    client = signed_in(dee)
    seen = set()

    def look_around():
        night.section.refresh_from_db()
        if night.section.round_number not in seen:
            seen.add(night.section.round_number)
            every_page_opens(night, client)

    look_around()
    assert look(night.tickets[5])["table"]["state"] == "sit_out"
    play_until(night.tickets.values(), after=look_around)
    assert seen == {1, 2, 3, 4}
    each_board_is_played_as_planned(night)
    assert Seating.objects.filter(board_group=0).count() == 4
    assert {look(ticket)["table"]["state"] for ticket in night.tickets.values()} == {"finished"}
    the_night_is_ranked_and_published(night, dee, client)


@pytest.mark.django_db(transaction=True)
def test_with_cards_it_is_played_to_its_end(make_night, dee):
    night = make_night(players=5, plan=five(), boards_per_round=2, with_cards=True)
    client = signed_in(dee)
    for number in range(1, 5):
        night.section.refresh_from_db()
        assert night.section.round_number == number
        every_page_opens(night, client)
        for contestant, ticket in night.tickets.items():
            assert night.phone(contestant).get(f"/seat/{ticket.public_id}/score/state/").status_code == 200
        waiting = TableBoard.objects.filter(state=TableBoardState.WAITING, round__section=night.section)
        for row in waiting.select_related("ns", "ew", "board", "table", "round"):
            enter_score(row, dee, f"1N S {7 + row.ns.number % 2}")
        round_check(section_id=night.section.pk)
    each_board_is_played_as_planned(night)
    the_night_is_ranked_and_published(night, dee, client)


def hands_of(board_set: BoardSet) -> list[dict[str, list[str]]]:
    """Return each board's hands as lists of cards in their order."""
    rows = board_set.boards.order_by("number")
    return [{seat: hand.split() for seat, hand in unshown_hands(board).items()} for board in rows]


@pytest.fixture
def former(night, dee) -> BoardSet:
    """The boards of a night that has ended and is not published."""
    session_end(session=night.session, user=dee)
    return BoardSet.objects.get(session=night.session)


def test_the_same_cards_have_both_dummies_in_another_order_and_results_wait_for_them(former, club, dee, night):
    draft = draft_night(club, dee, name="Second round")
    made = boards_again(session=draft, former=former, user=dee)
    for old, new in zip(hands_of(former), hands_of(made), strict=True):
        assert all(sorted(old[seat]) == sorted(new[seat]) for seat in "NESW")
        assert (new["N"], new["S"]) == (old["N"], old["S"])
        assert new["E"] != old["E"] and new["W"] != old["W"]
    header = ("number", "dealer", "vulnerability", "fingerprint")
    assert list(made.boards.values_list(*header)) == list(former.boards.values_list(*header))
    assert not Board.objects.filter(board_set=made, opened_at__isnull=False).exists(), "nobody has seen the new order"
    assert draft.sections.get().board_set == made
    again = boards_again(session=draft, former=former, user=dee)
    assert hands_of(again) != hands_of(made), "each time another order is drawn"
    boards_again(session=draft_night(club, dee, name="Second round"), former=former, user=dee)
    publish(night.session, dee)
    boards = set(former.boards.values_list("pk", flat=True))
    assert boards and owed_elsewhere(boards) == boards


@pytest.mark.parametrize("which", ["running", "of another club", "dealt at the table", "of a draft"])
def test_only_known_cards_of_the_clubs_own_ended_nights_are_played_again(which, make_night, club, dee, cy):
    draft, others = draft_night(club, dee), club
    if which == "of another club":
        others = club_create(name="Other", slug="other", owner=cy)
        session = draft_night(others, cy)
        boards_deal(session=session, count=3, user=cy)
    elif which == "dealt at the table":
        session = make_night(with_cards=True, start=False).session
        boards_number(session=session, section=session.sections.get(), count=3, user=dee)
    else:
        session = make_night(start=which == "running").session
    if which in ("of another club", "dealt at the table"):
        type(session).objects.filter(pk=session.pk).update(status="ended")
    former = BoardSet.objects.get(session=session)
    assert not sets_to_repeat(draft).exists()
    with pytest.raises(Refused, match="Choose one of these nights"):
        boards_again(session=draft, former=former, user=dee)
    assert not draft.board_sets.exists()


def test_a_director_takes_them_at_the_set_up_and_the_page_says_what_they_are(former, club, dee, night):
    browser, draft = signed_in(dee), draft_night(club, dee, name="Second round")
    at = f"/director/{draft.public_id}/setup/boards/"
    page = words(browser.get(at))
    assert "Same cards, new order" in page and "Tuesday, 17 November 2026: 3 boards" in page
    done = words(browser.post(f"{at}again/", {"former": former.pk}, follow=True))
    assert "The boards are made, with the dummies in a new order" in done
    assert "The cards of Tuesday, 17 November 2026" in done
    assert "Not everybody would see these cards for the first time" in done
    proof = words(browser.get(f"/results/{draft.public_id}/proof/"))
    assert "the cards of a former night in a new order" in proof
    for wrong in ({}, {"former": 10**6}):
        assert "Choose one of the nights" in words(browser.post(f"{at}again/", wrong, follow=True))
    assert draft.board_sets.get().source == "again"
