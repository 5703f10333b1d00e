"""The draft: 26 turns with the face-down pack, and the ace procedure (SC-1 to SC-5f).

A turn always uses two cards of the pack, whatever the player decides, so turn n uses the same two cards in every draft
from a given pack.
"""

from dataclasses import dataclass, replace

from games.cards import Card
from games.players import OPPONENT, PLAYERS

Cards = tuple[Card, ...]

DRAFT_TURNS = 26
FIRST, SECOND = "first", "second"  # the card that was taken up
ACE_FIRST, ACE_SECOND = "ace first", "ace second"  # the card that was an announced ace and went down
_TOOK_FIRST = (FIRST, ACE_SECOND)


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft so far. Player `a` takes the first turn.

    `told` holds what both players were told about each decided turn (SC-5e). `seen` is the number of turns whose
    second card has been acknowledged. In the middle of a turn, `seen` is one less than the length of `told` (SC-5c).
    """

    a: str
    pack: Cards
    procedure: str  # once, each, off (SC-3)
    told: tuple[str, ...] = ()
    seen: int = 0

    @property
    def over(self) -> bool:
        return self.seen == DRAFT_TURNS

    @property
    def decided(self) -> bool:
        """True if this turn's first card has been kept or rejected, so that only the second card is left to look at."""
        return len(self.told) > self.seen

    @property
    def player(self) -> str:
        """The player whose turn it is."""
        return self.player_of(self.seen)

    def player_of(self, turn: int) -> str:
        """Return the player who takes turn number `turn`, counting from 0."""
        return OPPONENT[self.a] if turn % 2 else self.a

    def cards_of(self, turn: int) -> tuple[Card, Card]:
        """Return a turn's first and second cards."""
        return self.pack[2 * turn], self.pack[2 * turn + 1]

    def open_to(self, player: str) -> bool:
        """True if the next ace that this player picks up will be announced and put down (SC-2, SC-3, SC-5d)."""
        if self.procedure == "off":
            return False
        by = {self.player_of(turn) for turn, word in enumerate(self.told) if word in (ACE_FIRST, ACE_SECOND)}
        return player not in by if self.procedure == "each" else not by

    def opened(self) -> "Draft":
        """Return the draft at the beginning of a turn.

        An ace on top is put down automatically if the procedure requires it (SC-5b).
        """
        if self.over or self.decided:
            return self
        first, _ = self.cards_of(self.seen)
        if first.rank == "A" and self.open_to(self.player):
            return replace(self, told=(*self.told, ACE_FIRST))
        return self

    def with_choice(self, keep: bool) -> "Draft":
        """Return the draft after the first card of this turn is kept or rejected (SC-1, SC-2)."""
        _, second = self.cards_of(self.seen)
        announced = second.rank == "A" and self.open_to(self.player)
        word = FIRST if keep else ACE_SECOND if announced else SECOND
        return replace(self, told=(*self.told, word))

    def with_seen(self) -> "Draft":
        """Return the draft after the second card has been seen. If turns remain, the next turn begins."""
        return replace(self, seen=self.seen + 1).opened()

    def hand(self, player: str) -> Cards:
        """Return the cards that this player has picked up so far."""
        return tuple(
            self.cards_of(turn)[word not in _TOOK_FIRST]
            for turn, word in enumerate(self.told)
            if self.player_of(turn) == player
        )

    def hands(self) -> tuple[Cards, Cards]:
        """Return the cards that S and N have picked up so far."""
        south, north = (self.hand(player) for player in PLAYERS)
        return south, north

    def down(self) -> Cards:
        """Return the cards put down so far, in order. After 26 turns they are the table cards (SC-5)."""
        return tuple(self.cards_of(turn)[word in _TOOK_FIRST] for turn, word in enumerate(self.told))

    def looked_at(self, player: str) -> list[Cards]:
        """Return the cards that this player has seen in each of their own turns, including the current turn (option
        `notes`).
        """
        turns = min(self.seen + 1, DRAFT_TURNS)
        return [
            self.cards_of(turn)[: 1 + (turn < len(self.told))]
            for turn in range(turns)
            if self.player_of(turn) == player
        ]
