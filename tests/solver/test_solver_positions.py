"""Positions: which cards may be played (SOLO-15 to SOLO-18), and the messages for refusals."""

import pytest

from games.cards import RED_JOKER, parse_card, parse_cards
from games.registry import rules_for
from games.shuffle import deal_from_seed
from solver.errors import BadPosition
from solver.position import Position
from tests.solver.solver_positions import ending


def position(north: str, east: str, south: str, west: str, strain: str = "N", leader: str = "N") -> Position:
    return Position.of([parse_cards(hand) for hand in (north, east, south, west)], strain, leader)


def legal(at: Position) -> str:
    return " ".join(card.text for card in at.now.legal)


def test_a_dummy_follows_with_an_end_or_plays_either():
    """The position is the worked example in docs/rules/solo.md."""
    at = position("HK D3 C4", "S7 HA DK", "C2 C3 C5", "S2 S3 S4")
    assert legal(at.after(parse_card("HK"))) == "S7 DK"
    assert legal(at.after(parse_card("D3"))) == "DK"
    assert legal(position("HK D3 C4", "DK HA D2", "C2 C3 C5", "S2 S3 S4").after(parse_card("D3"))) == "DK D2"
    assert legal(position("HK", "HA", "C2", "S2", leader="E")) == "HA"
    assert legal(position("HK D3 C4", "S7 HA DK", "C2 C3 C5", "S2 S3 S4", leader="E")) == "S7 DK"


def test_a_position_plays_as_the_game_does():
    rules = rules_for("solo")
    setup = deal_from_seed("as the game", 3).to_setup(3)
    state = rules.start(setup, {})
    for actor, call in (("S", "c:2H"), ("N", "c:P"), ("S", "c:P")):
        state = rules.apply(state, actor, call)
    hands = [parse_cards(setup["hands"][seat]) for seat in "NESW"]
    at = Position.of(hands, "H", "N")
    while at.now.left > 1:
        player = rules.turn(state)
        assert player == at.now.player
        cards = {action[2:] for action in rules.legal(state, player) if action.startswith("p:")}
        assert cards == set(legal(at).split())
        card = at.now.legal[-1]
        state, at = rules.apply(state, player, f"p:{card.text}"), at.after(card)
        if at.now.left > 1:
            assert rules.view(state, "D")["tricks"] == {"S": at.now.south, "N": at.now.north}


def test_won_tricks_are_counted_by_side():
    at = position("HK D3", "H2 DA", "HA D4", "H3 D5").after(parse_card("HK"))
    for card in ["H2", "HA", "H3"]:
        at = at.after(parse_card(card))
    assert (at.now.south, at.now.north, at.now.left, at.now.trick.leader) == (1, 0, 1, "S")


@pytest.mark.parametrize(
    ("hands", "field", "sentence"),
    [
        (("S2 S3", "H2", "D2", "C2"), "E", "East has 1 cards and North 2: all need as many."),
        (("S2", "H2", "D2", "S2"), "W", "West has the 2 of spades, which is there twice."),
        (("", "H2", "D2", "S2"), "N", "North has 0 cards: 1 to 13 are needed."),
        (("S2", "H2", "D2"), "hands", "Four hands N, E, S and W are needed, not 3."),
    ],
)
def test_hands_that_are_none(hands, field, sentence):
    with pytest.raises(BadPosition) as raised:
        Position.of([parse_cards(hand) for hand in hands], "N", "N")
    assert (raised.value.field, str(raised.value)) == (field, sentence)


def test_jokers_strains_seats_and_illegal_cards_are_refused():
    hands = ending("refused", 3)
    with pytest.raises(BadPosition, match="joker"):
        Position.of([(RED_JOKER,), *(hand[:1] for hand in hands[1:])], "N", "N")
    with pytest.raises(BadPosition, match="'NT' is no strain"):
        Position.of(hands, "NT", "N")
    with pytest.raises(BadPosition, match="'X' is no seat"):
        Position.of(hands, "N", "X")
    with pytest.raises(BadPosition, match="Card 2: East may not play"):
        Position.of(hands, "N", "N", [hands[0][0], hands[1][1]])
