"""Bridge Solitaire: the view has nothing that the player may not know (BS-14, BS-15); the robot plays by it."""

import json
import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.calls import BIDS, Contract
from games.cards import card_of, cards_text
from games.errors import BadLog
from games.replay import replay
from games.robots import choose
from games.variants.bridge_solitaire import robot as bridge_solitaire
from games.variants.bridge_solitaire.state import PACK, SolitaireState
from scoring.contracts import score_for_declarer
from tests.games.bridge_solitaire_positions import BS, Log, cards, dealt, random_setup, random_states
from tests.games.plays import CARD, at_random, played
from tests.games.secrecy import exchanged
from tests.long import sample

NUMBERS = st.integers(1, 60)


def exchanges(
    setup: dict[str, Any], state: SolitaireState, log: Log, chance: random.Random
) -> Iterator[SolitaireState]:
    """Yield every state that differs from `state` by exchanging two cards among the unturned cards, the discards and
    the cards turned earlier (BS-15).
    """
    earlier = [card for turned in state.done[:-1] for card in turned.over]
    won_face_down = [dict(turned.trick.plays())["N"] for turned in state.done[:-1]]
    hidden = cards_text((*state.stock, *state.discards[:-1], *earlier, *won_face_down)).split()
    for _ in range(25):
        first, another = chance.sample(hidden, 2)
        if card_of(first).is_joker or card_of(another).is_joker:
            continue  # a joker among the discards would have been a forced choice
        try:
            other = replay(BS, exchanged(setup, {first: another, another: first}), {}, log)
        except BadLog:
            continue
        if [len(turned.over) for turned in other.done] == [len(turned.over) for turned in state.done] and (
            other.won == state.won and other.done[-1:] == state.done[-1:]
        ):
            yield other


@settings(max_examples=sample(20, 200), deadline=None)
@given(number=NUMBERS, cut=st.floats(0, 1), chance=st.randoms(use_true_random=False))
def test_bs_15_discards_and_cards_turned_earlier_exchanged_change_nothing(number, cut, chance):
    setup, states = random_setup(number), random_states(number)[1:-1]
    state, log = states[int(cut * (len(states) - 1))]
    for other in exchanges(setup, state, log, chance):
        assert other != state
        assert BS.view(other, "S") == BS.view(state, "S")


def test_bs_15_there_are_exchanges_of_every_kind_and_the_director_sees_each():
    counts = {"discards": 0, "turned": 0, "stock": 0}
    for number in range(1, 16):
        setup, (state, log) = random_setup(number), random_states(number)[-4]
        for other in exchanges(setup, state, log, random.Random(number)):
            assert BS.view(other, "D") != BS.view(state, "D")
            counts["discards"] += set(other.discards) != set(state.discards)
            counts["turned"] += other.done != state.done
            counts["stock"] += other.stock != state.stock
    assert min(counts.values()) > 10, counts


def test_bs_15_with_every_trick_shown_a_card_turned_earlier_is_seen():
    seen = 0
    for number in range(1, 10):
        state, _ = random_states(number, turned_shown="all")[-4]
        view = BS.view(state, "S")
        earlier = [card.text for turned in state.done[:-1] for card in turned.over]
        assert set(earlier) <= set(view["more"]["turned"])
        seen += len(earlier)
    assert seen > 20


def test_bs_2b_with_the_pile_open_all_discards_are_seen_and_nothing_else_is():
    for number in range(1, 10):
        for (state, _), (closed, _) in zip(
            random_states(number, discards_shown="all"), random_states(number), strict=True
        ):
            view, usual = BS.view(state, "S"), BS.view(closed, "S")
            if state.phase in ("auction", "play"):
                assert not names(state.stock) & set(CARD.findall(json.dumps(view)))
            assert view["more"].pop("discards") == [card.text for card in state.discards]
            assert usual["more"].pop("discards") == []
            assert view["more"] == usual["more"]


# The table of BS-14, row by row: the stages in which the cards of a row are in the player's view.
Row = Callable[[SolitaireState], set[str]]


def names(cards) -> set[str]:
    return {card.text for card in cards}


def played_to(state: SolitaireState, last: int) -> set[str]:
    """Return the cards of the trick on the table and of the `last` tricks before it, including any turned over."""
    shown = [*state.done[len(state.done) - last :], *([state.trick] if state.trick else [])]
    return {card.text for turned in shown for card in (*turned.over, *turned.trick.cards)}


