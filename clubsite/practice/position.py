"""The table as a player saw it on their turn: the game's own view from their seat, and nothing else."""

from dataclasses import dataclass
from typing import Any

from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from games.calls import CALL_TEXTS, STRAINS
from games.cards import CARD_TEXTS
from games.end_dummies import DUMMY_OF, HAND_OF
from games.errors import BadLog, BadSetup
from games.players import OPPONENT
from games.registry import rules_for
from games.replay import replay
from games.wording import card_label

Json = dict[str, Any]
LEVELS = range(1, 8)


@dataclass(frozen=True, slots=True)
class Spot:
    """A card and its place. `action` is its action in the log's notation, or "" for a card that cannot be played now.

    `end` is True if it is an END of a dummy. `said` is the card's text for a screen reader.
    """

    card: str
    action: str
    end: bool
    said: str


@dataclass(frozen=True, slots=True)
class BiddingKey:
    """A key on the bidding box. `action` is empty if the call is not possible now."""

    call: str
    action: str


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The table as the player `me` sees it. `view` is the game's own view.

    `theirs` is None if the player did not see the opponent's cards; `backs` is then the number of those cards.
    """

    me: str
    view: Json
    theirs: list[Spot] | None
    backs: int
    their_dummy: list[Spot]
    my_dummy: list[Spot]
    hand: list[Spot]

    @property
    def opponent(self) -> str:
        return OPPONENT[self.me]

    @property
    def dummies(self) -> tuple[str, str]:
        """The dummies of the player and of the opponent, each E or W."""
        return str(DUMMY_OF[self.me]), str(DUMMY_OF[self.opponent])

    @property
    def auction(self) -> bool:
        """True if the player has to make a call."""
        return bool(self.view["turn"]["what"] == "call")

    @property
    def from_dummy(self) -> bool:
        """True if the player has to play a card from their dummy."""
        return bool(self.view["turn"]["hand"] == self.dummies[0])

    @property
    def my_points(self) -> Json | None:
        """The point counts of the player's hand, dummy and both together during the auction (SOLO-29), else None."""
        return (self.view["hints"] or {}).get(self.me) if self.auction else None

    @property
    def their_points(self) -> Json | None:
        """The opponent's point counts in the same form, or None."""
        return (self.view["hints"] or {}).get(self.opponent) if self.auction else None

    @property
    def columns(self) -> int:
        """The number of cards in each row of the hand. With eight cards or more there are two rows."""
        count = len(self.hand)
        return max(count if count < 8 else (count + 1) // 2, 1)

    @property
    def trick(self) -> list[Json]:
        """The cards of the current trick on the table."""
        return list((self.view["trick"] or {}).get("cards", []))

    @property
    def tricks(self) -> tuple[int, int]:
        """The tricks won by the player and by the opponent."""
        return self.view["tricks"][self.me], self.view["tricks"][self.opponent]

    @property
    def bids(self) -> list[list[BiddingKey]]:
        """The bidding box: a row for each strain, no trump first, with seven levels in each."""
        return [[self._key(f"{level}{strain}") for level in LEVELS] for strain in reversed(STRAINS)]

    @property
    def other_calls(self) -> list[BiddingKey]:
        """The calls other than bids: pass, and double or redouble if possible."""
        found = [self._key(call) for call in ("P", "X", "XX")]
        return [key for key in found if key.action]

    def _key(self, call: str) -> BiddingKey:
        action = f"c:{call}"
        return BiddingKey(call, action if action in self.view["legal"] else "")


def table_before(play: Play, seq: int, me: str) -> SeenTable | None:
    """Return the table as S or N saw it before the act `seq`, or None if the current rules do not allow the play."""
    log = [event for event in log_of(play) if event["seq"] < seq]
    rules = rules_for(play.game)
    try:
        view = rules.view(replay(rules, play.setup, play.options, log), me)
    except (BadLog, BadSetup):
        return None
    if view["turn"] is None or view["turn"]["player"] != me or view["turn"]["what"] not in ("call", "card"):
        return None
    return _table(view, me)


def _table(view: Json, me: str) -> SeenTable:
    legal = {action for action in view["legal"] if action in CALL_TEXTS or action in CARD_TEXTS}
    view = {**view, "legal": legal}
    their_hand = view["hands"][str(HAND_OF[OPPONENT[me]])]
    turn = view["turn"]["hand"]
    return SeenTable(
        me=me,
        view=view,
        theirs=None if their_hand["cards"] is None else _hand(their_hand["cards"], set()),
        backs=their_hand["count"],
        their_dummy=_dummy(view["hands"][str(DUMMY_OF[OPPONENT[me]])]["cards"], set()),
        my_dummy=_dummy(view["hands"][str(DUMMY_OF[me])]["cards"], legal if turn == str(DUMMY_OF[me]) else set()),
        hand=_hand(view["hands"][str(HAND_OF[me])]["cards"], legal if turn == str(HAND_OF[me]) else set()),
    )


def _hand(cards: list[str], legal: set[str]) -> list[Spot]:
    return [Spot(card, _action(card, legal), False, card_label(card)) for card in cards]


def _dummy(cards: list[str], legal: set[str]) -> list[Spot]:
    last = len(cards) - 1
    found = []
    for place, card in enumerate(cards):
        depth = min(place, last - place)
        said = f"{card_label(card)}, {f'{depth} from the end' if depth else 'an end'}"
        found.append(Spot(card, _action(card, legal), depth == 0, said))
    return found


def _action(card: str, legal: set[str]) -> str:
    return f"p:{card}" if f"p:{card}" in legal else ""
