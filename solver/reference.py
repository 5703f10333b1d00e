"""The engine in Python: the search of core/search.hpp, but without its bounds and its learned move order.

It is always available, and the compiled engine is checked against it. docs/solver.md explains the search.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.calls import STRAINS
from games.cards import Card
from games.seats import SEATS
from solver.bits import LANE, NO_TRUMP, NUMBER, SUIT_MASK, SUITS, WIDTH, mask, numbers
from solver.errors import OutOfNodes
from solver.estimate import first_guess
from solver.matter import OWNER_BITS, as_bad_as, cards_of, down_to_whole_runs, ranks_of
from solver.position import Position

NORTH, EAST, SOUTH, WEST = range(len(SEATS))
SOUTHS = (False, True, True, False)  # South plays South and East (SOLO-2)
DUMMIES = (EAST, WEST)


@dataclass(slots=True)
class Proved:
    """A proof that South and East take between `low` and `high` of the remaining tricks.

    The proof holds for every position in which the owners of the ranks in `mask` are the same as in `owners`.
    """

    owners: int
    mask: int
    low: int
    high: int
    lead: int


@dataclass(frozen=True, slots=True)
class Fall:
    """A trick in progress. `alive` are the cards that were left when the trick began, and `led` is the suit led.

    `ranked` is the number of cards in the winner's suit. If it is 1, no rank has mattered.
    """

    left: int
    target: int
    alive: int
    led: int = -1
    best: int = -1
    winner: int = -1
    ranked: int = 0

    def with_card(self, seat: int, card: int, trump: int) -> "Fall":
        suit = card // WIDTH
        led, best, winner, ranked = self.led, self.best, self.winner, self.ranked
        if best < 0:
            led, best, winner, ranked = suit, card, seat, 1
        elif suit == best // WIDTH:
            ranked += 1
            if card > best:
                best, winner = card, seat
        elif suit == trump:
            best, winner, ranked = card, seat, 1
        return Fall(self.left, self.target, self.alive, led, best, winner, ranked)


class ReferenceEngine:
    """The engine in Python (see `solver.engines.Engine`)."""

    name = "in Python"

    def __init__(self) -> None:
        self.nodes = 0
        self._limit: int | None = None
        self._loaded: tuple[object, str] | None = None

    # Questions

    def value(self, at: Position, guess: int | None = None, nodes: int | None = None) -> int:
        """See `solver.engines.Engine`."""
        self._load(at)
        self._limit = None if nodes is None else self.nodes + nodes
        return self._value(at, 0, at.now.left, first_guess(at) if guess is None else guess)

    def values(self, at: Position, guess: int | None = None, nodes: int | None = None) -> dict[Card, int]:
        """See `solver.engines.Engine`."""
        best = self.value(at, guess, nodes)
        return {card: self._value_after(at, card, best) for card in at.now.legal} if at.now.left else {}

    def _value_after(self, at: Position, card: Card, best: int) -> int:
        """Return the value after this card, with which the player cannot do better than `best`."""
        then = at.after(card)
        to_come = best - then.now.south
        if at.now.player == "S":
            return self._value(then, 0, min(then.now.left, max(0, to_come)), best)
        return self._value(then, max(0, to_come), then.now.left, best + 1)

    def _value(self, at: Position, low: int, high: int, guess: int) -> int:
        """Find the value by testing one target after another from `guess`. `low` and `high` count remaining tricks."""
        won, target = at.now.south, guess - at.now.south
        while low < high:
            target = max(low + 1, min(high, target))
            if self._reaches_from(at, target):
                low, target = target, target + 1
            else:
                high, target = target - 1, target - 1
        return won + low

    def _reaches_from(self, at: Position, target: int) -> bool:
        now = at.now
        self._held = [mask(hand) for hand in now.hands]
        for dummy in DUMMIES:
            gone = at.hands[dummy][: at.hands[dummy].index(now.hands[dummy][0])] if now.hands[dummy] else ()
            self._left[dummy] = len(gone)
            self._right[dummy] = len(gone) + len(now.hands[dummy]) - 1
        alive = sum(self._held) + mask(now.trick.cards)
        fall, seat = Fall(now.left, target, alive), now.trick.leader.place
        if not now.trick.cards:
            return self._reaches(now.left, seat, target)[0]
        for card in now.trick.cards:
            fall, seat = fall.with_card(seat, NUMBER[card], self._trump), (seat + 1) % 4
        return self._play(seat, fall, len(now.trick.cards), ())[0]

    def _load(self, at: Position) -> None:
        if self._loaded == (at.hands, at.strain):
            return
        self._loaded = (at.hands, at.strain)
        self.nodes = 0
        self._trump = STRAINS.index(at.strain)
        self._held = [mask(hand) for hand in at.hands]
        self._dealt = tuple(self._held)
        self._sequence = [list(numbers(hand)) for hand in at.hands]
        self._left, self._right = [0] * len(SEATS), [len(hand) - 1 for hand in at.hands]
        self._table: dict[tuple[int, ...], list[Proved]] = {}
        self._owners: list[dict[int, int]] = [{} for _ in SUITS]

    # The search

    def _reaches(self, left: int, leader: int, target: int) -> tuple[bool, int]:
        """Return whether South and East take `target` of the tricks left, and the cards whose ranks decide this."""
        if target <= 0 or target > left:
            return target <= 0, 0
        alive = sum(self._held)
        owners = self._pattern(alive)
        bucket = self._table.setdefault(self._key(leader), [])
        hints = []
        for known in bucket:
            if (known.owners ^ owners) & known.mask == 0:
                if known.low >= target or known.high < target:
                    return known.low >= target, cards_of(known.mask, alive)
                hints.append(known.lead)
        hints += [known.lead for known in bucket[-1:]]
        answer, matter, lead = self._play(leader, Fall(left, target, alive), 0, hints)
        needed = ranks_of(matter, alive)
        low, high = (target, left) if answer else (0, target - 1)
        bucket.append(Proved(owners & needed, needed, low, high, lead))
        return answer, matter

    def _key(self, leader: int) -> tuple[int, ...]:
        north, south = self._held[NORTH], self._held[SOUTH]
        lengths = ((held & lane).bit_count() for held in (north, south) for lane in SUIT_MASK)
        return (
            leader,
            *(self._left[dummy] for dummy in DUMMIES),
            *(self._right[dummy] for dummy in DUMMIES),
            *lengths,
        )

    def _pattern(self, alive: int) -> int:
        """Return the owner of each card left, in two bits per card, from the top of each suit."""
        owners = 0
        for suit in SUITS:
            lane = alive >> WIDTH * suit & LANE
            cached = self._owners[suit].get(lane)
            if cached is None:
                ranks = [WIDTH * suit + rank for rank in reversed(range(WIDTH)) if lane >> rank & 1]
                holders = [next(s for s in range(4) if self._dealt[s] >> card & 1) for card in ranks]
                cached = sum(holder << OWNER_BITS * i for i, holder in enumerate(holders))
                self._owners[suit][lane] = cached
            owners |= cached << 2 * WIDTH * suit
        return owners

    def _play(self, seat: int, fall: Fall, played: int, hints: Sequence[int]) -> tuple[bool, int, int]:
        """Return whether the target is reached, the cards that matter, and the card that proves the answer.

        The card is -1 if every card fails.
        """
        self.nodes += 1
        if self._limit is not None and self.nodes > self._limit:
            raise OutOfNodes
        runs = list(self._runs(seat, fall, played))
        moves = self._ordered(seat, fall, played, [card for card, _ in runs], hints)
        union = 0
        hopeless = 0
        for card in moves:
            if hopeless >> card & 1:
                continue
            answer, matter = self._after(seat, card, fall, played)
            if answer == SOUTHS[seat]:
                return answer, matter, card
            union |= matter
            if seat not in DUMMIES:
                hopeless |= as_bad_as(card, matter)
        return not SOUTHS[seat], down_to_whole_runs([run for _, run in runs], union), -1

    def _after(self, seat: int, card: int, fall: Fall, played: int) -> tuple[bool, int]:
        then = fall.with_card(seat, card, self._trump)
        ends = self._left[seat], self._right[seat]
        self._held[seat] ^= 1 << card
        if seat in DUMMIES:
            if self._sequence[seat][self._left[seat]] == card:
                self._left[seat] += 1
            else:
                self._right[seat] -= 1
        try:
            if played < 3:
                answer, matter, _ = self._play((seat + 1) % 4, then, played + 1, ())
                return answer, matter
            to_take = then.target - SOUTHS[then.winner]
            answer, matter = self._reaches(then.left - 1, then.winner, to_take)
            return answer, matter | (1 << then.best if then.ranked > 1 else 0)
        finally:
            self._held[seat] ^= 1 << card
            self._left[seat], self._right[seat] = ends

    # Moves

    def _runs(self, seat: int, fall: Fall, played: int) -> Iterator[tuple[int, int]]:
        """Yield one legal card of each run, and the run as a mask.

        A run is a group of cards that were adjacent among the cards left at the start of the trick.
        """
        if seat in DUMMIES:
            sequence = self._sequence[seat]
            ends = sorted({sequence[self._left[seat]], sequence[self._right[seat]]})
            following = [card for card in ends if played and card // WIDTH == fall.led]
            yield from ((card, 1 << card) for card in following or ends)
            return
        held = self._held[seat]
        legal = held & SUIT_MASK[fall.led] if played else 0
        legal = legal or held
        others = fall.alive & ~held
        while legal:
            top = legal.bit_length() - 1
            run = 0
            for card in range(top, top // WIDTH * WIDTH - 1, -1):
                if others >> card & 1:
                    break
                run |= legal & 1 << card
            legal ^= run
            beats = not played or self._height(top, fall.led) > self._height(fall.best, fall.led)
            yield (top if beats else (run & -run).bit_length() - 1), run

    def _height(self, card: int, led: int) -> int:
        suit = card // WIDTH
        return WIDTH + card % WIDTH if suit == self._trump < NO_TRUMP else card % WIDTH if suit == led else -1

    def _reach_of(self, seat: int, led: int) -> int:
        """Return the height of the highest card that this seat can play to a trick in this suit."""
        if seat in DUMMIES:
            sequence = self._sequence[seat]
            cards = [sequence[self._left[seat]], sequence[self._right[seat]]]
            cards = [card for card in cards if card // WIDTH == led] or cards
        else:
            held = self._held[seat]
            in_suit = held & SUIT_MASK[led] or (held & SUIT_MASK[self._trump] if self._trump < NO_TRUMP else 0)
            cards = [in_suit.bit_length() - 1] if in_suit else []
        return max((self._height(card, led) for card in cards), default=-1)

    def _ordered(self, seat: int, fall: Fall, played: int, cards: list[int], hints: Sequence[int]) -> list[int]:
        if len(cards) < 2:
            return cards

        def order(card: int) -> tuple[int, int]:
            led = fall.led if played else card // WIDTH
            ours, theirs = self._heights(seat, fall, played, led)
            height, rank = self._height(card, led), card % WIDTH
            if card in hints:
                return -1, hints.index(card)
            if ours > theirs:
                return (0 if height <= ours else 1), rank
            return (0, rank) if height > theirs else (2, rank)

        return sorted(cards, key=order)

    def _heights(self, seat: int, fall: Fall, played: int, led: int) -> tuple[int, int]:
        """Return how high this seat's side and the other side have played, or can still play, to the trick."""
        heights = {True: -1, False: -1}
        if played:
            heights[SOUTHS[fall.winner] == SOUTHS[seat]] = self._height(fall.best, led)
        for turn in range(1, 4 - played):
            other = (seat + turn) % 4
            ours = SOUTHS[other] == SOUTHS[seat]
            heights[ours] = max(heights[ours], self._reach_of(other, led))
        return heights[True], heights[False]
