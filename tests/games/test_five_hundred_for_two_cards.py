"""500 for two: the pack, the deal, which card wins and may be played (FH-1 to FH-7, FH-17 to FH-23), and claims."""

import json
import re
from collections import Counter
from dataclasses import replace

import pytest

from games.cards import cards_text, read_cards
from games.five_hundred import PACK, FiveHundredTrick, bowers, sorted_for, strength, suit_of, winning_place
from games.seats import Seat
from games.variants.five_hundred_for_two.state import FiveHundredState
from tests.games.five_hundred_positions import (
    FIVE_HUNDRED,
    called,
    laid_away,
    own_hand,
    play,
    position,
    refused,
    setup_of,
    to_play,
)

ORDER = {  # dealer: hands from the dealer's left
    "S": ("W", "N", "E", "S"),
    "N": ("E", "S", "W", "N"),
}


def ranked(trump: str, suit: str) -> str:
    cards = [card for card in PACK if suit_of(card, trump) == suit]
    return cards_text(sorted(cards, key=lambda card: -strength(card, trump)))


# Pack and deal
def test_fh_1_forty_three_cards():
    assert Counter(card.suit for card in PACK) == {"S": 10, "C": 10, "H": 11, "D": 11, "J": 1}
    assert min(card.strength for card in PACK if card.suit in "SC") == 5
    assert min(card.strength for card in PACK if card.suit in "HD") == 4
    sizes = {name: len(text.split()) for name, text in setup_of()["hands"].items()}
    assert sizes == {"N": 10, "E": 10, "S": 10, "W": 10, "kitty": 3}


def pack_dealt_by(dealer: str) -> list[str]:
    """Return the pack before it was dealt, rebuilt from the hands and the kitty by the rule for dealing in FH-3."""
    hands = {name: text.split() for name, text in setup_of("fh-3", 7, dealer)["hands"].items()}
    pack: list[str] = []
    for packet in (3, 4, 3):
        for name in ORDER[dealer]:
            pack += hands[name][:packet]
            hands[name] = hands[name][packet:]
        pack.append(hands["kitty"].pop(0))
    return pack


def test_fh_3_three_four_three_from_the_dealers_left_with_one_to_the_kitty_each_time():
    assert pack_dealt_by("S") == pack_dealt_by("N")
    assert sorted(pack_dealt_by("S")) == sorted(card.text for card in PACK)
    assert setup_of("fh-3", 7, "S")["hands"]["W"] == setup_of("fh-3", 7, "N")["hands"]["E"]


@pytest.mark.parametrize(
    ("trump", "suit", "order"),
    [
        ("H", "H", "JK HJ DJ HA HK HQ HT H9 H8 H7 H6 H5 H4"),
        ("S", "S", "JK SJ CJ SA SK SQ ST S9 S8 S7 S6 S5"),
        ("H", "D", "DA DK DQ DT D9 D8 D7 D6 D5 D4"),  # the left bower is no card of its printed suit
        ("H", "S", "SA SK SQ SJ ST S9 S8 S7 S6 S5"),
        ("N", "D", "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4"),
        ("N", "J", "JK"),
    ],
)
def test_fh_4_to_7_the_rank_of_the_cards(trump, suit, order):
    assert ranked(trump, suit) == order


def test_fh_4_fh_7_the_bowers_and_the_joker_at_no_trump():
    assert cards_text(bowers("D")) == "JK DJ HJ"
    assert bowers("N") == ()
    assert winning_place(read_cards("DA JK DK"), "N", "D") == 1


def test_fh_4_a_hand_is_sorted_with_the_bowers_among_the_trumps():
    hand = read_cards("D4 DJ HA SJ JK H4 DA")
    assert cards_text(sorted_for(hand, "H")) == "SJ JK DJ HA H4 DA D4"
    assert cards_text(sorted_for(hand, "N")) == "JK SJ HA H4 DA DJ D4"


def test_fh_20_the_highest_trump_wins_or_the_highest_of_the_suit_led():
    assert winning_place(read_cards("SA HJ DJ H4"), "H", "S") == 1
    assert winning_place(read_cards("SA DJ HA"), "H", "S") == 1
    assert winning_place(read_cards("S5 CA S6"), "H", "S") == 2
    assert winning_place(read_cards("H5 CA D6"), "N", "H") == 0


@pytest.mark.parametrize(
    ("calls", "first_lead", "leads"),
    [("7D P P", "defender", "N"), ("P 7D P P", "defender", "S"), ("7D P P", "contractor", "S")],
)
def test_fh_17_the_defender_leads_from_his_hand_or_by_option_the_contractor(calls, first_lead, leads):
    state = laid_away(called(calls, first_lead=first_lead))
    assert FIVE_HUNDRED.view(state, "S")["turn"] == {"player": leads, "hand": leads, "what": "card"}


