"""A robot's card in a game with hidden cards: the best card on average over many deals that its seat thinks possible.

In each of these deals, both players are assumed to know all cards. This overrates plays that would have to be guessed,
but it finds every finesse, ruff and exit.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from games.cards import Card
from games.five_hundred import as_bridge_card
from solver.guesses import Worth, choose_guessing, mean_worths, position_values, three_hand_values
from solver.robots.guessed_deals import RandomNumbers, Seeded, guessed_endings, guessed_positions
from solver.robots.seen_play import THREE_HAND_GAMES, View, has_free_joker, is_misere, named, tricks_so_far
from solver.strengths import Strength, errors_of
from solver.thread_engines import thread_engine, thread_three_hands

MAX_GUESSES = 24  # deals
CONTRACT_WORTH = 3.0  # tricks: what it is worth to make the contract, or to beat it


def guessed_card(
    views: Sequence[View], skill: Strength, options: Mapping[str, str], secret: str, nodes: int, seeded: Seeded
) -> str | None:
    """Return the card that a robot of this strength plays, or None if it has nothing to choose or to count.

    It counts nothing while the dummy is covered, at a misère, or at 500 without trumps while the joker is in play.
    `nodes` limits the search of all guesses together.
    """
    actions = _offered(views[-1])
    if len(actions) < 2:
        return None
    position = _position(views)
    values = _searched(views, options, seeded(f"{secret}/{position}"), nodes)
    worths = mean_worths(values, tuple(actions), _worth(views[-1]))
    if not worths:
        return None
    strain, left = views[-1]["contract"]["strain"], views[-1]["claim_max"]
    return actions[choose_guessing(worths, strain, left, skill, errors_of(secret), position)]


def _searched(
    views: Sequence[View], options: Mapping[str, str], chance: RandomNumbers, nodes: int
) -> Iterator[dict[Card, int]]:
    """Yield the tricks after each card, for one deal after another that the seat thinks possible."""
    me = views[-1]["me"]
    if views[-1]["game"] in THREE_HAND_GAMES:
        endings = islice(guessed_endings(views, options, chance), MAX_GUESSES)
        return three_hand_values(thread_three_hands(), endings, me, nodes)
    if is_misere(views[-1]) or has_free_joker(views):
        return iter(())
    return position_values(thread_engine(), guessed_positions(views, chance, MAX_GUESSES), me, nodes)


def _offered(view: View) -> dict[Card, str]:
    """Return the actions by the cards that they play, as the solver names the cards.

    The answer "let" plays the card that the defender shows.
    """
    if view["turn"]["what"] == "card":
        cards = named([action[2:4] for action in view["legal"]])
        strain = view["contract"]["strain"]
        if view["game"] == "five_hundred_for_two" and strain != "N":
            cards = tuple(as_bridge_card(card, strain) for card in cards)
        return dict(zip(cards, view["legal"], strict=True))
    if view["turn"]["what"] == "choose" and "stop" in view["legal"]:
        let, stop = named([view["more"]["intended"], view["more"]["secret"]["card"]])
        return {let: "let", stop: "stop"}
    return {}


def _position(views: Sequence[View]) -> str:
    """Return a name for the position, made only from what the seat has seen."""
    played = "".join(made["card"] for trick in tricks_so_far(views) for made in trick["cards"])
    return f"{played} {views[-1]['more'].get('intended') or ''}"


def _worth(view: View) -> Worth:
    """Return what a number of tricks is worth to the viewer: more if it makes or beats the contract."""
    me, contract, won = view["me"], view["contract"], view["tricks"][view["me"]]
    tricks_in_all = view["claim_max"] + sum(view["tricks"].values())
    needs = contract["needs"] if contract["declarer"] == me else tricks_in_all + 1 - contract["needs"]
    return lambda tricks: tricks + (CONTRACT_WORTH if won + tricks >= needs else 0.0)
