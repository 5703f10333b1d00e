"""Laws of every deal, the agreement of the engines, their limits and memory, and solved auctions."""

import random

import pytest

from games.auction import Auction as Calls
from games.calls import BIDS
from games.cards import Card
from solver.auction import Score, SolvedAuction, Stand, opening, stand_after
from solver.compiled import Compiled
from solver.errors import OutOfNodes, SolverError
from solver.position import Position
from solver.reference import ReferenceEngine
from solver.tables import ten_values
from tests.long import LONG, long, sample
from tests.needs import compiled_solver
from tests.solver.endings import MAKERS, SPADES, STRAINS, each_engine, ending, scores, somewhere

SWAPPED = {"C": "D", "D": "C", "H": "S", "S": "H"}


@compiled_solver
@pytest.mark.parametrize("number", range(100 if LONG else 1))
def test_solo_5_sequences_read_from_either_end_other_seats_and_other_suits_change_nothing(number):
    north, east, south, west = ending(f"deal {number}", 13)
    table = ten_values((north, east, south, west), Compiled())
    assert ten_values((north, east[::-1], south, west[::-1]), Compiled()) == table
    rotated = ten_values((south, west, north, east), Compiled())
    assert rotated == {strain: {"S": row["N"], "N": row["S"]} for strain, row in table.items()}
    moved = [tuple(Card(SWAPPED[card.suit], card.rank) for card in hand) for hand in (north, east, south, west)]
    assert ten_values(moved, Compiled()) == {strain: table[SWAPPED.get(strain, strain)] for strain in STRAINS}


@each_engine
def test_a_guess_changes_nothing(make):
    at = somewhere("guess", 6, 5)
    assert len({make().value(at, guess) for guess in range(-1, 9)}) == 1


@each_engine
def test_the_value_is_that_of_the_best_card(make):
    engine = make()
    for cards in range(24):
        at = somewhere("best", 6, cards)
        values = engine.values(at)
        assert tuple(values) == at.now.legal
        assert engine.value(at) == (max if at.now.player == "S" else min)(values.values())
        assert all(engine.value(at.after(card)) == value for card, value in values.items())


@each_engine
def test_a_play_that_is_over_has_its_tricks(make):
    at = somewhere("over", 3, 12)
    assert make().value(at) == at.now.south == 3 - at.now.north
    assert make().values(at) == {}


@compiled_solver
@pytest.mark.parametrize("number", range(400 if LONG else 10))
def test_engines_agree_in_mid_play(number):
    engines = [make() for make in MAKERS.values()]
    at = somewhere(f"agree {number}", 13, 26 + number % 20)
    while at.now.left:
        first, *others = [engine.values(at) for engine in engines]
        assert all(values == first for values in others), (at.hands, at.strain, at.leader, at.played)
        at = at.after(random.Random(number).choice(at.now.legal))


@compiled_solver
@long
@pytest.mark.parametrize("number", range(10))
def test_engines_agree_on_whole_deals(number):
    rng = random.Random(number)
    at = Position.of(ending(f"whole {number}", 13), rng.choice(STRAINS), rng.choice("NS"))
    assert ReferenceEngine().value(at) == Compiled().value(at) == Compiled(portable=True).value(at)


@each_engine
def test_out_of_nodes_says_so_and_spoils_nothing_and_a_budget_that_suffices_is_not_noticed(make):
    at = somewhere("nodes", 8, 2)
    truth, engine = make().values(at), make()
    for nodes in (0, 1, 10, 100):
        with pytest.raises(OutOfNodes):
            engine.values(at, nodes=nodes)
    assert engine.values(at) == truth
    enough = make()
    value = enough.value(at)
    assert 0 < enough.nodes < 10**6
    assert make().value(at, nodes=enough.nodes) == value


@each_engine
def test_one_engine_serves_many_deals(make):
    engine = make()
    positions = [somewhere(number, 5, number) for number in range(8)] * 2
    assert [engine.value(at) for at in positions] == [make().value(at) for at in positions]


@compiled_solver
def test_the_table_grows_and_starts_again_and_a_question_asked_again_costs_nothing():
    engine = Compiled()
    big = Position.of(ending("deal 1", 13), "N", "N")
    truth = engine.value(big)
    filled, looked_at = engine.entries, engine.nodes
    assert filled > 4096
    assert engine.value(big, truth) == truth and engine.nodes == looked_at
    small = somewhere("small", 2, 0)
    engine.value(small)
    assert engine.entries < 100
    assert engine.value(big) == truth
    assert (engine.entries, engine.nodes) == (filled, looked_at)


@compiled_solver
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 8])
def test_what_the_bounds_promise_is_taken(size):
    engine, promised = Compiled(), 0
    for number in range(3000 if LONG else 200):
        at = somewhere(f"bounds {number}", size, 0)
        south = engine.value(at)
        for_leader = south if at.leader in "ES" else size - south
        leader, other = engine.sure(at, True), engine.sure(at, False)
        assert leader <= for_leader, (at.hands, at.strain, at.leader)
        assert other <= size - for_leader, (at.hands, at.strain, at.leader)
        promised += (leader > 0) + (other > 0)
    assert promised > 100


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
    values = [minimax(auction.with_call(call), tricks, value) for call in auction.legal()]
    return max(values) if auction.caller == "S" else min(values)


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


def test_a_sacrifice_is_found_and_depends_on_vulnerability_and_nobody_may_make_anything():
    slam = {strain: {"S": 6, "N": 6} for strain in STRAINS} | {"H": {"S": 12, "N": 1}, "S": {"S": 0, "N": 8}}
    for vul, points, contract in (("NS", 800, ("6SX", "N")), ("EW", 980, ("6H", "S"))):
        auction = SolvedAuction(slam, scores(vul))
        assert (auction.worth(opening("S")).points, auction.contracts(opening("S"))[-1]) == (points, contract)
    nothing = SolvedAuction({strain: {"S": 6, "N": 6} for strain in STRAINS}, scores("All"))
    assert (nothing.worth(opening("E")).points, nothing.line(opening("E"))) == (0, ("P", "P"))
    assert nothing.contracts(opening("E")) == (("", ""),)


def test_solo_9_solo_8a_a_passed_bidder_may_bid_on_unless_the_first_pass_ends_it():
    stand = stand_after("S", ("3S", "P"))
    assert stand.calls() == ("P", *BIDS[BIDS.index("3N") :])
    game = {strain: {"S": 0, "N": 0} for strain in STRAINS} | {"S": {"S": 10, "N": 0}}
    assert SolvedAuction(game, scores("None")).after(stand_after("S", ("3S",)), "P").points == 420
    assert SolvedAuction(game, scores("None"), "first_pass").after(stand_after("S", ("3S",)), "P").points == 170


def test_calls_out_of_order_are_refused():
    with pytest.raises(SolverError, match="Call 2, 1C, may not"):
        stand_after("S", ("1D", "1C"))
    with pytest.raises(SolverError, match="three_passes"):
        SolvedAuction(SPADES, scores("None"), "three_passes")
