"""The robots of a strength at Two Handed Solo Bridge: their claims, their bids, and the budget of a search."""

from random import Random
from typing import Any

import pytest

from games.boards import dealer_of, vulnerability_of
from games.calls import is_bid
from games.cards import parse_cards
from games.registry import rules_for
from games.seats import SEATS
from solver import Position, engine, thread_engines
from solver.auction import SolvedAuction, opening, stand_after
from solver.compiled import Compiled
from solver.robots import choice
from solver.strengths import STRENGTHS
from solver.tables import ten_values
from tests.long import sample
from tests.needs import compiled_solver
from tests.solver import robots_choice
from tests.solver.robots_choice import BOTH_ENGINES, action_of, deal_played, scorer, without_compiler

SOLO = rules_for("solo")
OPTIONS = {name: values[0] for name, values in SOLO.options.items()}


# Claims


def before_the_lead(number: int) -> tuple[Any, list[dict[str, Any]], Position]:
    """Return a deal bid to the one level in some strain, everything shown to North's seat, and the position."""
    strain = "CDHSN"[number % 5]
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    setup = SOLO.deal("claims", header, OPTIONS)
    state = SOLO.start(setup, OPTIONS)
    views = [SOLO.view(state, "N")]
    for call in (f"c:1{strain}", "c:P", "c:P"):
        state = SOLO.apply(state, str(SOLO.turn(state)), call)
        views.append(SOLO.view(state, "N"))
    hands = [parse_cards(setup["hands"][seat]) for seat in SEATS]
    return state, views, Position.of(hands, strain, views[-1]["trick"]["leader"])


def answer_to(takes: int, state, views: list[dict[str, Any]], strength: str) -> str | None:
    """Return the answer of the robot, as North, to South's claim of this many tricks."""
    asked = SOLO.apply(state, "S", f"claim:{takes}")
    return action_of([*views, SOLO.view(asked, "N")], strength, OPTIONS, "a secret", Random(1).choice)


@compiled_solver
@pytest.mark.parametrize("strength", STRENGTHS)
def test_solo_21_every_strength_answers_a_claim_before_the_lead_by_the_exact_value(strength):
    """The robot once accepted any claim of 13 tricks minus its own aces, whether the claim was true or not."""
    false = 0
    for number in range(1, sample(6, 60) + 1):
        state, views, at = before_the_lead(number)
        south = engine().value(at)
        aces = sum(card.rank == "A" for seat in (0, 3) for card in at.hands[seat])
        false += 13 - aces > south
        for takes in {0, 13 - aces, south, min(13, south + 1)}:
            assert answer_to(takes, state, views, strength) == ("accept" if takes <= south else "refuse")
    assert false > 2


@pytest.mark.parametrize("strength", STRENGTHS)
def test_solo_21_a_claim_that_is_not_proved_in_time_is_refused(strength, monkeypatch):
    without_compiler(monkeypatch)
    for number in range(1, 4):
        state, views, _ = before_the_lead(number)
        answers = [answer_to(takes, state, views, strength) for takes in (0, 1, 9, 13)]
        assert answers == ["accept", "refuse", "refuse", "refuse"]


# Auctions


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
    """A robot does not keep raising its own bids, bid a failing grand slam for nothing, or bid endlessly."""
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
