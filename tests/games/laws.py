"""The laws that every game of `games` keeps. A game's test module makes a `Case` and calls `play_and_check`.

Checked at every state of a random play: cards are conserved; what `legal` lists applies and everything else
of the universe is refused in words; no state is changed by an attempt; an outcome is there exactly when the
game is over; every view is whole, survives JSON, and asks something exactly of who can answer. Afterwards: the play
has ended, a stranger has no view of it, its log survives its text form, and folding the log gives the state of the
live play.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games.cards import FULL_DECK
from games.errors import BadLog, IllegalAction
from games.replay import replay
from games.rules import Rules
from games.wording import plain

NONSENSE = (
    "",
    "p:",
    "p:S1",
    "p:7S",
    "c:8S",
    "c:",
    "c:0N",
    "claim:",
    "claim:-1",
    "claim:14",
    "claim:x",
    "undo:",
    "x",
)


@dataclass(frozen=True)
class Case:
    """`universe` is every action text that could ever be legal; `cards_in` finds all cards in the all-seeing
    view; `enders` are actions that cut a game short, chosen rarely so that most plays are whole."""

    rules: Rules[Any]
    setup: dict[str, Any]
    options: dict[str, str]
    actors: tuple[str, ...]
    viewers: tuple[str, ...]
    all_seeing: str
    universe: tuple[str, ...]
    cards_in: Callable[[dict[str, Any]], list[str]]
    enders: tuple[str, ...] = ()
    longest: int = 600


def play_and_check(case: Case, seed: int) -> list[dict[str, Any]]:
    """Plays at random, checking every law on the way; the log of the play."""
    rng = random.Random(seed)
    rules = case.rules
    state = rules.start(case.setup, case.options)
    cards = sorted(case.cards_in(rules.view(state, case.all_seeing)))
    log: list[dict[str, Any]] = []
    while rules.turn(state) is not None:
        assert len(log) < case.longest, "the game does not end"
        check_state(case, state, cards)
        actor, action = random_action(case, state, rng)
        state = rules.apply(state, actor, action)
        log.append({"seq": len(log) + 1, "actor": actor, "a": action})
    check_state(case, state, cards)
    check_end(rules, state)
    told = json.loads(json.dumps(log))
    assert told == log
    assert replay(rules, case.setup, case.options, told) == state
    return log


def check_end(rules: Rules[Any], state: Any) -> None:
    outcome = rules.outcome(state)
    assert outcome is not None
    assert json.loads(json.dumps(outcome)) == outcome
    assert rules.result_text(outcome)
    for stranger in ("X", "", "E"):
        with pytest.raises(ValueError, match="viewer"):
            rules.view(state, stranger)


def random_action(case: Case, state: Any, rng: random.Random) -> tuple[str, str]:
    """Mostly something that takes the game on, now and then anything that is legal."""
    player = case.rules.turn(state)
    assert player is not None
    if (pick := case.rules.pick(state, player)) and rng.random() < 0.95:
        return player, pick.random(rng.choice)
    onward = case.rules.view(state, player)["legal"]
    if not onward:
        pick = case.rules.pick(state, player)
        assert pick is not None, "the player on turn has nothing to do"
        return player, pick.random(rng.choice)
    if rng.random() < 0.85:
        lasting = [action for action in onward if action not in case.enders]
        return player, rng.choice(lasting if lasting and rng.random() < 0.95 else onward)
    return rng.choice([(actor, a) for actor in case.actors for a in case.rules.legal(state, actor)])


def check_state(case: Case, state: Any, cards: list[str]) -> None:
    over = case.rules.turn(state) is None
    assert (case.rules.outcome(state) is not None) == over
    check_actions(case, state)
    keys = set(case.rules.view(state, case.all_seeing))
    for viewer in case.viewers:
        view = case.rules.view(state, viewer)
        assert json.loads(json.dumps(view)) == view
        assert set(view) == keys, "a view is always whole"
        assert (view["game"], view["me"]) == (case.rules.name, viewer)
        assert set(view["legal"]) <= set(case.rules.legal(state, viewer))
        assert len(view.get("prompt", "").splitlines()) <= 2, (
            "a prompt has a line to be loud and one below it"
        )
        assert not set("{|*}") & set(plain(view.get("prompt", ""))), (
            "every marker of a prompt can be filled in"
        )
        asked = view["turn"] is not None and view["turn"]["player"] == viewer
        assert bool(view["legal"] or view.get("pick")) == asked, "who is asked has an answer, and nobody else"
    assert sorted(case.cards_in(case.rules.view(state, case.all_seeing))) == cards, "cards are conserved"


def check_actions(case: Case, state: Any) -> None:
    before = repr(state)
    for actor in case.actors:
        listed = case.rules.legal(state, actor)
        legal = set(listed)
        assert len(legal) == len(listed)
        assert legal <= set(case.universe)
        check_pick(case, state, actor)
        for action in (*case.universe, *NONSENSE):
            if action in legal:
                assert case.rules.apply(state, actor, action) != state
            else:
                check_refused(case, state, actor, action)
    for stranger in ("X", "", None):
        with pytest.raises(IllegalAction):
            case.rules.apply(state, stranger, case.universe[0])  # type: ignore[arg-type]
    assert repr(state) == before


def check_pick(case: Case, state: Any, actor: str) -> None:
    """A choice of several cards is as described: what fits is accepted, one card too many or held by another is not."""
    pick = case.rules.pick(state, actor)
    if pick is None:
        return
    chance = random.Random(len(pick.cards))
    for _ in range(5):
        assert case.rules.apply(state, actor, pick.random(chance.choice)) != state
    too_many = pick.text(pick.cards[: pick.most + 1])
    twice = pick.text((*pick.cards[:1], *pick.cards[:1]))
    strange = pick.text([card for card in FULL_DECK if card not in pick.cards][: max(pick.least, 1)])
    for action in (too_many, twice, strange, f"{pick.verb}:x", f"{pick.verb}:S7/"):
        if action == too_many and len(pick.cards) <= pick.most:
            continue
        check_refused(case, state, actor, action)


def check_refused(case: Case, state: Any, actor: str, action: str) -> None:
    try:  # a hundred thousand times in a play: `pytest.raises` would cost more than the rules
        case.rules.apply(state, actor, action)
    except IllegalAction as refused:
        assert refused.reason.count(" ") > 2, "a refusal is a sentence"
    else:
        pytest.fail(f"{actor} {action} is not among the legal actions, but applies")


def check_bad_log(case: Case, log: list[dict[str, Any]]) -> None:
    """A log with an event that the rules refuse names that event."""
    wrong = [*log, {"seq": len(log) + 1, "actor": case.actors[0], "a": case.universe[0]}]
    with pytest.raises(BadLog, match=f"Event {len(wrong)}: "):
        replay(case.rules, case.setup, case.options, wrong)
