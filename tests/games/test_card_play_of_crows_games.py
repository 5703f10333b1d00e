"""Card play by Crow's method in Solo, Whist and 500: SOLO-1 to SOLO-22c, SW-1 to SW-13, FH-2 to FH-24."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.games import five_hundred_positions as five_hundred
from tests.games import solo_positions as solo
from tests.games import whist_for_two_positions as whist
from tests.games.plays import Acts


@dataclass(frozen=True)
class Crow:
    """One of the games. `position(leader, trick, trumps, **hands and options)` is a position in its play."""

    acts: Acts
    setup: dict[str, Any]
    position: Callable[..., Any]
    turns: str  # the paragraphs on turns, on following with a hand, on ENDS, and on buried cards
    follow: str
    ends: str
    buried: str
    tricks: int = 13

    def see(self, state, viewer: str = "S") -> dict[str, Any]:
        return self.acts.rules.view(state, viewer)


GAMES = {
    "solo": Crow(
        solo._acts,
        solo.started().table.deal.to_setup(3),
        lambda leader, trick="", trumps="N", **given: solo.position(leader, trick, f"3{trumps}", **given),
        "SOLO-14", "SOLO-15", "SOLO-17", "SOLO-16",
    ),
    "whist": Crow(whist._acts, whist.setup_of(), whist.position, "SW-8", "SW-9", "SW-10", "SW-10"),
    "500": Crow(
        five_hundred._acts,
        five_hundred.setup_of(),
        lambda leader, trick="", trumps="N", **given: five_hundred.position(leader, trick, f"8{trumps}", **given),
        "FH-18", "FH-19", "FH-19", "FH-19",
        tricks=10,
    ),
}  # fmt: skip


@pytest.fixture(params=GAMES)
def game(request) -> Crow:
    return GAMES[request.param]


def test_solo_1_2_sw_1_fh_2_each_player_has_the_dummy_on_the_right_and_it_is_never_sorted(game):
    assert game.acts.rules.players == ("S", "N")
    hands = game.see(game.acts.rules.start(game.setup, {}), "S")["hands"]
    assert {name: hand["owner"] for name, hand in hands.items()} == {"N": "N", "E": "S", "S": "S", "W": "N"}
    assert {name for name, hand in hands.items() if hand["dummy"]} == {"E", "W"}
    assert {hand["count"] for hand in hands.values()} == {game.tricks}
    for dummy in "EW":
        assert " ".join(hands[dummy]["cards"]) == game.setup["hands"][dummy]
    suits = [card[0] for card in hands["S"]["cards"]]
    assert len({*suits}) == len([suit for suit, other in zip(suits, ["", *suits], strict=False) if suit != other])


@pytest.mark.parametrize(("leader", "hands", "players"), [
    ("N", "NESW", "NSSN"), ("E", "ESWN", "SSNN"), ("S", "SWNE", "SNNS"), ("W", "WNES", "NNSS"),
])  # fmt: skip
def test_solo_14a_sw_8_fh_18_clockwise_and_partners_are_neighbours(game, leader, hands, players):
    state, turns = game.position(leader, E="S7 HA DK", W="C5 C6 C7"), []
    for _ in range(4):
        turn = game.see(state, "D")["turn"]
        turns.append((turn["hand"], turn["player"]))
        state = game.acts.play(state, game.acts.rules.legal(state, turn["player"])[0])
    assert turns == list(zip(hands, players, strict=True))


def test_solo_14_sw_8_a_card_out_of_turn_or_of_another_hand_is_refused(game):
    state = game.position("E", E="S7 HA DK", S="C8 C9 CT", W="C5 C6 C7")
    assert game.acts.refused(state, "N", "p:C5").reason == "It is South's turn, with the East dummy"
    assert game.acts.refused(state, "S", "p:C8").rule == game.turns
    assert game.acts.refused(state, "D", "p:S7").reason.endswith("plays no cards")


def test_solo_15_sw_9_fh_19_a_hand_follows_suit_if_it_can(game):
    state = game.position("E", "H9", "S", E="S7 D5", S="HA H5 SK")
    assert game.acts.may_play(state) == {"HA", "H5"}
    refusal = game.acts.refused(state, "S", "p:SK")
    assert (refusal.reason, refusal.rule) == ("Hearts were led: South must follow suit", game.follow)
    assert game.see(state)["why_not"]["SK"] == refusal.reason
    assert game.acts.may_play(game.position("E", "H9", "S", E="S7 D5", S="D7 C5 SK")) == {"D7", "C5", "SK"}


@pytest.mark.parametrize(("dummy", "led", "playable"), [
    ("S7 HA DK", "H5", "S7 DK"),  # the worked example: a buried suit need not be followed, and may be ruffed
    ("S7 HA DK", "D5", "DK"),
    ("DK HA D6", "D5", "DK D6"),
    ("S7 HA DK", "", "S7 DK"),
    ("DK HA D6", "", "DK D6"),
    ("C9", "H5", "C9"),  # the last card is both its ENDS
])  # fmt: skip
@pytest.mark.parametrize("seat", "EW")
def test_solo_17_sw_10_fh_19_a_dummy_plays_an_end_and_follows_with_it_if_one_is_of_the_suit(
    game, seat, dummy, led, playable
):
    before = {"E": "N", "W": "S"}[seat]
    state = game.position(before if led else seat, led, "S", autoplay="off", **{seat: dummy})
    assert game.acts.may_play(state) == set(playable.split())


def test_solo_16_sw_10_fh_19_it_is_said_why_a_card_of_a_dummy_may_not_go(game):
    state = game.position("E", E="S7 HA DK C5 C6 C7")
    for card, depth in (("DK", "2 cards"), ("HA", "1 card")):
        refusal = game.acts.refused(state, "S", f"p:{card}")
        assert (refusal.reason, refusal.rule) == (f"That card is buried: {depth} from the end", game.buried)
    assert game.see(state)["why_not"]["DK"] == game.acts.refused(state, "S", "p:DK").reason
    refusal = game.acts.refused(game.position("N", "H5", "C", E="S7 HA DK H6"), "S", "p:S7")
    assert (refusal.reason, refusal.rule) == ("Hearts were led: an END card of hearts must follow", game.ends)


@pytest.mark.parametrize(("trumps", "trick", "winner"), [
    ("N", "H5 H9 HT S6", "S"), ("S", "H5 H9 HT S6", "W"), ("S", "H5 S7 HT S6", "E"),
    ("C", "H5 DA CA C6", "S"), ("N", "H5 DA SA CA", "N"),
])  # fmt: skip
def test_solo_18_19_sw_11_12_fh_20_the_highest_trump_or_of_the_suit_led_wins_and_leads(game, trumps, trick, winner):
    north, east, south, west = trick.split()
    hands = {"N": f"{north} C7 C9", "E": f"{east} C8 D5", "S": f"{south} D8 D6", "W": f"{west} DT D7"}
    state = game.position("N", "", trumps, **hands)
    before = game.see(state)["tricks"]
    view = game.see(game.acts.play(state, *(f"p:{card}" for card in trick.split())))
    assert (view["last_trick"]["winner"], view["turn"]["hand"]) == (winner, winner)
    owner = view["hands"][winner]["owner"]
    assert view["tricks"] == {**before, owner: before[owner] + 1}


def test_solo_18_sw_11_fh_20_a_dummy_on_lead_leads_either_end_whichever_was_played_before(game):
    state = game.position("E", E="SA HA DK C5", S="D5 D6 D7 D8", W="C6 C7 C8 C9", N="H5 H6 H7 H8")
    state = game.acts.play(state, "p:SA", "p:D5", "p:C6", "p:H5")
    assert game.see(state)["turn"]["hand"] == "E"
    assert game.acts.may_play(state) == {"HA", "C5"}


@pytest.mark.parametrize("autoplay", ["last_trick", "off"])
def test_solo_22c_sw_13_fh_24_the_last_trick_plays_itself_unless_the_option_says_no(game, autoplay):
    state = game.position("N", autoplay=autoplay, N="H5 C5", E="HA C6", S="H7 CA", W="H8 C7")
    state = game.acts.play(state, "p:H5", "p:HA", "p:H7")
    assert game.see(state)["phase"] == "play", "no forced card is played before"
    state = game.acts.play(state, "p:H8")
    if autoplay == "off":
        assert game.see(state)["turn"]["hand"] == "E"
        state = game.acts.play(state, "p:C6", "p:CA", "p:C7", "p:C5")
    view = game.see(state)
    assert (view["phase"], view["last_trick"]["number"], view["last_trick"]["winner"]) == ("over", game.tricks, "S")
    assert sum(view["tricks"].values()) == game.tricks
