"""The robots of a strength in every game: legal, better than the game's own robot, and within their budget."""

import time
from random import Random
from statistics import fmean
from typing import Any

import pytest

from games.boards import dealer_of, vulnerability_of
from games.calls import is_bid
from games.cards import parse_cards
from games.five_hundred import level_of, strain_of
from games.registry import game_for, names, rules_for
from games.robots import choose
from games.seats import SEATS
from scoring.contracts import score_for_declarer
from scoring.home.deals import TRICKS_OF_500, result_of_500
from scoring.home.five_hundred import DEFENDERS_TRICK, contractors_points
from solver import engine, thread_engines
from solver.auction import SolvedAuction, opening, stand_after
from solver.compiled import Compiled
from solver.guesses import GUESSING_STRENGTHS
from solver.robots import choice, stock
from solver.robots.five_hundred_calls import tricks_believed
from solver.robots.stock import points_by_tricks
from solver.strengths import STRENGTHS, errors_of
from solver.tables import ten_values
from tests.games.bridge_solitaire_positions import BS, playing
from tests.games.secrecy import options_of
from tests.long import sample
from tests.needs import compiled_solver, compiled_three_hands
from tests.solver import robots_choice
from tests.solver.robots_choice import (
    BOTH_ENGINES,
    OPTIONS,
    OWN,
    SOLO,
    action_of,
    deal_played,
    scorer,
    without_compiler,
)

STOCK_GAME, FIVE_HUNDRED = "bridge_solitaire", "five_hundred_for_two"
GUESSING = ("secret_card", "umbrage", FIVE_HUNDRED)
WITH_STRENGTH = [(game, strength) for game in names() for strength in game_for(game).strengths]
MAX_SECONDS_A_CARD = 0.5
# Deals that are enough to tell a game's robots apart, each played from both sides.
DEALS = {"whist_for_two": sample(4, 100), STOCK_GAME: sample(12, 200)} | dict.fromkeys(GUESSING, sample(4, 60))


@pytest.fixture(autouse=True)
def _a_smaller_budget(monkeypatch):
    """In `make test` a card may cost a twentieth of what it may cost at a table, and the stock has few orders."""
    monkeypatch.setattr(choice, "MAX_PLAY_NODES", sample(100_000, choice.MAX_PLAY_NODES))


def gain_of(game: str, number: int, me: str, strength: str) -> int:
    """Play a deal against the game's own robot. Return what `me`, a robot of this strength, gains: tricks; at 500,
    where robots bid by their strength, points less those of the opponent; at Bridge Solitaire the duplicate score.
    """
    rules, state = rules_for(game), deal_played(game, number, {me: strength}, options_of(game, 0))
    done = rules.outcome(state) or {}
    if game == FIVE_HUNDRED:
        bid = result_of_500(done)
        points = contractors_points(bid) - (TRICKS_OF_500 - bid.won) * DEFENDERS_TRICK if bid else 0
        return points if bid and bid.contractor == me else -points
    if game == STOCK_GAME:
        points = score_for_declarer(done["contract"], done["declarer"], state.table.vul, done["tricks"])
        return points if done["declarer"] == "S" else -points
    return int(rules.view(state, "D")["tricks"][me])


@compiled_three_hands
@pytest.mark.parametrize("game", DEALS)
def test_the_strongest_robot_gains_more_than_the_games_own_and_than_the_weakest(game):
    """By how much, and whether the weakest gains less than the game's own robot, takes more deals: see
    `bench/robot_matches.py`.
    """
    weakest, *_, strongest = game_for(game).strengths
    gains = {
        name: sum(gain_of(game, number, me, name) for number in range(DEALS[game]) for me in rules_for(game).players)
        for name in (OWN, weakest, strongest)
    }
    assert max(gains[OWN], gains[weakest]) < gains[strongest], gains
    assert game != "whist_for_two" or gains[weakest] < gains[OWN], gains


@pytest.mark.parametrize(("game", "strength"), WITH_STRENGTH)
def test_every_strength_plays_by_the_rules_in_every_form_of_the_game(game, strength, monkeypatch):
    monkeypatch.setattr(stock, "MAX_ORDERS", 10)
    first = 1 + game_for(game).strengths.index(strength)  # each strength other forms, in the short run
    for number in range(sample(first, 0), sample(first + 4, 40), sample(2, 1)):
        players = rules_for(game).players
        deal_played(game, number, {players[number % len(players)]: strength}, options_of(game, number))


@pytest.mark.parametrize(("game", "strength"), WITH_STRENGTH)
def test_every_strength_plays_on_without_a_compiler(game, strength, monkeypatch):
    if game in GUESSING and strength not in sample(["club"], [*GUESSING_STRENGTHS]):
        pytest.skip("make test-all: all strengths")
    monkeypatch.setattr(stock, "MAX_ORDERS", 10)
    without_compiler(monkeypatch)
    deal_played(game, 1, {rules_for(game).players[-1]: strength}, options_of(game, 0))


