"""A `PlayAnalysis` in plain words, for replays at a club or at home. No other module puts an analysis into words.

The tone is quiet and factual: the cost of a call or card and the better choice, never whose fault it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS, SUITS, Card
from games.end_dummies import DUMMIES
from games.seats import Seat
from games.wording import (
    SEAT_NAMES,
    call_name,
    capital,
    card_label,
    counted,
    listed,
    number_name,
    rank_name,
    signed,
    strain_name,
)

Json = dict[str, Any]
MOST_NAMED = 4
NOTHING_LOST = "Nothing was given away: every call and every card held."


class VerdictWords:
    """The words for one reader, S or N, called "you". `names` is keyed by player; `declarer` is None if passed out."""

    def __init__(self, declarer: str | None, names: Mapping[str, str] = SEAT_NAMES, reader: str | None = None) -> None:
        self.declarer, self.names, self.reader = declarer, names, reader

    def page(self, calls: Sequence[Json], cards: Sequence[Json]) -> Json:
        """Return the words for a replay: `heading`, `list` of costly moments, `moments` by seq, and the seqs in
        `order`.
        """
        entries = [*calls, *cards]
        costly = [entry for entry in entries if entry["points"]]
        moments = {str(entry["seq"]): self._moment(entry) for entry in entries}
        if cards and calls:
            moments[str(calls[-1]["seq"])]["now"] += f" Declarer then makes {tricks(cards[0]['before'])}."
        return {
            "heading": heading(costly),
            "list": [{"seq": entry["seq"], "text": self._listed(entry)} for entry in costly],
            "start": f"With best calls and play this deal is worth {self._worth(calls[0]['before'])}." if calls else "",
            "moments": moments,
            "order": {
                "calls": [entry["seq"] for entry in calls],
                "cards": [entry["seq"] for entry in cards if entry["a"] in CARD_TEXTS],
                "claim": [entry["seq"] for entry in cards if entry["a"] not in CARD_TEXTS],
            },
        }  # fmt: skip

    def told(self, entry: Json) -> tuple[str, str]:
        """Return what a costly moment cost, as worded in the list, and the better choices."""
        return self._listed(entry), self._alternatives(entry)

    def _moment(self, entry: Json) -> Json:
        """Return `mark`, a symbol; `cost`; `held`, the better choice; `now`, the current value; and `line`, the calls
        or cards.
        """
        costs = bool(entry["points"])
        return {
            "costs": costs,
            "mark": _mark(entry),
            "cost": f"Cost {cost(entry)}." if costs else "",
            "held": self._alternatives(entry),
            "now": self._now(entry),
            "line": entry.get("line", []),
        }

    def _now(self, entry: Json) -> str:
        if entry["a"] in CARD_TEXTS:
            return f"Declarer makes {tricks(entry['after'])} from here."
        if entry["a"] not in CALL_TEXTS:
            return f"So declarer made {tricks(entry['after'])}." if entry["a"] == "accept" else ""
        if entry["before"] == entry["after"]:
            return f"Still worth {self._worth(entry['after'])}."
        return f"Worth {self._worth(entry['before'])} before it, {self._worth(entry['after'])} after it."

    def _worth(self, points: int) -> str:
        if not points:
            return "0"
        return f"{signed(abs(points))} to {self._object('S' if points > 0 else 'N')}"

    def _alternatives(self, entry: Json) -> str:
        if entry["a"] in CALL_TEXTS:
            return _other_calls(entry)
        if entry["a"] not in CARD_TEXTS:
            return self._claimed(entry)
        held = entry["held"]
        if entry["points"]:
            if entry["by"] == self.declarer:
                return _sentence(f"{cards_in_words(held, 'or')} held {tricks(entry['before'])}")
            return _sentence(f"{cards_in_words(held, 'or')} held declarer to {tricks(entry['before'])}")
        if entry["of"] == 1:
            return "The only card that could be played."
        if len(held) == entry["of"]:
            return "Every card held."
        if len(held) == 1:
            return "The only card that held."
        return f"Held. So did {cards_in_words([a for a in held if a != entry['a']], 'and')}."

    def _claimed(self, entry: Json) -> str:
        if entry["a"] == "accept":
            return "The claim held." if not entry["points"] else "More was claimed than best play would give."
        right = int(entry["held"][0].partition(":")[2])
        takes = int(entry["a"].partition(":")[2])
        if takes == right:
            return "The claim was right."
        return f"Best play takes {tricks(right)} of the {entry['of']} that are left."

    def _listed(self, entry: Json) -> str:
        """Return an entry for the list at the top: when it happened, what it was, and how much it cost."""
        whose, action = self._whose(entry["by"]), entry["a"]
        if action in CALL_TEXTS:
            return f"The auction: {whose} {call_name(CALL_TEXTS[action])} cost {cost(entry)}"
        if action in CARD_TEXTS:
            card = CARD_TEXTS[action]
            name = card_label(card.text)
            dummy = Seat(entry["seat"]) in DUMMIES
            what = f"the {name} from {whose} dummy" if dummy else f"{whose} {name}"
            return f"Trick {entry['trick']}: {what} cost {cost(entry)}"
        if action == "accept":
            return f"The claim: accepting it cost {self._object(entry['by'])} {cost(entry)}"
        return f"The claim: {whose} claim cost {cost(entry)}"

    def _whose(self, player: str) -> str:
        return "your" if player == self.reader else f"{self.names[player]}’s"

    def _object(self, player: str) -> str:
        return "you" if player == self.reader else self.names[player]


def given_away(player: str, entries: Iterable[Json]) -> tuple[int, int]:
    """Return the total tricks and points that one player's calls and cards cost."""
    own = [entry for entry in entries if entry["by"] == player]
    return sum(entry.get("tricks", 0) for entry in own), sum(entry["points"] for entry in own)


