"""The messages to a player hold nothing that the player may not know: UM-19, row by row, and UM-20."""

import json
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.calls import CALLS
from games.cards import FULL_DECK, Card, cards_text
from games.errors import IllegalAction
from games.players import OPPONENT, PLAYERS
from games.replay import replay
from games.transcript import transcript
from games.tricks import OrderedTrick
from games.variants.umbrage.state import Held, UmbrageState
from games.variants.umbrage.umbrage import PLACES, Hands
from tests.games.random_plays import CARD
from tests.games.umbrage_positions import UMBRAGE, called, play, run, seen, setup, started
from tests.long import sample

UNIVERSE = (
    *(f"c:{call}" for call in CALLS),
    *(f"p:{card.text}" for card in FULL_DECK),
    *(f"draw:{card.text}" for card in FULL_DECK),
    *("claim:1", "claim:13", "accept", "undo", "undo:yes", "draw:all", "umbrage:take"),
)
LOW = ("c:P", "c:1C", "c:1D", "c:1H", "c:1S", "c:1N", "c:X", "c:XX")


def random_states(number: int, **options: str) -> list[UmbrageState]:
    """Return every state of a random play, mostly with low bids, with draws, claims and requests; no
    claim is accepted.
    """
    chance = random.Random(number)
    header = {"board": number, "dealer": chance.choice("SN"), "vul": "None"}
    states = [UMBRAGE.start(UMBRAGE.deal("secrecy", header, options), options)]
    while (player := UMBRAGE.turn(states[-1])) is not None:
        state = states[-1]
        actor, action = player, random_action(state, player, chance)
        if chance.random() < 0.05:
            requests = [(a, t) for a in "SN" for t in UMBRAGE.legal(state, a) if t.startswith(("claim", "undo"))]
            actor, action = chance.choice(requests or [(actor, action)])
        states.append(UMBRAGE.apply(state, actor, action))
    return states


def random_action(state: UmbrageState, player: str, chance: random.Random) -> str:
    if pick := UMBRAGE.pick(state, player):
        return pick.random(chance.choice)
    onward = [action for action in seen(state, player)["legal"] if action != "accept"]
    low = [action for action in onward if not action.startswith("c:") or action in LOW]
    return chance.choice(low or onward)


def hidden_piles(state: UmbrageState, viewer: str) -> dict[str, tuple[Card, ...]]:
    """Return the cards that UM-20 lets us permute, by their place, and those of tricks no longer shown."""
    other = OPPONENT[viewer]
    notes = state.table.options["notes"] == "on"
    piles = {f"out {player}": pile for player, pile in zip(PLAYERS, state.out, strict=True)}
    if notes:
        del piles[f"out {viewer}"]
    piles["bridge"] = state.bridge
    if other not in state.requests.shown:
        piles[other] = state.hand(other)
    if not (state.phase == "play" and (state.done or (state.trick and state.trick.cards))):
        piles["D"] = state.hand("D")
    piles["tricks"] = tuple(card for trick in state.done[:-1] for card in trick.cards)
    return piles


def permuted(state: UmbrageState, viewer: str, chance: random.Random) -> UmbrageState:
    """Return another state in which everything hidden from the viewer is elsewhere."""
    piles = hidden_piles(state, viewer)
    pool = [card for pile in piles.values() for card in pile]
    chance.shuffle(pool)
    new = {}
    for name, pile in piles.items():
        new[name], pool = tuple(pool[: len(pile)]), pool[len(pile) :]
    hands = tuple(new.get(name, state.hand(name)) for name in ("S", "N", "D"))
    out = tuple(new.get(f"out {player}", pile) for player, pile in zip(PLAYERS, state.out, strict=True))
    tricks = new["tricks"]
    done = [OrderedTrick(trick.order, tricks[3 * place : 3 * place + 3]) for place, trick in enumerate(state.done[:-1])]
    deck = list(FULL_DECK)
    chance.shuffle(deck)
    dealt = Hands(*(tuple(deck[13 * place : 13 * place + 13]) for place in range(4)))
    reshuffle = tuple(chance.sample(range(26), 26))
    fresh = (state.fresh[0], hands[1][:2]) if viewer == "S" else (hands[0][:2], state.fresh[1])
    return replace(
        state,
        table=replace(state.table, dealt=dealt, reshuffle=reshuffle),
        hands=hands,
        out=out,
        bridge=new["bridge"],
        done=(*done, *state.done[-1:]),
        fresh=fresh,
        began=None if state.began is None else mixed_hands(state.began, chance),
    )


