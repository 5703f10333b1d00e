"""A robot for Bridge Solitaire: it keeps length and honours, bids its hand's value, and wins the stock's leads
with cheap cards.

The figures come from about a thousand hands played out by this robot: a hand takes nearly as many tricks as the
sum of its cards' values, give or take one. Against a stock that leads at random and may ruff or turn up a
joker, a high card is worth most when it follows suit. So the robot leads its losers and never cashes winners.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from games import robot_views as reading
from games.calls import Contract
from games.cards import SUITS, Card
from games.players import is_vulnerable
from games.robot_views import Chance, View

Cards = Sequence[Card]

_JOKER_AS = 6  # a joker loses all tricks but one, and is led away as readily as a card of this strength
_DOUBLED = {0: "", 1: "X", 2: "XX"}


def choose(view: View, chance: Chance) -> str:
    """Return the action for the viewer of this view, who has to act now."""
    what = view["turn"]["what"]
    if what == "pick":
        return _choose_six(view, chance)
    return _choose_call(view) if what == "call" else _choose_card(view, chance)


def _read(texts: Sequence[str]) -> list[Card]:
    return list(reading.cards_named(texts))


def _any_of(cards: Cards, chance: Chance) -> str:
    return reading.any_of([card.text for card in cards], chance)


# The six


def _choose_six(view: View, chance: Chance) -> str:
    """Return the six cards worth most with their best suit as trumps, and the highest of the other cards as `top`."""
    six = max((best_first(view["pick"], suit)[: view["pick"]["most"]] for suit in SUITS), key=_best_worth)
    return keep_action(view["pick"], six, chance)


def best_first(pick: Mapping[str, Any], trump: str) -> list[Card]:
    """Return the thirteen cards of a `pick`: those that must be kept, then those worth most if `trump` is trumps."""
    forced = _read(pick["forced"])
    others = [card for card in _read(pick["cards"]) if card not in forced]
    return forced + sorted(others, key=lambda card: (worth(card, trump), card.strength), reverse=True)


def keep_action(pick: Mapping[str, Any], six: Cards, chance: Chance) -> str:
    """Return the action that keeps these six cards. The highest of the other cards goes on top."""
    left = [card for card in _read(pick["cards"]) if card not in six]
    highest = max(card.strength for card in left)
    top = _any_of([card for card in left if card.strength == highest], chance)
    return f"{pick['verb']}:{'.'.join(card.text for card in six)}/{top}"


def _best_worth(cards: Cards) -> float:
    return max(sum(worth(card, trump) for card in cards) for trump in SUITS)


def worth(card: Card, trump: str) -> float:
    """Return the number of tricks that a card adds to a declarer's hand if `trump` is the trump suit."""
    if card.is_joker:
        return 0.3
    if card.suit == trump:
        return 0.65 + 0.14 * card.points
    return 0.14 * card.points + 0.15 * (card.rank in "T98")


# The call


def _choose_call(view: View) -> str:
    """Return the legal call with the highest expected score."""
    hand = _read(view["hands"]["S"]["cards"])
    stock_bid: str = view["more"]["stock_bid"]
    doubled = _DOUBLED[view["more"]["jokers"]]

    def expected(action: str) -> float:
        own = action != "c:P"
        bid, declarer = (action[2:], "S") if own else (stock_bid, "N")
        contract = Contract.of(bid, doubled, declarer)
        tricks, spread = _declaring(hand, bid[1]) if own else _defending(hand, bid[1])
        vulnerable = is_vulnerable(declarer, view["vul"])
        mean = _mean_score(contract, vulnerable, tricks if own else 13 - tricks, spread)
        return mean if own else -mean

    calls: list[str] = [action for action in view["legal"] if action.startswith("c:")]
    return max(calls, key=expected)


def _shortness(hand: Cards, trump: str) -> int:
    lengths = [sum(card.suit == suit for card in hand) for suit in SUITS if suit != trump]
    return sum({0: 3, 1: 2, 2: 1}.get(length, 0) for length in lengths)


