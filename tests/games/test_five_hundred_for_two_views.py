"""500 for two: who sees what, row by row as in the table of FH-33, and the prompts and keys of `more`."""

import pytest

from games.five_hundred import sorted_for
from games.variants.five_hundred_for_two.state import FiveHundredState
from games.wording import plain
from tests.games.five_hundred_positions import FIVE_HUNDRED, called, laid_away, own_hand, play, position, setup_of

MORE = set("kitty kitty_count discards discards_count value misere aside bowers asked rules".split())
SOLO_KEYS = (
    "game phase me board dealer vul turn hands legal can claim_max why_not auction contract trick last_trick tricks "
    "claim claim_refused undo taken_back hints outcome dealt history"
)
STAGES = ("auction", "discard", "play", "over")


def at(stage: str, **options: str) -> FiveHundredState:
    """Return a state in which South plays seven diamonds. `stage` is a column of the table in FH-33."""
    if stage == "auction":
        return called("7D", **options)
    state = called("7D P P", **options)
    if stage == "discard":
        return state
    state = laid_away(state) if state.phase == "discard" else state
    while stage == "over" and FIVE_HUNDRED.turn(state):
        state = play(state, FIVE_HUNDRED.view(state, str(FIVE_HUNDRED.turn(state)))["legal"][0])
    if stage == "play":
        for _ in range(9):
            state = play(state, FIVE_HUNDRED.view(state, str(FIVE_HUNDRED.turn(state)))["legal"][0])
    return state


def seen(state: FiveHundredState, name: str) -> str:
    """Return which of S and N see the cards in this hand."""
    return "".join(viewer for viewer in "SN" if FIVE_HUNDRED.view(state, viewer)["hands"][name]["cards"] is not None)


def told(state: FiveHundredState, key: str) -> str:
    """Return which of S and N see this part of `more`."""
    return "".join(viewer for viewer in "SN" if FIVE_HUNDRED.view(state, viewer)["more"][key] is not None)


def table_seen(what: str, auction: str) -> list[str]:
    states = [at(stage, auction=auction) for stage in STAGES]
    return [seen(state, what) if what in "NESW" else told(state, what) for state in states]


@pytest.mark.parametrize(
    ("auction", "what", "columns"),
    [  # auction, kitty and discards, play, over; South is the contractor
        ("open", "S", ["SN", "S", "S", "SN"]),
        ("open", "N", ["SN", "N", "N", "SN"]),
        ("closed", "S", ["S", "S", "S", "SN"]),
        ("closed", "N", ["N", "N", "N", "SN"]),
        ("open", "E", ["SN", "SN", "SN", "SN"]),
        ("closed", "E", ["SN", "SN", "SN", "SN"]),
        ("closed", "W", ["SN", "SN", "SN", "SN"]),
        ("open", "kitty", ["SN", "SN", "", "SN"]),
        ("closed", "kitty", ["", "S", "", "SN"]),
        ("open", "discards", ["", "", "S", "SN"]),
        ("closed", "discards", ["", "", "S", "SN"]),
    ],
)
def test_fh_33_hands_dummies_kitty_and_discards(auction, what, columns):
    assert table_seen(what, auction) == columns


@pytest.mark.parametrize(("auction", "who"), [("open", "SN"), ("closed", "")])
def test_fh_33_a_kitty_that_nobody_takes_is_open_as_it_was_in_the_auction(auction, who):
    stages = ("auction", "play", "over")
    dead = [told(at(stage, auction=auction, kitty="dead"), "kitty") for stage in stages]
    assert dead == [who, who, "SN"]
    misere = called("M P P", auction=auction, misere="on")
    assert (told(misere, "kitty"), seen(misere, "E")) == (who, "SN")
    assert FIVE_HUNDRED.view(misere, "N")["more"]["aside"] == "E"


