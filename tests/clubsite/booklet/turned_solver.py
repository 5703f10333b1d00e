"""Another way to the solver's values: the deal is turned, its sequences are read backwards, and suits trade places.

None of this changes the worth of a card (docs/solver.md), but all of it changes the search.
"""

from games.calls import STRAINS
from games.cards import CARD_BY_TEXT, SUITS, Card
from games.deals import Deal
from games.end_dummies import HAND_OF
from games.players import OPPONENT, PLAYERS
from games.seats import SEATS
from games.turned import OPPOSITE
from solver import Engine, Position
from solver.tables import Table

ALL_TRICKS = 13
TURNED_SUIT = dict(zip(SUITS, SUITS[1:] + SUITS[:1], strict=True)) | {"N": "N"}
TURNED_CARD = {card: CARD_BY_TEXT[TURNED_SUIT[card.suit] + card.rank] for card in CARD_BY_TEXT.values()}
Played = tuple[Card, ...]


class TurnedSolver:
    """The values of one deal, each asked for once, from an engine that has seen nothing of the first reading."""

    def __init__(self, deal: Deal, engine: Engine) -> None:
        hands = {OPPOSITE[str(seat)]: tuple(TURNED_CARD[card] for card in hand) for seat, hand in deal.hands().items()}
        self._hands = [hands[seat][::-1] for seat in SEATS]
        self._engine = engine
        self._positions: dict[tuple[str, str, Played], Position] = {}
        self._values: dict[tuple[str, str, Played], int] = {}

    def south(self, strain: str, leader: str, played: Played = ()) -> int:
        """Return the tricks that South and East take in the whole play. Raise BadPosition if a card is not legal."""
        key = strain, leader, played
        if key not in self._values:
            self._values[key] = ALL_TRICKS - self._engine.value(self._position(*key))
        return self._values[key]

    def table(self) -> Table:
        """Return the ten values."""
        return {strain: {who: self._declarers(strain, who) for who in PLAYERS} for strain in STRAINS}

    def _declarers(self, strain: str, declarer: str) -> int:
        south = self.south(strain, HAND_OF[OPPONENT[declarer]])
        return south if declarer == "S" else ALL_TRICKS - south

    def _position(self, strain: str, leader: str, played: Played) -> Position:
        key = strain, leader, played
        if key not in self._positions:
            if played:
                found = self._position(strain, leader, played[:-1]).after(TURNED_CARD[played[-1]])
            else:
                found = Position.of(self._hands, TURNED_SUIT[strain], OPPOSITE[leader])
            self._positions[key] = found
        return self._positions[key]
