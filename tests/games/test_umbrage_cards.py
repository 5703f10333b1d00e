"""Umbrage: the deal and the decisions on umbrage, card play, and the outcome (UM-1 to UM-4, UM-14 to UM-18d)."""

import pytest

from games.cards import FULL_DECK, parse_cards
from games.players import OPPONENT
from games.shuffle import shuffled
from games.wording import plain
from tests.games.umbrage_positions import (
    UMBRAGE,
    called,
    cards_of,
    legal_words,
    play,
    position,
    refused,
    run,
    seen,
    setup,
    started,
)

HEADER = {"board": 7, "dealer": "N", "vul": "EW"}


def suits_in(cards: str) -> str:
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
    assert sorted(dealt["reshuffle"]) == list(range(26))
    assert dealt == UMBRAGE.deal("seed", HEADER, {"notes": "on"})


@pytest.mark.parametrize("dealer", ["S", "N"])
@pytest.mark.parametrize(
    ("takes", "dealer_plays", "opponent_plays", "bridge", "dummy"),
    [
        ((False, False), "C", "H", "D", "S"), ((True, False), "D", "H", "SC", "SC"),
        ((False, True), "C", "S", "HD", "HD"), ((True, True), "D", "S", "HC", "HC"),
    ],
)  # fmt: skip
def test_um_2_3b_4_4b_players_swap_with_the_spare_hand_on_their_right_and_the_other_cards_are_mixed(
    dealer, takes, dealer_plays, opponent_plays, bridge, dummy
):
    state = decided(*takes, dealer=dealer)
    assert UMBRAGE.turn(state) == dealer == seen(state)["dealer"], "who deals calls first"
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
    assert seen(state, first)["turn"] == {"player": OPPONENT[first], "hand": None, "what": "choose"}
    state = play(state, "umbrage:stay")
    assert seen(state)["phase"] == "auction"
    assert UMBRAGE.turn(state) == "S"
    assert seen(state, "S")["more"]["umbrage"] == {first: True, OPPONENT[first]: False, "decided": ["S", "N"]}


def test_um_3_a_hand_given_up_is_not_seen_again_until_the_deal_is_over():
    state = play(started("S"), "S umbrage:take", "N umbrage:stay")
    assert {card[0] for card in seen(state, "S")["hands"]["S"]["cards"]} == {"D"}
    assert '"C' not in str(seen(state, "S")["hands"]).replace("'", '"')
    assert seen(play(state, "c:P", "c:P"), "S")["more"]["opened"]["dealt"]["dealer"][0] == "CA"


def test_um_3a_each_decides_once_and_before_the_first_call_and_takes_nothing_back():
    state = play(started("S"), "S umbrage:stay")
    assert refused(state, "S", "umbrage:take").reason == "You have decided: wait for North"
    assert refused(state, "N", "c:1S").rule == "UM-3a"
    done = play(state, "N umbrage:stay")
    for player in "SN":
        assert "no second time in a deal" in refused(done, player, "umbrage:take").reason
        assert refused(state, player, "undo").rule == refused(done, player, "undo").rule == "UM-17c"
    assert refused(started(), "D", "umbrage:take").rule == "UM-3a"


def order_of(state: object) -> list[str]:
    names = []
    for _ in range(3):
        view = seen(state)
        names.append(f"{view['turn']['hand']}:{view['turn']['player']}")
        state = play(state, seen(state, view["turn"]["player"])["legal"][0])
    return names


@pytest.mark.parametrize("declarer", ["S", "N"])
def test_um_14_the_defender_leads_then_opens_the_dummy_which_he_plays_third(declarer):
    state = called("1S P 0 0" if declarer == "S" else "P 1S P 0 0")
    defender = OPPONENT[declarer]
    assert seen(state)["contract"]["declarer"] == declarer
    assert order_of(state) == [f"{defender}:{defender}", f"{declarer}:{declarer}", f"D:{defender}"]
    assert [seen(state, viewer)["hands"]["D"]["cards"] for viewer in "SN"] == [None, None]
    state = play(state, seen(state, defender)["legal"][0])
    for viewer in "SN":
        assert seen(state, viewer)["hands"]["D"]["cards"] == [f"S{rank}" for rank in "AKQJT98765432"]


