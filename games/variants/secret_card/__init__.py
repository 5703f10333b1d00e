"""Bridge for Two Players, the secret-card game, following `docs/rules/secret-card.md`, cited as SC-n.

`draft` and `auction` are the game's first two parts. `state` covers a play and its start, `legal` says what is
allowed, and `acts` contains all actions. `view` and `prompts` say who sees what. `SECRET_CARD` has the rules, and
`GAME` is the whole game with its `robot` and `questions`.
"""

from games.game import THREE_HANDS, Game
from games.outcomes import contract_result
from games.players import PLAYERS
from games.rules import Rules
from games.variants.secret_card import acts, legal, questions, state, view
from games.variants.secret_card.robot import choose
from games.variants.secret_card.state import SecretCardState

# A is the dealer of the header. The hand `D` is the dummy, from which both play.
SECRET_CARD: Rules[SecretCardState] = Rules(
    name="secret_card",
    title="Bridge with a secret card",
    line="Draft your hand card by card; the declarer hides one of the dummy's.",
    length="Eight deals take about an hour.",
    version=2,
    players=PLAYERS,
    options=state.OPTIONS,
    secret_verbs=frozenset({"secret"}),
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
    rules=SECRET_CARD,
    place=1,
    family=THREE_HANDS,
    robot=choose,
    strengths=("beginner", "club", "expert"),
    questions=questions.QUESTIONS,
    match_options=questions.MATCH_OPTIONS,
    match_kind=questions.match_kind,
)
