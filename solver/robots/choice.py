"""A robot's choice, made only from the views that its own seat has been shown.

A player may remember what was shown: all 52 cards in the auction at Solo (SOLO-6), and the cards played in every game.
So the robot is given all views of the deal, not only the latest one. A robot with a strength counts the cards, or
guesses the cards that its seat cannot know (`guessed_cards`). Otherwise, each game has a robot of its own
(`games.robots`). All robots claim and answer claims alike (`claims`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.cards import Card
from games.robots import choose
from games.seats import SEATS
from solver.auction import SolvedAuction, stand_after
from solver.compiled import why_not_compiled
from solver.guesses import GUESSING_STRENGTHS
from solver.robots.claims import claim_of, proves_claim
from solver.robots.five_hundred_calls import counted_call
from solver.robots.guessed_cards import guessed_card
from solver.robots.guessed_deals import Seeded
from solver.robots.seen_play import STOCK_GAMES, THREE_HAND_GAMES, named, positions
from solver.robots.stock import Scorer, stock_action
from solver.strengths import STRENGTHS, Strength, auction_believed, best_call, choose_card, errors_of
from solver.tables import Found, values_within
from solver.thread_engines import thread_engine, thread_three_hands

View = dict[str, Any]
Hands = tuple[tuple[Card, ...], ...]
Chance = Callable[[Sequence[Any]], Any]  # such as random.Random(seed).choice
# For one card, and once more for looking at card after card. Compiled: 0.3 s of a processor together, and few
# first leads need more. In Python: 0.4 s for the last seven tricks, and earlier ones by eye.
MAX_PLAY_NODES, SLOW_NODES = 2_000_000, 10_000
GUESSING_GAMES = (*THREE_HAND_GAMES, "five_hundred_for_two")
CLAIM_SHARE = 10  # looking for a claim may take a tenth of the nodes of a card
MAX_BID_NODES = 10_000_000  # for each of the ten values. Of 3,000 the hardest needed 1.3 million


def action_of(
    views: Sequence[View],
    strength: str,
    options: Mapping[str, str],
    secret: str,
    chance: Chance,
    scorer: Scorer,
    seeded: Seeded,
) -> str | None:
    """Return the robot's action, or None if it has nothing to do.

    `views` are all the views that its seat was shown in this play, newest last. `options` are the game's options.
    `strength` is from `solver.strengths` at Solo and Whist for two, from `solver.guesses` in the other games, or "" for
    the game's own robot. The errors of a robot with a strength depend on `secret`, which must differ for each play and
    seat. `seeded` is `random.Random`; it makes the guessed deals from the secret.
    """
    turn = views[-1]["turn"]
    if turn is None or turn["player"] != views[-1]["me"]:
        return None
    if turn["what"] == "claim":
        return "accept" if proves_claim(views, options, max_nodes()) else choose(views[-1], chance)
    if turn["what"] == "card" and (claim := claim_of(views, options, strength, max_nodes() // CLAIM_SHARE)):
        return claim
    counted = _of_strength(views, strength, options, secret, chance, scorer, seeded) if strength else None
    return counted or choose(views[-1], chance)


def _of_strength(
    views: Sequence[View],
    strength: str,
    options: Mapping[str, str],
    secret: str,
    chance: Chance,
    scorer: Scorer,
    seeded: Seeded,
) -> str | None:
    """Return the call or card of a robot of this strength, or None if there is nothing to count.

    At Solo and Whist, it counts cards if it knows all hands. It always does, because the opponent holds all cards not
    seen elsewhere. In other games it guesses the cards that its seat does not know.
    """
    view = views[-1]
    if view["game"] in STOCK_GAMES:
        return stock_action(views, strength, options, secret, chance, scorer, seeded)
    if view["game"] in GUESSING_GAMES:
        guessing = GUESSING_STRENGTHS[strength]
        if view["game"] == "five_hundred_for_two" and view["turn"]["what"] == "call":
            return counted_call(view, guessing, errors_of(secret), max_nodes(), chance)
        slow = view["game"] in THREE_HAND_GAMES and thread_three_hands().slow
        return guessed_card(views, guessing, options, secret, SLOW_NODES if slow else max_nodes(), seeded)
    skill = _skill(strength)
    if view["turn"]["what"] == "call":
        return f"c:{_call(view, skill, options, secret, scorer)}"
    known = positions(views) if view["turn"]["what"] == "card" and len(view["legal"]) > 1 else []
    if len(known) == 1:
        return f"p:{choose_card(known[0], thread_engine(), skill, errors_of(secret)).text}"
    return None


def max_nodes() -> int:
    """Return the limit on the nodes of a search, so that nobody has to wait long."""
    return SLOW_NODES if why_not_compiled() else MAX_PLAY_NODES


def without_proof(legal: Sequence[str]) -> list[str]:
    """Return the legal actions that a robot may choose without a search. Accepting a claim is excluded."""
    return [action for action in legal if action != "accept"]


def _skill(strength: str) -> Strength:
    """Return the strength with a limit on its search for a card, so that nobody has to wait long."""
    return replace(STRENGTHS[strength], nodes=max_nodes())


def _call(view: View, skill: Strength, options: Mapping[str, str], secret: str, scorer: Scorer) -> str:
    ends = options.get("auction_end", "two_passes")
    auction = _auction(_hands(view), view["me"], view["vul"], ends, skill, secret, scorer)
    return best_call(auction, stand_after(view["dealer"], [made["call"] for made in view["auction"]]))


@lru_cache(maxsize=64)
def _auction(hands: Hands, me: str, vul: str, ends: str, skill: Strength, secret: str, scorer: Scorer) -> SolvedAuction:
    """Return the auction as the robot believes it to be. It is kept for the duration of the auction."""
    return auction_believed(hands, _found(hands), me, scorer(vul), skill, errors_of(secret), ends)


@lru_cache(maxsize=64)
def _found(hands: Hands) -> Found:
    """Return the ten values, or no values without the compiled engine, because the search would take minutes."""
    return {} if why_not_compiled() else values_within(hands, thread_engine(), MAX_BID_NODES)


def _hands(view: View) -> Hands:
    """Return the hands N, E, S and W from a view of the auction, which shows all of them."""
    return tuple(named(view["hands"][seat]["cards"]) for seat in SEATS)
