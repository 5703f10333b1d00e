"""The positions that a seat thinks possible, as input for the solver, from the views that the seat was shown.

Only those views are read, so a robot cannot use a card that its seat may not know.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any

from games.cards import FULL_DECK, JOKER, Card, card_of
from games.end_dummies import HAND_OF, Cards
from games.five_hundred import PACK, FiveHundredTrick, as_bridge_card
from games.game import END_DUMMIES, STOCK, THREE_HANDS
from games.players import OPPONENT, PLAYERS
from games.registry import game_for, names
from games.seats import SEATS, Seat
from games.three_hands import DUMMY, led_by
from solver import BadPosition, Position
from solver.five_hundred import NoTrumpEnding
from solver.three_hands import PlayedCard, Secret, ThreeHandEnding

View = Mapping[str, Any]
CROW_GAMES, THREE_HAND_GAMES, STOCK_GAMES = (
    tuple(name for name in names() if game_for(name).family == family) for family in (END_DUMMIES, THREE_HANDS, STOCK)
)
MAX_HANDS = 300  # of an opponent at 500, with three unknown cards laid away (13 over 3 is 286)


def named(texts: Sequence[str] | None) -> Cards:
    """Return the cards that the strings name, or () for a hidden hand."""
    return tuple(card for card in map(card_of, texts or ()) if card is not None)


def tricks_so_far(views: Sequence[View]) -> list[View]:
    """Return every trick of the play up to the one on the table, from the views in which they were shown."""
    tricks: dict[int, View] = {}  # the newest version of a trick that was taken back counts
    for view in views:
        for trick in (view["last_trick"], view["trick"]):
            if trick is not None:
                tricks[trick["number"]] = trick
    return [tricks[number] for number in range(1, views[-1]["trick"]["number"] + 1)]


def solo_position(views: Sequence[View]) -> Position:
    """Return the position at Solo: all hands as exposed in the auction (SOLO-6), then every card played."""
    shown = next(view for view in reversed(views) if view["phase"] == "auction")
    tricks = tricks_so_far(views)
    played = [card for trick in tricks for card in named([made["card"] for made in trick["cards"]])]
    hands = tuple(named(shown["hands"][seat]["cards"]) for seat in SEATS)
    return Position.of(hands, views[-1]["contract"]["strain"], tricks[0]["leader"], played)


def positions(views: Sequence[View]) -> list[Position]:
    """Return the positions that agree with everything that the seat was shown, in a game with two end dummies.

    There is one position if the seat can work out the opponent's hand: the cards not seen elsewhere. The list is empty
    if there are too many. Not for a misère or a joker at no trump (see `no_trump_endings`).
    """
    view = views[-1]
    if view["game"] == "solo":
        return [solo_position(views)]
    strain = view["more"]["trumps"] if view["game"] == "whist_for_two" else view["contract"]["strain"]
    return list(_positions(views, str(strain)))


def is_misere(view: View) -> bool:
    """True if a misère is played at 500."""
    return view["game"] == "five_hundred_for_two" and bool(view["more"]["misere"])


def has_free_joker(views: Sequence[View]) -> bool:
    """True if 500 is played at no trump and, as far as this seat knows, the joker is in play."""
    view = views[-1]
    if view["game"] != "five_hundred_for_two" or view["contract"]["strain"] != "N":
        return False
    gone = {made["card"] for trick in tricks_so_far(views)[:-1] for made in trick["cards"]}
    return JOKER.text not in gone and JOKER not in _laid_away(views)


def no_trump_endings(views: Sequence[View]) -> list[NoTrumpEnding]:
    """Return the possible endings of a deal of 500 at no trump or at misère, for the search that knows the joker. See
    `positions`.
    """
    view = views[-1]
    theirs, table, aside = HAND_OF[OPPONENT[view["me"]]], view["trick"], view["more"]["aside"]
    played = named([made["card"] for made in table["cards"]])
    trick = FiveHundredTrick(Seat(table["leader"]), "N", Seat(aside) if aside else None, played, table["asked"] or "")
    missed = frozenset(_missed(views))
    shown = {seat: named(view["hands"][seat]["cards"]) for seat in SEATS}
    return [
        NoTrumpEnding(tuple(hand if seat == theirs else shown[seat] for seat in SEATS), trick, missed)
        for hand in _hands_of(views, theirs)
    ]


def _missed(views: Sequence[View]) -> Iterator[tuple[Seat, str]]:
    """Yield the hands of players and the suits to which they have failed to follow (FH-22)."""
    for trick in tricks_so_far(views):
        led = trick["asked"] or (trick["cards"][0]["card"][0] if trick["cards"] else "")
        for made in trick["cards"][1:]:
            if made["card"][0] != led and made["seat"] in HAND_OF.values():
                yield Seat(made["seat"]), led


def _positions(views: Sequence[View], strain: str) -> Iterator[Position]:
    now, me = views[-1], views[-1]["me"]
    theirs = HAND_OF[OPPONENT[me]]
    table = now["trick"]
    began = next(view for view in reversed(views) if _begins(view["trick"], table["number"]))
    played = [(made["seat"], card) for made in table["cards"] for card in named([made["card"]])]
    from_theirs = tuple(card for seat, card in played if seat == theirs)

    def plain(cards: Sequence[Card]) -> Cards:
        five_hundred = now["game"] == "five_hundred_for_two"
        return tuple(as_bridge_card(card, strain) for card in cards) if five_hundred else tuple(cards)

    for hand in _hands_of(views, theirs):
        hands = [hand + from_theirs if seat == theirs else named(began["hands"][seat]["cards"]) for seat in SEATS]
        cards = plain([card for _, card in played])
        try:
            yield Position.of([plain(cards) for cards in hands], strain, table["leader"], cards)
        except BadPosition:
            continue  # with this hand the opponent had to follow suit


def _begins(trick: View | None, number: int) -> bool:
    return trick is not None and trick["number"] == number and not trick["cards"]


def _hands_of(views: Sequence[View], theirs: str) -> Iterator[Cards]:
    """Yield every hand that the opponent may hold now, or none if there are more than MAX_HANDS."""
    now = views[-1]
    hand = now["hands"][theirs]
    if hand["cards"] is not None:
        yield named(hand["cards"])
        return
    pack = PACK if now["game"] == "five_hundred_for_two" else FULL_DECK
    elsewhere = {card for trick in tricks_so_far(views) for card in named([made["card"] for made in trick["cards"]])}
    elsewhere.update(*(named(held["cards"]) for seat, held in now["hands"].items() if seat != theirs))
    elsewhere.update(_laid_away(views))
    unseen = [card for card in pack if card not in elsewhere]
    if comb(len(unseen), hand["count"]) <= MAX_HANDS:
        yield from combinations(unseen, hand["count"])


def _laid_away(views: Sequence[View]) -> Cards:
    """Return the cards at 500 that this seat knows to be out of play: its own discards, or a dead kitty that it saw."""
    more = views[-1]["more"]
    if "discards" not in more:
        return ()
    dead = more["rules"]["kitty"] == "dead"
    kitty = next((view["more"]["kitty"] for view in views if view["more"]["kitty"]), None) if dead else None
    return named(more["discards"]) + named(kitty)


# Games with three hands


def ending(view: View, options: Mapping[str, str], guess: Card | None = None) -> ThreeHandEnding | None:
    """Return what is left of a game with one dummy. Return None while this seat cannot see the dummy or a secret card.

    The opponent's hand is empty unless it is shown. `options` are the game's options. `guess` stands for a hidden
    secret card that the seat does not know.
    """
    hidden = view["more"].get("secret") or {"hidden": False}
    known = named([hidden["card"]]) if hidden["hidden"] and hidden["card"] else ()
    secret_card = known or ((guess,) if hidden["hidden"] and guess else ())
    if view["hands"][DUMMY]["cards"] is None or (hidden["hidden"] and not secret_card):
        return None
    hands = {name: named(view["hands"][name]["cards"]) for name in (*PLAYERS, DUMMY)}
    hands[DUMMY] = tuple(card for card in hands[DUMMY] if card not in secret_card)
    leader, order = _leader(view)
    declarer = view["contract"]["declarer"]
    intended = named([view["more"]["intended"]]) if view["more"].get("intended") else ()
    return ThreeHandEnding(
        hands,
        view["contract"]["strain"],
        leader,
        order,
        tuple(_played(made) for made in view["trick"]["cards"]),
        Secret(secret_card[0], declarer, options.get("secret_forced", "yes") == "yes") if secret_card else None,
        intended[0] if intended else None,
        OPPONENT[declarer] if view["more"].get("first_phase") else None,
    )


def _played(made: View) -> PlayedCard:
    return PlayedCard(made["seat"], made.get("by", made["seat"]), named([made["card"]])[0])


def _leader(view: View) -> tuple[str, tuple[str, ...]]:
    """Return the player who leads to the trick on the table, and the order of the hands."""
    if order := view["more"].get("turn_order"):
        return order[0]["by"], tuple(each["hand"] for each in order)
    trick, hand = view["trick"], view["trick"]["leader"]
    if hand != DUMMY:
        return hand, led_by(hand, hand).order
    player = trick["cards"][0]["by"] if trick["cards"] else view["last_trick"]["won_by"]
    return player, led_by(player, DUMMY).order


def unseen_by(views: Sequence[View]) -> Cards:
    """Return the cards that the opponent may hold in a game with one dummy: the cards not seen anywhere in the play."""
    now = views[-1]
    played = [made["card"] for trick in tricks_so_far(views) for made in trick["cards"]]
    held = [text for name, hand in now["hands"].items() if name != OPPONENT[now["me"]] for text in hand["cards"] or ()]
    seen = set(named([*played, *held]))
    return tuple(card for card in FULL_DECK if card not in seen)
