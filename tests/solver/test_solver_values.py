"""Which cards may be played (SOLO-15 to SOLO-18), and exact values of endings with four and three hands."""

import pytest

from games.cards import parse_card, parse_cards, read_cards
from games.players import OPPONENT
from games.registry import rules_for
from games.shuffle import deal_from_seed
from solver.compiled import Compiled
from solver.compiled_three_hands import CompiledThreeHands
from solver.errors import BadPosition, OutOfNodes
from solver.guesses import GUESSING_STRENGTHS, choose_guessing, mean_worths, three_hand_values
from solver.position import Position
from solver.strengths import errors_of, no_errors
from solver.tables import ten_values
from solver.three_hands import PythonThreeHands, takes
from tests.long import LONG, long, sample
from tests.needs import compiled_solver, compiled_three_hands
from tests.solver.endings import EXACT, MAKERS, SEATS, STRAINS, Hands, an_ending, each_engine, ending, some_cards_later
from tests.solver.solver_brute import Memo, brute


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


HANDS = ("S2 S3", "H2 H3", "D2 D3", "C2 C3")


@pytest.mark.parametrize(
    ("hands", "strain", "leader", "played", "sentence"),
    [
        (("S2 S3", "H2", "D2", "C2"), "N", "N", "", "East has 1 cards and North 2: all need as many."),
        (("S2", "H2", "D2", "S2"), "N", "N", "", "West has the 2 of spades, which is there twice."),
        (("", "H2", "D2", "S2"), "N", "N", "", "North has 0 cards: 1 to 13 are needed."),
        (("S2", "H2", "D2"), "N", "N", "", "Four hands N, E, S and W are needed, not 3."),
        (("JR", "H2", "D2", "C2"), "N", "N", "", "joker"),
        (HANDS, "NT", "N", "", "'NT' is no strain"),
        (HANDS, "N", "X", "", "'X' is no seat"),
        (HANDS, "N", "N", "S2 D2", "Card 2: East may not play"),
    ],
)
def test_hands_strains_seats_and_cards_that_are_none_are_refused(hands, strain, leader, played, sentence):
    with pytest.raises(BadPosition, match=sentence):
        Position.of([read_cards(hand) for hand in hands], strain, leader, read_cards(played))


# Endings of so many cards each in the normal run, and their strains, one for each ending of five cards.
SAMPLE = [(1, STRAINS, 10), (2, STRAINS, 40), (3, STRAINS, 15), (4, STRAINS, 3), (5, "S", 1), (5, "H", 1), (5, "N", 1)]
QUICK = 10  # a golden deal that the Python engine solves in half a second
FULL = {1: 100, 2: 500, 3: 600, 4: 500, 5: 300}


def hands_of(row: dict[str, str]) -> Hands:
    return tuple(parse_cards(row[seat]) for seat in SEATS)


def check(hands: Hands, strains: str = STRAINS):
    engines = {name: make() for name, make in MAKERS.items()}
    for strain in strains:
        memo: Memo = {}
        for place, leader in enumerate(SEATS):
            truth = brute(hands, strain, place, memo)
            at = Position.of(hands, strain, leader)
            values = {name: engine.value(at) for name, engine in engines.items()}
            assert set(values.values()) == {truth}, (hands, strain, leader, truth, values)


@pytest.mark.parametrize(("size", "strains", "most"), SAMPLE)
def test_values_are_those_of_brute_force(size, strains, most):
    for number in range(most):
        check(ending(f"sample {number} {strains}", size), strains)


@long
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("size", FULL)
def test_two_thousand_endings(size, part):
    for number in range(part, FULL[size], 20):
        check(ending(f"full {number}", size))


@each_engine
def test_golden_endings(make):
    engine = make()
    for row in EXACT["endings"]:
        for strain, by_leader in row["se_tricks_by_leader"].items():
            for leader, tricks in by_leader.items():
                at = Position.of(hands_of(row), strain[0], leader)
                assert engine.value(at) == tricks, (row, strain, leader)


@compiled_solver
@pytest.mark.parametrize("number", range(len(EXACT["deals"])) if LONG else range(5))
def test_golden_deals(number):
    row = EXACT["deals"][number]
    table = ten_values(hands_of(row), MAKERS["compiled"]())
    assert table == {strain[0]: values for strain, values in row["table"].items()}


