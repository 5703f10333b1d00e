"""Players of all strengths: their play is legal and repeatable, and stronger players lose less."""

import random

import pytest

from games.calls import is_bid
from games.cards import Card
from solver.analysis import best_value
from solver.auction import SolvedAuction, Stand, opening, stand_after
from solver.compiled import Compiled
from solver.engines import engine
from solver.errors import OutOfNodes, SolverError
from solver.estimate import expected_tricks
from solver.position import Position
from solver.strengths import (
    STRENGTHS,
    Strength,
    accepts,
    auction_seen,
    best_call,
    best_card,
    choose_call,
    choose_card,
    values_to_bid_by,
)
from solver.tables import ten_values, values_within
from tests.long import LONG, sample
from tests.needs import compiled_solver
from tests.solver.solver_positions import SPADES, STRAINS, each_engine, ending, scores, somewhere


@each_engine
def test_the_best_card_costs_nothing(make):
    engine = make()
    for cards in range(0, 20, 3):
        at = somewhere("best card", 6, cards)
        assert engine.values(at)[best_card(at, engine)] == engine.value(at)


@each_engine
def test_without_nodes_a_card_is_chosen_by_eye(make):
    at = somewhere("by eye", 10, 2)
    engine = make()
    assert best_card(at, engine, nodes=1) in at.now.legal
    assert engine.nodes <= 4


class Weary:
    """An engine that gives up after looking at a given number of cards."""

    nodes = 0

    def __init__(self, at: Position, cards: int):
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
def test_when_a_search_is_not_done_the_best_so_far_is_played(cards):
    at = next(p for k in range(99) if len(set(engine().values(p := somewhere(f"weary {k}", 7, 4)).values())) > 2)
    weary = Weary(at, cards)
    chosen = best_card(at, weary, nodes=100)
    assert weary.seen[chosen] == best_value(at, weary.seen)


@each_engine
def test_a_value_that_takes_too_long_is_not_given(make):
    none = {strain: {"S": None, "N": None} for strain in STRAINS}
    assert values_within(ending("estimate", 13), make(), 1) == none
    small = ending("estimate", 3)
    assert values_within(small, make(), 10_000) == ten_values(small, make())


def test_one_bids_below_an_estimate_unless_it_is_exact():
    hands = ending("estimate", 13)
    by_eye = {strain: {who: expected_tricks(hands, strain, who) for who in "SN"} for strain in STRAINS}
    found = {"S": {"S": 9, "N": None}}
    seen = values_to_bid_by(hands, found, "S")
    assert seen["S"]["S"] == 9
    assert all(seen[strain]["N"] == by_eye[strain]["N"] for strain in STRAINS)
    assert all(seen[strain]["S"] == max(0, by_eye[strain]["S"] - 1) for strain in "CDHN")


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_play_by_chance_can_be_repeated(name):
    def play():
        solver, chance = engine(), random.Random(5).choice
        at = Position.of(ending("repeat", 6), "D", "N")
        while at.now.left:
            at = at.after(choose_card(at, solver, STRENGTHS[name], chance))
        return at

    assert play() == play()


@compiled_solver
def test_the_stronger_loses_less():
    lost = {name: _lost(STRENGTHS[name]) for name in STRENGTHS}
    assert lost["perfect"] == 0
    assert lost["beginner"] > lost["club"] > lost["perfect"], lost
    assert lost["improver"] > lost["expert"], lost


def test_slips_are_as_frequent_as_asked():
    at, solver = _with_a_choice(), engine()
    chance, values = random.Random(1).choice, solver.values(at)
    best = max(values.values()) if at.now.player == "S" else min(values.values())
    slips = sum(values[choose_card(at, solver, Strength(13, 20, True), chance)] != best for _ in range(500))
    assert 60 < slips < 140


def test_calls_by_strength():
    auction, chance = SolvedAuction(SPADES, scores("None")), random.Random(2).choice
    assert choose_call(auction, opening("S"), STRENGTHS["perfect"], chance) == "1S"
    slips = [choose_call(auction, opening("S"), Strength(13, 50, True), chance) for _ in range(100)]
    assert 25 < sum(auction.after(opening("S"), call).points != 110 for call in slips) < 75


def best_line(seen: dict[str, SolvedAuction], start: Stand) -> list[str]:
    """Return the calls of two players who make their best calls, each one judging by the auction as they see it."""
    calls, stand = list[str](), start
    while True:
        calls.append(best_call(seen[stand.caller], stand))
        if seen["S"].ends(stand, calls[-1]):
            return calls
        stand = stand.after(calls[-1])


