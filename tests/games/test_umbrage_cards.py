"""Card play, three cards to a trick, and the outcome for scoring: UM-14 to UM-18d."""

import pytest

from games.players import OPPONENT
from games.wording import plain
from tests.games.umbrage_positions import (
    UMBRAGE,
    called,
    legal_words,
    play,
    position,
    refused,
    run,
    seen,
    setup,
    started,
)


def order_of(state: object) -> list[str]:
    """Return the hands in the order of the trick on the table, found by playing any cards until it is complete."""
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


def test_um_14_the_dummy_lies_hidden_until_the_lead_is_down():
    state = called("1S P 0 0")
    assert [seen(state, viewer)["hands"]["D"]["cards"] for viewer in "SN"] == [None, None]
    state = play(state, "p:HA")
    for viewer in "SN":
        assert seen(state, viewer)["hands"]["D"] == {
            "owner": None,
            "dummy": True,
            "count": 13,
            "cards": [f"S{rank}" for rank in "AKQJT98765432"],
        }


@pytest.mark.parametrize(
    ("order", "cards", "winner", "won_by", "then"),
    [
        ("N S D", "HA H2 H3", "N", "N", ["N:N", "S:S", "D:N"]),
        ("N S D", "H2 HA H3", "S", "S", ["S:S", "N:N", "D:S"]),
        ("N S D", "H2 H3 HA", "D", "N", ["D:N", "S:S", "N:N"]),
        ("S N D", "H2 H3 HA", "D", "S", ["D:S", "N:N", "S:S"]),
        ("D S N", "HA H2 H3", "D", "N", ["D:N", "S:S", "N:N"]),
        ("D S N", "H2 HA H3", "S", "S", ["S:S", "N:N", "D:S"]),
        ("D S N", "H2 H3 HA", "N", "N", ["N:N", "S:S", "D:N"]),
        ("D N S", "HA H2 H3", "D", "S", ["D:S", "N:N", "S:S"]),
    ],
)
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


def test_um_17a_the_dummys_card_says_who_played_it():
    state = position("D S N", S="C2 C3", N="D2 D3", D="S2 S3")
    state = play(state, "p:S2", "p:C2")
    cards = [{"seat": "D", "card": "S2", "by": "N"}, {"seat": "S", "card": "C2"}]
    assert seen(state, "S")["trick"] == {"number": 12, "leader": "D", "cards": cards}


def test_um_17a_there_is_no_choice_between_hand_and_dummy():
    in_hand = position("N S D", S="C2 C3", N="D2 D3", D="S2 S3")
    assert legal_words(in_hand) == {"D2", "D3"}
    assert (
        refused(in_hand, "N", "p:S2").reason == "This card must come from your hand, and the 2 of spades is not there"
    )
    in_dummy = position("D S N", S="C2 C3", N="D2 D3", D="S2 S3")
    assert legal_words(in_dummy) == {"S2", "S3"}
    assert (
        refused(in_dummy, "N", "p:D2").reason
        == "This card must come from the dummy, and the 2 of diamonds is not there"
    )
    assert refused(in_dummy, "S", "p:C2").reason == "It is North's turn: please wait"


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


def test_um_14_prompts_say_which_hand_plays():
    state = position("D S N", S="C2 C3", N="D2 D3", D="S2 S3")
    assert plain(seen(state, "N")["prompt"]) == "Lead a card from the dummy"
    assert plain(seen(state, "S")["prompt"]) == "North leads from the dummy"
    state = play(state, "p:S2")
    assert plain(seen(state, "S")["prompt"]) == "Play a card from your hand"
    assert plain(seen(state, "N")["prompt"]) == "South plays from hand"
    assert seen(state, "N")["turn"] == {"player": "S", "hand": "S", "what": "card"}


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
        **hands,
        "dealer": hands["dealer"].replace("C2", "SA").replace("C3", "HA"),
        "left": hands["left"].replace("SA", "C2"),
        "opponent": hands["opponent"].replace("HA", "C3"),
    }
    state = UMBRAGE.start(setup(hands=mixed), {})
    state = run(play(state, "umbrage:stay", "umbrage:stay", "c:1N", "c:P", "draw:C4", "draw:"), "1N P 0 0")
    outcome = UMBRAGE.outcome(play(state, "S claim:13", "N accept"))
    assert (outcome["contract"], outcome["tricks"]) == ("1N", 13)
    assert outcome["honours"] == {"S": 150, "N": 0}
