"""Bridge Solitaire (Stephen Rogers), following `docs/rules/bridge-solitaire.md`, cited as BS-n.

`state` covers a play and its start, `choose` the choice of six cards, `count` the stock's bid, `bid` the player's
call, and `play` the card play. `acts` contains all actions, and `view` says what the player sees. `BRIDGE_SOLITAIRE`
has the rules, and `GAME` is the whole game with its `robot` and `questions`.
"""

from games.game import STOCK, Game
from games.outcomes import contract_result
from games.rules import Rules
from games.variants.bridge_solitaire import acts, choose, questions, state, view
from games.variants.bridge_solitaire.robot import choose as choose_action
from games.variants.bridge_solitaire.state import PLAYER, SolitaireState
from games.wording import SOLITAIRE_NAMES

# The player is `S`, alone. `N` is the stock where a side is meant, and acts by itself.
BRIDGE_SOLITAIRE: Rules[SolitaireState] = Rules(
    name="bridge_solitaire",
    title="Bridge Solitaire",
    line="Thirteen cards you see, seven you do not, and the stock for an opponent.",
    length="A deal takes four minutes.",
    version=1,
    players=(PLAYER,),
    options=state.OPTIONS,
    secret_verbs=frozenset({choose.VERB}),
    deal=state.deal,
    start=state.start,
    turn=state.turn,
    legal=acts.legal,
    pick=choose.pick,
    apply=acts.apply,
    outcome=state.outcome,
    result=contract_result,
    names=SOLITAIRE_NAMES,
    view=view.view,
)

GAME = Game(
    rules=BRIDGE_SOLITAIRE,
    place=3,
    family=STOCK,
    robot=choose_action,
    strengths=("beginner", "club", "expert"),
    questions=questions.QUESTIONS,
    match_options=questions.MATCH_OPTIONS,
    match_kind=questions.match_kind,
)
