"""500 for two: who sees what, row by row of FH-33; prompts, and the keys of `more`."""

import pytest

from games.five_hundred import sorted_for
from games.variants.five_hundred_for_two.state import FiveHundredState
from games.wording import plain
from tests.games.five_hundred_positions import (
    FIVE_HUNDRED,
    called,
    laid_away,
    own_hand,
    play,
    position,
    setup_of,
    started,
)

MORE = {
    "kitty",
    "kitty_count",
    "discards",
    "discards_count",
    "value",
    "misere",
    "aside",
    "bowers",
    "asked",
    "rules",
}
SOLO_KEYS = (
    "game phase me board dealer vul turn hands legal can claim_max why_not auction contract trick last_trick tricks "
    "claim claim_refused undo taken_back hints outcome dealt history"
)
STAGES = ("auction", "discard", "play", "over")


def at(stage: str, **options: str) -> FiveHundredState:
    """Return a state with South playing seven diamonds; the stage is a column of FH-33."""
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
    """Return which of S, N see the cards of this hand."""
    return "".join(
        viewer for viewer in "SN" if FIVE_HUNDRED.view(state, viewer)["hands"][name]["cards"] is not None
    )


def told(state: FiveHundredState, key: str) -> str:
    """Return which of S, N see this part of `more`."""
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
def test_fh_33_hands_dummies_kitty_and_discards(auction: str, what: str, columns: list[str]) -> None:
    assert table_seen(what, auction) == columns


@pytest.mark.parametrize(("auction", "who"), [("open", "SN"), ("closed", "")])
def test_fh_33_a_kitty_that_nobody_takes_is_open_as_it_was_in_the_auction(auction: str, who: str) -> None:
    dead = {stage: at(stage, auction=auction, kitty="dead") for stage in ("auction", "play", "over")}
    assert {stage: told(state, "kitty") for stage, state in dead.items()} == {
        "auction": who,
        "play": who,
        "over": "SN",
    }
    misere = called("M P P", auction=auction, misere="on")
    assert told(misere, "kitty") == who
    assert seen(misere, "E") == "SN"
    assert FIVE_HUNDRED.view(misere, "N")["more"]["aside"] == "E"


@pytest.mark.parametrize("stage", STAGES)
def test_fh_33_calls_contract_counts_and_tricks_are_for_both(stage: str) -> None:
    south, north = (FIVE_HUNDRED.view(at(stage), viewer) for viewer in "SN")
    for key in (
        "auction",
        "contract",
        "tricks",
        "trick",
        "last_trick",
        "turn",
        "claim_max",
        "phase",
        "outcome",
    ):
        assert south[key] == north[key], key
    for key in ("kitty_count", "discards_count", "value", "misere", "aside", "bowers", "asked", "rules"):
        assert south["more"][key] == north["more"][key], key
    counts = [{name: hand["count"] for name, hand in view["hands"].items()} for view in (south, north)]
    assert counts[0] == counts[1]


def test_fh_33_the_suit_named_for_a_joker_is_told_to_both() -> None:
    state = play(position("S", S="JK H9 S5", W="C5 C9 D9"), "p:JK:H")
    for viewer in "SN":
        view = FIVE_HUNDRED.view(state, viewer)
        assert (view["more"]["asked"], view["trick"]["asked"]) == ("H", "H")
        assert plain(view["prompt"]).endswith("the joker asks for hearts")


@pytest.mark.parametrize("stage", STAGES[:3])
def test_fh_33_earlier_tricks_and_the_deal_are_for_nobody_before_the_end(stage: str) -> None:
    for viewer in "SN":
        view = FIVE_HUNDRED.view(at(stage), viewer)
        assert (view["history"], view["dealt"], view["outcome"]) == (None, None, None)


def test_fh_33_over_all_is_open_as_dealt() -> None:
    setup = setup_of()["hands"]
    for viewer in "SN":
        view = FIVE_HUNDRED.view(at("over"), viewer)
        assert " ".join(view["dealt"]["E"]) == setup["E"]
        assert {name: sorted(cards) for name, cards in view["dealt"].items()} == {
            name: sorted(setup[name].split()) for name in "NESW"
        }
        assert view["more"]["kitty"] == setup["kitty"].split()
        assert len(view["history"]) == 10
        assert (view["turn"], view["legal"], view["why_not"]) == (None, [], {})


def test_fh_34_the_director_sees_everything_and_a_stranger_has_no_view() -> None:
    for stage in STAGES:
        view = FIVE_HUNDRED.view(at(stage), "D")
        assert all(hand["cards"] is not None for hand in view["hands"].values())
        assert len(view["more"]["kitty"]) == 3
        assert view["history"] is not None
        assert (view["legal"], view["pick"]) == ([], None)
    assert len(FIVE_HUNDRED.view(at("play"), "D")["more"]["discards"]) == 3
    with pytest.raises(ValueError, match="no viewer"):
        FIVE_HUNDRED.view(started(), "E")


# The shape of a view


@pytest.mark.parametrize("stage", STAGES)
def test_fh_a_view_has_the_keys_of_solo_and_four_more(stage: str) -> None:
    for viewer in "SND":
        view = FIVE_HUNDRED.view(at(stage), viewer)
        assert set(view) == {*SOLO_KEYS.split(), "prompt", "choices", "pick", "more"}
        assert set(view["more"]) == MORE
        assert (view["choices"], view["hints"]) == ([], None)
        assert view["phase"] == stage


def test_fh_the_figures_of_more() -> None:
    more = FIVE_HUNDRED.view(at("play"), "N")["more"]
    assert (more["value"], more["misere"], more["aside"]) == (180, False, None)
    assert more["bowers"] == ["JK", "DJ", "HJ"]
    assert (more["kitty_count"], more["discards_count"]) == (0, 3)
    assert more["rules"] == {
        "auction": "open",
        "after_pass": "in",
        "kitty": "hand",
        "first_lead": "defender",
        "misere": "off",
    }
    before = FIVE_HUNDRED.view(at("auction"), "N")["more"]
    assert (before["value"], before["bowers"], before["kitty_count"]) == (None, [], 3)


def test_fh_4_a_players_own_hand_is_sorted_by_the_suits_of_the_play() -> None:
    state = at("play")
    hand = FIVE_HUNDRED.view(state, "S")["hands"]["S"]["cards"]
    assert hand == [card.text for card in sorted_for(state.hands[2], "D")]
    assert sorted(hand) == sorted(own_hand(state, "S"))


def test_fh_only_the_player_on_turn_gets_cards_to_play_and_reasons() -> None:
    state = position("N", "H5", contract="8S", E="HA HK D9 H4")
    south, north = FIVE_HUNDRED.view(state, "S"), FIVE_HUNDRED.view(state, "N")
    assert south["legal"] == ["p:HA", "p:H4"]
    assert set(south["why_not"]) == {"HK", "D9"}
    assert (north["legal"], north["why_not"]) == ([], {})


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
def test_fh_prompts_of_auction_and_discard(calls: str, south: str, north: str) -> None:
    state = called(calls)
    assert plain(FIVE_HUNDRED.view(state, "S")["prompt"]) == south
    assert plain(FIVE_HUNDRED.view(state, "N")["prompt"]) == north


def test_fh_prompts_of_the_play() -> None:
    state = laid_away(called("7D P P"))
    assert plain(FIVE_HUNDRED.view(state, "N")["prompt"]) == "Lead a card from your hand"
    assert plain(FIVE_HUNDRED.view(state, "S")["prompt"]) == "North leads from hand"
    assert plain(FIVE_HUNDRED.view(at("over"), "S")["prompt"]) == "The deal is over"
