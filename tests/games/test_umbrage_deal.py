"""The deal and taking umbrage: UM-1 to UM-4."""

import itertools

import pytest

from games.cards import FULL_DECK, parse_cards
from games.errors import BadSetup
from games.players import OPPONENT
from games.shuffle import shuffled
from games.wording import plain
from tests.games.umbrage_positions import UMBRAGE, cards_of, play, refused, seen, setup, started

HEADER = {"board": 7, "dealer": "N", "vul": "EW"}


def suits_in(cards: str) -> str:
    """Return the suits in a hand, such as `S` for spades alone or `SD` for spades and diamonds."""
    return "".join(suit for suit in "SHDC" if f"{suit}" in {card.suit for card in parse_cards(cards)})


def decided(dealer_takes: bool, opponent_takes: bool, dealer: str = "S", **given):
    state = UMBRAGE.start(setup(dealer, **given), {})
    words = {True: "umbrage:take", False: "umbrage:stay"}
    return play(state, f"{dealer} {words[dealer_takes]}", f"{OPPONENT[dealer]} {words[opponent_takes]}")


def test_um_1_cards_are_dealt_one_at_a_time_left_opponent_right_dealer():
    dealt = UMBRAGE.deal("seed", HEADER, {})
    deck = shuffled(FULL_DECK, "seed", "umbrage 7")
    hands = {place: parse_cards(text) for place, text in dealt["hands"].items()}
    for turn, place in enumerate(("left", "opponent", "right", "dealer")):
        assert hands[place] == tuple(deck[turn + 4 * round] for round in range(13))


def test_um_1_a_deal_comes_from_its_seed_and_number_alone():
    dealt = UMBRAGE.deal("seed", HEADER, {})
    assert dealt == UMBRAGE.deal("seed", HEADER, {"notes": "on"})
    assert sorted(dealt["reshuffle"]) == list(range(26))


def test_um_1_each_player_looks_at_his_own_thirteen_and_at_no_other():
    state = started("S")
    for viewer, suit in (("S", "C"), ("N", "H")):
        hands = seen(state, viewer)["hands"]
        assert {card[0] for card in hands[viewer]["cards"]} == {suit}
        assert hands[OPPONENT[viewer]] == {
            "owner": OPPONENT[viewer], "dummy": False, "count": 13, "cards": None,
        }  # fmt: skip
        assert hands["D"]["cards"] is None


@pytest.mark.parametrize("dealer", ["S", "N"])
@pytest.mark.parametrize(
    ("takes", "dealer_plays", "opponent_plays", "bridge", "dummy"),
    [
        ((False, False), "C", "H", "D", "S"),
        ((True, False), "D", "H", "SC", "SC"),
        ((False, True), "C", "S", "HD", "HD"),
        ((True, True), "D", "S", "HC", "HC"),
    ],
)
def test_um_3b_where_the_hands_go(dealer, takes, dealer_plays, opponent_plays, bridge, dummy):
    """This also covers UM-2 and UM-4: players swap with the spare hand on their right; the other cards are mixed."""
    state = decided(*takes, dealer=dealer)
    assert suits_in(cards_of(state, dealer)) == dealer_plays
    assert suits_in(cards_of(state, OPPONENT[dealer])) == opponent_plays
    assert suits_in(" ".join(seen(state)["more"]["opened"]["bridge"])) == bridge
    assert suits_in(cards_of(state, "D")) == dummy
    assert seen(state)["more"]["bridge"] == 13


def test_um_2_the_reshuffle_of_the_setup_decides_the_new_spare_hands():
    """The spare cards, starting with the left hand's, are dealt left and right in turn, in the reshuffle's order."""
    kept, turned = decided(True, False), decided(True, False, reshuffle=list(reversed(range(26))))
    assert seen(kept)["more"]["opened"]["bridge"][:3] == ["SK", "SJ", "S9"]
    assert seen(turned)["more"]["opened"]["bridge"][:3] == ["C3", "C5", "C7"]
    assert cards_of(turned, "D").startswith("SK SJ")
    assert cards_of(kept, "S") == cards_of(turned, "S")


@pytest.mark.parametrize("first", ["S", "N"])
def test_um_3_either_player_may_decide_first(first):
    state = play(started("S"), f"{first} umbrage:take")
    assert seen(state)["phase"] == "umbrage"
    assert UMBRAGE.turn(state) == OPPONENT[first]
    assert UMBRAGE.legal(state, first) == ()
    state = play(state, "umbrage:stay")
    assert seen(state)["phase"] == "auction"
    assert UMBRAGE.turn(state) == "S"
    assert seen(state, "S")["more"]["umbrage"] == {first: True, OPPONENT[first]: False, "decided": ["S", "N"]}


