"""500 for two by Crow's method, following `docs/rules/five-hundred-for-two.md`, cited as FH-n.

`state` covers a play, its deal and start, and `auction` the bids. `legal` says what is allowed and why other actions
are not, `acts` contains all actions, and `view` and `prompts` say who sees what. `FIVE_HUNDRED_FOR_TWO` has the
rules, and `GAME` is the whole game with its `robot` and `questions`. `games/five_hundred.py` has the pack, the bids
and the ranking of the cards.
"""

from collections.abc import Mapping
from typing import Any

from games.five_hundred import MISERE_CONTRACT, level_of
from games.game import END_DUMMIES, Game
from games.outcomes import DealResult
from games.players import PLAYERS
from games.rules import Rules
from games.variants.five_hundred_for_two import acts, legal, questions, state, view
from games.variants.five_hundred_for_two.robot import choose
from games.variants.five_hundred_for_two.state import FiveHundredState
from games.wording import made_text


def result(outcome: Mapping[str, Any]) -> DealResult:
    """Return the result: `made 8 tricks` or `1 down`; `failed` or `made` at misère; `Thrown in` without a contract."""
    contract, declarer, tricks = outcome["contract"], outcome["declarer"], outcome["tricks"]
    if declarer is None:
        return DealResult("Thrown in")
    if contract == MISERE_CONTRACT:
        return DealResult("failed" if tricks else "made", contract, declarer)
    return DealResult(made_text(level_of(contract), tricks), contract, declarer)


# The players are `S` (hands S and E) and `N` (hands N and W).
FIVE_HUNDRED_FOR_TWO: Rules[FiveHundredState] = Rules(
    name="five_hundred_for_two",
    title="500 for two",
    line="Jokers, bowers and a kitty, with a dummy that plays only from its ends.",
    length="Best of three games takes forty minutes.",
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
    result=result,
    view=view.view,
)

GAME = Game(
    rules=FIVE_HUNDRED_FOR_TWO,
    place=5,
    family=END_DUMMIES,
    robot=choose,
    strengths=("beginner", "club", "expert"),
    questions=questions.QUESTIONS,
    match_options=questions.MATCH_OPTIONS,
    match_kind=questions.match_kind,
)
