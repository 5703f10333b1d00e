"""The exact value of calls: SOLO-7, SOLO-7a, SOLO-8, SOLO-8a, SOLO-9, SOLO-9a, SOLO-10."""

import random

import pytest

from games.auction import Auction as Calls
from games.calls import BIDS, STRAINS
from solver.auction import Score, SolvedAuction, Stand, opening, stand_after
from solver.errors import SolverError
from tests.long import sample
from tests.solver.solver_positions import SPADES, scores


def tricks_of(seed: object) -> dict[str, dict[str, int]]:
    rng = random.Random(f"{seed}")
    return {strain: {who: rng.randint(0, 13) for who in "SN"} for strain in STRAINS}


def real_auction(dealer: str, calls: tuple[str, ...], closing: int) -> Calls:
    callers = ("S", "N") if dealer in "SE" else ("N", "S")
    auction = Calls(callers, callers, closing, 2)
    for call in calls:
        auction = auction.with_call(call)
    return auction


def minimax(auction: Calls, tricks, value: Score) -> int:
    """Return the auction's value by the games' own rules, call by call to the end, without storing any states."""
    if auction.closed:
        last = auction.last_bid()
        if last is None:
            return 0
        declarer, bid = last
        return value(bid + auction.doubled(), declarer, tricks[bid[1]][declarer])
    found = [minimax(auction.with_call(call), tricks, value) for call in auction.legal()]
    return max(found) if auction.caller == "S" else min(found)


@pytest.mark.parametrize("seed", range(30))
def test_calls_are_those_of_the_game(seed):
    rng = random.Random(seed)
    dealer, calls = rng.choice("NESW"), list[str]()
    while not real_auction(dealer, tuple(calls), 2).closed:
        auction, stand = real_auction(dealer, tuple(calls), 2), stand_after(dealer, calls)
        assert (stand.caller, stand.calls()) == (auction.caller, auction.legal())
        calls.append(rng.choice(stand.calls()[: rng.choice((2, 3, 9))]))


@pytest.mark.parametrize(("ends", "closing"), [("two_passes", 2), ("first_pass", 1)])
@pytest.mark.parametrize("vul", ["None", "NS", "EW", "All"])
@pytest.mark.parametrize("seed", range(sample(1, 12)))
def test_worths_are_those_of_all_calls_tried(seed, vul, ends, closing):
    tricks = tricks_of(seed)
    for calls in (("7H",), ("P", "7H"), ("7D", "X"), ("7H", "X", "XX"), ("P", "7S", "P")):
        if ends == "first_pass" and calls[-1] == "P":
            continue
        auction = SolvedAuction(tricks, scores(vul), ends)
        truth = minimax(real_auction("S", calls, closing), tricks, scores(vul))
        assert auction.worth(stand_after("S", calls)).points == truth, calls


@pytest.mark.parametrize("seed", range(20))
def test_every_worth_is_that_of_its_best_call(seed):
    auction = SolvedAuction(tricks_of(seed), scores("NS"))
    stand = opening("N")
    rng = random.Random(seed)
    while True:
        worths = auction.worths(stand)
        best = (max if stand.caller == "S" else min)(worths.values())
        assert best == auction.worth(stand).points
        assert set(auction.best_calls(stand)) == {call for call, worth in worths.items() if worth == best}
        call = rng.choice(stand.calls()[:4])
        if auction.ends(stand, call):
            break
        stand = stand.after(call)


@pytest.mark.parametrize("seed", range(sample(8, 80)))
def test_the_line_shown_reaches_the_worth_and_none_is_shorter(seed):
    tricks = tricks_of(f"line {seed}")
    auction, start = SolvedAuction(tricks, scores("EW")), opening("S")
    line = auction.line(start)
    played = real_auction("S", line, 2)
    assert played.closed
    assert len(line) == auction.worth(start).calls
    bidder, bid = played.last_bid() or ("", "")
    for contract, declarer in (*auction.contracts(start), (bid + played.doubled(), bidder)):
        points = scores("EW")(contract, declarer, tricks[contract[1]][declarer]) if contract else 0
        assert points == auction.worth(start).points
    for short in range(1, len(line)):
        assert not ends_in(auction, start, short)


def ends_in(auction: SolvedAuction, stand: Stand, calls: int) -> bool:
    """True if calls that keep the value can end the auction in exactly this many calls."""
    held = auction.best_calls(stand)
    if calls == 1:
        return any(auction.ends(stand, call) for call in held)
    return any(not auction.ends(stand, call) and ends_in(auction, stand.after(call), calls - 1) for call in held)


def test_par_is_what_both_can_reach():
    auction = SolvedAuction(SPADES, scores("None"))
    assert auction.worth(opening("S")).points == 110
    assert auction.contracts(opening("S")) == (("1S", "S"), ("2S", "S"))
    assert auction.line(opening("S")) == ("1S", "P", "P")
    assert auction.line(opening("W")) == ("P", "1S", "P", "P")


def test_a_sacrifice_is_found_and_depends_on_vulnerability():
    slam = {strain: {"S": 6, "N": 6} for strain in STRAINS} | {"H": {"S": 12, "N": 1}, "S": {"S": 0, "N": 8}}
    assert SolvedAuction(slam, scores("NS")).worth(opening("S")).points == 800
    assert SolvedAuction(slam, scores("NS")).contracts(opening("S"))[-1] == ("6SX", "N")
    assert SolvedAuction(slam, scores("EW")).worth(opening("S")).points == 980
    assert SolvedAuction(slam, scores("EW")).contracts(opening("S")) == (("6H", "S"),)


def test_a_passed_bidder_may_bid_on():
    """SOLO-9: players can raise their own 3S after it is passed. With the SOLO-8a option, they cannot."""
    stand = stand_after("S", ("3S", "P"))
    assert stand.calls() == ("P", *BIDS[BIDS.index("3N") :])
    game = {strain: {"S": 0, "N": 0} for strain in STRAINS} | {"S": {"S": 10, "N": 0}}
    assert SolvedAuction(game, scores("None")).after(stand_after("S", ("3S",)), "P").points == 420
    assert SolvedAuction(game, scores("None"), "first_pass").after(stand_after("S", ("3S",)), "P").points == 170


def test_nobody_can_make_anything():
    nothing = SolvedAuction({strain: {"S": 6, "N": 6} for strain in STRAINS}, scores("All"))
    assert nothing.worth(opening("E")).points == 0
    assert nothing.line(opening("E")) == ("P", "P")
    assert nothing.contracts(opening("E")) == (("", ""),)


def test_calls_out_of_order_are_refused():
    with pytest.raises(SolverError, match="Call 2, 1C, may not"):
        stand_after("S", ("1D", "1C"))
    with pytest.raises(SolverError, match="three_passes"):
        SolvedAuction(SPADES, scores("None"), "three_passes")
