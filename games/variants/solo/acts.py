"""`apply`, which carries out one action by one actor. It returns a new state or raises IllegalAction."""

from dataclasses import replace
from typing import Any

from games import claims_and_undo
from games.calls import CALL_TEXTS, Contract
from games.cards import CARD_TEXTS
from games.claims_and_undo import tricks_left
from games.end_dummies import HAND_OF
from games.end_dummies_play import by_trump, whose_turn, with_card, with_last_trick
from games.errors import IllegalAction
from games.players import ACTORS, DIRECTOR, OPPONENT
from games.tricks import Trick
from games.variants.solo.legal import card_refusal
from games.variants.solo.state import SoloState, turn


def apply(state: SoloState, actor: str, action: str) -> SoloState:
    """Return the state after the action, leaving `state` unchanged. Raise IllegalAction if it is illegal or unknown."""
    if state.phase == "over":
        raise IllegalAction("This board is over", "SOLO-19")
    if not isinstance(action, str) or actor not in ACTORS:
        raise IllegalAction("That is not an action of this game")
    if action in CARD_TEXTS:
        return play_card(state, actor, action)
    if action in CALL_TEXTS:
        return make_call(state, actor, action)
    if action in claims_and_undo.REQUEST_TEXTS:
        return claims_and_undo.apply(state, state.table.request_rules, actor, action, tricks_left(state))
    raise IllegalAction("That is not an action of this game")


def _check_turn(state: SoloState, actor: str) -> None:
    if actor == DIRECTOR:
        raise IllegalAction("The director makes no calls and plays no cards", "SOLO-2")
    claims_and_undo.refuse(claims_and_undo.waiting_refusal(state, state.table.request_rules, actor))
    if turn(state) != actor:
        rule = "SOLO-7a" if state.phase == "auction" else "SOLO-14a"
        raise IllegalAction(f"It is {whose_turn(state, turn(state))}", rule)


def _next(state: SoloState, actor: str, action: str, **changes: Any) -> SoloState:
    return replace(state, requests=state.requests.acted(state, actor, action), **changes)


# Calls


def make_call(state: SoloState, actor: str, action: str) -> SoloState:
    """Make a call. The last call ends the auction and starts the play, or ends the board if it is passed out."""
    if state.phase != "auction":
        raise IllegalAction("The auction has ended: it is time to play cards", "SOLO-8")
    _check_turn(state, actor)
    call = CALL_TEXTS[action]
    if reason := state.auction.refusal(call):
        raise IllegalAction(reason, "SOLO-7a")
    auction = state.auction.with_call(call)
    if not auction.closed:
        return _next(state, actor, action, auction=auction)
    last_bid = auction.last_bid()
    if last_bid is None:
        return _next(state, actor, action, auction=auction, phase="over")  # SOLO-9
    declarer, bid = last_bid  # SOLO-11
    contract = Contract.of(bid, auction.doubled(), declarer)
    lead = Trick(HAND_OF[OPPONENT[declarer]])  # SOLO-13
    return _next(state, actor, action, auction=auction, phase="play", contract=contract, trick=lead)


# Cards


def play_card(state: SoloState, actor: str, action: str) -> SoloState:
    """Play a card from the hand whose turn it is. The fourth card ends the trick, and the last trick ends the board."""
    if state.phase != "play" or state.trick is None or state.contract is None:
        raise IllegalAction("Cards are played once the auction has ended", "SOLO-12")
    _check_turn(state, actor)
    card = CARD_TEXTS[action]
    claims_and_undo.refuse(card_refusal(state, state.trick.to_play, card))
    winner = by_trump(state.contract.strain)
    after = replace(with_card(state, card, winner), requests=state.requests.acted(state, actor, action))
    if after.table.options["autoplay"] == "off":
        return after
    return with_last_trick(after, winner)  # SOLO-22c