@pytest.mark.parametrize(("first", "action"), itertools.product("SN", ("umbrage:take", "umbrage:stay")))
def test_um_3_a_decision_is_shown_when_both_are_made_and_not_before(first, action):
    state = play(started(), f"{first} {action}")
    for viewer in "SN":
        assert seen(state, viewer)["more"]["umbrage"] == {"S": None, "N": None, "decided": [first]}


def test_um_3_a_player_who_has_decided_waits_for_the_other():
    view = seen(play(started(), "N umbrage:take"), "N")
    assert view["turn"] == {"player": "S", "hand": None, "what": "choose"}
    assert view["choices"] == [] == view["legal"]
    assert plain(view["prompt"]) == "You have decided: South has yet to decide on umbrage"
    assert {card[0] for card in view["hands"]["N"]["cards"]} == {"H"}


def test_um_3_both_are_offered_the_choice_with_buttons():
    for viewer in "SN":
        view = seen(started(), viewer)
        assert view["turn"] == {"player": viewer, "hand": None, "what": "choose"}
        assert [button["a"] for button in view["choices"]] == ["umbrage:take", "umbrage:stay"] == view["legal"]
        assert all(button["label"] and button["why_not"] == "" for button in view["choices"])
    assert seen(started(), "D")["choices"] == []


def test_um_3_a_hand_given_up_is_not_seen_again_until_the_deal_is_over():
    state = play(started("S"), "S umbrage:take", "N umbrage:stay")
    assert {card[0] for card in seen(state, "S")["hands"]["S"]["cards"]} == {"D"}
    assert '"C' not in str(seen(state, "S")["hands"]).replace("'", '"')
    assert seen(play(state, "c:P", "c:P"), "S")["more"]["opened"]["dealt"]["dealer"][0] == "CA"


def test_um_3a_each_decides_once_and_before_the_first_call():
    state = play(started("S"), "S umbrage:stay")
    assert refused(state, "S", "umbrage:take").reason == "You have decided: wait for North"
    assert refused(state, "N", "c:1S").rule == "UM-3a"
    done = play(state, "N umbrage:stay")
    for player in "SN":
        assert "no second time in a deal" in refused(done, player, "umbrage:take").reason
    assert refused(started(), "D", "umbrage:take").rule == "UM-3a"


def test_um_3a_a_decision_is_not_taken_back():
    state = play(started("S"), "S umbrage:take")
    for player in "SN":
        assert refused(state, player, "undo").rule == "UM-17c"
        assert refused(play(state, "N umbrage:stay"), player, "undo").rule == "UM-17c"


def test_um_4_the_dealers_right_is_the_bridge_and_the_other_spare_hand_the_dummy():
    """UM-2: without umbrage, nothing is reshuffled."""
    state = decided(False, False, reshuffle=list(reversed(range(26))))
    assert seen(state)["more"]["opened"]["bridge"] == [card.text for card in FULL_DECK if card.suit == "D"]
    assert suits_in(cards_of(state, "D")) == "S"


@pytest.mark.parametrize("dealer", ["S", "N"])
def test_um_4b_the_header_says_who_deals_and_he_calls_first(dealer):
    state = decided(False, False, dealer=dealer)
    assert UMBRAGE.turn(state) == dealer == seen(state)["dealer"]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"board": 0}, "board: a deal has a whole number"),
        ({"dealer": "E"}, "dealer: 'E' is not one of the players"),
        ({"vul": "Both"}, "vul: 'Both' is not one of"),
        ({"hands": {}}, "hands: these are needed: left, opponent, right, dealer"),
        ({"hands": None}, "hands: these are needed"),
        ({"reshuffle": list(range(25))}, "reshuffle: the numbers 0 to 25"),
        ({"reshuffle": [0] * 26}, "reshuffle: the numbers 0 to 25"),
        ({"reshuffle": None}, "reshuffle: the numbers 0 to 25"),
    ],
)
def test_um_1_a_wrong_setup_is_refused_with_the_field_at_fault(wrong, says):
    with pytest.raises(BadSetup, match=says):
        UMBRAGE.start(setup(**wrong), {})


@pytest.mark.parametrize(
    ("left", "says"),
    [
        ("SA SK", "hands.left: 2 cards are there instead of 13"),
        ("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 HA", "hands: the ace of hearts is dealt too often"),
        ("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 JK", "hands: the joker is dealt too often"),
        ("SA XX", "hands.left: 'XX' is not a card"),
        (13, "hands.left: the cards must be written as text"),
    ],
)
def test_um_1_a_wrong_hand_is_refused_with_what_is_wrong(left, says):
    good = setup()
    with pytest.raises(BadSetup, match=says):
        UMBRAGE.start({**good, "hands": {**good["hands"], "left": left}}, {})


def test_um_9_and_17c_are_the_options_of_a_play():
    assert UMBRAGE.options == {"repeat": ("fresh", "keeps_double"), "notes": ("off", "on"), "misclick": ("on", "off")}
