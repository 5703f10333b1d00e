"""The cards that the rules allow now, and the reasons why other cards are refused."""

from games import end_dummies_play
from games.cards import Card
from games.claims_and_undo import answer_actions, talk_actions, tricks_left
from games.end_dummies import DUMMIES, may_play
from games.end_dummies_play import Cites, following, hand_to_play
from games.players import PLAYERS
from games.requests import Refusal
from games.seats import Seat
from games.variants.whist_for_two.state import WhistState, turn

READY = "ready"
CITES = Cites(turn="SW-8", follow="SW-9", end="SW-10", buried="SW-10")


def card_refusal(state: WhistState, seat: Seat, card: Card) -> Refusal | None:
    """Return why this hand may not play this card, or None if it may. It must be the hand's turn."""
    led = state.trick.led if state.trick else None
    return end_dummies_play.card_refusal(state, seat, card, CITES, led, following(state.trick))


def turn_actions(state: WhistState, player: str) -> tuple[str, ...]:
    """Return the actions open to this player now (answers, cards or `ready`), or () if nothing is asked of them."""
    if state.phase == "inspect":
        return (READY,) if player in PLAYERS and player not in state.ready else ()
    if turn(state) != player:
        return ()
    if answers := answer_actions(state):
        return answers
    seat = hand_to_play(state)
    if seat is None:
        return ()
    cards = may_play(state.hands[seat.place], seat in DUMMIES, following(state.trick))
    return tuple(dict.fromkeys(f"p:{card.text}" for card in cards))


def legal(state: WhistState, player: str) -> tuple[str, ...]:
    """Return every action that `apply` accepts from this actor (S, N or D): `turn_actions`, claims and `undo`."""
    if state.phase == "over":
        return ()
    return turn_actions(state, player) + talk_actions(state, state.table.request_rules, player, tricks_left(state))