def test_fh_19_a_left_bower_that_may_not_go_is_explained():
    state = play(position("N", "D5", contract="8H", E="D4 S9 C5", S="DJ D6 S5"), "p:D4")
    assert to_play(state) == {"D6"}
    reason = refused(state, "S", "p:DJ").reason
    assert reason.startswith("Diamonds were led: South must follow suit")
    assert "the jack of diamonds is the left bower, one of the hearts" in reason


def test_fh_21_at_no_trump_the_joker_goes_from_a_hand_without_the_suit_and_a_dummy_whose_other_end_has_none():
    for south, cards in (("JK H9 S5", {"H9"}), ("JK D9 S5", {"JK", "D9", "S5"})):
        assert to_play(play(position("N", "H5", E="H4 S9 C5", S=south), "p:H4")) == cards
    for dummy, cards in (("JK HA C5", {"JK", "C5"}), ("JK SA H4", {"H4"}), ("JK", {"JK"})):
        assert to_play(position("N", "H5", E=dummy)) == cards


def test_fh_22_a_joker_led_at_no_trump_names_a_suit_in_the_same_action():
    state = position("S", S="JK H9 S5", W="C5 C9 D9", N="S9 D5 H8", E="D8 H5 CA")
    assert to_play(state) == {"JK:S", "JK:H", "JK:D", "JK:C", "H9", "S5"}
    assert refused(state, "S", "p:JK").rule == "FH-22"
    assert refused(state, "S", "p:H9:H").rule == ""
    following = refused(play(position("N", "H5", E="H4 S9 C5", S="JK D9 S5"), "p:H4"), "S", "p:JK:H")
    assert "only for a joker that is led at no trump" in following.reason and following.rule == "FH-22"
    led = play(state, "p:JK:H")
    assert FIVE_HUNDRED.view(led, "N")["more"]["asked"] == "H"
    assert to_play(led) == {"C5", "D9"}
    led = play(led, "p:C5")
    assert to_play(led) == {"H8"}
    led = play(led, "p:H8")
    assert to_play(led) == {"D8", "CA"}
    won = play(led, "p:D8")
    view = FIVE_HUNDRED.view(won, "N")
    assert (view["last_trick"]["winner"], view["last_trick"]["asked"]) == ("S", "H")
    assert (view["more"]["asked"], view["trick"]["asked"]) == (None, None)


def void_in_hearts(seat: str) -> FiveHundredState:
    """Return a no-trump state in which the hand or dummy with the joker has discarded on a heart, won the next trick
    and is on lead.
    """
    hands = {"S": "JK D9 DA", "E": "H4 S9 C5", "W": "H6 C6 C8", "N": "H9 D5 H8"}
    if seat == "E":
        hands |= {"E": "D9 JK DA", "S": "H4 S9 C5"}
    state = position("N", declarer="N", autoplay="off", **hands)
    return play(state, "p:H9", *(("p:D9", "p:H4") if seat == "E" else ("p:H4", "p:D9")), "p:H6", "p:D5")


def test_fh_22_a_hand_that_has_thrown_on_hearts_may_not_ask_for_them_but_a_dummy_may():
    state = play(void_in_hearts("S"), "p:S9", "p:DA", "p:C6")
    assert to_play(state) == {"JK:S", "JK:D", "JK:C"}
    reason = refused(state, "S", "p:JK:H")
    assert reason.reason == "South has failed to follow to hearts: name another suit"
    assert reason.rule == "FH-22"
    hands = {"N": "HA D5 H8", "E": "H4 S9 C5", "S": "JK D9 DA", "W": "H6 C6 C8"}
    second = position("E", declarer="N", autoplay="off", **hands)
    second = play(second, "p:H4", "p:D9", "p:H6", "p:HA", "p:D5", "p:S9", "p:DA", "p:C6")
    assert to_play(second) == {"JK:S", "JK:D", "JK:C"}, "wherever in the trick the hand played"
    dummy = play(void_in_hearts("E"), "p:DA", "p:C5", "p:C6")
    assert to_play(dummy) == {"JK:S", "JK:H", "JK:D", "JK:C"}


def test_fh_22_who_has_failed_to_follow_to_every_suit_may_name_any():
    """This cannot happen in play: the hand would have only the joker left, and no trick won could put it on lead."""
    state = position("S", S="JK S8", declarer="N")
    missed = tuple(FiveHundredTrick(Seat.W, "N", None, read_cards(f"{suit}K {suit}Q {suit}9 JK")) for suit in "SHDC")
    assert to_play(replace(state, done=missed[:3])) == {"JK:C", "S8"}
    assert to_play(replace(state, done=missed)) == {"JK:S", "JK:H", "JK:D", "JK:C", "S8"}


