"""The deal, trumps, inspection and first lead in Whist for two: SW-1 to SW-7 and SW-19."""

from typing import Any

import pytest

from games.cards import FULL_DECK, cards_text, parse_cards
from games.errors import BadSetup
from games.shuffle import deal_from_seed, shuffled
from games.wording import plain
from tests.games.whist_for_two_positions import (
    WHIST,
    cards_to_play,
    dealt,
    header,
    play,
    refused,
    setup_of,
    started,
    turn,
)


def more(*args, **options) -> dict[str, Any]:
    found: dict[str, Any] = WHIST.view(started(*args, **options), "S")["more"]
    return found


def test_sw_1_two_players_with_a_hand_and_a_dummy_each():
    hands = WHIST.view(started(), "S")["hands"]
    assert {name: hand["count"] for name, hand in hands.items()} == {"N": 13, "E": 13, "S": 13, "W": 13}
    assert {name: hand["owner"] for name, hand in hands.items()} == {"N": "N", "E": "S", "S": "S", "W": "N"}
    assert {name for name, hand in hands.items() if hand["dummy"]} == {"E", "W"}


def test_sw_1_a_dummy_lies_in_its_sequence_and_hands_are_sorted():
    setup = setup_of()
    for viewer in "SN":
        hands = WHIST.view(WHIST.start(setup, {}), viewer)["hands"]
        assert [cards_text(parse_cards(" ".join(hands[seat]["cards"]))) for seat in "EW"] == [
            setup["hands"]["E"],
            setup["hands"]["W"],
        ]
        suits = [card[0] for card in hands[viewer]["cards"]]
        assert suits == sorted(suits, key="SHDC".index)


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


@pytest.mark.parametrize("dealer", "SN")
def test_sw_4_the_dealers_last_card_is_turned_and_its_suit_is_trumps(dealer):
    for number in range(8):
        setup = setup_of(str(number), dealer)
        last = setup["hands"][dealer].split()[-1]
        assert setup["turned"] == last
        view = WHIST.view(WHIST.start(setup, {}), "S")
        assert (view["more"]["trumps"], view["more"]["turned"]) == (last[0], last)
        assert view["more"]["turned_by"] == dealer


def test_sw_4_it_lies_open_until_the_dealers_hand_has_played_to_the_first_trick():
    state = dealt("S5", S="S5 D9 D3", N="D5", E="D2 .. DT", W="D8 .. D4")
    for card in ("p:D5", "p:DT"):
        for viewer in "SN":
            assert WHIST.view(state, viewer)["more"]["turned"] == "S5"
        state = play(state, card)
    assert WHIST.view(state, "N")["more"]["turned"] == "S5"
    state = play(state, "p:D9")
    for viewer in "SN":
        more = WHIST.view(state, viewer)["more"]
        assert (more["turned"], more["turned_by"], more["trumps"]) == (None, None, "S")


def test_sw_4_the_card_lies_open_again_when_the_dealers_card_is_taken_back():
    state = dealt("S5", S="S5 D9 D3", N="D5", E="D2 .. DT", undo="director")
    state = play(state, "p:D5", "p:DT", "p:D9", "D undo")
    assert WHIST.view(state, "N")["more"]["turned"] == "S5"


def test_sw_4_it_can_be_played_to_the_first_trick():
    state = play(dealt("D9", S="D9 D3", N="D5", E="D2 .. DT"), "p:D5", "p:D2")
    assert "D9" in cards_to_play(state)
    after = WHIST.view(play(state, "p:D9"), "N")
    assert after["more"]["turned"] is None
    assert after["trick"]["cards"][-1] == {"seat": "S", "card": "D9"}


def test_sw_4_when_his_own_hand_plays_last_it_lies_open_through_the_others_cards():
    state = started(first_lead="eldest")
    for _ in range(3):
        assert WHIST.view(state, "N")["more"]["turned"] is not None
        state = play(state, sorted(f"p:{card}" for card in cards_to_play(state))[0])
    assert turn(state)["hand"] == "S"
    assert WHIST.view(state, "N")["more"]["turned"] is not None


