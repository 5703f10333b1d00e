"""Two Handed Solo Bridge (Tony Crow), following `docs/rules/solo.md`, whose paragraphs are cited as SOLO-n.

`state` covers a play and its start. `legal` says what is allowed and why other actions are not, `acts` contains all
actions, and `view` and `hints` say who sees what. `SOLO` has the rules, and `GAME` is the whole game with its `robot`
and `questions`.
"""

from games.game import END_DUMMIES, Game
from games.outcomes import contract_result
from games.players import PLAYERS
from games.rules import Rules
from games.variants.solo import acts, legal, questions, state, view
from games.variants.solo.robot import choose
from games.variants.solo.state import SoloState

# The players are `S` (hands S and E) and `N` (hands N and W).
SOLO: Rules[SoloState] = Rules(
    name="solo",
    title="Two Handed Solo Bridge",
    line="Your hand, and a dummy that plays only from its two ends.",
    length="Four deals take half an hour.",
    version=1,
    players=PLAYERS,
    options=state.OPTIONS,
    deal=state.deal,
    start=state.start,
    turn=state.turn,
    legal=legal.legal,
    apply=acts.apply,
    outcome=state.outcome,
    result=contract_result,
    view=view.view,
)

GAME = Game(
    rules=SOLO,
    place=0,
    family=END_DUMMIES,
    robot=choose,
    strengths=("first", "beginner", "improver", "club", "tournament", "expert", "perfect"),
    questions=questions.QUESTIONS,
    match_options=questions.MATCH_OPTIONS,
    match_kind=questions.match_kind,
)
