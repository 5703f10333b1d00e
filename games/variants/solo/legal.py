"""The cards and calls that the rules allow now, and the reasons why other cards and calls are refused."""

from games import end_dummies_play
from games.cards import Card
from games.claims_and_undo import answer_actions, talk_actions, tricks_left
from games.end_dummies import DUMMIES, may_play
from games.end_dummies_play import Cites, following, hand_to_play
from games.requests import Refusal
from games.seats import Seat
from games.variants.solo.state import SoloState, turn

CITES = Cites(turn="SOLO-14", follow="SOLO-15", end="SOLO-17", buried="SOLO-16")


def playable(state: SoloState, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that this hand may play (SOLO-15 to SOLO-18). It must be the hand's turn."""
    return may_play(state.hands[seat.place], seat in DUMMIES, following(state.trick))


def card_refusal(state: SoloState, seat: Seat, card: Card) -> Refusal | None:
    """Return why this hand may not play this card, or None if it may. It must be the hand's turn."""
    led = state.trick.led if state.trick else None
    return end_dummies_play.card_refusal(state, seat, card, CITES, led, following(state.trick))


def turn_actions(state: SoloState, player: str) -> tuple[str, ...]:
    """Return the answers, calls or cards open to the player whose turn it is, or () for anyone else."""
    if turn(state) != player:
        return ()
    if answers := answer_actions(state):
        return answers
    if state.phase == "auction":
        return tuple(f"c:{call}" for call in state.auction.legal())
    seat = hand_to_play(state)
    return () if seat is None else tuple(dict.fromkeys(f"p:{card.text}" for card in playable(state, seat)))


def legal(state: SoloState, player: str) -> tuple[str, ...]:
    """Return every action that `apply` accepts from this actor (S, N or D): `turn_actions`, claims and `undo`."""
    if state.phase == "over":
        return ()
    return turn_actions(state, player) + talk_actions(state, state.table.request_rules, player, tricks_left(state))
