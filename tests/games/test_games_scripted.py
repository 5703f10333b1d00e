"""The scripted player: sensible calls, cards and answers."""

from typing import Any

from games.cards import FULL_DECK, parse_cards
from games.deals import Deal
from games.robots import choose
from tests.games.random_plays import first
from tests.games.solo_positions import SOLO, play, position


def bid_with(south: str, east: str, *calls: str) -> str | None:
    """Return South's call when South and East hold these hands. North and West get the rest in the usual order."""
    mine = parse_cards(south), parse_cards(east)
    rest = [card for card in FULL_DECK if card not in mine[0] + mine[1]]
    deal = Deal.of((tuple(rest[::2]), mine[1], mine[0], tuple(rest[1::2])), 3)
    state = play(SOLO.start(deal.to_setup(3), {}), *(f"c:{call}" for call in calls))
    return choose(SOLO.view(state, "S"), first)


WEAK = ("S9 S8 S7 S6 H9 H8 H7 D9 D8 D7 C9 C8 C7", "S5 S4 S3 S2 H6 H5 H4 D6 D5 D4 C6 C5 C4")
SPADES = ("SA SK SQ SJ ST HA H2 H3 D2 D3 CA C2 C3", "S9 S8 S7 D4 DA DK D5 H4 HK H5 C4 C5 C6")


def test_scripted_passes_without_points():
    assert bid_with(*WEAK) == "c:P"


def test_scripted_bids_game_in_its_fit():
    assert bid_with(*SPADES) == "c:4S"
    assert bid_with(*SPADES, "1S", "P") == "c:4S"


def test_scripted_doubles_an_overbid_and_lets_its_own_double_stand():
    assert bid_with(*SPADES, "P", "7H") == "c:X"
    assert bid_with(*SPADES, "4S", "P") == "c:P"


def test_scripted_overcalls_within_its_values():
    assert bid_with(*SPADES, "P", "2H") == "c:4S"


def answer(hands: dict[str, str], claim: str) -> str | None:
    state = play(position(leader="N", **hands), claim)
    return choose(SOLO.view(state, "N"), first)


HANDS: dict[str, Any] = {"N": "SA C2 D2", "E": "H2 H3 H4", "S": "HA HK HQ", "W": "C7 C8 DA"}


def test_scripted_believes_no_claim_that_it_cannot_prove():
    assert answer(HANDS, "S claim:3") == "refuse"
    assert answer(HANDS, "S claim:1") == "refuse", "best play holds South to none"
    assert answer(HANDS, "S claim:0") == "accept"


def test_scripted_takes_the_last_trick_card_as_cheaply_as_it_can():
    state = position(leader="N", trick="H5 H2 H9", W="H3 S2 HJ", N="S7 S8")
    assert choose(SOLO.view(state, "N"), first) == "p:HJ"
    state = position(leader="N", trick="HQ H2 H9", W="H3 S2 HJ", N="S7 S8")
    assert choose(SOLO.view(state, "N"), first) == "p:H3"