@compiled_three_hands
@pytest.mark.parametrize("game", GUESSING)
def test_no_card_searches_beyond_its_budget(game, monkeypatch):
    """2,000 cards looked at, and not one more: the budget bounds the time of a card, whatever the deal."""
    monkeypatch.setattr(choice, "MAX_PLAY_NODES", 2000)
    three_hands = thread_engines.thread_three_hands()
    most, real = 0, choice.guessed_card

    def counted(*terms):
        nonlocal most
        fresh = engine()  # an engine adds up the nodes of one deal, also those of an earlier card
        monkeypatch.setattr(thread_engines._of_thread, "engine", fresh, raising=False)
        before = three_hands.three_hand_nodes
        answer = real(*terms)
        after = three_hands.three_hand_nodes
        most = max(most, fresh.nodes, after if after != before else 0)
        return answer

    monkeypatch.setattr(choice, "guessed_card", counted)
    for number in range(sample(2, 20)):
        gain_of(game, number, "N", "expert")
    assert 1000 < most <= 2001


# Bridge Solitaire
def test_the_same_secret_leads_to_the_same_play_and_another_one_to_other_errors(monkeypatch):
    monkeypatch.setattr(stock, "MAX_ORDERS", 10)
    usual, deals = options_of(STOCK_GAME, 0), range(sample(3, 6))
    by_secret = [
        [BS.outcome(deal_played(STOCK_GAME, number, {"S": "beginner"}, usual, secret)) for number in deals]
        for secret in "AAB"
    ]
    assert by_secret[0] == by_secret[1] != by_secret[2]


def test_no_choice_takes_more_than_half_a_second_of_a_processor(monkeypatch):
    slowest = 0.0

    def timed(*terms):
        nonlocal slowest
        began = time.thread_time()
        action = stock.stock_action(*terms)
        slowest = max(slowest, time.thread_time() - began)
        return action

    monkeypatch.setattr(choice, "stock_action", timed)
    for number in range(2):
        gain_of(STOCK_GAME, number, "S", "expert")
    assert 0 < slowest < MAX_SECONDS_A_CARD


def test_a_card_is_chosen_by_the_score_and_not_by_the_tricks_alone():
    """One trick makes the contract: the ace is certain to win it, and nothing gained later is worth as much."""
    views = [BS.view(playing("SA SK SQ SJ S9 S2 HK HQ H2 D8 D6 D2 C4", "2S", "HJ"), "S")]
    chosen = action_of(views, "expert", options_of(STOCK_GAME, 0), "a secret", Random(1).choice)
    assert chosen in ("p:HQ", "p:HK")


def test_the_points_are_those_of_the_player_whoever_declares():
    assert points_by_tricks(scorer("None"), "2SX", "S")[8] == 470
    assert points_by_tricks(scorer("All"), "1D", "N")[6:8] == (-70, 100)


# Bids at 500
@compiled_solver
def test_fh_8_an_expert_bids_what_it_makes():
    deals = sample(20, 200)
    states = (
        deal_played(FIVE_HUNDRED, number, {"S": "expert"}, options_of(FIVE_HUNDRED, 0)) for number in range(deals)
    )
    ends: list[Any] = [rules_for(FIVE_HUNDRED).outcome(state) for state in states]
    own = [end for end in ends if end["contract"] != "PASS" and end["declarer"] == "S"]
    suits = [end for end in own if strain_of(end["contract"]) != "N"]
    made = sum(end["tricks"] >= level_of(end["contract"]) for end in suits)
    assert len(suits) > deals // 6 and made >= 0.8 * len(suits)


def test_fh_8_where_the_cards_are_covered_an_expert_bids_as_the_games_own_robot():
    rules, options = rules_for(FIVE_HUNDRED), options_of(FIVE_HUNDRED, 0) | {"auction": "closed"}
    for number in range(5):
        setup = rules.deal(f"covered {number}", {"board": 1, "dealer": "N", "vul": "None"}, options)
        view = rules.view(rules.start(setup, options), "S")
        assert action_of([view], "expert", options, "", Random(1).choice) == choose(view, Random(1).choice)


def test_an_expert_believes_what_it_counts_and_the_weaker_a_player_is_the_more_it_errs():
    """What cannot be counted is judged as the game's own robot does. In one play a player errs always alike."""
    expert = GUESSING_STRENGTHS["expert"]
    counted = tricks_believed({"H": 6.5, "N": 7.25}, {"H": 8, "N": None}, expert, errors_of("a secret"))
    assert counted == {"H": 8, "N": 7.25}

    def believed(strength: str) -> list[dict[str, float]]:
        terms = {"H": 8.0, "N": 8.0}, {"H": 8, "N": None}, GUESSING_STRENGTHS[strength]
        return [tricks_believed(*terms, errors_of(str(number))) for number in range(200)]

    def mean_error(strength: str) -> float:
        assert believed(strength) == believed(strength)
        return fmean(abs(tricks - 8) for each in believed(strength) for tricks in each.values())

    assert 0 == mean_error("expert") < mean_error("club") < mean_error("beginner") < 2


