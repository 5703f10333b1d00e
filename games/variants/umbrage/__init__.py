"""Umbrage, David Parlett's honeymoon bridge, following `docs/rules/umbrage.md`, cited as UM-n.

`state` covers a play and its start, `umbrage` says where the hands go, and `bidding` covers the auction with its
draws. `legal` says what is allowed and why other actions are not, `acts` contains all actions, and `view` and `words`
say who sees what. `UMBRAGE` has the rules, and `GAME` is the whole game with its `robot` and `questions`.
"""

from games.game import THREE_HANDS, Game
from games.outcomes import contract_result
from games.players import PLAYERS
from games.rules import Rules
from games.variants.umbrage import acts, legal, questions, state, umbrage, view
from games.variants.umbrage.robot import choose
from games.variants.umbrage.state import UmbrageState

# The hand `D` is the dummy and belongs to nobody.
UMBRAGE: Rules[UmbrageState] = Rules(
    name="umbrage",
    title="Umbrage",
    line="Take offence at your hand and swap it; draw from the bridge as you bid.",
    length="A rubber takes an hour, Chicago half of that.",
    version=1,
    players=PLAYERS,
    options=state.OPTIONS,
    secret_verbs=frozenset({"draw", "umbrage"}),  # UM-3: secret until the other player has decided
    deal=umbrage.deal,
    start=state.start,
    turn=state.turn,
    legal=legal.legal,
    pick=legal.pick,
    apply=acts.apply,
    outcome=state.outcome,
    result=contract_result,
    view=view.view,
)

GAME = Game(
    rules=UMBRAGE,
    place=2,
    family=THREE_HANDS,
    robot=choose,
    strengths=("beginner", "club", "expert"),
    questions=questions.QUESTIONS,
    match_options=questions.MATCH_OPTIONS,
    match_kind=questions.match_kind,
)
