"""A Solo robot of a given strength. It chooses its actions using only the views that its own seat has been shown.

In the auction every seat is shown all 52 cards (SOLO-6) and may remember them. So the robot is given all views
of the board, not only the latest one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from clubsite.analysis.services.solving import scorer
from clubsite.analysis.solver_available import thread_engine
from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from games.cards import CARD_BY_TEXT, Card
from games.registry import rules_for
from games.replay import states
from games.robots import choose
from games.seats import SEATS
from solver import Position
from solver.auction import stand_after
from solver.compiled import why_not_compiled
from solver.strengths import STRENGTHS, Strength, accepts, auction_seen, choose_call, choose_card
from solver.tables import Found, values_within

View = dict[str, Any]
Chance = Callable[[Sequence[Any]], Any]  # such as random.Random(seed).choice
# For one card, and once more for looking at card after card. Compiled: 0.3 s of a processor together, and few
# first leads need more. In Python: 0.4 s for the last seven tricks, and earlier ones by eye.
MAX_PLAY_NODES, SLOW_NODES = 2_000_000, 10_000
MAX_BID_NODES = 500_000  # for each of the ten values, 0.5 s if all are hard; a value that needs more is estimated


def views_of(play: Play, player: str) -> list[View]:
    """Return the views that a seat has been shown since the play began, one for every moment in the log."""
    rules = rules_for(play.game)
    moments = states(rules, play.setup, play.options, log_of(play))
    return [rules.view(state, player) for _, state in moments]


def action_of(views: Sequence[View], strength: str, options: Mapping[str, str], chance: Chance) -> str | None:
    """Return the action of a Solo robot of this strength, or None when there is nothing for it to do.

    `views` are all the views that its seat was shown in this play, newest last; `options` are the game's options.
    """
    view, skill = views[-1], _skill(strength)
    turn = view["turn"]
    if turn is None or turn["player"] != view["me"]:
        return None
    if turn["what"] == "call":
        return f"c:{_call(view, skill, options, chance)}"
    if turn["what"] == "card" and len(view["legal"]) > 1:
        return f"p:{choose_card(_position(views), thread_engine(), skill, chance).text}"
    if turn["what"] == "claim":
        return _answer(views, skill)
    return choose(view, chance)


def without_proof(legal: Sequence[str]) -> list[str]:
    """Return the legal actions that a robot may choose without a search. Accepting a claim is not one of them."""
    return [action for action in legal if action != "accept"]


def _skill(strength: str) -> Strength:
    """Return the strength with a limit on its search, so that nobody has to wait long. Without the compiled engine,
    no robot computes all ten values.
    """
    skill = STRENGTHS[strength]
    if why_not_compiled():
        return replace(skill, counts=False, nodes=SLOW_NODES)
    return replace(skill, nodes=MAX_PLAY_NODES)


def _call(view: View, skill: Strength, options: Mapping[str, str], chance: Chance) -> str:
    hands = _hands(view)
    found = _found(hands) if skill.counts else {}
    ends = options.get("auction_end", "two_passes")
    auction = auction_seen(hands, found, view["me"], scorer(view["vul"]), ends)
    calls = [made["call"] for made in view["auction"]]
    return choose_call(auction, stand_after(view["dealer"], calls), skill, chance)


@lru_cache(maxsize=64)
def _found(hands: tuple[tuple[Card, ...], ...]) -> Found:
    """Return as many of the ten values as the search finds. They are cached for the duration of an auction."""
    return values_within(hands, thread_engine(), MAX_BID_NODES)


def _hands(view: View) -> tuple[tuple[Card, ...], ...]:
    """Return the hands N, E, S and W from a view of the auction, which shows all of them."""
    return tuple(tuple(CARD_BY_TEXT[text] for text in view["hands"][seat]["cards"]) for seat in SEATS)


def _position(views: Sequence[View]) -> Position:
    """Return the current position from what was seen: all hands during the auction, then every trick."""
    shown = next(view for view in reversed(views) if view["phase"] == "auction")
    tricks: dict[int, View] = {}  # the newest version of a trick that was taken back counts
    for view in views:
        for trick in (view["last_trick"], view["trick"]):
            if trick is not None:
                tricks[trick["number"]] = trick
    so_far = [tricks[number] for number in range(1, views[-1]["trick"]["number"] + 1)]
    played = [CARD_BY_TEXT[made["card"]] for trick in so_far for made in trick["cards"]]
    return Position.of(_hands(shown), views[-1]["contract"]["strain"], so_far[0]["leader"], played)


def _answer(views: Sequence[View], skill: Strength) -> str:
    """Answer a claim. All strengths answer alike, because any player who knows all the cards can judge a claim."""
    claim = views[-1]["claim"]
    proved = accepts(_position(views), claim["by"], claim["takes"], thread_engine(), skill.nodes)
    return "accept" if proved else "refuse"
