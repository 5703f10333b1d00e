"""Whole sessions with movements by other authors: shared boards, second meetings, half tables and an empty table."""

from collections import Counter

import pytest

from clubsite.nights.models import Seating, TableBoard, TableBoardSeat, TableBoardState
from clubsite.nights.services.rounds import round_check
from clubsite.rankings.models import Ranking
from clubsite.rankings.services.sweep import results_sweep
from movements.faults import faults
from movements.files import read_plan
from movements.notes import NoteCode, notes
from tests.clubsite.at_tables import look, play_until
from tests.kit.nights import end_and_publish
from tests.kit.people import signed_in
from tests.kit.typed_scores import enter_score
from tests.movements.repairs import FIVE

pytestmark = pytest.mark.django_db(transaction=True)

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