def mixed_hands(hands: Held, chance: random.Random) -> Held:
    mixed = [card for hand in hands for card in hand]
    chance.shuffle(mixed)
    return tuple(mixed[:13]), tuple(mixed[13:26]), tuple(mixed[26:])


def refusals(state: UmbrageState, viewer: str) -> dict[str, str]:
    """Return the answers to everything that the viewer may not do."""
    told = {}
    for action in UNIVERSE:
        try:
            UMBRAGE.apply(state, viewer, action)
        except IllegalAction as error:
            told[action] = error.reason
    return told


@settings(max_examples=sample(20, 200), deadline=None)
@given(
    number=st.integers(1, 10_000),
    viewer=st.sampled_from("SN"),
    notes=st.sampled_from(("off", "on")),
    data=st.data(),
)
def test_um_20_hidden_cards_change_nothing_in_the_view(number, viewer, notes, data):
    states = random_states(number, notes=notes)[:-1]
    for state in data.draw(st.lists(st.sampled_from(states), min_size=3, max_size=6)):
        other = permuted(state, viewer, random.Random(number))
        assert other != state
        assert UMBRAGE.view(state, viewer) == UMBRAGE.view(other, viewer)
        assert UMBRAGE.view(state, "D") != UMBRAGE.view(other, "D")


@settings(max_examples=sample(15, 150), deadline=None)
@given(number=st.integers(1, 10_000), viewer=st.sampled_from("SN"), data=st.data())
def test_um_20_hidden_cards_change_nothing_in_a_refusal(number, viewer, data):
    state = data.draw(st.sampled_from(random_states(number)[:-1]))
    other = permuted(state, viewer, random.Random(number))
    assert refusals(state, viewer) == refusals(other, viewer)


@settings(max_examples=sample(20, 200), deadline=None)
@given(seed=st.integers(1, 10_000), count=st.integers(0, 6), takes=st.booleans())
def test_um_20_another_deal_of_what_south_has_not_seen_gives_him_the_same_views(seed, count, takes):
    """From the setup on: South keeps the same hand and draws the same cards; all others are elsewhere."""
    chance = random.Random(seed)
    first = UMBRAGE.deal(str(seed), {"board": 1, "dealer": "S", "vul": "None"}, {})
    bridge = first["hands"]["right"].split()
    rest = [*first["hands"]["left"].split(), *first["hands"]["opponent"].split(), *bridge[count:]]
    chance.shuffle(rest)
    hands = {
        **first["hands"],
        "left": " ".join(rest[:13]),
        "opponent": " ".join(rest[13:26]),
        "right": " ".join([*bridge[:count], *rest[26:]]),
    }
    second = {**first, "hands": hands, "reshuffle": chance.sample(range(26), 26)}
    laid_by = "draw:" + ".".join(first["hands"]["dealer"].split()[:count])
    acts = ["S umbrage:stay", "N umbrage:stay", "S c:1S", "N c:P", f"S {laid_by}", "N draw:"]
    pairs = [UMBRAGE.start(made, {}) for made in (first, second)]
    for act in acts:
        assert seen(pairs[0], "S") == seen(pairs[1], "S")
        pairs = [play(state, act) for state in pairs]
    assert seen(pairs[0], "S") == seen(pairs[1], "S")
    taken = [play(UMBRAGE.start(made, {}), "N umbrage:take" if takes else "N umbrage:stay") for made in (first, second)]
    assert seen(taken[0], "S") == seen(taken[1], "S")


