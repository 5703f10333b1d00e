"""Whist for two: the deal, trumps, inspection, first lead, views, outcome and robot (SW-1 to SW-22)."""

from typing import Any

import pytest

from games.cards import FULL_DECK
from games.errors import BadSetup
from games.shuffle import deal_from_seed, shuffled
from games.variants.whist_for_two.state import WhistState
from tests.games.whist_for_two_positions import (
    WHIST,
    cards_to_play,
    dealt,
    header,
    play,
    play_on,
    refused,
    setup_of,
    started,
    turn,
)


def more(*args, **options) -> dict[str, Any]:
    facts: dict[str, Any] = WHIST.view(started(*args, **options), "S")["more"]
    return facts


def test_sw_2_there_is_no_auction_and_no_contract():
    state = started()
    view = WHIST.view(state, "N")
    assert (view["phase"], view["auction"], view["contract"]) == ("play", [], None)
    assert refused(state, "N", "c:1S").reason == "That is not an action of this game"


@pytest.mark.parametrize(("dealer", "order"), [("S", "WNES"), ("N", "ESWN")])
def test_sw_3_cards_come_singly_from_the_dealers_left(dealer, order):
    hands = setup_of("a seed", dealer, 7)["hands"]
    came = [hands[order[place % 4]].split()[place // 4] for place in range(52)]
    assert came == [card.text for card in shuffled(FULL_DECK, "a seed", "whist 7")]
    with pytest.raises(BadSetup, match="trumps is turned or rotate"):
        WHIST.deal("a", header(dealer), {"trumps": "none"})


@pytest.mark.parametrize("dealer", "SN")
def test_sw_4_the_dealers_last_card_is_turned_and_its_suit_is_trumps(dealer):
    for number in range(8):
        setup = setup_of(str(number), dealer)
        last = setup["hands"][dealer].split()[-1]
        assert setup["turned"] == last
        view = WHIST.view(WHIST.start(setup, {}), "S")
        assert (view["more"]["trumps"], view["more"]["turned"]) == (last[0], last)
        assert view["more"]["turned_by"] == dealer


def test_sw_4_it_lies_open_until_the_dealers_hand_has_played_to_the_first_trick_and_again_if_that_goes_back():
    state = dealt("S5", S="S5 D9 D3", N="D5", E="D2 .. DT", W="D8 .. D4", undo="director")
    for card in ("p:D5", "p:DT"):
        for viewer in "SN":
            assert WHIST.view(state, viewer)["more"]["turned"] == "S5"
        state = play(state, card)
    assert WHIST.view(state, "N")["more"]["turned"] == "S5"
    state = play(state, "p:D9")
    for viewer in "SN":
        more = WHIST.view(state, viewer)["more"]
        assert (more["turned"], more["turned_by"], more["trumps"]) == (None, None, "S")
    assert WHIST.view(play(state, "D undo"), "N")["more"]["turned"] == "S5"
    itself = play(dealt("D9", S="D9 D3", N="D5", E="D2 .. DT"), "p:D5", "p:D2", "p:D9")
    assert WHIST.view(itself, "N")["more"]["turned"] is None, "it can be played itself"


def test_sw_4_when_his_own_hand_plays_last_it_lies_open_through_the_others_cards():
    state = started(first_lead="eldest")
    for _ in range(3):
        assert WHIST.view(state, "N")["more"]["turned"] is not None
        state = play(state, sorted(f"p:{card}" for card in cards_to_play(state))[0])
    assert turn(state)["hand"] == "S"
    assert WHIST.view(state, "N")["more"]["turned"] is not None


@pytest.mark.parametrize(("way", "trumps"), [("rotate", "HCDSHCDSHC"), ("rotate_nt", "HCDSNHCDSN")])
def test_sw_5_trumps_go_round_by_the_number_of_the_deal_and_the_deal_turns_nothing(way, trumps):
    assert setup_of(trumps=way)["turned"] == ""
    entries = [more(board=number, trumps=way) for number in range(1, 11)]
    assert "".join(entry["trumps"] for entry in entries) == trumps
    assert {(entry["turned"], entry["turned_by"]) for entry in entries} == {(None, None)}


def test_sw_6_option_open_shows_all_four_hands_until_both_are_ready():
    state = started(inspection="open")
    for viewer in "SN":
        view = WHIST.view(state, viewer)
        assert view["phase"] == "inspect"
        assert sum(len(hand["cards"]) for hand in view["hands"].values()) == 52
        assert view["turn"] == {"player": viewer, "hand": None, "what": "choose"}
        assert (view["legal"], [choice["a"] for choice in view["choices"]]) == (["ready"], ["ready"])
    north_ready = play(state, "N ready")
    north, south = WHIST.view(north_ready, "N"), WHIST.view(north_ready, "S")
    assert (north["legal"], north["choices"], north["turn"]["player"]) == ([], [], "S")
    assert len(north["hands"]["S"]["cards"]) == 13
    assert (south["legal"], south["more"]["ready"]) == (["ready"], ["N"])
    both = play(north_ready, "S ready")
    assert WHIST.view(both, "S")["phase"] == "play"
    assert WHIST.view(both, "S")["hands"]["N"]["cards"] is None
    assert WHIST.view(both, "S")["more"]["ready"] == ["N", "S"]


def test_sw_6_nothing_else_happens_before_both_are_ready():
    state = started(inspection="open")
    assert refused(state, "N", f"p:{WHIST.view(state, 'N')['hands']['N']['cards'][0]}").rule == "SW-6"
    assert "once the play of the cards has begun" in refused(state, "S", "claim:3").reason
    assert "say themselves" in refused(state, "D", "ready").reason
    assert refused(play(state, "S ready"), "S", "ready").reason == "You are ready: North is still looking"
    assert refused(started(), "S", "ready").rule == "SW-6"


@pytest.mark.parametrize(
    ("dealer", "first_lead", "hand", "player"),
    [("S", "hand", "N", "N"), ("N", "hand", "S", "S"), ("S", "eldest", "W", "N"), ("N", "eldest", "E", "S")],
)
def test_sw_7_who_leads_to_the_first_trick(dealer, first_lead, hand, player):
    state = started(dealer=dealer, first_lead=first_lead)
    assert turn(state) == {"player": player, "hand": hand, "what": "card"}
    assert WHIST.view(state, "S")["more"]["first_lead"] == hand
    assert len(cards_to_play(state)) == (13 if first_lead == "hand" else 2)


@pytest.mark.parametrize(("dealer", "leads"), [("N", "S"), ("E", "N"), ("S", "N"), ("W", "S")])
def test_sw_19_the_boards_dealer_says_who_does_not_lead(dealer, leads):
    setup = deal_from_seed("club", 3).to_setup(3, dealer, "All")
    state = WHIST.start(setup, {"trumps": "rotate"})
    view = WHIST.view(state, "S")
    assert turn(state)["player"] == leads
    assert (view["dealer"], view["more"]["trumps"], view["vul"]) == (dealer, "D", "None")
    over = play(state, f"{leads} claim:0", "accept")
    assert WHIST.outcome(over)["dealer"] == {"S": "N", "N": "S"}[leads]


def seen(state: WhistState, viewer: str) -> dict[str, Any]:
    return WHIST.view(state, viewer)


def over(**options: str) -> WhistState:
    return play_on(started(**options), 60)


def in_play(**options: str) -> WhistState:
    return play_on(started(**options), 10)


@pytest.mark.parametrize(("viewer", "other"), ["SN", "NS"])
def test_sw_21_a_players_own_hand_and_both_dummies_in_sequence(viewer, other):
    state, later = started(), in_play()
    own = seen(state, viewer)["hands"][viewer]["cards"]
    closed = {"owner": viewer, "dummy": False, "count": 13, "cards": None}
    assert len(own) == 13 and seen(state, other)["hands"][viewer] == closed
    left = seen(later, viewer)["hands"][viewer]
    assert len(left["cards"]) == left["count"] < 13
    assert seen(later, other)["hands"][viewer]["cards"] is None
    for dummy in "EW":
        assert seen(later, viewer)["hands"][dummy] == seen(later, other)["hands"][dummy]
        assert seen(state, viewer)["hands"][dummy]["cards"] == [c.text for c in state.table.deal.hands()[dummy]]
    assert seen(over(), other)["dealt"][viewer] == seen(over(), viewer)["dealt"][viewer] == own


@pytest.mark.parametrize("dealer", "SN")
def test_sw_21_the_turned_card(dealer):
    state = started(dealer=dealer)
    card = seen(state, "D")["more"]["turned"]
    assert card in seen(state, dealer)["hands"][dealer]["cards"]
    for viewer in "SN":
        assert seen(state, viewer)["more"]["turned"] == card
        taken_up = play_on(state, 4)
        assert seen(taken_up, viewer)["more"]["turned"] is None
        assert seen(play_on(state, 60), viewer)["more"]["turned"] == card
    assert seen(play_on(state, 4), "D")["more"]["turned"] == card


def test_sw_22_the_view_counts_nothing_for_the_player():
    """The view has exactly these keys for both players. No value in it, not even a hint, depends on unseen cards."""
    for state in (started(), in_play(), over(), started(inspection="open")):
        south, north = seen(state, "S"), seen(state, "N")
        assert south["hints"] is None and south["more"] == north["more"]
        assert set(south["more"]) == {"trumps", "turned", "turned_by", "first_lead", "ready"}
        assert south["more"]["trumps"] == seen(started(), "S")["more"]["trumps"]
    hidden = set(seen(started(), "D")["hands"]["N"]["cards"])
    assert not {card for card in hidden if card in str(seen(started(), "S"))}


def test_sw_14_the_outcome_is_what_scoring_needs():
    state = play(dealt("S5", S="S5 D9", N="D5", E="S2 .. CK"), "p:D5", "S claim:9", "accept")
    outcome = WHIST.outcome(state)
    assert {**outcome, "honours": None} == {
        "trumps": "S", "dealer": "S", "tricks": {"S": 9, "N": 4}, "claimed": True, "lead": "D5",
        "honours": None,
    }  # fmt: skip
    assert WHIST.result_text(outcome) == "South 9 tricks, North 4"
    assert WHIST.result_text({"tricks": {"S": 1, "N": 12}}) == "South 1 trick, North 12"


@pytest.mark.parametrize(
    ("hands", "trumps", "honours"),
    [
        ({"S": "HA HK", "E": "HQ", "W": "HJ"}, "rotate", {"S": 3, "N": 1}),
        ({"N": "HA HK", "W": "HQ HJ"}, "rotate", {"S": 0, "N": 4}),
        ({"S": "HA HQ", "N": "HK HJ HT"}, "rotate", {"S": 2, "N": 2}),
    ],
)
def test_sw_18_honours_dealt_to_hand_and_dummy_together(hands, trumps, honours):
    state = play(dealt(board=1, trumps=trumps, **hands), "claim:0", "accept")
    assert WHIST.outcome(state)["honours"] == honours
    none = play(dealt(board=5, trumps="rotate_nt", **hands), "claim:0", "accept")
    assert WHIST.outcome(none)["honours"] == {"S": 0, "N": 0}


def test_sw_worked_example_and_without_a_diamond_south_may_throw_or_overruff():
    west = "D9 .. DA"
    state = dealt("S3", S="S3 SA D3", N="D5 H2", E="S2 D4 .. C5 CK", W=west)
    state = play(state, "p:D5")
    assert cards_to_play(state) == {"S2", "CK"}
    assert refused(state, "S", "p:D4").rule == "SW-10"
    ruffed = play(state, "p:S2")
    assert turn(ruffed) == {"player": "S", "hand": "S", "what": "card"}
    assert {card[0] for card in cards_to_play(ruffed)} == {"D"}
    followed = play(ruffed, "p:D3")
    assert cards_to_play(followed) == {"D9", "DA"}
    won = play(followed, "p:D9")
    assert turn(won)["hand"] == "E"
    assert cards_to_play(won) == {"CK", "D4"}
    south = "S3 SA SK SQ HA HK HQ CA CQ CJ CT C9 C8"
    state = play(dealt("S3", S=south, N="D5", E="S2 .. CK", W="D9 .. DA"), "p:D5", "p:S2")
    assert cards_to_play(state) == set(south.split())
    assert turn(play(state, "p:S3", "p:DA"))["hand"] == "S"
