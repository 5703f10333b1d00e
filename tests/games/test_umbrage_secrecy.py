"""Umbrage: what a player is sent (UM-19, UM-20), claims and take-backs (UM-17c), and its robot."""

import json
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import CARD_BY_TEXT, FULL_DECK, Card, cards_text, parse_cards
from games.players import OPPONENT, PLAYERS
from games.replay import states
from games.robots import choose
from games.transcript import transcript
from games.tricks import OrderedTrick
from games.variants.umbrage.state import Held, UmbrageState
from games.variants.umbrage.umbrage import PLACES, Hands
from games.wording import plain
from tests.games.plays import first, random_log
from tests.games.secrecy import PROBES, but_told, refusals
from tests.games.umbrage_positions import UMBRAGE, called, play, refused, run, seen, setup, started
from tests.long import sample


def random_states(number: int, **options: str) -> list[UmbrageState]:
    """Return every state of a random play with draws, claims and requests. No claim is accepted."""
    header = {"board": number, "dealer": "SN"[number % 2], "vul": "None"}
    setup = UMBRAGE.deal("secrecy", header, options)
    log = random_log(UMBRAGE, setup, options, number, anything=True)
    return [state for _, state in states(UMBRAGE, setup, options, log)]


def hidden_piles(state: UmbrageState, viewer: str) -> dict[str, tuple[Card, ...]]:
    """Return, by place, the cards that UM-20 allows us to permute, and the cards of tricks that are no longer shown."""
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
    """Return another state in which everything hidden from the viewer is in a different place."""
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


@settings(max_examples=sample(20, 200), deadline=None)
@given(
    number=st.integers(1, 10_000), viewer=st.sampled_from("SN"), notes=st.sampled_from(("off", "on")), data=st.data()
)
def test_um_20_hidden_cards_change_nothing_in_the_view_or_a_refusal(number, viewer, notes, data):
    every = random_states(number, notes=notes)[:-1]
    for state in data.draw(st.lists(st.sampled_from(every), min_size=3, max_size=6)):
        other = permuted(state, viewer, random.Random(number))
        assert other != state
        assert UMBRAGE.view(state, viewer) == UMBRAGE.view(other, viewer)
        assert UMBRAGE.view(state, "D") != UMBRAGE.view(other, "D")
    assert refusals("umbrage", state, viewer, PROBES) == refusals("umbrage", other, viewer, PROBES)


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
    assert refusals("umbrage", before, viewer, PROBES) == refusals("umbrage", after, viewer, PROBES)
    assert UMBRAGE.legal(before, viewer) == UMBRAGE.legal(after, viewer)


def test_um_20_the_random_plays_reach_every_phase_and_kind_of_draw():
    every = [state for number in range(1, 21) for state in random_states(number)]
    assert {state.phase for state in every} == {"umbrage", "auction", "draw", "play", "over"}
    assert any(state.draw and state.draw.left == 1 for state in every)
    assert any(state.draw and state.draw.final and state.draw.left > 1 for state in every)
    assert any(state.draw and not state.draw.final and state.draws for state in every)
    assert any(state.requests.asking for state in every) and any(state.requests.shown for state in every)


# UM-19, row by row
UMBRAGE_PHASE = started()
TAKEN = play(started(), "S umbrage:take", "N umbrage:stay")  # South holds diamonds, the clubs are spare
BETWEEN = called("1S P 4 3")
DRAWING = called("1S P 4")
LEADING = called("1S P 4 3 1S P 0 0")
PLAYING = play(LEADING, "p:HA")
OVER = play(LEADING, "p:HA", "S claim:0", "N accept")
STAGES = (UMBRAGE_PHASE, TAKEN, BETWEEN, DRAWING, LEADING, PLAYING)


def test_um_19_a_players_present_hand_the_spare_hands_the_bridge_and_the_discards():
    for viewer, other in ("SN", "NS"):
        for state, bridge in zip(STAGES, (13, 13, 6, 9, 6, 6), strict=True):
            view = seen(state, viewer)
            assert view["hands"][viewer]["cards"] is not None and view["hands"][other]["cards"] is None
            assert (view["more"]["bridge"], view["more"]["opened"]) == (bridge, None)
        assert seen(OVER, viewer)["hands"][other]["cards"]
        opened = seen(OVER, viewer)["more"]["opened"]
        assert opened["dealt"] == {place: setup()["hands"][place].split() for place in PLACES}
        assert opened["bridge"] == cards_text(OVER.bridge).split()
        assert opened["discards"] == {p: cards_text(pile).split() for p, pile in zip(PLAYERS, OVER.out, strict=True)}