@pytest.mark.parametrize("dealer", ["S", "N"])
@pytest.mark.parametrize("first", ["S", "N"])
@pytest.mark.parametrize("action", ["umbrage:take", "umbrage:stay"])
def test_um_20_a_waiting_decision_changes_decided_and_nothing_else(dealer, first, action):
    before, after = started(dealer), play(started(dealer), f"{first} {action}")
    viewer = OPPONENT[first]
    was, now = seen(before, viewer), seen(after, viewer)
    assert now["more"]["umbrage"].pop("decided") == [first]
    assert was["more"]["umbrage"].pop("decided") == []
    assert was == now
    assert refusals(before, viewer) == refusals(after, viewer)
    assert UMBRAGE.legal(before, viewer) == UMBRAGE.legal(after, viewer)


def test_um_20_the_random_plays_reach_every_phase_and_kind_of_draw():
    states = [state for number in range(1, 21) for state in random_states(number)]
    assert {state.phase for state in states} == {"umbrage", "auction", "draw", "play", "over"}
    assert any(state.draw and state.draw.left == 1 for state in states)
    assert any(state.draw and state.draw.final and state.draw.left > 1 for state in states)
    assert any(state.draw and not state.draw.final and state.draws for state in states)
    assert any(state.requests.asking for state in states) and any(state.requests.shown for state in states)


# UM-19, row by row

UMBRAGE_PHASE = started()
TAKEN = play(started(), "S umbrage:take", "N umbrage:stay")  # South holds diamonds, the clubs are spare
BETWEEN = called("1S P 4 3")
DRAWING = called("1S P 4")
LEADING = called("1S P 4 3 1S P 0 0")
PLAYING = play(LEADING, "p:HA")
OVER = play(LEADING, "p:HA", "S claim:0", "N accept")
STAGES = (UMBRAGE_PHASE, TAKEN, BETWEEN, DRAWING, LEADING, PLAYING)


def suits_shown(state: UmbrageState, viewer: str, name: str) -> str | None:
    cards = seen(state, viewer)["hands"][name]["cards"]
    return None if cards is None else "".join(suit for suit in "SHDC" if any(c[0] == suit for c in cards))


def test_um_19_a_players_present_hand():
    for state in STAGES:
        for viewer in "SN":
            assert seen(state, viewer)["hands"][viewer]["cards"] is not None
            assert seen(state, viewer)["hands"][OPPONENT[viewer]]["cards"] is None
    assert suits_shown(OVER, "S", "N") and suits_shown(OVER, "N", "S")


def test_um_19_the_hand_given_up_by_umbrage():
    assert suits_shown(play(started(), "S umbrage:take"), "S", "S") == "C"
    for viewer in "SN":
        assert not [card for card in CARD.findall(json.dumps(seen(TAKEN, viewer))) if card[0] == "C"]
        over = seen(play(TAKEN, "c:P", "c:P"), viewer)
        assert over["more"]["opened"]["dealt"]["dealer"] == cards_text(TAKEN.table.dealt.dealer).split()


def test_um_19_a_decision_on_umbrage():
    for viewer in "SN":
        waiting = seen(play(started(), "S umbrage:take"), viewer)["more"]["umbrage"]
        assert (waiting["S"], waiting["N"]) == (None, None)
        for state in (TAKEN, play(TAKEN, "c:P", "c:P")):
            assert seen(state, viewer)["more"]["umbrage"] == {"S": True, "N": False, "decided": ["S", "N"]}


def test_um_19_the_spare_hands_and_the_reshuffle():
    for viewer in "SN":
        for state in STAGES:
            assert seen(state, viewer)["more"]["opened"] is None
        assert seen(OVER, viewer)["more"]["opened"]["dealt"] == {
            place: setup()["hands"][place].split() for place in PLACES
        }


