"""Wrong ends, buried honours and blocked suits in positions of a few cards, and the total that plays gave away."""

from collections import Counter
from typing import Any

from games.cards import parse_cards
from games.seats import Seat
from solver import Position, engine
from solver.verdicts.judge import CardPlay
from solver.verdicts.play_costs import (
    CompleteTrick,
    blocked_suits,
    buried_tricks,
    costs_of,
    craft_of,
    tricks_given,
    tricks_of,
)

East = Seat.E


def position(n: str, e: str, s: str, w: str, leader: str, strain: str = "N") -> Position:
    return Position.of(tuple(parse_cards(text) for text in (n, e, s, w)), strain, leader)


def entries(start: Position, cards: str) -> list[dict[str, Any]]:
    """Return entries as in a `PlayAnalysis`, worked out by the solver. A trick is worth 30 points."""
    events = [{"seq": seq, "a": f"p:{card}"} for seq, card in enumerate(cards.split(), start=1)]
    return CardPlay(start, "S", lambda south: 30 * south, engine()).entries(events)


DISCARD = position("C4 HK", "HA D2", "CA H2", "C3 H3", "S")


def test_the_end_that_cost_is_a_wrong_end_solo_16():
    found = craft_of(DISCARD, entries(DISCARD, "CA C3 C4 HA H2 H3 HK D2"), "S")
    assert Counter(found) == Counter(ends=1, wrong_ends=1, wrong_end_tricks=1)


def test_the_right_end_of_two_is_a_choice_without_fault():
    found = craft_of(DISCARD, entries(DISCARD, "CA C3 C4 D2 H2 H3 HK HA"), "S")
    assert Counter(found) == Counter(ends=1)


def test_the_dummy_of_the_other_player_is_theirs():
    assert not any(craft_of(DISCARD, entries(DISCARD, "CA C3 C4 HA H2 H3 HK D2"), "N").values())


BURIED = position("HK C5 C6", "D2 HA C2", "H2 SA S3", "H3 S2 D4", "S")


def turns(start: Position, cards: str) -> list[CompleteTrick]:
    return tricks_of(start, parse_cards(cards))


def test_an_honour_inside_that_would_have_won_the_trick_is_buried_solo_17():
    found = turns(BURIED, "H2 H3 HK D2")
    assert buried_tricks(found, "N", East) == found
    assert buried_tricks(found, "N", Seat.W) == []


def test_a_trick_that_the_side_won_or_that_the_honour_would_not_win_buries_nothing():
    won = position("HJ C5 C6", "D2 HA C2", "HQ SA S3", "H3 S2 D4", "S")
    assert buried_tricks(turns(won, "HQ H3 HJ D2"), "N", East) == []
    lower = position("HA C5 C6", "D2 HK C2", "H2 SA S3", "H3 S2 D4", "S")
    assert buried_tricks(turns(lower, "H2 H3 HA D2"), "N", East) == []
    ruffed = position("C7 C5 C6", "D2 HA D3", "H2 SA S3", "H3 S2 D4", "S", "C")
    assert buried_tricks(turns(ruffed, "H2 H3 C7 D2"), "C", East) == []


def test_a_ten_is_no_honour_here_and_one_at_an_end_is_not_buried():
    ten = position("H9 C5 C6", "D2 HT C2", "H2 SA S3", "H3 S2 D4", "S")
    assert buried_tricks(turns(ten, "H2 H3 H9 D2"), "N", East) == []
    at_end = position("HK C5 C6", "HA D2 H4", "H2 SA S3", "H3 S2 D4", "S")
    assert buried_tricks(turns(at_end, "H2 H3 HK H4"), "N", East) == []


BLOCKED = ("DA DK CA", "D2 HA C2", "S3 S4 S5", "D9 H3 D8", "E")


def test_a_winner_inside_a_dummy_on_lead_that_takes_no_trick_is_a_blocked_suit():
    found = turns(position(*BLOCKED), "D2 S3 D9 DA CA C2 S4 H3 DK HA S5 D8")
    assert blocked_suits(found, "N", East) == {"H"}
    assert buried_tricks(found, "N", East) == []


def test_cards_that_a_claim_left_are_not_blocked():
    assert blocked_suits(turns(position(*BLOCKED), "D2 S3 D9 DA"), "N", East) == set()


def test_a_winner_that_an_opponent_could_have_ruffed_is_none():
    found = turns(position(*BLOCKED, "D"), "D2 S3 D9 DA CA C2 S4 H3 DK HA S5 D8")
    assert blocked_suits(found, "D", East) == set()


def test_a_winner_that_is_reached_later_is_not_blocked():
    reached = position("DA H5 CA", "D2 HA C2", "S3 S4 S5", "D9 H3 D8", "E")
    assert blocked_suits(turns(reached, "D2 S3 D9 DA CA C2 S4 H3 H5 HA S5 D8"), "N", East) == set()


def test_a_second_winner_at_an_end_keeps_the_suit_open():
    both = position("DA DK CA", "D2 HA HK", "S3 S4 S5", "D9 H3 D8", "E")
    assert blocked_suits(turns(both, "D2 S3 D9 DA CA HK S4 H3 DK HA S5 D8"), "N", East) == set()


def test_costs_are_summed_of_one_player_and_only_choices_are_decisions():
    played = entries(DISCARD, "CA C3 C4 HA H2 H3 HK D2")
    south, north = costs_of(played, "S", "cards"), costs_of(played, "N", "cards")
    # South chose the lead and an END; the last card of each hand is no decision.
    assert south == {"cards": 2, "cards_free": 1, "cards_points": 30} and tricks_given(played, "S") == 1
    assert not any(north.values()) and tricks_given(played, "N") == 0
    call = {"seq": 1, "by": "S", "a": "c:P", "points": 120, "held": ["c:1C"], "of": 36}
    claim = {"seq": 2, "by": "S", "a": "claim:3", "points": 50, "tricks": 1, "held": ["claim:4"], "of": 1}
    assert costs_of([call, claim], "S", "cards") == {"cards": 1, "cards_free": 0, "cards_points": 170}
    assert tricks_given([call, claim], "S") == 1
    assert not any(costs_of([call, claim], "N", "cards").values())
