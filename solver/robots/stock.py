"""A robot's choices at Bridge Solitaire: the best choices on average over many orders of the stock.

Only the views that its seat was shown are read. The robot draws orders of the cards that it has not seen, plays out
each choice with each order (`solver.stock_play`), and takes the choice with the best mean score. The stock never
chooses, so there is no opponent to model.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from games.calls import PASS
from games.cards import BLACK_JOKER, FULL_DECK, RED_JOKER, SUITS, Card
from games.end_dummies import Cards
from games.variants.bridge_solitaire.robot import best_first, keep_action, worth
from solver.auction import Score
from solver.guesses import choose_guessing, mean_worths
from solver.robots.guessed_deals import RandomNumbers, Seeded
from solver.robots.seen_play import View, named, tricks_so_far
from solver.stock_play import StockEnding, code_of, codes, masks_of
from solver.strengths import Errors, Strength, errors_of

PACK = (*FULL_DECK, RED_JOKER, BLACK_JOKER)
ALL_TRICKS = 13
MAX_ORDERS = 150  # of the stock, for each choice
NEXT_BEST = 2  # cards that may be kept instead of the last two
DOWN = 7  # cards that lie face down until six are chosen: BS-1
DOUBLED = ("", "X", "XX")  # by the number of jokers: BS-6
MORE_AS_TRUMP = {code_of(card): worth(card, card.suit) - worth(card, "") for card in FULL_DECK}
STOCK_STRENGTHS = {
    "beginner": Strength(contract=1.2, card=1.0),
    "club": Strength(contract=0.7, card=0.45),
    "expert": Strength(contract=0, card=0),
}
"""As GUESSING_STRENGTHS, with smaller errors: here cards and calls differ by less than against an opponent."""
Orders = Iterator[list[int]]
Scorer = Callable[[str], Score]
"""The way to score contracts, by the vulnerability (None, NS, EW, All)."""


def stock_action(
    views: Sequence[View],
    strength: str,
    options: Mapping[str, str],
    secret: str,
    chance: Callable[[Sequence[str]], str],
    scorer: Scorer,
    seeded: Seeded,
) -> str | None:
    """Return what a robot of this strength keeps, calls or plays, or None if it has no choice."""
    view, position, skill = views[-1], _position(views), STOCK_STRENGTHS[strength]
    orders, errors = _orders(views, seeded(f"{secret}/{position}")), errors_of(secret)
    jokers_to_stock = options.get("jokers_left", "stock") == "stock"
    if view["turn"]["what"] == "pick":
        return keep_action(view["pick"], _six(view, orders, skill, errors, jokers_to_stock), chance)
    if view["turn"]["what"] == "call":
        return _call(view, list(orders), skill, errors, jokers_to_stock, scorer)
    return _card(view, orders, skill, errors, position, jokers_to_stock, scorer)


def _orders(views: Sequence[View], chance: RandomNumbers) -> Orders:
    """Yield orders of the cards that the seat has not seen: before the choice of six the seven, then the stock.

    If the stock has led to the trick on the table, its card comes first.
    """
    view, unseen = views[-1], codes(_unseen(views))
    size = view["more"]["down"] + view["more"]["stock"]
    trick = view["trick"]
    led = codes(named([made["card"] for made in trick["cards"]])) if trick else []
    for _ in range(MAX_ORDERS):
        yield led + chance.sample(unseen, size)


def _unseen(views: Sequence[View]) -> list[Card]:
    """Return the cards that this seat has seen nowhere in the deal."""
    seen = set[str]()
    for view in views:
        seen.update(view["more"]["face_up"] or (), view["hands"]["S"]["cards"])
        for trick in (view["trick"], view["last_trick"]):
            if trick is not None:
                seen.update((made["card"] for made in trick["cards"]), trick["turned"])
    return [card for card in PACK if card.text not in seen]


def _position(views: Sequence[View]) -> str:
    """Return a name for the position, made only from what the seat has seen."""
    view = views[-1]
    tricks = tricks_so_far(views) if view["phase"] == "play" else []
    played = [made["card"] for trick in tricks for made in trick["cards"]]
    return " ".join([*view["hands"]["S"]["cards"], "/", *played])


# The six


def _six(view: View, orders: Orders, skill: Strength, errors: Errors, jokers_to_stock: bool) -> Cards:
    """Return the six cards that take the most tricks with the seven that may lie face down, in their best suit."""
    sixes = _sixes(view["pick"])
    sums, coded = [0.0] * len(sixes), list(map(codes, sixes))
    for order in orders:
        for place, six in enumerate(coded):
            sums[place] += _tricks_with(six, order, jokers_to_stock)
    believed = {
        six: total / MAX_ORDERS + skill.card * errors(f"keep {' '.join(card.text for card in six)}")
        for six, total in zip(sixes, sums, strict=True)
    }
    return max(believed, key=believed.__getitem__)


def _sixes(pick: View) -> list[Cards]:
    """Return the sixes to choose from: the best six for each trump suit, and others that differ from it by one card."""
    sixes = dict[frozenset[Card], Cards]()
    kept, forced = pick["most"], len(pick["forced"])
    for suit in SUITS:
        ranked = best_first(pick, suit)
        six, others = ranked[:kept], ranked[kept : kept + NEXT_BEST]
        sixes.setdefault(frozenset(six), tuple(six))
        for place in range(max(forced, kept - NEXT_BEST), kept):
            for other in others:
                changed = (*six[:place], other, *six[place + 1 :])
                sixes.setdefault(frozenset(changed), changed)
    return list(sixes.values())


def _tricks_with(six: Sequence[int], order: Sequence[int], jokers_to_stock: bool) -> int:
    """Return the tricks of these six cards with the first seven of the order, against the others, in the best suit."""
    hand = [*six, *order[:DOWN]]
    trumps = max(range(len(SUITS)), key=lambda suit: sum(MORE_AS_TRUMP[code] for code in hand if code >> 4 == suit))
    ending = StockEnding(tuple(masks_of(hand)), trumps, stock_leads=True, jokers_to_stock=jokers_to_stock)
    return ending.tricks(order[DOWN:])


# The call


def _call(
    view: View,
    orders: Sequence[Sequence[int]],
    skill: Strength,
    errors: Errors,
    jokers_to_stock: bool,
    scorer: Scorer,
) -> str:
    """Return the call with the best mean score. The tricks of each strain are believed with an error."""
    hand, stock_bid = named(view["hands"]["S"]["cards"]), view["more"]["stock_bid"]
    doubled = DOUBLED[view["more"]["jokers"]]
    calls = [action[2:] for action in view["legal"] if action.startswith("c:")]

    @cache
    def tricks(strain: str, own: bool) -> tuple[Counter[int], float]:
        ending = StockEnding.of(hand, strain, stock_leads=own, jokers_to_stock=jokers_to_stock)
        return Counter(map(ending.tricks, orders)), skill.contract * errors(f"{strain} {own}")

    def expected(call: str) -> float:
        own = call != PASS
        bid, declarer = (call, "S") if own else (stock_bid, "N")
        points = points_by_tricks(scorer(view["vul"]), bid + doubled, declarer)
        counts, more = tricks(bid[1], own)
        return sum(times * _between(points, taken + more) for taken, times in counts.items()) / len(orders)

    return f"c:{max(calls, key=expected)}"


def points_by_tricks(score: Score, contract: str, declarer: str) -> tuple[int, ...]:
    """Return the player's score in a contract for each number of the player's tricks, 0 to 13."""
    return tuple(
        score(contract, declarer, tricks if declarer == "S" else ALL_TRICKS - tricks)
        for tricks in range(ALL_TRICKS + 1)
    )


def _between(points: Sequence[int], tricks: float) -> float:
    """Return the score for a number of tricks that need not be whole."""
    known = min(max(tricks, 0.0), float(ALL_TRICKS))
    below = min(int(known), ALL_TRICKS - 1)
    return points[below] + (known - below) * (points[below + 1] - points[below])


# The cards


def _card(
    view: View,
    orders: Orders,
    skill: Strength,
    errors: Errors,
    position: str,
    jokers_to_stock: bool,
    scorer: Scorer,
) -> str | None:
    """Return the card with the best mean score, or None if only one card may be played."""
    cards = named([action[2:] for action in view["legal"] if action.startswith("p:")])
    if len(cards) < 2:
        return None
    contract, hand, won = view["contract"], named(view["hands"]["S"]["cards"]), view["tricks"]["S"]
    stock_leads = bool(view["trick"]["cards"])
    ending = StockEnding.of(hand, contract["strain"], stock_leads=stock_leads, jokers_to_stock=jokers_to_stock)
    points = points_by_tricks(scorer(view["vul"]), contract["text"], contract["declarer"])
    trick = (points[-1] - points[0]) / ALL_TRICKS  # what one is worth on the average
    values = ({card: ending.tricks(order, code_of(card)) for card in cards} for order in orders)
    worths = mean_worths(values, cards, lambda tricks: points[won + tricks] / trick)
    return f"p:{choose_guessing(worths, contract['strain'], len(hand), skill, errors, position).text}"
