"""A score that has been typed but not yet confirmed at the time when the director corrects the seating."""

import pytest

from clubsite.nights.models import TableBoard
from clubsite.nights.selectors.repairs import SwapOrder, TurnOrder
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.repairs import repair_undo
from clubsite.scores.models import PendingScore, ScoreEntry
from tests.kit import repairs
from tests.kit.terminal import MADE, Seat


@pytest.fixture
def seats(cards):
    """Seats: Bo 1, Flo 2, Gus 3 South; Ann 4, Hal 5, Ivy 6 North. In round 1, 1 and 4 are at table 1, 2 and 5 at 2."""
    return {entry.number: Seat(entry) for entry in sections_of(cards)[0].contestants.all()}


@pytest.fixture
def mend(cards, dee):
    return lambda order: repairs.mend(sections_of(cards)[0], order, dee)


SWAP_ANN_AND_HAL = SwapOrder(4, 5, 1)


def test_the_players_are_told_why_they_are_asked_again(seats, mend):
    seats[1].do("type", **MADE)
    mend(SWAP_ANN_AND_HAL)
    for number in (1, 5):
        assert seats[number].see()["asked_again"] == [1]
    assert not seats[4].see()["asked_again"], "at table 2 nothing had been typed"
    assert not ScoreEntry.objects.exists()


def test_once_it_is_typed_again_nothing_more_is_said(seats, mend):
    seats[1].do("type", **MADE)
    mend(SWAP_ANN_AND_HAL)
    seats[5].do("type", **MADE)
    key = PendingScore.objects.get(table_board__ew__number=5).key
    assert not seats[1].see()["asked_again"]
    seats[1].do("confirm", board="1", key=key)
    assert not seats[1].see()["asked_again"]
    assert ScoreEntry.objects.get().table_board.ew.number == 5


def test_two_who_sat_the_wrong_way_keep_what_was_typed(seats, mend):
    """The player who typed the score now sits on the other side. The opponent still has to confirm the score."""
    seats[1].do("type", **MADE)
    key = PendingScore.objects.get().key
    mend(TurnOrder(1, 1))
    assert seats[4].is_asked_to_confirm()
    assert not seats[4].see()["asked_again"] and not seats[1].see()["asked_again"]
    assert not seats[1].is_asked_to_confirm()
    seats[4].do("confirm", board="1", key=key)
    entry = ScoreEntry.objects.get()
    assert (entry.table_board.ns.number, entry.table_board.ew.number, entry.ns_score) == (4, 1, 420)


def test_a_change_taken_back_brings_the_typed_score_back(seats, mend, dee):
    seats[1].do("type", **MADE)
    key = PendingScore.objects.get().key
    section = mend(SWAP_ANN_AND_HAL)
    repair_undo(section=section, user=dee)
    assert seats[4].is_asked_to_confirm()
    seats[4].do("confirm", board="1", key=key)
    row = TableBoard.objects.exclude(state="void").get(table__number=1, board__number=1)
    assert row.score_entries.get().ns_score == 420


def test_a_score_that_counts_is_not_asked_for_again(seats, mend, dee):
    """The score is typed and confirmed again after the change. If the change is undone, that score is removed too."""
    seats[1].do("type", **MADE)
    section = mend(SWAP_ANN_AND_HAL)
    seats[5].do("type", **MADE)
    seats[1].do("confirm", board="1", key=PendingScore.objects.get(table_board__ew__number=5).key)
    repair_undo(section=section, user=dee)
    assert not seats[4].is_asked_to_confirm() and not seats[4].see()["asked_again"]
