"""How many tricks a side takes: a deal played out quickly in the mind, each hand by rules of thumb (500 for two)."""

from collections.abc import Mapping, Sequence

from games.cards import JOKER_SUIT, Card
from games.crow import DUMMIES, OWNER, Cards, may_play
from games.five_hundred import PACK, STRAINS, strength, suit_of
from games.seats import Seat, clockwise

Left = dict[Seat, list[Card]]

SUIT = {trump: {card: suit_of(card, trump) for card in PACK} for trump in STRAINS}
HEIGHT = {trump: {card: strength(card, trump) for card in PACK} for trump in STRAINS}
LOW_TRUMP, SURE_HEIGHT = 20, 13  # a trump is dearer than any other card; kings and aces are kept


def power(card: Card, trump: str, led: str) -> int:
    """How high a card stands in a trick: trumps and a joker above the suit led, all others 0."""
    suit = SUIT[trump][card]
    if suit in (JOKER_SUIT, trump):
        return 100 + HEIGHT[trump][card]
    return HEIGHT[trump][card] if suit == led else 0


def cost(card: Card, trump: str) -> int:
    """What it costs to part with a card: its height, and more for a trump or a joker."""
    return HEIGHT[trump][card] + (LOW_TRUMP if SUIT[trump][card] in (trump, JOKER_SUIT) else 0)


def tricks_of(
    player: str,
    hands: Mapping[Seat, Cards],
    trump: str,
    leader: Seat,
    played: Sequence[Card] = (),
    asked: str = "",
) -> int:
    """Tricks of this player's side from here on, every card being known.

    `played` are the cards on the table, the leader's first, `asked` the suit named for a joker among them.
    """
    left = {seat: list(cards) for seat, cards in hands.items()}
    won = 0
    while played or left[leader]:
        leader = _trick(left, trump, leader, played, asked)
        won += OWNER[leader] == player
        played, asked = (), ""
    return won


def _trick(left: Left, trump: str, leader: Seat, played: Sequence[Card], asked: str) -> Seat:
    """Plays one trick to its end out of the hands; its winner."""
    best, highest, led = leader, -1, asked
    for place, seat in enumerate(clockwise(leader)):
        if place < len(played):
            card = played[place]
        else:
            if not place:
                card = _lead(left, trump, seat)
            else:
                to_beat = -1 if place > 1 and OWNER[best] == OWNER[seat] else highest
                card = _follow(left[seat], trump, led, seat, to_beat)
            left[seat].remove(card)
        led = led or SUIT[trump][card]
        if (height := power(card, trump, led)) > highest:
            best, highest = seat, height
    return best


def _lead(left: Left, trump: str, seat: Seat) -> Card:
    """The dearest card that nothing of the other side's can beat, else the cheapest that nobody can top in its suit."""
    options = may_play(tuple(left[seat]), seat in DUMMIES, lambda card: False)
    others = [card for other, hand in left.items() if OWNER[other] != OWNER[seat] for card in hand]
    suits, heights = SUIT[trump], HEIGHT[trump]
    trumps_out = any(suits[card] in (trump, JOKER_SUIT) for card in others)
    top: dict[str, int] = {}
    for card in others:
        top[suits[card]] = max(heights[card], top.get(suits[card], 0))
    high = [card for card in options if heights[card] > top.get(suits[card], 0)]
    sure = [card for card in high if not trumps_out or suits[card] in (trump, JOKER_SUIT)]
    if sure:
        return max(sure, key=lambda card: cost(card, trump))
    return min(high or options, key=lambda card: cost(card, trump))


def _follow(hand: list[Card], trump: str, led: str, seat: Seat, to_beat: int) -> Card:
    """The cheapest card that beats the trick so far, else the cheapest; `to_beat` is -1 where none need do so."""
    options = may_play(tuple(hand), seat in DUMMIES, lambda card: SUIT[trump][card] == led)
    beating = [card for card in options if power(card, trump, led) > to_beat] if to_beat >= 0 else []
    return min(beating or options, key=lambda card: cost(card, trump))
