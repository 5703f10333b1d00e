"""The post-mortem: the cost of each card and call, and the other cards and calls that would have lost nothing."""

import random

import pytest

from games.cards import parse_card, parse_cards
from solver.analysis import analyse_auction, analyse_play, points_of
from solver.auction import SolvedAuction
from solver.errors import BadPosition, SolverError
from solver.position import Position
from tests.solver.solver_positions import SPADES, STRAINS, each_engine, ending, scores

SIZE = 6


@each_engine
@pytest.mark.parametrize("seed", range(3))
def test_what_the_cards_cost_is_what_was_lost(make, seed):
    rng = random.Random(seed)
    start = at = Position.of(ending(f"analysis {seed}", SIZE), rng.choice(STRAINS), rng.choice("NS"))
    while at.now.left:
        at = at.after(rng.choice(at.now.legal))
    engine = make()
    verdicts = analyse_play(start, at.played, engine)
    lost = {player: sum(v.tricks for v in verdicts if v.player == player) for player in "SN"}
    assert at.now.south == make().value(start) - lost["S"] + lost["N"]
    assert [v.card for v in verdicts] == list(at.played)
    assert any(v.tricks for v in verdicts)
    for verdict in verdicts:
        assert verdict.tricks >= 0
        assert (verdict.card in verdict.held) == (verdict.tricks == 0)
        assert verdict.held


@each_engine
def test_each_verdict_is_that_of_its_own_position(make):
    start = at = Position.of(ending("verdicts", 5), "H", "S")
    while at.now.left:
        at = at.after(at.now.legal[-1])
    for place, verdict in enumerate(analyse_play(start, at.played, make())):
        before = Position.of(start.hands, "H", "S", at.played[:place])
        assert verdict.seat == before.now.trick.to_play
        assert verdict.values == make().values(before)


@each_engine
def test_a_lead_away_from_the_ace_is_priced_in_tricks_and_points(make):
    hands = [parse_cards(text) for text in ("DA D2", "C2 C3", "HA DK", "C4 C5")]
    start = Position.of(hands, "N", "N")
    cards = [parse_card(text) for text in ("D2", "C2", "DK", "C4", "HA", "C5", "DA", "C3")]
    found = analyse_play(start, cards, make(), points_of("1N", "N", scores("None"), 2))
    assert [v.tricks for v in found] == [2, 0, 0, 0, 0, 0, 0, 0]
    assert (found[0].player, found[0].points) == ("N", 100)
    assert [card.text for card in found[0].held] == ["DA"]


def test_points_are_to_south_whoever_declares():
    assert points_of("4S", "S", scores("NS"), 13)(10) == 620
    assert points_of("4S", "N", scores("NS"), 13)(3) == -420
    with pytest.raises(SolverError):
        points_of("4S", "W", scores("NS"), 13)


@each_engine
def test_a_play_cut_short_by_a_claim_is_judged_to_there(make):
    start = Position.of(ending("claim", 5), "N", "S")
    cards = [start.now.legal[0]]
    assert len(analyse_play(start, cards, make())) == 1
    assert analyse_play(start, [], make()) == []
    with pytest.raises(BadPosition, match="Card 2"):
        analyse_play(start, [*cards, cards[0]], make())


def test_a_call_is_a_mistake_only_if_the_worth_is_another_after_it():
    auction = SolvedAuction(SPADES, scores("None"))
    verdicts = analyse_auction(auction, "S", ("P", "P"))
    assert [(v.player, v.points) for v in verdicts] == [("S", 110), ("N", 0)]
    too_high = analyse_auction(auction, "S", ("3S", "X", "P", "P"))
    assert [v.points for v in too_high] == [210, 0, 0, 0]
    assert "X" in too_high[1].held
    lenient = analyse_auction(auction, "S", ("3S", "P", "P"))
    assert [v.points for v in lenient] == [210, 50, 0]
    assert analyse_auction(auction, "S", ("1S", "P"))[1].points == 0


def test_calls_after_the_end_are_refused():
    with pytest.raises(SolverError, match="Call 3"):
        analyse_auction(SolvedAuction(SPADES, scores("None")), "S", ("P", "P", "1C"))
