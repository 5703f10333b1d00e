"""Whist for two by Crow's method, following `docs/rules/whist-for-two.md`, whose paragraphs are cited as SW-n.

`state` covers a play and its start. `legal` says what is allowed and why other actions are not, `acts` contains all
actions, and `view` says who sees what. `WHIST_FOR_TWO` has the rules, and `GAME` is the whole game with its `robot`
and `questions`.
"""

from collections.abc import Mapping
from typing import Any

from games.game import END_DUMMIES, Game
from games.outcomes import DealResult
from games.players import PLAYERS
from games.rules import Rules
from games.variants.whist_for_two import acts, legal, questions, state, view
from games.variants.whist_for_two.robot import choose
from games.variants.whist_for_two.state import WhistState
from games.wording import marked


def result(outcome: Mapping[str, Any]) -> DealResult:
    """Return the result as marked text, such as `South 9 tricks, North 4`."""
    south, north = outcome["tricks"]["S"], outcome["tricks"]["N"]
    return DealResult(f"{marked('S', own='You')} {south} trick{'' if south == 1 else 's'}, {marked('N')} {north}")


# The players are `S` (hands S and E) and `N` (hands N and W).
WHIST_FOR_TWO: Rules[WhistState] = Rules(
    name="whist_for_two",
    title="Whist for two",
    line="No auction: turn up trumps and play, your dummy from its ends.",
    length="A rubber takes forty minutes.",
    version=1,
    players=PLAYERS,
    options=state.OPTIONS,
    deal=state.deal,
    start=state.start,
    turn=state.turn,
    legal=legal.legal,
    apply=acts.apply,
    outcome=state.outcome,
    result=result,
    view=view.view,
)

GAME = Game(
    rules=WHIST_FOR_TWO,
    place=4,
    family=END_DUMMIES,
    robot=choose,
    strengths=("beginner", "club", "perfect"),
    questions=questions.QUESTIONS,
    match_options=questions.MATCH_OPTIONS,
    match_kind=questions.match_kind,
)