def _declaring(hand: Cards, trump: str) -> tuple[float, float]:
    """Return the expected number of tricks as declarer, and its standard deviation."""
    if trump == "N":
        return 3.9 + sum(1.6 * worth(card, trump) for card in hand), 1.9
    return 2.4 + sum(worth(card, trump) for card in hand) - 0.25 * _shortness(hand, trump), 1.1


def _defending(hand: Cards, trump: str) -> tuple[float, float]:
    """Return the expected tricks and their standard deviation if the stock declares in the hand's shortest suit."""
    length = sum(card.suit == trump for card in hand)
    points, jokers = sum(card.points for card in hand), sum(card.is_joker for card in hand)
    return 2.9 + 0.7 * length + 0.1 * points + 0.2 * jokers - 0.4 * _shortness(hand, trump), 1.2


def _mean_score(contract: Contract, vulnerable: bool, tricks: float, spread: float) -> float:
    weights = [exp(-((made - tricks) ** 2) / (2 * spread**2)) for made in range(14)]
    scores = [_score(contract, vulnerable, made) for made in range(14)]
    return sum(weight * score for weight, score in zip(weights, scores, strict=True)) / sum(weights)


def _score(contract: Contract, vulnerable: bool, made: int) -> int:
    """Return the contract's duplicate score for its declarer, which is close to its value at rubber bridge."""
    times = {"": 1, "X": 2, "XX": 4}[contract.doubled]
    over = made - contract.needs
    if over < 0 and times == 1:
        return over * (100 if vulnerable else 50)
    if over < 0:
        return _doubled_penalty(-over, vulnerable) * times // 2
    each = 20 if contract.strain in "CD" else 30
    below = times * (contract.level * each + 10 * (contract.strain == "N"))
    bonus = (500 if vulnerable else 300) if below >= 100 else 50
    slam = {6: 500, 7: 1000}.get(contract.level, 0) * (3 if vulnerable else 2) // 2
    more = each if times == 1 else 50 * times * (2 if vulnerable else 1)
    return below + bonus + slam + over * more + (25 * times if times > 1 else 0)


def _doubled_penalty(down: int, vulnerable: bool) -> int:
    """Return declarer's (negative) points for `down` undertricks in a doubled contract."""
    if vulnerable:
        return 100 - 300 * down
    return -100 if down == 1 else 100 - 200 * down if down < 4 else 400 - 300 * down


# The cards


def _choose_card(view: View, chance: Chance) -> str:
    cards = _read([action[2:] for action in view["legal"] if action.startswith("p:")])
    trump, played = view["contract"]["strain"], view["trick"]["cards"]
    chosen = _follow(cards, _read([played[0]["card"]])[0], trump) if played else _lead(cards, trump)
    return f"p:{_any_of(chosen, chance)}"


def _follow(cards: Cards, led: Card, trump: str) -> list[Card]:
    """Return the cheapest card that wins, else the least useful cards."""
    if led.is_joker:
        return [card for card in cards if card.is_joker] or _least(cards, trump)
    if any(card.suit == led.suit for card in cards):
        winners = [card for card in cards if card.strength > led.strength]
        return _least(winners or cards, trump)
    trumps = [card for card in cards if card.suit == trump]
    return _least(trumps or cards, trump)


def _least(cards: Cards, trump: str) -> list[Card]:
    """Return the least useful cards: a joker if there is one, else the lowest card, with trumps last."""

    def use(card: Card) -> tuple[bool, bool, int]:
        return not card.is_joker, card.suit == trump, card.strength

    return [card for card in cards if use(card) == min(map(use, cards))]


def _lead(cards: Cards, trump: str) -> list[Card]:
    """Return low cards from a short side suit, or the highest trump if there are only trumps."""
    side = [card for card in cards if card.suit != trump]
    if not side:
        return [max(cards, key=lambda card: card.strength)]

    def cost(card: Card) -> float:
        length = sum(other.suit == card.suit for other in cards)
        return _JOKER_AS if card.is_joker else card.strength + 1.5 * length

    return [card for card in side if cost(card) == min(map(cost, side))]
