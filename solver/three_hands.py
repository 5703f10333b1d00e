"""Exact play of the games with three cards to a trick: Umbrage and the secret-card game, once all cards are known.

The search here is in Python and has a budget, so that it answers claims in the second half of a deal.
`compiled_three_hands` searches whole deals.

>>> from games.cards import parse_cards
>>> south, north, dummy = (parse_cards(text) for text in ("SA H2", "SK HA", "S2 D2"))
>>> ending = ThreeHandEnding({"S": south, "N": north, "D": dummy}, "N", "S", led_by("S", "S").order)
>>> takes(ending, "S", 1, 100), takes(ending, "S", 2, 100)
(True, False)
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from games.cards import FULL_DECK, SUITS, Card
from games.end_dummies import Cards
from games.players import OPPONENT
from games.three_hands import DUMMY, led_by
from solver.errors import OutOfNodes

RANKS_OF_A_SUIT = 13
LOWEST = 2
_ONE_SUIT = (1 << RANKS_OF_A_SUIT) - 1
HANDS = ("S", "N", DUMMY)
_ORDERS = {(player, hand): led_by(player, hand).order for player in OPPONENT for hand in (player, DUMMY)}


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret card while it is hidden (SC-10), and its owner. `forced` is the option `secret_forced` (SC-14)."""

    card: Card
    declarer: str
    forced: bool = True


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card of a trick: the hand that it came from, and the player for whom it counts."""

    hand: str
    by: str
    card: Card


@dataclass(frozen=True, slots=True)
class ThreeHandEnding:
    """The cards left in the hands S, N and D, and the trick on the table.

    The dummy's cards do not include a hidden secret card. `leader` is the player who leads to the trick. `order` has
    the three hands in order of play, and `played` has the cards of the trick. `intended` is the dummy's card that the
    defender shows while the declarer may stop it (SC-12). `kept_lead` is the defender who has kept the lead from the
    start (SC-11), or None.
    """

    hands: Mapping[str, Cards]
    strain: str
    leader: str
    order: tuple[str, ...]
    played: tuple[PlayedCard, ...] = ()
    secret: Secret | None = None
    intended: Card | None = None
    kept_lead: str | None = None

    @property
    def left(self) -> int:
        """The number of tricks not yet complete."""
        return max(len(self.hands[player]) + any(play.hand == player for play in self.played) for player in OPPONENT)


def takes(ending: ThreeHandEnding, player: str, tricks: int, nodes: int) -> bool:
    """True if this player takes at least `tricks` more tricks, with best play by both and all cards known.

    The unfinished trick counts. Raise OutOfNodes if the search examines more than `nodes` cards.
    """
    return _ThreeHandSearch(ending, player, nodes).reaches(ending, tricks)


def _bit(card: Card) -> int:
    return 1 << SUITS.index(card.suit) * RANKS_OF_A_SUIT + card.strength - LOWEST


def _bits(cards: Cards) -> int:
    return sum(_bit(card) for card in cards)


def _card(bit: int) -> Card:
    suit, rank = divmod(bit.bit_length() - 1, RANKS_OF_A_SUIT)
    return next(card for card in FULL_DECK if card.suit == SUITS[suit] and card.strength == rank + LOWEST)


def _each(cards: int) -> Iterator[int]:
    while cards:
        yield cards & -cards
        cards &= cards - 1


def _suit_of(bit: int) -> int:
    """Return the mask of the suit to which a card belongs."""
    return _ONE_SUIT << (bit.bit_length() - 1) // RANKS_OF_A_SUIT * RANKS_OF_A_SUIT


_Step = tuple[int, str, str]  # a card as a bit, the hand that it came from, the player for whom it counts


@dataclass(frozen=True, slots=True)
class _Now:
    """An ending as bits. `secret` is 0 once the secret card is played, and `kept` is `ThreeHandEnding.kept_lead`."""

    hands: tuple[int, int, int]
    secret: int
    leader: str
    order: tuple[str, ...]
    kept: str | None
    trick: tuple[_Step, ...] = ()


class PythonThreeHands:
    """A Python search of the endings of one deal, with the same interface as `CompiledThreeHands`."""

    slow = True

    def begin(self, ending: ThreeHandEnding, player: str) -> None:
        """Clear all results. `player` wants tricks in the endings that are searched from now on."""
        self._player, self.three_hand_nodes = player, 0

    def three_hand_values(self, ending: ThreeHandEnding, nodes: int | None = None) -> dict[Card, int]:
        """Return the player's tricks after each possible card. Raise OutOfNodes if it needs more than `nodes`."""
        most = 2**63 if nodes is None else nodes
        search = _ThreeHandSearch(ending, self._player, most)
        try:
            return search.values(ending)
        finally:
            self.three_hand_nodes += most - search.nodes


