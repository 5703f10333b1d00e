"""The cards that the rules allow now, and the reasons why other cards are refused."""

from games.card_selection import CardPick
from games.cards import Card, sorted_hand
from games.claims_and_undo import answer_actions, talk_actions, tricks_left
from games.requests import Refusal
from games.three_hands import DUMMY
from games.variants.umbrage.bidding import MOST_AT_ONCE
from games.variants.umbrage.state import Cards, UmbrageState, decision, turn
from games.wording import strain_name

DECISIONS = {"umbrage:take": True, "umbrage:stay": False}
DRAW_ALL = "draw:all"  # thirteen cards by name would be longer than an action may be


def hand_to_play(state: UmbrageState) -> str | None:
    """Return the hand (S, N or D) that has to play a card now, or None while something else is awaited."""
    waiting = state.phase != "play" or state.requests.answers
    return None if waiting or state.trick is None else state.trick.to_play


def playable(state: UmbrageState, hand: str) -> Cards:
    """Return the cards that this hand may play on its turn. It must follow suit if it can (UM-17)."""
    led = state.trick.led if state.trick else None
    return tuple(card for card in state.hand(hand) if card.suit == led) or state.hand(hand)


def card_refusal(state: UmbrageState, hand: str, card: Card) -> Refusal | None:
    """Return why this hand may not play this card, or None if it may. It must be the hand's turn."""
    where = "the dummy" if hand == DUMMY else "your hand"
    if card not in state.hand(hand):
        return f"This card must come from {where}, and {card.name} is not there", "UM-17a"
    if card in playable(state, hand):
        return None
    led = strain_name(state.trick.led or "") if state.trick else ""
    return f"{led.capitalize()} were led: {where} must follow suit", "UM-17"


def pick(state: UmbrageState, player: str) -> CardPick | None:
    """Return this player's current choice of cards to exchange, or None if no choice is due (UM-7).

    The action DRAW_ALL exchanges a whole hand.
    """
    draw = state.draw
    if draw is None or state.requests.answers or draw.player != player:
        return None
    rule = "UM-12" if draw.left == 1 else "UM-11" if draw.final else "UM-7" if not state.draws else "UM-10"
    most = min(draw.most, MOST_AT_ONCE - 1)
    return CardPick("draw", player, sorted_hand(state.hand(player)), 0, most, rule=rule)


def may_draw_all(state: UmbrageState, player: str) -> bool:
    """True if this player may exchange all thirteen cards now (UM-13d)."""
    return pick(state, player) is not None and state.draw is not None and state.draw.most == MOST_AT_ONCE


def turn_actions(state: UmbrageState, player: str) -> tuple[str, ...]:
    """Return the answers, decisions, calls, draws or cards open to the player whose turn it is, else ()."""
    if state.phase == "umbrage":
        return tuple(DECISIONS) if player in ("S", "N") and decision(state, player) is None else ()
    if turn(state) != player:
        return ()
    if answers := answer_actions(state):
        return answers
    if state.phase == "auction":
        return tuple(f"c:{call}" for call in state.bidding.legal())
    if state.phase == "draw":
        return (DRAW_ALL,) if may_draw_all(state, player) else ()
    hand = hand_to_play(state)
    return () if hand is None else tuple(f"p:{card.text}" for card in playable(state, hand))


def legal(state: UmbrageState, player: str) -> tuple[str, ...]:
    """Return every action that `apply` accepts from this actor (S, N or D): `turn_actions`, claims and `undo`."""
    if state.phase == "over":
        return ()
    return turn_actions(state, player) + talk_actions(state, state.table.request_rules, player, tricks_left(state))
