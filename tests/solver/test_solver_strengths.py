"""Players of all strengths: legal, repeatable, and the stronger the less they lose."""

import random

import pytest
from solver_positions import STRAINS, compiled_only, each_engine, ending, somewhere
from test_solver_auction import SPADES, scores

from games.cards import Card
from solver.analysis import best_value
from solver.auction import Auction, opening
from solver.compiled import Compiled
from solver.engines import engine
from solver.errors import OutOfNodes, SolverError
from solver.estimate import expected_tricks
from solver.position import Position
from solver.strengths import (
    STRENGTHS,
    Strength,
    best_card,
    choose_call,
    choose_card,
    values_to_bid_by,
)
from solver.tables import ten_values
from tests.long import LONG


@each_engine
def test_the_best_card_costs_nothing(make) -> None:  # type: ignore[no-untyped-def]
    engine = make()
    for cards in range(0, 20, 3):
        at = somewhere("best card", 6, cards)
        assert engine.values(at)[best_card(at, engine)] == engine.value(at)


@each_engine
def test_without_nodes_a_card_is_chosen_by_eye(make) -> None:  # type: ignore[no-untyped-def]
    at = somewhere("by eye", 10, 2)
    engine = make()
    assert best_card(at, engine, nodes=1) in at.now.legal
    assert engine.nodes <= 4


class Weary:
    """An engine that has the strength to look at so many cards and at no more."""

    nodes = 0

    def __init__(self, at: Position, cards: int) -> None:
        self.truth, self.cards = engine().values(at), cards
        self.seen: dict[Card, int] = {}

    def values(self, at: Position, guess: int | None = None, nodes: int | None = None) -> dict[Card, int]:
        raise OutOfNodes

    def value(self, at: Position, guess: int | None = None, nodes: int | None = None) -> int:
        if len(self.seen) == self.cards:
            raise OutOfNodes
        self.seen[at.played[-1]] = self.truth[at.played[-1]]
        return self.truth[at.played[-1]]


@pytest.mark.parametrize("cards", range(1, 7))
def test_when_a_search_is_not_done_the_best_so_far_is_played(cards: int) -> None:
    at = next(
        p for k in range(99) if len(set(engine().values(p := somewhere(f"weary {k}", 7, 4)).values())) > 2
    )
    weary = Weary(at, cards)
    chosen = best_card(at, weary, nodes=100)
    assert weary.seen[chosen] == best_value(at, weary.seen)


@each_engine
def test_a_value_that_takes_too_long_is_estimated(make) -> None:  # type: ignore[no-untyped-def]
    hands = ending("estimate", 13)
    by_eye = {strain: {who: expected_tricks(hands, strain, who) for who in "SN"} for strain in STRAINS}
    assert ten_values(hands, make(), nodes=1) == by_eye
    small = ending("estimate", 3)
    assert ten_values(small, make(), nodes=10_000) == ten_values(small, make())


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_play_by_chance_can_be_repeated(name: str) -> None:
    def play() -> Position:
        solver, chance = engine(), random.Random(5).choice
        at = Position.of(ending("repeat", 6), "D", "N")
        while at.now.left:
            at = at.after(choose_card(at, solver, STRENGTHS[name], chance))
        return at

    assert play() == play()


@compiled_only
def test_the_stronger_loses_less() -> None:
    lost = {name: _lost(STRENGTHS[name]) for name in STRENGTHS}
    assert lost["perfect"] == 0
    assert lost["beginner"] > lost["club"] > lost["perfect"], lost
    assert lost["improver"] > lost["expert"], lost


def test_slips_are_as_frequent_as_asked() -> None:
    at, solver = _with_a_choice(), engine()
    chance, values = random.Random(1).choice, solver.values(at)
    best = max(values.values()) if at.now.player == "S" else min(values.values())
    slips = sum(values[choose_card(at, solver, Strength(13, 20, True), chance)] != best for _ in range(500))
    assert 60 < slips < 140


def test_calls_by_strength() -> None:
    auction, chance = Auction(SPADES, scores("None")), random.Random(2).choice
    assert choose_call(auction, opening("S"), STRENGTHS["perfect"], chance) == "1S"
    slips = [choose_call(auction, opening("S"), Strength(13, 50, True), chance) for _ in range(100)]
    assert 25 < sum(auction.after(opening("S"), call).points != 110 for call in slips) < 75


@compiled_only
def test_those_who_do_not_count_bid_by_points_and_length() -> None:
    hands = ending("bidding", 13)
    exact = ten_values(hands, Compiled())
    assert values_to_bid_by(hands, exact, STRENGTHS["perfect"]) is exact
    guessed = values_to_bid_by(hands, exact, STRENGTHS["beginner"])
    assert guessed != exact
    off = [abs(guessed[strain][who] - exact[strain][who]) for strain in STRAINS for who in "SN"]
    assert sum(off) / len(off) < 4


def test_a_play_that_is_over_has_no_card() -> None:
    with pytest.raises(SolverError, match="over"):
        choose_card(somewhere("over", 2, 8), engine(), STRENGTHS["perfect"], random.Random(1).choice)


def _with_a_choice() -> Position:
    solver = engine()
    places = (somewhere(f"choice {seed}", 4, 4) for seed in range(100))
    return next(at for at in places if len(set(solver.values(at).values())) > 1)


def _lost(strength: Strength) -> int:
    """Tricks that both sides together give away in whole deals."""
    engine, lost = Compiled(), 0
    for seed in range(40 if LONG else 6):
        chance = random.Random(seed).choice
        at = Position.of(ending(f"lost {seed}", 13), STRAINS[seed % 5], "NS"[seed % 2])
        before = engine.value(at)
        while at.now.left:
            at = at.after(choose_card(at, engine, strength, chance))
            after = engine.value(at, before)
            lost, before = lost + abs(after - before), after
    return lost