@pytest.mark.parametrize(
    ("order", "cards", "winner", "won_by", "then"),
    [
        ("N S D", "HA H2 H3", "N", "N", ["N:N", "S:S", "D:N"]), ("N S D", "H2 HA H3", "S", "S", ["S:S", "N:N", "D:S"]),
        ("N S D", "H2 H3 HA", "D", "N", ["D:N", "S:S", "N:N"]), ("S N D", "H2 H3 HA", "D", "S", ["D:S", "N:N", "S:S"]),
        ("D S N", "HA H2 H3", "D", "N", ["D:N", "S:S", "N:N"]), ("D S N", "H2 HA H3", "S", "S", ["S:S", "N:N", "D:S"]),
        ("D S N", "H2 H3 HA", "N", "N", ["N:N", "S:S", "D:N"]), ("D N S", "HA H2 H3", "D", "S", ["D:S", "N:N", "S:S"]),
    ],
)  # fmt: skip
def test_um_15_and_16_who_wins_plays_two_of_the_next_three_cards(order, cards, winner, won_by, then):
    """The rows are the rows of UM-17a. A trick won by the dummy's card counts for the player who played that card."""
    held = dict(zip(order.split(), cards.split(), strict=True))
    rest = {"S": "C2 C3", "N": "D2 D3", "D": "S2 S3"}
    state = position(order, **{name: f"{held[name]} {rest[name]}" for name in "SND"})
    before = seen(state)["tricks"]
    state = play(state, *(f"p:{card}" for card in cards.split()))
    done = seen(state, "S")["last_trick"]
    assert (done["winner"], done["won_by"], done["leader"]) == (winner, won_by, order[0])
    assert seen(state)["tricks"] == {**before, won_by: before[won_by] + 1}
    assert order_of(state) == then


def test_um_17a_there_is_no_choice_between_hand_and_dummy_whose_card_says_who_played_it():
    in_hand = position("N S D", S="C2 C3", N="D2 D3", D="S2 S3")
    assert legal_words(in_hand) == {"D2", "D3"}
    reason = "This card must come from {}, and the 2 of {} is not there"
    assert refused(in_hand, "N", "p:S2").reason == reason.format("your hand", "spades")
    in_dummy = position("D S N", S="C2 C3", N="D2 D3", D="S2 S3")
    assert legal_words(in_dummy) == {"S2", "S3"}
    assert refused(in_dummy, "N", "p:D2").reason == reason.format("the dummy", "diamonds")
    assert refused(in_dummy, "S", "p:C2").reason == "It is North's turn: please wait"
    cards = [{"seat": "D", "card": "S2", "by": "N"}, {"seat": "S", "card": "C2"}]
    assert seen(play(in_dummy, "p:S2", "p:C2"), "S")["trick"] == {"number": 12, "leader": "D", "cards": cards}


def test_um_17_each_of_the_three_hands_must_follow_suit_if_it_can():
    state = position("N S D", S="C2 H3", N="H2 D3", D="S2 H4")
    state = play(state, "p:H2")
    assert legal_words(state) == {"H3"}
    assert seen(state, "S")["why_not"] == {"C2": "Hearts were led: your hand must follow suit"}
    state = play(state, "p:H3")
    assert legal_words(state) == {"H4"}
    assert refused(state, "N", "p:S2").reason == "Hearts were led: the dummy must follow suit"
    assert seen(state, "S")["why_not"] == {}
    state = position("D S N", S="C2 C3", N="D2 H3", D="H2 S3")
    assert legal_words(play(state, "p:H2")) == {"C2", "C3"}
    assert legal_words(play(state, "p:H2", "p:C2")) == {"H3"}