def test_fh_23_in_a_trump_contract_a_joker_led_asks_for_trumps():
    state = position("S", contract="8H", S="JK H9 S5", W="DJ C9 D9", N="H8 D5 S9", E="D8 H5 CA")
    assert "JK" in to_play(state)
    assert refused(state, "S", "p:JK:S").rule == "FH-22"
    led = play(state, "p:JK")
    assert to_play(led) == {"DJ"}
    assert to_play(play(led, "p:DJ")) == {"H8"}


# The worked examples
@pytest.mark.parametrize(
    ("contract", "dummy", "led", "playable"),
    [
        ("8H", "DJ S9 H4", "D5", {"DJ", "H4"}), ("8H", "DJ S9 H4", "H5", {"DJ", "H4"}),
        ("8H", "DJ S9 CK", "H5", {"DJ"}), ("8H", "DQ S9 JK", "H5", {"JK"}), ("8H", "DQ S9 JK", "D5", {"DQ"}),
        ("8N", "DQ S9 JK", "D5", {"DQ"}), ("8N", "DQ S9 JK", "C5", {"DQ", "JK"}),
        ("8N", "DQ S9 JK", "", {"DQ", "JK:S", "JK:H", "JK:D", "JK:C"}),
    ],
)  # fmt: skip
def test_fh_5_worked_examples_of_a_dummys_ends(contract, dummy, led, playable):
    assert to_play(position("N" if led else "E", led, contract=contract, E=dummy)) == playable


def test_fh_5_worked_example_a_left_bower_ruffs_high_and_the_joker_wins():
    ruff = position("N", "D5", contract="8H", E="DJ S9 H4", S="D9 C5 C6", W="DA C7 C8")
    ruff = play(ruff, "p:DJ", "p:D9", "p:DA")
    assert FIVE_HUNDRED.view(ruff, "S")["last_trick"]["winner"] == "E"
    joker = position("N", "C5", contract="8N", E="DQ S9 JK", S="C9 C8 C6", W="CA C7 DA")
    joker = play(joker, "p:JK", "p:C9", "p:CA")
    assert FIVE_HUNDRED.view(joker, "S")["last_trick"]["winner"] == "E"


def test_fh_24_a_contractors_claim_does_not_show_his_discards():
    state = play(position("N", contract="9S", S="HK CA SA DA"), "S claim:4")
    discards = [card.text for card in state.discards]
    assert len(discards) == 3
    view = FIVE_HUNDRED.view(state, "N")
    assert view["more"]["discards"] is None
    view["more"]["bowers"] = []
    assert not any(re.search(rf"\b{card}\b", json.dumps(view)) for card in discards)


def test_fh_24_the_closing_pass_is_taken_back_after_an_open_auction_until_the_discards():
    state = called("7D P P")
    assert FIVE_HUNDRED.view(state, "S")["can"]["undo"] is True
    undo_state = play(state, "S undo")
    view = FIVE_HUNDRED.view(undo_state, "S")
    assert (view["pick"], view["turn"]["what"]) == (None, "undo")
    assert FIVE_HUNDRED.view(undo_state, "N")["pick"] is None
    cards = own_hand(undo_state, "S")
    assert "waits for North's answer" in refused(undo_state, "S", f"discard:{'.'.join(cards[:3])}").reason
    back = play(undo_state, "N undo:yes")
    assert FIVE_HUNDRED.view(back, "N")["phase"] == "auction"
    assert FIVE_HUNDRED.view(play(back, "S c:8D"), "N")["phase"] == "auction"


def test_fh_24_after_a_closed_auction_who_has_seen_the_kitty_takes_no_call_back_and_fh_14_discards_are_final():
    state = called("7D P P", auction="closed", undo="director")
    for actor in "SND":
        assert FIVE_HUNDRED.view(state, actor)["can"]["undo"] is False
    assert "no call or card" in refused(state, "D", "undo").reason
    unseen = called("7D P P", auction="closed", kitty="dead", undo="director")
    assert FIVE_HUNDRED.view(unseen, "D")["can"]["undo"] is True
    laid = laid_away(called("7D P P", undo="director"))
    assert not [actor for actor in "SND" if "undo" in FIVE_HUNDRED.legal(laid, actor)]
    assert refused(laid, "D", "undo").rule == "FH-24"


def test_fh_24_a_joker_led_to_the_last_trick_wins_without_a_suit_named():
    state = position("N", contract="9N", N="HA JK", E="H5 C9", S="HK CA", W="H6 C6")
    state = play(state, "p:HA", "p:H5", "p:HK", "p:H6")
    last = FIVE_HUNDRED.view(state, "S")["history"][-1]
    assert (last["cards"][0]["card"], last["winner"], last["asked"]) == ("JK", "N", None)