ROWS: list[tuple[str, Row, dict[str, bool | None]]] = [
    ("the 13 face up", lambda s: names(s.table.face_up), {"choose": True, "over": True}),
    ("the six kept", lambda s: names(s.held[:6]), {"auction": True, "over": True}),
    ("the seven", lambda s: names(s.table.down), {"choose": False, "auction": True, "over": True}),
    ("cards of the hand left", lambda s: names(s.hand), {"auction": True, "play": True}),
    ("the top discard", lambda s: names(s.discards[-1:]), {"auction": True, "play": True, "over": True}),
    ("the discards under it", lambda s: names(s.discards[:-1]), {"auction": False, "play": False, "over": True}),
    ("the stock", lambda s: names(s.stock), {"choose": False, "auction": False, "play": False, "over": True}),
    ("this trick and the last", lambda s: played_to(s, min(1, len(s.done))), {"play": True, "over": True}),
    (
        "what was played and turned before",
        lambda s: names(c for t in s.done[:-1] for c in (*t.over, *t.trick.cards)),
        {"play": False, "over": True},
    ),
]


@pytest.mark.parametrize(("row", "of", "known"), ROWS, ids=[row[0] for row in ROWS])
def test_bs_14_row_by_row(row, of, known):
    met: set[str] = set()
    for number in range(1, 9):
        for state, _ in random_states(number):
            cards = of(state)
            if state.phase not in known or not cards:
                continue
            met.add(state.phase)
            shown = set(CARD.findall(json.dumps(BS.view(state, "S"))))
            assert cards <= shown if known[state.phase] else not cards & shown, (row, state.phase)
    assert met == set(known)


def test_bs_14_figures_are_known_at_their_stage():
    for number in range(1, 6):
        for state, _ in random_states(number):
            view = BS.view(state, "S")
            choosing = state.phase == "choose"
            assert view["more"]["stock"] == len(state.stock)
            assert (view["more"]["count"] is None) == (view["more"]["stock_bid"] is None) == choosing
            assert (view["contract"] is None) == (state.phase in ("choose", "auction"))
            assert view["tricks"] == {"S": state.won[0], "N": state.won[1]}
            assert (view["dealt"] is None) == (view["history"] is None) == (state.phase != "over")


def test_bs_14_once_over_every_card_can_be_seen():
    for number in range(1, 9):
        view = BS.view(random_states(number)[-1][0], "S")
        dealt = view["dealt"]
        assert sorted(dealt["down"] + dealt["face_up"] + dealt["N"]) == sorted(names(PACK))
        assert set(dealt["S"]) | set(dealt["discards"]) == set(dealt["down"] + dealt["face_up"])
        turned = [c for t in view["history"] for c in t["turned"]]
        stock = [p["card"] for t in view["history"] for p in t["cards"] if p["seat"] == "N"]
        gone = dealt["N"][: len(dealt["N"]) - view["more"]["stock"]]
        assert sorted(turned + stock) == sorted(gone)


def test_bs_14_a_refusal_names_no_hidden_card():
    state = BS.start(random_setup(1), {})
    hidden = cards(random_setup(1)["hands"]["down"])[0]
    with pytest.raises(Exception, match="do not hold one of those cards"):
        BS.apply(state, "S", f"keep:{hidden.text}/S2")


VULNERABILITIES = ("None", "NS", "EW", "All")


def started(number: int, **options: str) -> SolitaireState:
    header = {"board": number, "dealer": "", "vul": VULNERABILITIES[number % 4]}
    return BS.start(BS.deal("robot", header, {}), options)


def points(state: SolitaireState) -> int:
    outcome = BS.outcome(state)
    score = score_for_declarer(outcome["contract"], outcome["declarer"], state.table.vul, outcome["tricks"])
    return score if outcome["declarer"] == "S" else -score


def test_bs_the_robot_beats_chance_on_most_deals_and_scores_above_nothing():
    deals = range(1, 61)
    by_robot = [points(played(BS, started(number), number)[0]) for number in deals]
    by_chance = [points(played(BS, started(number), number, at_random)[0]) for number in deals]
    better = sum(score > other for score, other in zip(by_robot, by_chance, strict=True))
    assert better > 0.8 * len(deals), better
    assert sum(by_robot) > 0


def test_bs_the_robot_keeps_length_and_honours_and_jokers():
    setup, _ = dealt("SA SK SQ SJ JR S9 H7 H5 H4 D8 D6 C3 C2")
    kept = choose(BS.view(BS.start(setup, {}), "S"), lambda of: of[0])
    cards, _, top = kept.removeprefix("keep:").partition("/")
    assert set(cards.split(".")) == {"SA", "SK", "SQ", "SJ", "ST", "JR"}
    assert top not in cards


def test_bs_the_robot_reckons_scores_as_the_scorer_does():
    for bid, doubled, vul, tricks in product(BIDS, ("", "X", "XX"), ("None", "NS"), range(14)):
        contract = Contract(int(bid[0]), bid[1], doubled, "S")
        known = score_for_declarer(contract.text, "S", vul, tricks)
        assert bridge_solitaire._score(contract, vul == "NS", tricks) == known