def test_um_19_bridge_number_of_cards_left():
    for viewer in "SN":
        assert [seen(state, viewer)["more"]["bridge"] for state in STAGES] == [13, 13, 6, 9, 6, 6]


def test_um_19_bridge_undrawn_cards():
    for viewer in "SN":
        for state in (BETWEEN, DRAWING, LEADING, PLAYING):
            text = json.dumps(seen(state, viewer))
            assert not {card.text for card in state.bridge} & set(CARD.findall(text))
        assert seen(OVER, viewer)["more"]["opened"]["bridge"] == cards_text(OVER.bridge).split()


def test_um_19_a_drawn_card():
    assert seen(DRAWING, "S")["more"]["drawn"] == ["DA", "DK", "DQ", "DJ"]
    assert seen(DRAWING, "N")["more"]["drawn"] == [] == seen(DRAWING, "D")["more"]["drawn"]
    assert "DA" not in json.dumps(seen(BETWEEN, "N"))
    assert seen(BETWEEN, "N")["more"]["drawn"] == ["DT", "D9", "D8"]
    assert "DA" in seen(LEADING, "S")["hands"]["S"]["cards"]
    assert seen(called("1S P 4 3 1S P"), "S")["more"]["drawn"] == []  # the next draw has begun
    assert "DA" in seen(OVER, "N")["dealt"]["S"]


def test_um_19_a_card_drawn_and_played_is_seen_by_both():
    state = play(run(DRAWING, "0 2S P 0 0"), "p:HA", "p:DA")
    assert seen(state, "N")["trick"]["cards"][-1] == {"seat": "S", "card": "DA"}
    assert seen(state, "S")["more"]["drawn"] == []  # long ago


def test_um_19_discards_how_many():
    for viewer in "SN":
        counts = [seen(state, viewer)["more"]["discards"] for state in (BETWEEN, DRAWING, LEADING, OVER)]
        assert counts == [{"S": 4, "N": 3}, {"S": 4, "N": 0}, {"S": 4, "N": 3}, {"S": 4, "N": 3}]


def test_um_19_discards_which():
    for state in (BETWEEN, DRAWING, LEADING, PLAYING):
        for viewer in "SN":
            named = set(CARD.findall(json.dumps(seen(state, viewer))))
            assert not named & {card.text for pile in state.out for card in pile}
    for viewer in "SN":
        gone = {player: cards_text(pile).split() for player, pile in zip(PLAYERS, OVER.out, strict=True)}
        assert seen(OVER, viewer)["more"]["opened"]["discards"] == gone


def test_um_19_dummy():
    for viewer in "SN":
        shown = [seen(state, viewer)["hands"]["D"]["cards"] is not None for state in (*STAGES, OVER)]
        assert shown == [False, False, False, False, False, True, True]


def test_um_20_discards_and_a_waiting_decision_are_not_told_in_a_transcript():
    acts = ["S umbrage:take", "N umbrage:stay", "S c:1S", "N c:P", "S draw:DA.DK"]
    split = [act.partition(" ") for act in acts]
    log = [{"seq": place, "actor": by, "a": a} for place, (by, _, a) in enumerate(split, start=1)]
    told = {viewer: "\n".join(transcript(UMBRAGE, setup(), {}, log, viewer)) for viewer in "SND"}
    assert "umbrage:?" in told["N"] and "draw:?" in told["N"] and "take" not in told["N"]
    assert not re.search(r"\bD[AK]\b", told["N"])
    for viewer in "SD":
        assert "draw:DA.DK" in told[viewer] and "umbrage:take" in told[viewer]


def test_um_19_the_log_folds_to_the_same_secrets():
    log = [
        {"seq": 1, "actor": "N", "a": "umbrage:take"},
        {"seq": 2, "actor": "S", "a": "umbrage:stay"},
        {"seq": 3, "actor": "S", "a": "c:1S"},
    ]
    state = replay(UMBRAGE, setup(), {}, log)
    assert suits_shown(state, "N", "N") == "S"