@pytest.mark.parametrize("stage", STAGES)
def test_fh_33_counts_value_and_bowers_are_for_both(stage):
    south, north = (FIVE_HUNDRED.view(at(stage), viewer)["more"] for viewer in "SN")
    for key in MORE - {"kitty", "discards"}:
        assert south[key] == north[key], key


def test_fh_33_the_suit_named_for_a_joker_is_told_to_both():
    state = play(position("S", S="JK H9 S5", W="C5 C9 D9"), "p:JK:H")
    for viewer in "SN":
        view = FIVE_HUNDRED.view(state, viewer)
        assert (view["more"]["asked"], view["trick"]["asked"]) == ("H", "H")
        assert plain(view["prompt"]).endswith("the joker asks for hearts")


def test_fh_33_over_all_is_open_as_dealt():
    hands, view = setup_of()["hands"], FIVE_HUNDRED.view(at("over"), "N")
    assert " ".join(view["dealt"]["E"]) == hands["E"]
    assert all(sorted(view["dealt"][name]) == sorted(hands[name].split()) for name in "NESW")
    assert view["more"]["kitty"] == hands["kitty"].split()
    assert len(view["history"]) == 10 and view["why_not"] == {}


# The shape of a view


@pytest.mark.parametrize("stage", STAGES)
def test_fh_a_view_has_the_keys_of_solo_and_four_more(stage):
    for viewer in "SND":
        view = FIVE_HUNDRED.view(at(stage), viewer)
        assert set(view) == {*SOLO_KEYS.split(), "prompt", "choices", "pick", "more"}
        assert set(view["more"]) == MORE
        assert (view["choices"], view["hints"]) == ([], None)
        assert view["phase"] == stage


def test_fh_the_figures_of_more():
    more = FIVE_HUNDRED.view(at("play"), "N")["more"]
    assert (more["value"], more["misere"], more["aside"]) == (180, False, None)
    assert more["bowers"] == ["JK", "DJ", "HJ"]
    assert (more["kitty_count"], more["discards_count"]) == (0, 3)
    assert more["rules"] == {
        "auction": "open", "after_pass": "in", "kitty": "hand", "first_lead": "defender", "misere": "off",
    }  # fmt: skip
    before = FIVE_HUNDRED.view(at("auction"), "N")["more"]
    assert (before["value"], before["bowers"], before["kitty_count"]) == (None, [], 3)


def test_fh_4_a_players_own_hand_is_sorted_by_the_suits_of_the_play():
    state = at("play")
    hand = FIVE_HUNDRED.view(state, "S")["hands"]["S"]["cards"]
    assert hand == [card.text for card in sorted_for(state.hands[2], "D")]
    assert sorted(hand) == sorted(own_hand(state, "S"))


@pytest.mark.parametrize(
    ("calls", "south", "north"),
    [
        ("", "Bid for 6 to 10 tricks, or pass", "South is to call"),
        ("7D", "North is to call", "Bid more than 7 diamonds, worth 180, or pass"),
        ("7D P", "Your bid was passed: pass to play 7 diamonds, or bid more than 180", "South is to call"),
        (
            "7D P P",
            "The kitty is in your hand: lay three of your 13 cards face down",
            "South takes the kitty and lays three cards face down",
        ),
        ("P P", "The deal is over", "The deal is over"),
    ],
)
def test_fh_prompts_of_auction_and_discard(calls, south, north):
    state = called(calls)
    assert plain(FIVE_HUNDRED.view(state, "S")["prompt"]) == south
    assert plain(FIVE_HUNDRED.view(state, "N")["prompt"]) == north


def test_fh_prompts_of_the_play():
    state = laid_away(called("7D P P"))
    assert plain(FIVE_HUNDRED.view(state, "N")["prompt"]) == "Lead a card from your hand"
    assert plain(FIVE_HUNDRED.view(state, "S")["prompt"]) == "North leads from hand"
    assert plain(FIVE_HUNDRED.view(at("over"), "S")["prompt"]) == "The deal is over"