class _ThreeHandSearch:
    """A search for the tricks of one player. It stores what it has proved about each position between two tricks."""

    def __init__(self, ending: ThreeHandEnding, player: str, nodes: int) -> None:
        self.player, self.nodes = player, nodes
        self.trump = 0 if ending.strain == "N" else _ONE_SUIT << SUITS.index(ending.strain) * RANKS_OF_A_SUIT
        self.secret = ending.secret
        self.known: dict[tuple[object, ...], tuple[int, int]] = {}

    def reaches(self, ending: ThreeHandEnding, tricks: int) -> bool:
        """True if the player takes at least `tricks` tricks."""
        now = self._now(ending)
        if ending.intended is not None:
            return self._may_stop(now, _bit(ending.intended), tricks)
        return self._between(now, tricks) if not now.trick else self._on(now, tricks)

    def _now(self, ending: ThreeHandEnding) -> _Now:
        self.secret = ending.secret
        south, north, dummy = (_bits(ending.hands[hand]) for hand in HANDS)
        trick = tuple((_bit(play.card), play.hand, play.by) for play in ending.played)
        secret = _bit(self.secret.card) if self.secret else 0
        return _Now((south, north, dummy), secret, ending.leader, ending.order, ending.kept_lead, trick)

    def values(self, ending: ThreeHandEnding) -> dict[Card, int]:
        """Return the player's tricks after each possible choice: a card of a hand, or whether to stop a card."""
        now = self._now(ending)
        most = now.hands[HANDS.index(self.player)].bit_count() + any(step[1] == self.player for step in now.trick)
        values = {}
        for card in self._offered(now, ending):
            low, high = 0, most
            while low < high:
                need = (low + high + 1) // 2
                low, high = (need, high) if self._after(now, ending, card, need) else (low, need - 1)
            values[_card(card)] = low
        return values

    def _offered(self, now: _Now, ending: ThreeHandEnding) -> Iterator[int]:
        hand, led = now.order[len(now.trick)], _suit_of(now.trick[0][0]) if now.trick else 0
        held = now.hands[HANDS.index(hand)]
        secret = now.secret if hand == DUMMY else 0
        may = not led or bool(led & secret) or not held & led
        if ending.intended is not None:
            yield _bit(ending.intended)
            yield from (secret,) if may else ()
            return
        alone = bool(led & secret) and not held & led
        if not secret or (held and not (alone and self.secret and self.secret.forced)):
            yield from _each(self._follows(now, held))
            may = may and self.secret is not None and now.leader == self.secret.declarer
        if secret and may:
            yield secret

    def _after(self, now: _Now, ending: ThreeHandEnding, card: int, need: int) -> bool:
        hand = now.order[len(now.trick)]
        if card == now.secret:
            return self._with_secret(now, need)
        shows = hand == DUMMY and now.secret and ending.intended is None
        if shows and self.secret and now.leader != self.secret.declarer:
            return self._may_stop(now, card, need)
        return self._with(now, card, hand, now.leader if hand == DUMMY else hand, need)

    def _between(self, now: _Now, need: int) -> bool:
        """Return the answer before a lead, from an earlier proof or else from the search."""
        left = now.hands[HANDS.index(self.player)].bit_count()
        if need <= 0 or need > left:
            return need <= 0
        key = (now.hands, now.secret, now.leader, now.order, now.kept)
        least, most = self.known.get(key, (0, left))
        if need <= least or need > most:
            return need <= least
        answer = self._on(now, need)
        self.known[key] = (need, most) if answer else (least, need - 1)
        return answer

    def _on(self, now: _Now, need: int) -> bool:
        """Return the answer when the next hand in order has to play a card."""
        self.nodes -= 1
        if self.nodes < 0:
            raise OutOfNodes
        hand = now.order[len(now.trick)]
        if hand == DUMMY:
            return self._from_dummy(now, need)
        held = now.hands[HANDS.index(hand)]
        return self._best(now, hand, hand, self._follows(now, held), need)

    def _best(self, now: _Now, hand: str, by: str, cards: int, need: int) -> bool:
        """Return the answer if `by` chooses one of these cards from `hand`."""
        mine = by == self.player
        for card in self._choices(now, cards, now.hands[HANDS.index(hand)]):
            if self._with(now, card, hand, by, need) == mine:
                return mine
        return not mine

    def _from_dummy(self, now: _Now, need: int) -> bool:
        """Return the answer if the dummy plays next. Its card may be the hidden secret card (SC-12 to SC-16d)."""
        open_cards, by, secret = now.hands[2], now.leader, self.secret
        if not now.secret or secret is None:
            return self._best(now, DUMMY, by, self._follows(now, open_cards), need)
        led = _suit_of(now.trick[0][0]) if now.trick else 0
        alone = bool(led & now.secret) and not open_cards & led
        if not open_cards or (alone and secret.forced):
            return self._with_secret(now, need)
        cards, may = self._follows(now, open_cards), not led or bool(led & now.secret) or not open_cards & led
        if by != secret.declarer:
            mine = by == self.player
            shown = self._choices(now, cards, open_cards)
            return any(self._stoppable(now, c, may, need) == mine for c in shown) == mine
        mine = by == self.player
        if may and self._with_secret(now, need) == mine:
            return mine
        return self._best(now, DUMMY, by, cards, need)

    def _may_stop(self, now: _Now, card: int, need: int) -> bool:
        """Return the answer after the defender has shown this card of the dummy."""
        led = _suit_of(now.trick[0][0]) if now.trick else 0
        return self._stoppable(now, card, not led or bool(led & now.secret) or not now.hands[2] & led, need)

    def _stoppable(self, now: _Now, card: int, may: bool, need: int) -> bool:
        """Return the answer if the declarer lets this card be played or, if `may` allows it, plays the secret card."""
        assert self.secret is not None
        mine = self.secret.declarer == self.player
        if self._with(now, card, DUMMY, now.leader, need) == mine:
            return mine
        return self._with_secret(now, need) if may else not mine

    def _with_secret(self, now: _Now, need: int) -> bool:
        assert self.secret is not None
        by = self.secret.declarer
        if not now.trick:  # the declarer has led (SC-13)
            now = replace(now, leader=by, order=_ORDERS[by, DUMMY])
        return self._with(replace(now, secret=0), now.secret, DUMMY, by, need)

    def _with(self, now: _Now, card: int, hand: str, by: str, need: int) -> bool:
        """Return the answer after this card is played."""
        south, north, dummy = (held & ~card for held in now.hands)
        hands, trick = (south, north, dummy), (*now.trick, (card, hand, by))
        if len(trick) < len(HANDS):
            return self._on(_Now(hands, now.secret, now.leader, now.order, now.kept, trick), need)
        _, won_in, winner = self._winner(trick)
        kept = now.kept if won_in == now.kept else None
        order = (winner, DUMMY, OPPONENT[winner]) if kept else _ORDERS[winner, won_in]
        return self._between(_Now(hands, now.secret, winner, order, kept), need - (winner == self.player))

    def _winner(self, trick: tuple[_Step, ...]) -> _Step:
        best = trick[0]
        for step in trick[1:]:
            same = _suit_of(step[0]) == _suit_of(best[0])
            if step[0] > best[0] if same else step[0] & self.trump:
                best = step
        return best

    def _follows(self, now: _Now, held: int) -> int:
        return (now.trick and held & _suit_of(now.trick[0][0])) or held

    def _choices(self, now: _Now, cards: int, held: int) -> list[int]:
        """Return one card of each group of equals, likely winners first.

        Equals are cards of one hand that have no other card in play between them.
        """
        out = now.hands[0] | now.hands[1] | now.hands[2] | now.secret | sum(step[0] for step in now.trick)
        choices, rest = [], cards
        while rest:
            card = 1 << rest.bit_length() - 1
            rest ^= card
            above = out & _suit_of(card) & ~((card << 1) - 1)
            if not above or not above & -above & held & cards:
                choices.append(card)
        if not now.trick:
            return choices
        best = self._winner(now.trick)[0]
        beating = [card for card in choices if self._beats(card, best)]
        return beating[::-1] + [card for card in reversed(choices) if card not in beating]

    def _beats(self, card: int, best: int) -> bool:
        return card > best if _suit_of(card) == _suit_of(best) else bool(card & self.trump)