def test_um_17_there_are_thirteen_tricks():
    state = called("1S P 0 0")
    for _ in range(39):
        assert seen(state)["phase"] == "play"
        state = play(state, seen(state, str(UMBRAGE.turn(state)))["legal"][0])
    view = seen(state, "S")
    assert (view["phase"], UMBRAGE.turn(state), len(view["history"])) == ("over", None, 13)
    assert sum(view["tricks"].values()) == 13
    assert view["outcome"]["tricks"] == view["tricks"]["S"]
    assert view["outcome"]["lead"] == "HA"
    assert plain(view["prompt"]) == "The deal is over"


@pytest.mark.parametrize(
    ("contract", "cards", "winner"),
    [
        ("3N", "H5 HK HA", "D"), ("3N", "H5 SA H6", "D"), ("3S", "H5 S2 HA", "S"), ("3S", "H5 S2 S3", "D"),
        ("3S", "H5 CA DA", "N"),
    ],
)  # fmt: skip
def test_um_17b_the_highest_trump_wins_else_the_highest_of_the_suit_led(contract, cards, winner):
    lead, second, third = cards.split()
    state = position("N S D", contract, N=f"{lead} C9", S=f"{second} C8", D=f"{third} C7")
    state = play(state, f"p:{lead}", f"p:{second}", f"p:{third}")
    assert seen(state)["last_trick"]["winner"] == winner


def test_um_14_cards_are_played_in_their_time():
    assert refused(called("1S"), "N", "p:HA").rule == "UM-14"
    assert refused(started(), "N", "p:HA").rule == "UM-14"
    assert refused(called("1S P 0 0"), "D", "p:HA").reason == "The director decides, calls and plays nothing"
    assert refused(called("1S P 0 0"), "N", "c:P").reason == "The auction has ended: it is time to play cards"


@pytest.mark.parametrize("took", [(True, False), (False, True), (True, True)])
def test_um_18_the_outcome_says_who_took_umbrage(took):
    state = started()
    for player, takes in zip("SN", took, strict=True):
        state = play(state, f"{player} umbrage:{'take' if takes else 'stay'}")
    state = play(run(state, "1S P 0 0"), "S claim:0", "N accept")
    outcome = UMBRAGE.outcome(state)
    assert outcome["umbrage"] == {"S": took[0], "N": took[1]}
    assert (outcome["tricks"], outcome["declarer"], outcome["claimed"]) == (0, "S", True)
    assert UMBRAGE.result_text(outcome) == "1S by South, 7 down"


@pytest.mark.parametrize(
    ("story", "south", "north"),
    [
        ("1C P 0 0", 150, 0),  # South holds all the clubs
        ("1H P 0 0", 0, 150),
        ("1S P 0 0", 0, 0),  # the dummy's are nobody's
        ("1D P 4 0 1D P 0 0", 100, 0),  # four of the five diamonds drawn
        ("1D P 4 1 1D P 0 0", 100, 0),  # the fifth with North
        ("1D P 5 0 1D P 0 0", 150, 0),
    ],
)
def test_um_18d_honours_are_of_the_thirteen_cards_held_as_the_play_begins(story, south, north):
    state = called(story)
    for _ in range(6):  # cards gone do not matter
        state = play(state, seen(state, str(UMBRAGE.turn(state)))["legal"][0])
    outcome = UMBRAGE.outcome(play(state, "S claim:0", "N accept"))
    assert outcome["honours"] == {"S": south, "N": north}


def test_um_18d_four_aces_count_at_no_trump_as_drawn():
    hands = setup()["hands"]
    mixed = {
        **hands, "dealer": hands["dealer"].replace("C2", "SA").replace("C3", "HA"),
        "left": hands["left"].replace("SA", "C2"), "opponent": hands["opponent"].replace("HA", "C3"),
    }  # fmt: skip
    state = UMBRAGE.start(setup(hands=mixed), {})
    state = run(play(state, "umbrage:stay", "umbrage:stay", "c:1N", "c:P", "draw:C4", "draw:"), "1N P 0 0")
    outcome = UMBRAGE.outcome(play(state, "S claim:13", "N accept"))
    assert (outcome["contract"], outcome["tricks"]) == ("1N", 13)
    assert outcome["honours"] == {"S": 150, "N": 0}
