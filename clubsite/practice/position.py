"""The table as a player saw it on their turn, from the view of their seat alone, and the value of each choice."""

from dataclasses import dataclass
from typing import Any

from clubsite.analysis.selectors.verdicts import points_of
from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from games.calls import CALL_TEXTS, STRAINS
from games.cards import CARD_TEXTS, SUITS
from games.end_dummies import DUMMY_OF, HAND_OF
from games.errors import BadLog, BadSetup
from games.players import OPPONENT
from games.registry import rules_for
from games.replay import replay
from games.wording import call_name, card_label, seat_name
from solver.verdicts.verdict_text import cost, tricks

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
        keys = [self._key(call) for call in ("P", "X", "XX")]
        return [key for key in keys if key.action]

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
    spots = []
    for place, card in enumerate(cards):
        depth = min(place, last - place)
        label = f"{card_label(card)}, {f'{depth} from the end' if depth else 'an end'}"
        spots.append(Spot(card, _action(card, legal), depth == 0, label))
    return spots


def _action(card: str, legal: set[str]) -> str:
    return f"p:{card}" if f"p:{card}" in legal else ""


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """One possible choice. `cost` is in points and is 0 for a right choice; `leads_to` and `costs` are phrases."""

    action: str
    name: str
    text: str
    leads_to: str
    cost: int
    costs: str

    @property
    def right(self) -> bool:
        return self.cost == 0

    @property
    def card(self) -> str:
        """The card, or "" for a call."""
        return self.text if self.action.startswith("p:") else ""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """The choices that have the same outcome and cost, in order."""

    leads_to: str
    costs: str
    right: bool
    choices: list[AnswerChoice]


def choices_of(entry: Json, outcome: Json, vul: str) -> dict[str, AnswerChoice]:
    """Return the choice for each action. `entry` is a call or card with its `worth`. `outcome` is the outcome of the
    play, including the contract.
    """
    is_call = entry["a"] in CALL_TEXTS
    points = {action: worth if is_call else points_of(outcome, vul, worth) for action, worth in entry["worth"].items()}
    sign = 1 if entry["by"] == "S" else -1
    best = max(sign * score for score in points.values())
    return {
        action: _choice(entry, outcome["declarer"], action, worth, best - sign * points[action])
        for action, worth in entry["worth"].items()
    }


def groups_of(choices: dict[str, AnswerChoice]) -> list[ChoiceGroup]:
    """Return the choices grouped by cost and outcome, to be shown as a list."""
    groups: dict[tuple[int, str], list[AnswerChoice]] = {}
    for choice in sorted(choices.values(), key=_order):
        groups.setdefault((choice.cost, choice.leads_to), []).append(choice)
    return [ChoiceGroup(same[0].leads_to, same[0].costs, same[0].right, same) for same in groups.values()]


def _order(choice: AnswerChoice) -> tuple[int, int, int]:
    """Return a sort key: by cost, then suit, with the highest card first in each suit. Calls stay in listed order."""
    if choice.action in CALL_TEXTS:
        return choice.cost, 0, 0
    card = CARD_TEXTS[choice.action]
    return choice.cost, SUITS.index(card.suit), -card.strength


def _choice(entry: Json, declarer: str, action: str, worth: int, lost: int) -> AnswerChoice:
    text = action.partition(":")[2]
    if action in CALL_TEXTS:
        return AnswerChoice(action, call_name(text), text, _worth(worth, entry["by"]), lost, _costs({"points": lost}))
    figures = {"points": lost, "tricks": abs(worth - entry["before"])}
    leads_to = f"{'you make' if entry['by'] == declarer else 'declarer makes'} {tricks(worth)}"
    return AnswerChoice(action, card_label(text), text, leads_to, lost, _costs(figures))


def _worth(points: int, by: str) -> str:
    """Return South's points in words for the player who sat as `by`, such as `+110 to you` or `+90 to South`."""
    if not points:
        return "0 to both"
    side = "S" if points > 0 else "N"
    return f"+{abs(points)} to {'you' if side == by else seat_name(side)}"


def _costs(figures: Json) -> str:
    return f"costs {cost(figures)}" if figures["points"] else "costs nothing"
