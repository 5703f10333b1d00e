"""Players take back their own last call or card without consent, in every game (SOLO-22b and similar paragraphs).

The rules have no clock: the server has to check that a take-back is in time (`tests/clubsite/play/test_misclicks.py`).
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.claims_and_undo import MISCLICK
from games.errors import IllegalAction
from games.registry import names, rules_for
from games.replay import replay
from games.requests import NO_TALK
from tests.games.solo_positions import SOLO, called, mid_trick, play, refused
from tests.games.views_compared import CARD, but_told, setup_of
from tests.long import sample

PLAYS = sample(6, 60)
PARAGRAPHS = {
    "solo": "SOLO-22b", "secret_card": "SC-16g", "umbrage": "UM-17c", "bridge_solitaire": "BS-13b",
} | {
    "whist_for_two": "SW-13",
    "five_hundred_for_two": "FH-24",
}  # fmt: skip


def step(game: str, state, chance: random.Random) -> tuple[str, str]:
    """Return somebody's next action: a low call, any card, or now and then a claim that is refused."""
    rules = rules_for(game)
    player = rules.turn(state)
    assert player is not None
    claims = [a for a in rules.legal(state, player) if a.startswith("claim:")]
    if claims and chance.random() < 0.04:
        return player, chance.choice(claims)
    if pick := rules.pick(state, player):
        return player, pick.random(chance.choice)
    legal = [a for a in rules.view(state, player)["legal"] if a not in ("accept", "concede")]
    return player, chance.choice(legal[:4] if legal[0].startswith("c:") else legal)


def options_of(game: str, number: int) -> dict[str, str]:
    chance = random.Random(f"{game} {number}")
    chosen = {name: chance.choice(values) for name, values in rules_for(game).options.items()}
    return {**chosen, "misclick": "on"}


def steps(game: str, number: int) -> Iterator[tuple[list[dict[str, Any]], Any, Any]]:
    """Yield (log, state before, state after) for every action in a random play that its player may take back."""
    rules, chance = rules_for(game), random.Random(f"{game}{number}")
    state, log = rules.start(setup_of(game, number), options_of(game, number)), []
    while rules.turn(state) is not None:
        by, action = step(game, state, chance)
        before, state = state, rules.apply(state, by, action)
        log.append({"seq": len(log) + 1, "actor": by, "a": action})
        yield log, before, state


def may_take_back(game: str, state) -> list[str]:
    return [player for player in rules_for(game).players if MISCLICK in rules_for(game).legal(state, player)]


def plain(state):
    """Return the state without its take-backs, which are the only traces that an action and its undo may leave."""
    kept = {name: getattr(state.requests, name) for name in ("refused_in", "shown", "claim", "claimed", "asking")}
    return replace(state, requests=replace(NO_TALK, **kept))


def cards_in(view: dict[str, Any]) -> set[str]:
    if "bowers" in (view.get("more") or {}):
        view["more"]["bowers"] = []  # names of cards, whoever holds them
    return set(CARD.findall(json.dumps(view)))


@pytest.mark.parametrize("game", names())
def test_solo_22b_an_act_taken_back_leaves_the_state_and_the_views_as_they_were(game):
    rules, found = rules_for(game), 0
    for number in range(PLAYS):
        for log, before, after in steps(game, number):
            for player in may_take_back(game, after):
                found += 1
                back = rules.apply(after, player, MISCLICK)
                assert plain(back) == plain(before)
                for viewer in (*rules.players, "D"):
                    was, now = rules.view(before, viewer), rules.view(back, viewer)
                    assert but_told(was) == but_told(now)
                    told = {"by": player, "action": log[-1]["a"], "how": "misclick"}
                    assert now["taken_back"] == told, "both are told which act"
                folded = [*log, {"seq": len(log) + 1, "actor": player, "a": MISCLICK}]
                assert replay(rules, setup_of(game, number), options_of(game, number), folded) == back
    assert found > PLAYS


@pytest.mark.parametrize("game", names())
def test_solo_22b_what_may_be_taken_back_has_shown_nobody_another_card(game):
    """The card itself was on the table. Playing it revealed nothing else that had not been seen before."""
    rules = rules_for(game)
    for number in range(PLAYS):
        known: dict[str, set[str]] = {player: set() for player in rules.players}
        for log, before, after in steps(game, number):
            for viewer in rules.players:
                known[viewer] |= cards_in(rules.view(before, viewer))
                new = cards_in(rules.view(after, viewer)) - known[viewer]
                if any({MISCLICK, "undo"} & set(rules.legal(after, player)) for player in rules.players):
                    assert new <= set(re.findall(r"^p:(\w\w)", log[-1]["a"])), log[-1]
                if may_take_back(game, after):
                    back = rules.apply(after, log[-1]["actor"], MISCLICK)
                    told = cards_in(but_told(rules.view(back, viewer)))
                    assert told <= cards_in(rules.view(before, viewer)), "nothing is shown by taking it back"