@pytest.mark.parametrize("turned", ["", "S1", None, 7])
def test_sw_4_a_setup_without_the_turned_card_is_refused(turned):
    with pytest.raises(BadSetup, match="turned: with trumps turned"):
        WHIST.start({**setup_of(), "turned": turned}, {})
    with pytest.raises(BadSetup, match="turned: "):
        WHIST.start({key: value for key, value in setup_of().items() if key != "turned"}, {})


@pytest.mark.parametrize("seat", "ENW")
def test_sw_4_it_is_in_the_dealers_own_hand_and_never_in_his_dummy(seat):
    setup = setup_of(dealer="S")
    with pytest.raises(BadSetup, match="not in the dealer's own hand, South"):
        WHIST.start({**setup, "turned": setup["hands"][seat].split()[-1]}, {})


@pytest.mark.parametrize(("way", "trumps"), [("rotate", "HCDSHCDSHC"), ("rotate_nt", "HCDSNHCDSN")])
def test_sw_5_trumps_go_round_by_the_number_of_the_deal(way, trumps):
    found = [more(board=number, trumps=way) for number in range(1, 11)]
    assert "".join(entry["trumps"] for entry in found) == trumps
    assert {(entry["turned"], entry["turned_by"]) for entry in found} == {(None, None)}


def test_sw_5_with_rotating_trumps_the_deal_turns_nothing():
    assert setup_of(trumps="rotate")["turned"] == ""
    both = WHIST.start(setup_of(), {"trumps": "rotate"})
    assert WHIST.view(both, "D")["more"]["turned"] is None


def test_sw_5_at_no_trump_the_highest_of_the_suit_led_wins():
    state = started(board=5, trumps="rotate_nt")
    while WHIST.turn(state):
        state = play(state, sorted(f"p:{card}" for card in cards_to_play(state))[0])
    tricks = WHIST.view(state, "S")["history"]
    assert len(tricks) == 13
    for trick in tricks:
        led = [p for p in trick["cards"] if p["card"][0] == trick["cards"][0]["card"][0]]
        assert trick["winner"] == min(led, key=lambda p: "AKQJT98765432".index(p["card"][1]))["seat"]


def test_sw_6_option_open_shows_all_four_hands_until_both_are_ready():
    state = started(inspection="open")
    for viewer in "SN":
        view = WHIST.view(state, viewer)
        assert view["phase"] == "inspect"
        assert sum(len(hand["cards"]) for hand in view["hands"].values()) == 52
        assert view["turn"] == {"player": viewer, "hand": None, "what": "choose"}
        assert (view["legal"], [choice["a"] for choice in view["choices"]]) == (["ready"], ["ready"])
    one = play(state, "N ready")
    north, south = WHIST.view(one, "N"), WHIST.view(one, "S")
    assert (north["legal"], north["choices"], north["turn"]["player"]) == ([], [], "S")
    assert plain(north["prompt"]) == "South is still looking at the hands"
    assert len(north["hands"]["S"]["cards"]) == 13
    assert (south["legal"], south["more"]["ready"]) == (["ready"], ["N"])
    both = play(one, "S ready")
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
    assert WHIST.view(started(), "S")["choices"] == []


@pytest.mark.parametrize(
    ("dealer", "first_lead", "hand", "player"),
    [
        ("S", "hand", "N", "N"),
        ("N", "hand", "S", "S"),
        ("S", "eldest", "W", "N"),
        ("N", "eldest", "E", "S"),
    ],
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


@pytest.mark.parametrize(
    "wrong",
    [{"dealer": "D"}, {"board": 0}, {"vul": "Both"}, {"hands": {}}, {"board": None}],
)
def test_sw_3_a_setup_is_checked_wholly(wrong):
    field = next(iter(wrong))
    with pytest.raises(BadSetup, match=f"{field}: "):
        WHIST.start({**setup_of(), **wrong}, {})


def test_sw_3_an_option_of_a_deal_must_exist():
    with pytest.raises(BadSetup, match="trumps is turned or rotate"):
        WHIST.deal("a", header(), {"trumps": "none"})
