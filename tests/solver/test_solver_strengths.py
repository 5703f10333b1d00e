"""Players of all strengths: their play is legal and repeatable, and stronger players lose less."""

import statistics
from functools import cache

import pytest

from games.calls import is_bid
from games.cards import Card
from solver.analysis import best_value
from solver.auction import SolvedAuction, Stand, Tricks, opening, stand_after
from solver.compiled import Compiled
from solver.engines import engine
from solver.errors import OutOfNodes, SolverError
from solver.estimate import expected_tricks
from solver.position import Position
from solver.strengths import (
    STRENGTHS,
    Strength,
    auction_believed,
    best_call,
    best_card,
    choose_card,
    errors_of,
    no_errors,
    values_believed,
)
from solver.tables import ten_values, values_within
from tests.long import LONG, sample
from tests.needs import compiled_solver
from tests.solver.endings import STRAINS, each_engine, ending, scores, somewhere


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
    tricks = {"S": {"S": 9, "N": None}}
    seen = values_believed(hands, tricks, "S", STRENGTHS["perfect"], no_errors)
    assert seen["S"]["S"] == 9
    assert all(seen[strain]["N"] == by_eye[strain]["N"] for strain in STRAINS)
    assert all(seen[strain]["S"] == max(0, by_eye[strain]["S"] - 1) for strain in "CDHN")


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_play_with_the_same_errors_is_the_same(name):
    def play():
        solver, errors = engine(), errors_of("repeat")
        at = Position.of(ending("repeat", 6), "D", "N")
        while at.now.left:
            at = at.after(choose_card(at, solver, STRENGTHS[name], errors))
        return at

    assert play() == play()


@compiled_solver
def test_the_stronger_loses_less():
    lost = {name: _lost(STRENGTHS[name]) for name in STRENGTHS}
    assert lost["perfect"] == 0
    assert lost["first"] > lost["improver"] > lost["tournament"] > lost["perfect"], lost
    assert lost["beginner"] > lost["club"] > lost["expert"], lost


def test_errors_have_mean_0_and_standard_deviation_1_and_are_different_for_everybody():
    drawn = [errors_of("a secret")(f"{number}") for number in range(2000)]
    assert abs(statistics.fmean(drawn)) < 0.1 and 0.9 < statistics.stdev(drawn) < 1.1
    assert errors_of("a secret")("7") == drawn[7] != errors_of("another")("7")


def test_who_counts_worse_loses_more_and_with_fewer_tricks_to_come_less():
    wrong = {left: [_wrong(left, Strength(0, card)) for card in (0, 2, 6)] for left in (2, 7)}
    assert wrong[2][0] == wrong[7][0] == 0
    assert wrong[7][2] > wrong[7][1] > 0, wrong
    assert wrong[7][1] > wrong[2][1], wrong


def _wrong(left: int, strength: Strength) -> int:
    """Return how many of 60 choices with `left` tricks to come cost something."""
    solver, wrong = engine(), 0
    for number in range(60):
        at = somewhere(f"wrong {number}", left, 0)
        values = solver.values(at)
        wrong += values[choose_card(at, solver, strength, errors_of(f"{number}"))] != best_value(at, values)
    return wrong


@pytest.mark.parametrize(
    ("tricks", "vul", "calls", "equal", "best"),
    [
        # South makes ten tricks in spades and bids four at once, though any lower call leads to the same score.
        ({"S": {"S": 10, "N": 3}}, "None", [], {"1C", "1S", "4S"}, "4S"),
        # Four spades was passed and makes eleven tricks: nobody raises himself for nothing.
        ({"S": {"S": 11, "N": 3}}, "None", ["4S", "P"], {"P", "5S"}, "P"),
        # North, doubled at the five level, does not bid six, though South may go on to a slam.
        ({"H": {"S": 12, "N": 1}, "C": {"S": 3, "N": 8}}, "NS", ["4H", "5C", "X"], {"P", "6C"}, "P"),
    ],
    ids=["at once", "no raise for nothing", "a doubled sacrifice is left alone"],
)
def test_of_equal_calls_the_one_that_scores_best_if_it_is_passed_out(tricks, vul, calls, equal, best):
    others = {strain: {"S": 6, "N": 1 if "H" in tricks else 3} for strain in STRAINS}
    auction = SolvedAuction(others | tricks, scores(vul))
    stand = stand_after("S", calls)
    assert equal <= set(auction.best_calls(stand))
    assert best_call(auction, stand) == best