def bid_by(number: int, strength: str, other: str) -> tuple[list[str], str]:
    """Return the calls of an auction, and the robot's seat (S and N by turns). The robot's opponent is another robot,
    or a player who always passes or doubles.
    """
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    state, me = SOLO.start(SOLO.deal("auctions", header, OPTIONS), OPTIONS), "SN"[number % 2]
    chance = Random(number).choice
    while (view := SOLO.view(state, str(SOLO.turn(state) or "D")))["phase"] == "auction":
        by_robot = view["me"] == me or other == "itself"
        call = action_of([view], strength, OPTIONS, f"{number}", chance) if by_robot else "c:P"
        if not by_robot and other == "a doubler" and "c:X" in view["legal"]:
            call = "c:X"
        state = SOLO.apply(state, view["me"], str(call))
    return [made["call"] for made in view["auction"]], me


def own_raises(calls: list[str], me: str, first: str) -> int:
    """Return the longest run of bids by `me` over their own bids, with no bid by the other player in between."""
    run, most = -1, 0
    for place, call in enumerate(calls):
        if is_bid(call):
            run = run + 1 if (first == me) == (place % 2 == 0) else -1
        most = max(most, run)
    return most


@pytest.mark.parametrize("other", ["itself", "a passer", "a doubler"])
@pytest.mark.parametrize("compiled", BOTH_ENGINES)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_robot_bids_as_a_person_does(strength, compiled, other, monkeypatch):
    if not compiled:
        without_compiler(monkeypatch)
    bids = 0
    for number in range(1, sample(4, 60) + 1):
        calls, me = bid_by(number, strength, other)
        bids += sum(map(is_bid, calls))
        first = opening(dealer_of(number)).caller
        assert own_raises(calls, me, first) <= 3, calls
        assert len(calls) <= 12, calls
        assert not a_foolish_seven(number, calls), calls
    assert bids, "it does not pass for ever"


def a_foolish_seven(number: int, calls: list[str]) -> bool:
    """True if the last bid is at the seven level, fails, and costs its bidder more than a pass would have."""
    bids = [place for place, call in enumerate(calls) if is_bid(call)]
    if not bids or calls[bids[-1]][0] != "7":
        return False
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    setup = SOLO.deal("auctions", header, OPTIONS)
    exact = ten_values([parse_cards(setup["hands"][seat]) for seat in SEATS], engine())
    truth, end = (SolvedAuction(exact, scorer(header["vul"])), stand_after(header["dealer"], calls[:-1]))
    sign = 1 if end.bidder == "S" else -1
    before = stand_after(header["dealer"], calls[: bids[-1]])
    worth, passed = (sign * truth.left_at(stand, "P") for stand in (end, before))
    return worth < min(0, passed)


def counting(name: str):
    """Return a method that queries the compiled engine with the required node limit and adds its nodes to `asked`."""

    def ask(self, at, guess: int | None = None, nodes: int | None = None):
        assert nodes is not None, "a search without an end"
        before = self.nodes if self._loaded == (at.hands, at.strain) else 0
        try:
            return getattr(Compiled, name)(self, at, guess, nodes)
        finally:
            self.asked += self.nodes - before

    return ask


@compiled_solver
@pytest.mark.parametrize("strength", STRENGTHS)
def test_no_act_searches_beyond_its_budget(strength, monkeypatch):
    kind = type("Counted", (Compiled,), {"asked": 0, "value": counting("value"), "values": counting("values")})
    counted = kind()
    monkeypatch.setattr(choice, "MAX_PLAY_NODES", 3000)
    monkeypatch.setattr(choice, "MAX_BID_NODES", 600)
    monkeypatch.setattr(thread_engines._of_thread, "engine", counted, raising=False)
    _forget_auctions()
    real, most = action_of, 0

    def counted_act(*terms):
        nonlocal most
        counted.asked = 0
        action = real(*terms)
        most = max(most, counted.asked)
        return action

    monkeypatch.setattr(robots_choice, "action_of", counted_act)
    for number in range(1, sample(3, 20) + 1):
        deal_played("solo", number, {"N": strength}, OPTIONS)
    _forget_auctions()
    assert 0 < most <= 2 * 3000 + 3000 // choice.CLAIM_SHARE + 20


def _forget_auctions():
    choice._found.cache_clear()
    choice._auction.cache_clear()
