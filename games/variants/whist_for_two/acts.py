"""`apply`, which carries out one action by one actor. It returns a new state or raises IllegalAction."""

from dataclasses import replace

from games import claims_and_undo
from games.cards import CARD_TEXTS
from games.claims_and_undo import tricks_left
from games.end_dummies_play import by_trump, whose_turn, with_card, with_last_trick
from games.errors import IllegalAction
from games.players import ACTORS, DIRECTOR, OPPONENT
from games.variants.whist_for_two.legal import READY, card_refusal
from games.variants.whist_for_two.state import WhistState, turn
from games.wording import seat_name


def apply(state: WhistState, actor: str, action: str) -> WhistState:
    """Return the state after the action, leaving `state` unchanged. Raise IllegalAction if it is illegal or unknown."""
    if state.phase == "over":
        raise IllegalAction("This deal is over", "SW-12")
    if not isinstance(action, str) or actor not in ACTORS:
        raise IllegalAction("That is not an action of this game")
    if action in CARD_TEXTS:
        return play_card(state, actor, action)
    if action in claims_and_undo.REQUEST_TEXTS:
        return claims_and_undo.apply(state, state.table.request_rules, actor, action, tricks_left(state))
    if action == READY:
        return say_ready(state, actor)
    raise IllegalAction("That is not an action of this game")


def say_ready(state: WhistState, actor: str) -> WhistState:
    """Record that a player has seen enough of the open hands. Once both players have, the hands are taken up (SW-6)."""
    if state.phase != "inspect":
        raise IllegalAction("The hands are taken up already: it is time to play cards", "SW-6")
    if actor == DIRECTOR:
        raise IllegalAction("The players say themselves when they are ready", "SW-6")
    if actor in state.ready:
        raise IllegalAction(f"You are ready: {seat_name(OPPONENT[actor])} is still looking", "SW-6")
    ready = (*state.ready, actor)
    return replace(state, ready=ready, phase="play" if len(ready) == 2 else "inspect")


def play_card(state: WhistState, actor: str, action: str) -> WhistState:
    """Play a card from the hand whose turn it is. The fourth card ends the trick, and the last trick ends the deal."""
    if state.phase != "play" or state.trick is None:
        raise IllegalAction("All hands are open: cards are played once both players are ready", "SW-6")
    if actor == DIRECTOR:
        raise IllegalAction("The director plays no cards", "SW-1")
    claims_and_undo.refuse(claims_and_undo.waiting_refusal(state, state.table.request_rules, actor))
    if turn(state) != actor:
        raise IllegalAction(f"It is {whose_turn(state, turn(state))}", "SW-8")
    card = CARD_TEXTS[action]
    claims_and_undo.refuse(card_refusal(state, state.trick.to_play, card))
    winner = by_trump(state.table.trumps)
    after = replace(with_card(state, card, winner), requests=state.requests.acted(state, actor, action))
    return with_last_trick(after, winner) if after.table.options["autoplay"] == "last_trick" else after