def heading(costly: Sequence[Json]) -> str:
    """Return text such as `One call and three cards cost something`. Claims are counted separately."""
    calls = sum(entry["a"] in CALL_TEXTS for entry in costly)
    cards = sum(entry["a"] in CARD_TEXTS for entry in costly)
    parts = [f"{number_name(n)} {noun}{'s' if n > 1 else ''}" for n, noun in ((calls, "call"), (cards, "card")) if n]
    if len(costly) > calls + cards:
        parts.append("the claim")
    if not parts:
        return NOTHING_LOST
    return f"{capital(listed(parts))} cost something"


def cost(entry: Json) -> str:
    """Return text such as `1 trick, 50 points`, or only the points for a call."""
    points = counted(entry["points"], "point")
    return f"{tricks(entry['tricks'])}, {points}" if entry.get("tricks") else points


def lost_in_words(lost_tricks: int, points: int) -> str:
    """Return text such as `2 tricks, 600 points`, `150 points` for calls alone, or `nothing`."""
    return cost({"tricks": lost_tricks, "points": points}) if points else "nothing"


def tricks(number: int) -> str:
    """Return text such as `no tricks`, `1 trick` or `10 tricks`."""
    return counted(number, "trick") if number else "no tricks"


def cards_in_words(actions: Sequence[str], joint: str) -> str:
    """Return text such as `the queen or jack of clubs, the 7 of hearts or 3 others` for actions that play cards."""
    cards = sorted((CARD_TEXTS[action] for action in actions), key=_place)
    most = len(cards) if len(cards) == MOST_NAMED + 1 else MOST_NAMED
    named, left = cards[:most], len(cards) - most
    suits: dict[str, list[str]] = {}
    for card in named:
        suits.setdefault(card.suit, []).append(rank_name(card.rank))
    groups = [f"the {listed(ranks, joint)} of {strain_name(suit)}" for suit, ranks in suits.items()]
    return listed([*groups, counted(left, "other")] if left > 0 else groups, joint)


def _other_calls(entry: Json) -> str:
    held = [CALL_TEXTS[action] for action in entry["held"]]
    if entry["points"]:
        named = [call_name(call) for call in held[:3]]
        more = [counted(len(held) - 3, "other")] if len(held) > 3 else []
        return _sentence(f"{listed([*named, *more], 'or')} held it")
    if len(held) == entry["of"]:
        return "Every call held."
    if len(held) == 1:
        return "The only call that held."
    return f"Held, as would {counted(len(held) - 1, 'other call')}."


def _mark(entry: Json) -> str:
    """Return text such as `−2` for tricks, `−500` points for a call, or `=` for no loss."""
    if not entry["points"]:
        return "="
    return signed(-(entry.get("tricks") or entry["points"]))


def _place(card: Card) -> tuple[int, int]:
    return SUITS.index(card.suit), -card.strength


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
