"""Which cards and calls the rules allow at a moment, and in words why not another."""

from games.calls import CALLS
from games.cards import CARD_BY_TEXT, SUIT_NAMES, Card
from games.crow import DUMMIES, OWNER, depth, may_play
from games.players import PLAYER_NAME
from games.seats import Seat
from games.talk import Refusal, answer_actions, talk_actions
from games.variants.solo.state import State, tricks_left, turn

CALL_TEXTS = {f"c:{call}": call for call in CALLS}
CARD_TEXTS = {f"p:{text}": card for text, card in CARD_BY_TEXT.items()}


def hand_to_play(state: State) -> Seat | None:
    """The hand that is to play a card now; None while a call or an answer is awaited."""
    waiting = state.phase != "play" or state.talk.answers
    return None if waiting or state.trick is None else state.trick.to_play


def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that this hand, whose turn it is, may play (SOLO-15 to SOLO-18)."""
    led = state.trick.led if state.trick else None
    return may_play(state.hands[seat.place], seat in DUMMIES, lambda card: card.suit == led)


def card_refusal(state: State, seat: Seat, card: Card) -> Refusal | None:
    """Why this hand, whose turn it is, may not play this card; None if it may."""
    hand = state.hands[seat.place]
    if card not in hand:
        return f"It is {seat.full_name}'s card now, and {seat.full_name} does not hold {card.name}", "SOLO-14"
    allowed = playable(state, seat)
    if card in allowed:
        return None
    led = state.trick.led if state.trick else None
    if seat not in DUMMIES:
        return f"{SUIT_NAMES[led or ''].capitalize()} were led: {seat.full_name} must follow suit", "SOLO-15"
    if led == allowed[0].suit:
        suit = SUIT_NAMES[led]
        return f"{suit.capitalize()} were led: an END card of {suit} must follow", "SOLO-17"
    buried = depth(hand, card)
    return f"That card is buried: {buried} card{'s' if buried > 1 else ''} from the end", "SOLO-16"


def turn_actions(state: State, player: str) -> tuple[str, ...]:
    """What the player on turn can answer, call or play; () for anybody else."""
    if turn(state) != player:
        return ()
    if answers := answer_actions(state):
        return answers
    if state.phase == "auction":
        return tuple(f"c:{call}" for call in state.auction.legal())
    seat = hand_to_play(state)
    return () if seat is None else tuple(dict.fromkeys(f"p:{card.text}" for card in playable(state, seat)))


def legal(state: State, player: str) -> tuple[str, ...]:
    """Every action that `apply` accepts from this actor (S, N or D): `turn_actions`, claims, `undo`."""
    if state.phase == "over":
        return ()
    return turn_actions(state, player) + talk_actions(state, state.table.customs, player, tricks_left(state))


def owner_of_turn(state: State) -> str:
    """`North`, or `North (the West hand)` when a dummy is to play: for sentences."""
    seat = hand_to_play(state)
    player = turn(state)
    if seat in DUMMIES and seat is not None:
        return f"{PLAYER_NAME[OWNER[seat]]}'s turn, with the {seat.full_name} dummy"
    return f"{PLAYER_NAME[player or 'S']}'s turn"
