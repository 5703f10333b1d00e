"""The fast form of Bridge Solitaire's card play, against the rules and the game's own robot."""

from random import Random
from typing import Any

import pytest

from games.cards import read_cards
from games.robots import choose
from games.variants.bridge_solitaire.state import PACK
from solver.stock_play import NO_CARD, StockEnding, code_of, codes, follow, lead, masks_of, place_of
from tests.games.bridge_solitaire_positions import BS, random_states
from tests.games.exchanged_cards import options_of
from tests.long import sample

BY_CODE = {code_of(card): card for card in PACK}


def cards_of(view: dict[str, Any]) -> list[int]:
    return codes(read_cards(" ".join(view["hands"]["S"]["cards"])))


def led_of(view: dict[str, Any]) -> list[int]:
    return codes(read_cards(" ".join(made["card"] for made in view["trick"]["cards"])))


def usual(view: dict[str, Any]) -> str:
    """Return the action that the fast form takes to be played."""
    masks, trump, led = masks_of(cards_of(view)), place_of(view["contract"]["strain"]), led_of(view)
    return f"p:{BY_CODE[follow(masks, led[0], trump) if led else lead(masks, trump)].text}"


def played_out(state, first: str) -> int:
    """Return the player's further tricks by the rules, after this card and then in the usual way."""
    before = BS.view(state, "S")["tricks"]["S"]
    state = BS.apply(state, "S", first)
    while BS.turn(state) is not None:
        state = BS.apply(state, "S", usual(BS.view(state, "S")))
    return int(BS.view(state, "S")["tricks"]["S"]) - before


def in_play(number: int) -> list[Any]:
    states = [state for state, _ in random_states(number, **options_of("bridge_solitaire", number))]
    return [state for state in states if state.phase == "play"]


@pytest.mark.parametrize("number", range(1, sample(12, 120)))
def test_bs_8_bs_11_the_fast_form_takes_the_tricks_that_the_rules_give(number):
    for state in in_play(number):
        view, order = BS.view(state, "S"), codes(state.stock)
        to_stock = state.table.options["jokers_left"] == "stock"
        strain, leads = view["contract"]["strain"], bool(led_of(view))
        hand = read_cards(" ".join(view["hands"]["S"]["cards"]))
        ending = StockEnding.of(hand, strain, stock_leads=leads, jokers_to_stock=to_stock)
        for action in (each for each in view["legal"] if each.startswith("p:")):
            card = code_of(read_cards(action[2:])[0])
            assert ending.tricks(led_of(view) + order, card) == played_out(state, action), (number, action)
        assert ending.tricks(led_of(view) + order, NO_CARD) == played_out(state, usual(view)), number


def test_the_usual_way_of_playing_is_that_of_the_games_own_robot():
    for number in range(1, sample(12, 120)):
        for state in in_play(number):
            view, among = BS.view(state, "S"), list[str]()
            one = choose(view, lambda equal, among=among: among.extend(equal) or equal[0])
            assert usual(view) in {one, *(f"p:{card}" for card in among)}, number


def test_bs_11_a_short_stock_leaves_the_cards_in_hand_as_tricks():
    hand = read_cards("S3 S2 H4 JR")
    for to_stock, tricks in ((True, 2), (False, 3)):
        ending = StockEnding.of(hand, "C", jokers_to_stock=to_stock)
        assert ending.tricks(codes(read_cards("HA")), code_of(read_cards("H4")[0])) == tricks


def test_bs_8_at_no_trump_the_stock_turns_four_cards_and_no_more():
    ending = StockEnding.of(read_cards("S2 H2"), "N", jokers_to_stock=True)
    order = codes(read_cards("C2 C3 C4 C5 SA HA D5 D6"))
    assert ending.tricks(order, code_of(read_cards("S2")[0])) == 1, "the ace of spades is the fifth card"


def test_no_two_cards_are_one():
    chance = Random(1)
    hand = chance.sample(codes(PACK), 13)
    assert len(BY_CODE) == len(PACK) and sum(map(int.bit_count, masks_of(hand))) == 13