@pytest.mark.parametrize("caller", "SN")
@pytest.mark.parametrize("seed", range(sample(20, 200)))
def test_on_estimates_nobody_bids_up_to_them_or_redoubles(caller, seed):
    hands = ending(f"estimates {seed}", 13)
    auction = auction_believed(hands, {}, caller, scores("All"), STRENGTHS["perfect"], no_errors)
    estimates = values_believed(hands, {}, caller, STRENGTHS["perfect"], no_errors)
    stands = [opening("S"), opening("N"), stand_after("S", ["1C"]), stand_after("S", ["6C", "X"])]
    stands += [stand_after("S", ["4S", "X"]), stand_after("N", ["4S", "X"]), stand_after("N", ["6C"])]
    for stand in (stand for stand in stands if stand.caller == caller):
        for call in auction.worths(stand):
            assert call != "XX"
            if is_bid(call):
                assert int(call[0]) + 6 <= estimates[call[1]][caller] < 13


@compiled_solver
def test_the_weaker_the_player_the_further_from_exact_values_are_the_values_that_they_believe():
    off = dict.fromkeys(STRENGTHS, 0)
    for number in range(sample(8, 40)):
        hands, exact = ending(f"off {number}", 13), exact_of(f"off {number}")
        for name in STRENGTHS:
            for draw in range(10):
                believed = values_believed(hands, exact, "S", STRENGTHS[name], errors_of(f"{number} {draw}"))
                off[name] += sum(abs(believed[strain][who] - exact[strain][who]) for strain in STRAINS for who in "SN")
    assert list(off.values()) == sorted(off.values(), reverse=True) and off["perfect"] == 0, off


@compiled_solver
@pytest.mark.parametrize("name", STRENGTHS)
def test_hardly_anybody_counts_on_thirteen_tricks_where_there_are_twelve(name):
    wrong = 0
    for number, strain, declarer in ((16, "D", "S"), (31, "N", "N")):
        hands, exact = ending(f"seven {number}", 13), exact_of(f"seven {number}")
        assert exact[strain][declarer] == 12
        for draw in range(sample(100, 2000)):
            believed = values_believed(hands, exact, declarer, STRENGTHS[name], errors_of(f"{number} {draw}"))
            wrong += believed[strain][declarer] == 13
    assert wrong <= sample(2, 6)


@cache
def exact_of(seed: str) -> Tricks:
    return ten_values(ending(seed, 13), Compiled())


def believed_by(number: int, caller: str, name: str) -> tuple[SolvedAuction, Tricks]:
    """Return the auction of a deal as this caller believes it to be, and the ten values that they believe."""
    hands, strength, errors = ending(f"belief {number}", 13), STRENGTHS[name], errors_of(f"{number} {caller}")
    exact = exact_of(f"belief {number}")
    tricks = values_believed(hands, exact, caller, strength, errors)
    return auction_believed(hands, exact, caller, scores("None"), strength, errors), tricks


@compiled_solver
@pytest.mark.parametrize("name", STRENGTHS)
def test_nobody_passes_out_a_game_or_doubles_a_contract_that_they_believe_to_make(name):
    """The opponent always passes in one auction, and bids with errors of their own in the other."""
    for number in range(sample(10, 100)):
        mine, tricks = believed_by(number, "S", name)
        other, _ = believed_by(number, "N", name)
        for reply in (lambda stand: "P", lambda stand, other=other: best_call(other, stand)):
            stand = opening("S")
            while True:
                call = best_call(mine, stand) if stand.caller == "S" else reply(stand)
                if stand.caller == "S":
                    _no_blunder(mine, stand, call, tricks)
                if mine.ends(stand, call):
                    break
                stand = stand.after(call)


def _no_blunder(auction: SolvedAuction, stand: Stand, call: str, tricks: Tricks) -> None:
    if call == "X":
        assert tricks[stand.bid[1]]["N"] < int(stand.bid[0]) + 6
    if call == "P" and auction.ends(stand, call):
        games = [bid for bid in auction.best_calls(stand) if is_bid(bid) and auction.left_at(stand, bid) >= 300]
        assert all(auction.left_at(stand, bid) <= auction.left_at(stand, "P") for bid in games)


def test_a_play_that_is_over_has_no_card():
    with pytest.raises(SolverError, match="over"):
        choose_card(somewhere("over", 2, 8), engine(), STRENGTHS["perfect"], no_errors)


def _lost(strength: Strength) -> int:
    """Return how many tricks two players of this strength give away together when they play whole deals."""
    engine, lost = Compiled(), 0
    for seed in range(40 if LONG else 6):
        errors = errors_of(f"{seed}")
        at = Position.of(ending(f"lost {seed}", 13), STRAINS[seed % 5], "NS"[seed % 2])
        before = engine.value(at)
        while at.now.left:
            at = at.after(choose_card(at, engine, strength, errors))
            after = engine.value(at, before)
            lost, before = lost + abs(after - before), after
    return lost
