"""The value of each choice in a puzzle, as text. The functions are pure.

A costly entry in a `PlayAnalysis` has a `worth` for each choice: points to South for a call, declarer's tricks
for a card.
"""

from dataclasses import dataclass
from typing import Any

from clubsite.analysis.selectors.value_steps import points_of
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS, SUITS
from games.wording import call_name, card_label, seat_name
from solver.verdicts.verdict_text import cost, tricks

Json = dict[str, Any]


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
    best = max(sign * found for found in points.values())
    return {
        action: _choice(entry, outcome["declarer"], action, worth, best - sign * points[action])
        for action, worth in entry["worth"].items()
    }


def groups_of(choices: dict[str, AnswerChoice]) -> list[ChoiceGroup]:
    """Return the choices grouped by cost and outcome, to be shown as a list."""
    found: dict[tuple[int, str], list[AnswerChoice]] = {}
    for one in sorted(choices.values(), key=_order):
        found.setdefault((one.cost, one.leads_to), []).append(one)
    return [ChoiceGroup(same[0].leads_to, same[0].costs, same[0].right, same) for same in found.values()]


def _order(one: AnswerChoice) -> tuple[int, int, int]:
    """Return a sort key: by cost, then suit, with the highest card first in each suit. Calls stay in listed order."""
    if one.action in CALL_TEXTS:
        return one.cost, 0, 0
    card = CARD_TEXTS[one.action]
    return one.cost, SUITS.index(card.suit), -card.strength


def _choice(entry: Json, declarer: str, action: str, worth: int, lost: int) -> AnswerChoice:
    text = action.partition(":")[2]
    if action in CALL_TEXTS:
        return AnswerChoice(action, call_name(text), text, _worth(worth, entry["by"]), lost, _costs({"points": lost}))
    figures = {"points": lost, "tricks": abs(worth - entry["before"])}
    leads_to = f"{'you make' if entry['by'] == declarer else 'declarer makes'} {tricks(worth)}"
    return AnswerChoice(action, card_label(text), text, leads_to, lost, _costs(figures))


def _worth(points: int, by: str) -> str:
    """Return points to South in words for the player who sat as `by`, such as `+110 to you` or `+90 to South`."""
    if not points:
        return "0 to both"
    side = "S" if points > 0 else "N"
    return f"+{abs(points)} to {'you' if side == by else seat_name(side)}"


def _costs(figures: Json) -> str:
    return f"costs {cost(figures)}" if figures["points"] else "costs nothing"