def test_of_equal_calls_the_one_that_scores_best_if_it_is_passed_out():
    """South makes ten tricks in spades and bids four at once, although any lower call would lead to the same score."""
    tricks = {strain: {"S": 6, "N": 3} for strain in STRAINS} | {"S": {"S": 10, "N": 3}}
    auction = SolvedAuction(tricks, scores("None"))
    assert {"1C", "1S", "4S"} <= set(auction.best_calls(opening("S")))
    assert best_line({"S": auction, "N": auction}, opening("S")) == ["4S", "P", "P"]


def test_nobody_raises_himself_for_nothing():
    """Four spades was passed and makes eleven tricks, so bidding five spades would score the same as passing."""
    tricks = {strain: {"S": 6, "N": 3} for strain in STRAINS} | {"S": {"S": 11, "N": 3}}
    auction = SolvedAuction(tricks, scores("None"))
    stand = stand_after("S", ["4S", "P"])
    assert {"P", "5S"} <= set(auction.best_calls(stand))
    assert best_call(auction, stand) == "P"


def test_a_sacrifice_that_was_doubled_is_left_alone():
    """South may go on to a slam, and North to seven clubs. But North, doubled at the five level, does not bid six."""
    tricks = {strain: {"S": 6, "N": 1} for strain in STRAINS}
    tricks |= {"H": {"S": 12, "N": 1}, "C": {"S": 3, "N": 8}}
    auction = SolvedAuction(tricks, scores("NS"))
    stand = stand_after("S", ["4H", "5C", "X"])
    assert {"P", "6C"} <= set(auction.best_calls(stand))
    assert best_call(auction, stand) == "P"


@pytest.mark.parametrize("caller", "SN")
@pytest.mark.parametrize("seed", range(sample(20, 200)))
def test_on_estimates_nobody_bids_up_to_them_or_redoubles(caller, seed):
    hands = ending(f"estimates {seed}", 13)
    auction, estimates = auction_seen(hands, {}, caller, scores("All")), values_to_bid_by(hands, {}, caller)
    stands = [opening("S"), opening("N"), stand_after("S", ["1C"]), stand_after("S", ["6C", "X"])]
    stands += [stand_after("S", ["4S", "X"]), stand_after("N", ["4S", "X"]), stand_after("N", ["6C"])]
    for stand in (stand for stand in stands if stand.caller == caller):
        for call in auction.worths(stand):
            assert call != "XX"
            if is_bid(call):
                assert int(call[0]) + 6 <= estimates[call[1]][caller] < 13


@compiled_solver
def test_those_who_do_not_count_bid_by_points_and_length():
    hands = ending("bidding", 13)
    exact = ten_values(hands, Compiled())
    assert values_to_bid_by(hands, exact, "S") == exact
    guessed = values_to_bid_by(hands, {}, "S")
    assert guessed != exact
    off = [abs(guessed[strain][who] - exact[strain][who]) for strain in STRAINS for who in "SN"]
    assert sum(off) / len(off) < 4


@each_engine
def test_a_claim_is_accepted_if_best_play_must_lose_it(make):
    engine, answers = make(), set[bool]()
    for cards in range(9):
        at = somewhere(f"claim {cards}", 3, cards)
        south = most_of_south(at) - at.now.south
        for claimant, mine in (("S", south), ("N", at.now.left - south)):
            for takes in range(at.now.left + 1):
                answers.add(answer := accepts(at, claimant, takes, engine))
                assert answer == (takes <= mine)
    assert answers == {True, False}


def most_of_south(at: Position) -> int:
    """Return the tricks that South and East take in the whole play, found by trying every card."""
    if not at.now.left:
        return at.now.south
    found = [most_of_south(at.after(card)) for card in at.now.legal]
    return max(found) if at.now.player == "S" else min(found)


@each_engine
def test_a_claim_that_is_not_proved_in_its_budget_is_refused(make):
    at, engine = somewhere("claim", 13, 0), make()
    assert [accepts(at, "S", takes, engine, nodes=1) for takes in (0, 1, 13)] == [True, False, False]


def test_a_play_that_is_over_has_no_card():
    with pytest.raises(SolverError, match="over"):
        choose_card(somewhere("over", 2, 8), engine(), STRENGTHS["perfect"], random.Random(1).choice)


def _with_a_choice() -> Position:
    solver = engine()
    places = (somewhere(f"choice {seed}", 4, 4) for seed in range(100))
    return next(at for at in places if len(set(solver.values(at).values())) > 1)


def _lost(strength: Strength) -> int:
    """Return how many tricks two players of this strength give away together when they play whole deals."""
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
