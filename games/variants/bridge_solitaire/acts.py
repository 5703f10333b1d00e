"""`apply` and `legal`: the actions of each stage and their effects."""

from games import claims_and_undo
from games.calls import CALL_TEXTS
from games.claims_and_undo import MISCLICK, REQUEST_TEXTS, misclick_refusal, refuse
from games.errors import IllegalAction
from games.players import ACTORS
from games.requests import RequestRules
from games.variants.bridge_solitaire import bid, choose, play
from games.variants.bridge_solitaire.play import CARD_TEXTS
from games.variants.bridge_solitaire.state import PLAYER, SolitaireState

CONCEDE = "concede"


def legal(state: SolitaireState, player: str) -> tuple[str, ...]:
    """Return every action that `apply` accepts from this player, except the choice of six cards (see `choose.pick`)."""
    back = player == PLAYER and state.phase != "over" and misclick_refusal(state, _rules(state), player) is None
    return turn_actions(state, player) + ((MISCLICK,) if back else ())


def turn_actions(state: SolitaireState, player: str) -> tuple[str, ...]:
    """Return the calls, cards and concession that are available to this player now."""
    if player != PLAYER:
        return ()
    if state.phase == "auction":
        return tuple(f"c:{call}" for call in bid.legal_calls(state))
    if state.phase == "play":
        return (*(f"p:{card.text}" for card in play.playable(state)), CONCEDE)
    return ()


def apply(state: SolitaireState, actor: str, action: str) -> SolitaireState:
    """Return the state after the action and everything that the stock then does.

    Raise IllegalAction if the rules do not allow the action.
    """
    if state.phase == "over":
        raise IllegalAction("This deal is over: start another", "BS-12")
    if not isinstance(action, str) or actor not in ACTORS:
        raise IllegalAction("That is not an action of this game")
    if actor != PLAYER:
        raise IllegalAction("Only South plays here: the stock acts by itself", "BS-3")
    if action.startswith(f"{choose.VERB}:"):
        return _keep(state, action)
    if action in CALL_TEXTS:
        return _call(state, CALL_TEXTS[action])
    if action in CARD_TEXTS or action == CONCEDE:
        return _play(state, action)
    if action == MISCLICK and _rules(state).misclick:
        return claims_and_undo.apply(state, _rules(state), actor, action, 0)
    if action in REQUEST_TEXTS:
        raise _no_talk(action)
    raise IllegalAction("That is not an action of this game")


def _rules(state: SolitaireState) -> RequestRules:
    return state.table.request_rules


def _keep(state: SolitaireState, action: str) -> SolitaireState:
    choice = choose.pick(state, PLAYER)
    if choice is None:
        raise IllegalAction("The six cards are chosen: that choice is final", "BS-2a")
    return choose.keep(state, choice, action)


def _call(state: SolitaireState, call: str) -> SolitaireState:
    if state.phase == "choose":
        raise IllegalAction("First choose the six cards that you keep", "BS-2")
    if state.phase == "play":
        raise IllegalAction("The auction has ended: it is time to play cards", "BS-5a")
    refuse(bid.call_refusal(state, call))
    return bid.call(state, call)


def _play(state: SolitaireState, action: str) -> SolitaireState:
    if state.phase != "play":
        due = "choose the six cards that you keep" if state.phase == "choose" else "make your call"
        raise IllegalAction(f"Cards are played after the auction: first {due}", "BS-7")
    if action == CONCEDE:
        return play.concede(state)
    card = CARD_TEXTS[action]
    refuse(play.card_refusal(state, card))
    return play.play_card(state, card)


def _no_talk(action: str) -> IllegalAction:
    if action.startswith("undo"):
        return IllegalAction("Nothing is taken back here: cards of the stock have been seen", "BS-13b")
    return IllegalAction("No tricks are claimed here: play on, or concede the rest", "BS-13b")
