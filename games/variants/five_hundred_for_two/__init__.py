"""500 for two by Crow's method, as `docs/rules/five-hundred-for-two.md` says; paragraphs are cited as FH-n.

`state` what a play is, how it is dealt and starts; `auction` the bids; `legal` what may be done and why not; `acts`
doing it; `view` and `prompts` who sees what. `FIVE_HUNDRED_FOR_TWO` is the game as `games.rules.Rules`; the pack, the
bids and what beats what are in `games/five_hundred.py`.
"""

from collections.abc import Mapping
from typing import Any

from games.five_hundred import MISERE_CONTRACT, level_of
from games.players import PLAYERS
from games.rules import Rules
from games.variants.five_hundred_for_two import acts, legal, state, view
from games.variants.five_hundred_for_two.state import State
from games.wording import made_text, seat_name


def result_text(outcome: Mapping[str, Any]) -> str:
    """`7D by South, made 8 tricks`, `8S by South, 1 down`, `Misère by North, failed`, `Thrown in`."""
    text, declarer, tricks = outcome["contract"], outcome["declarer"], outcome["tricks"]
    if declarer is None:
        return "Thrown in"
    if text == MISERE_CONTRACT:
        return f"Misère by {seat_name(declarer)}, {'failed' if tricks else 'made'}"
    return f"{text} by {seat_name(declarer)}, {made_text(level_of(text), tricks)}"


# The players are `S` (hands S and E) and `N` (hands N and W).
FIVE_HUNDRED_FOR_TWO: Rules[State] = Rules(
    name="five_hundred_for_two",
    version=1,
    players=PLAYERS,
    options=state.OPTIONS,
    secret_verbs=frozenset({legal.DISCARD}),
    deal=state.deal,
    start=state.start,
    turn=state.turn,
    legal=legal.legal,
    pick=legal.pick,
    apply=acts.apply,
    outcome=state.outcome,
    result_text=result_text,
    view=view.view,
)