def test_um_19_a_drawn_card_until_it_is_played():
    assert seen(DRAWING, "S")["more"]["drawn"] == ["DA", "DK", "DQ", "DJ"]
    assert seen(DRAWING, "N")["more"]["drawn"] == [] == seen(DRAWING, "D")["more"]["drawn"]
    assert "DA" not in json.dumps(seen(BETWEEN, "N"))
    assert seen(BETWEEN, "N")["more"]["drawn"] == ["DT", "D9", "D8"]
    assert "DA" in seen(LEADING, "S")["hands"]["S"]["cards"]
    assert seen(called("1S P 4 3 1S P"), "S")["more"]["drawn"] == []  # the next draw has begun
    assert "DA" in seen(OVER, "N")["dealt"]["S"]
    state = play(run(DRAWING, "0 2S P 0 0"), "p:HA", "p:DA")
    assert seen(state, "N")["trick"]["cards"][-1] == {"seat": "S", "card": "DA"}
    assert seen(state, "S")["more"]["drawn"] == []  # long ago


def test_um_20_discards_and_a_waiting_decision_are_not_in_a_transcript():
    acts = ["S umbrage:take", "N umbrage:stay", "S c:1S", "N c:P", "S draw:DA.DK"]
    split = [act.partition(" ") for act in acts]
    log = [{"seq": place, "actor": by, "a": a} for place, (by, _, a) in enumerate(split, start=1)]
    transcripts = {viewer: "\n".join(transcript(UMBRAGE, setup(), {}, log, viewer)) for viewer in "SND"}
    assert "umbrage:?" in transcripts["N"] and "draw:?" in transcripts["N"] and "take" not in transcripts["N"]
    assert not re.search(r"\bD[AK]\b", transcripts["N"])
    for viewer in "SD":
        assert "draw:DA.DK" in transcripts[viewer] and "umbrage:take" in transcripts[viewer]


@pytest.mark.parametrize("story", ["1S", "1S X", "1S X XX", "1S P", "1S P 0", "1S P 1 0 1S", "1S P 0 0"])
def test_um_17c_the_last_call_goes_back_by_consent(story):
    *earlier, last = story.split()
    state, before = called(story), called(" ".join(earlier))
    by = UMBRAGE.turn(before)
    undo_state = play(state, f"{by} undo")
    other = "N" if by == "S" else "S"
    view = seen(undo_state, other)
    assert view["undo"] == {"by": by, "action": "draw:" if last == "0" else f"c:{last}"}
    assert view["turn"] == {"player": other, "hand": None, "what": "undo"}
    assert view["legal"] == ["undo:yes", "undo:no"]
    assert view["pick"] is None and view["choices"] == []
    assert plain(view["prompt"]).endswith("asks to take back a call or card: do you agree?")
    back = play(undo_state, f"{other} undo:yes")
    for viewer in "SND":
        assert but_told(seen(back, viewer)) == but_told(seen(before, viewer))


@pytest.mark.parametrize("story", ["1S P 1", "1S P 1 1", "1S P 0 1", "1S P 6 6 1S P 1"])
def test_um_17c_nothing_goes_back_once_anyone_has_seen_a_new_card(story):
    for player in "SN":
        error = refused(called(story), player, "undo")
        assert error.reason == "There is no call or card that can still be taken back"


def test_um_17c_a_draw_of_none_after_the_bidders_goes_back_alone():
    state = called("1S P 1 0")
    back = play(state, "N undo", "S undo:yes")
    assert seen(back)["more"]["draw"]["changed"] == {"S": 1, "N": None}
    assert refused(back, "N", "undo").rule == "UM-17c"


def test_um_17c_discards_are_looked_at_again_only_by_the_option_notes_and_only_ones_own():
    assert [seen(called("1S P 2 1"), viewer)["more"]["notes"] for viewer in "SN"] == [None, None]
    state = called("1S P 2 1 1S P 1", notes="on")
    assert seen(state, "S")["more"]["notes"] == ["C3", "C2", "C4"]
    assert seen(state, "N")["more"]["notes"] == ["H2"]
    assert seen(state, "D")["more"]["notes"] is None
    assert "C2" not in str(seen(run(state, "0"), "N"))


def test_umbrage_a_robot_is_dissatisfied_with_a_poor_hand_alone():
    poor = "S2 S3 S4 H2 H3 H4 H5 D2 D3 D4 C2 C3 C4"
    good = "SA SK SQ SJ ST HA HK H5 D2 D3 D4 C2 C3"
    for hand, action in ((poor, "umbrage:take"), (good, "umbrage:stay")):
        others = [card.text for card in CARD_BY_TEXT.values() if card not in parse_cards(hand)]
        places = {"left": others[:13], "opponent": others[13:26], "right": others[26:]}
        hands = {"dealer": hand, **{place: " ".join(cards) for place, cards in places.items()}}
        state = UMBRAGE.start(setup(hands=hands), {})
        assert choose(seen(state, "S"), first) == action