@pytest.mark.parametrize("game", names())
def test_solo_22b_only_who_acted_last_and_never_once_the_opponent_has_acted(game):
    rules = rules_for(game)
    for number in range(PLAYS):
        for log, _, after in steps(game, number):
            for player in may_take_back(game, after):
                assert player == log[-1]["actor"]
            if rules.turn(after) is None:
                continue
            for player in set(rules.players) - {log[-1]["actor"]}:
                with pytest.raises(IllegalAction) as refusal:
                    rules.apply(after, player, MISCLICK)
                others = {"solo": ["SOLO-21a"], "secret_card": ["SC-15"]}  # where a claim or a shown card waits
                assert refusal.value.rule in [PARAGRAPHS[game], *others.get(game, [])]


@pytest.mark.parametrize("undo", ["consent", "director", "off"])
def test_solo_22b_a_misclick_asks_nobody_whatever_the_option_undo_says(undo):
    state = play(mid_trick(undo=undo), "p:HT", f"S {MISCLICK}")
    assert SOLO.view(state, "S")["trick"]["cards"] == [{"seat": "N", "card": "H9"}]
    assert SOLO.turn(play(state, "p:HA")) == "S", "play goes on from there"


@pytest.mark.parametrize("chosen", ["on", "robot"])
def test_solo_22b_it_is_on_where_nobody_chose_otherwise(chosen):
    """The rules do not say whether a club's robot waits to allow a take-back."""
    assert SOLO.options["misclick"][0] == "on"
    assert MISCLICK in SOLO.legal(play(mid_trick(misclick=chosen), "p:HT"), "S")


def test_solo_22b_turned_off_nobody_takes_back_alone():
    state = play(mid_trick(misclick="off"), "p:HT")
    assert refused(state, "S", MISCLICK).rule == "SOLO-22b"
    assert SOLO.view(state, "S")["can"]["misclick"] is False


def test_solo_22b_what_is_done_in_place_of_a_misclick_stands():
    state = play(mid_trick(), "p:HT", f"S {MISCLICK}", "p:HT")
    assert "once already" in refused(state, "S", MISCLICK).reason
    assert MISCLICK in SOLO.legal(play(state, "p:HK"), "S"), "the next act can be a misclick again"


def test_solo_22b_of_two_acts_in_a_row_only_the_last_is_a_misclick():
    state = play(mid_trick(), "p:HT", "p:HK", f"S {MISCLICK}")
    assert "can still be taken back" in refused(state, "S", MISCLICK).reason


def test_solo_22b_a_closing_pass_taken_back_reopens_the_auction_with_all_hands_open():
    before = called("1S P", misclick="on")
    player = str(SOLO.turn(before))
    back = play(before, f"{player} c:P", f"{player} {MISCLICK}")
    assert SOLO.view(back, "S")["phase"] == "auction"
    assert all(SOLO.view(back, "S")["hands"][seat]["cards"] for seat in "NESW")


def test_solo_22b_a_claim_by_the_opponent_ends_the_chance():
    state = play(mid_trick(), "p:HT", "N claim:0")
    assert "must be answered first" in refused(state, "S", MISCLICK).reason
    assert "can still be taken back" in refused(play(state, "S refuse"), "S", MISCLICK).reason


def test_solo_22b_the_director_takes_back_by_undo_and_no_misclick():
    assert refused(play(mid_trick(), "p:HT"), "D", MISCLICK).rule == "SOLO-22b"


def test_bs_13b_a_pass_and_a_card_that_wins_go_back_for_no_card_of_the_stock_was_seen():
    rules, kinds = rules_for("bridge_solitaire"), set()
    for number in range(sample(20, 60)):
        for log, before, after in steps("bridge_solitaire", number):
            if may_take_back("bridge_solitaire", after):
                kinds.add(log[-1]["a"].partition(":")[0])
                assert rules.view(after, "S")["more"]["stock"] == rules.view(before, "S")["more"]["stock"]
    assert kinds == {"c", "p"}