@pytest.mark.parametrize("number", range(len(EXACT["deals"])) if LONG else (QUICK,))
def test_golden_deals_of_the_reference(number):
    row = EXACT["deals"][number]
    engine = MAKERS["reference"]()
    for strain, values in row["table"].items() if LONG else ((s, row["table"][s]) for s in ("S", "NT")):
        for declarer, leader in ("SN", "NS") if LONG else ("SN",):
            south = engine.value(Position.of(hands_of(row), strain[0], leader))
            assert (south if declarer == "S" else 13 - south) == values[declarer], (strain, declarer)


ENDINGS = sample(400, 20_000)


def in_python(at, player):
    engine = PythonThreeHands()
    engine.begin(at, player)
    return engine.three_hand_values(at)


@compiled_three_hands
@pytest.mark.parametrize("portable", [False, True])
@pytest.mark.parametrize("secret", [False, True])
def test_both_searches_find_the_same_values(secret, portable):
    engine = CompiledThreeHands(portable)
    for number in range(ENDINGS):
        at, player = some_cards_later(an_ending(number, secret=secret), number), "SN"[number % 2]
        engine.begin(at, player)
        assert engine.three_hand_values(at) == in_python(at, player), (number, at)


@compiled_three_hands
def test_what_one_player_takes_the_other_does_not():
    engine = CompiledThreeHands()
    for number in range(sample(20, 200)):
        at = an_ending(number, secret=number % 2 == 1, most=8)
        by_player = []
        for player in "SN":
            engine.begin(at, player)
            by_player.append(engine.three_hand_values(at))
        assert all(south + by_player[1][card] == at.left for card, south in by_player[0].items())


@pytest.mark.parametrize("secret", [False, True])
def test_the_best_value_is_what_the_player_on_turn_takes(secret):
    for number in range(sample(60, 1000)):
        at = an_ending(number, secret=secret, most=3)
        mover = at.leader
        best = max(in_python(at, mover).values())
        assert takes(at, mover, best, 10**6) and not takes(at, mover, best + 1, 10**6)
        assert not takes(at, OPPONENT[mover], at.left - best + 1, 10**6)


@pytest.mark.parametrize("make", [PythonThreeHands, pytest.param(CompiledThreeHands, marks=compiled_three_hands)])
def test_a_search_stops_at_its_budget_and_what_was_found_before_counts(make):
    endings = [an_ending(number, secret=False, most=5) for number in range(100)]
    endings = [at for at in endings if at.left == 5 and at.strain == "N"]
    engine = make()
    engine.begin(endings[0], "S")
    with pytest.raises(OutOfNodes):
        engine.three_hand_values(endings[0], 1)
    engine.begin(endings[0], "S")
    engine.three_hand_values(endings[0])
    enough = engine.three_hand_nodes
    values = list(three_hand_values(engine, endings * 100, "S", enough))
    assert 1 <= len(values) < 100 * len(endings)
    assert engine.three_hand_nodes <= enough + 1


def test_the_mean_is_over_the_deals_in_which_the_same_cards_may_be_chosen():
    at = an_ending(2, secret=False)
    high, low, *_ = at.hands["S"]
    deals = [{high: 2, low: 1}, {high: 0, low: 1}, {high: 9}]
    assert mean_worths(deals, (high, low), lambda tricks: 10.0 * tricks) == {high: 10, low: 10}
    assert mean_worths([{high: 9}], (high, low), float) == {}


def test_the_expert_chooses_by_worth_and_the_beginner_errs():
    at = an_ending(2, secret=False)
    high, low, *_ = at.hands["S"]

    def chosen(strength: str, secret: str, left: int):
        errors = errors_of(secret) if secret else no_errors
        return choose_guessing({high: 3.0, low: 2.5}, "N", left, GUESSING_STRENGTHS[strength], errors, "a position")

    assert all(chosen("expert", str(number), 13) == high for number in range(20))
    assert {chosen("beginner", str(number), 13) for number in range(20)} == {high, low}
    assert chosen("beginner", "1", 1) == high, "nobody errs at the last trick"


WITHOUT_THE_NET = 2_939_000  # nodes of these searches in the order of a sum of single features
WORTH = 0.93  # a net that saves less has been damaged


@compiled_solver
def test_the_net_keeps_searches_short():
    nodes = 0
    for number in range(1, 5):
        for strain in STRAINS:
            engine = Compiled()
            engine.value(Position.of(ending(f"judge {number}", 13), strain, "N"), guess=6)
            nodes += engine.nodes
    assert nodes < WORTH * WITHOUT_THE_NET


@compiled_solver
def test_both_builds_judge_alike():
    for strain in "HN":
        at = Position.of(ending("judge 3", 13), strain, "S")
        fast, portable = Compiled(), Compiled(portable=True)
        assert fast.value(at) == portable.value(at)
        assert fast.nodes == portable.nodes
