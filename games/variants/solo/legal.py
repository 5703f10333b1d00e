"""Which cards and calls the rules allow at a moment, and in words why not another."""

from games.calls import CALLS
from games.cards import CARD_BY_TEXT, SUIT_NAMES, Card
from games.seats import Seat
from games.variants.solo.state import (
    DIRECTOR,
    DUMMIES,
    OPPONENT,
    OWNER,
    PLAYER_NAME,
    PLAYERS,
    State,
    tricks_left,
    turn,
)

Refusal = tuple[str, str]  # sentence, paragraph

CALL_TEXTS = {f"c:{call}": call for call in CALLS}
CARD_TEXTS = {f"p:{text}": card for text, card in CARD_BY_TEXT.items()}
CLAIM_TEXTS = {f"claim:{takes}": takes for takes in range(14)}


def ends(dummy: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards at the two ends of a dummy; one card left is both (SOLO-16, SOLO-20)."""
    return (dummy[0], dummy[-1]) if len(dummy) > 1 else dummy


def hand_to_play(state: State) -> Seat | None:
    """The hand that is to play a card now; None while a call or an answer is awaited."""
    waiting = state.phase != "play" or state.claim or state.asking
    return None if waiting or state.trick is None else state.trick.to_play


def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that this hand, whose turn it is, may play (SOLO-15 to SOLO-18)."""
    cards = state.hands[seat.place]
    if seat in DUMMIES:
        cards = ends(cards)
    led = state.trick.led if state.trick else None
    following = tuple(card for card in cards if card.suit == led)
    return following or cards


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
    place = hand.index(card)
    depth = min(place, len(hand) - 1 - place)
    return f"That card is buried: {depth} card{'s' if depth > 1 else ''} from the end", "SOLO-16"


def claim_refusal(state: State, player: str) -> Refusal | None:
    """Why this player may not claim now, out of turn or not; None if he may (SOLO-21a)."""
    if state.phase != "play":
        return "Tricks can be claimed once the auction has ended", "SOLO-21"
    if state.refused_in is not None and len(state.done) <= state.refused_in:
        return "A claim was refused: play on until another trick is complete, then claim again", "SOLO-21a"
    return waiting_refusal(state, player)


def waiting_refusal(state: State, player: str) -> Refusal | None:
    """Why nothing else happens while a claim or a request waits for its answer; None if none does."""
    if not (state.claim or state.asking):
        return None
    asker = state.claim.by if state.claim else str(state.asking)
    what, rule = ("claim", "SOLO-21a") if state.claim else ("request to take back", "SOLO-22b")
    if player == asker:
        return f"Your {what} waits for {PLAYER_NAME[OPPONENT[asker]]}'s answer", rule
    return f"Play has stopped: {PLAYER_NAME[asker]}'s {what} must be answered first", rule


def undo_refusal(state: State, actor: str) -> Refusal | None:
    """Why this actor cannot have the last call or card taken back; None if he can (SOLO-22b)."""
    option = state.table.options["undo"]
    if option == "off":
        return "Calls and cards are not taken back here", "SOLO-22b"
    if option == "director" and actor != DIRECTOR:
        return "Only the director takes back a call or a card: please call him", "SOLO-22b"
    if option == "consent" and actor == DIRECTOR:
        return "Here a call or a card is taken back by the players' consent, not by the director", "SOLO-22b"
    if waiting := waiting_refusal(state, actor):
        return waiting
    if state.last is None:
        return "There is no call or card that can still be taken back", "SOLO-22b"
    if actor not in (DIRECTOR, state.last.by):
        return f"{PLAYER_NAME[state.last.by]} acted last: your own call or card stands", "SOLO-22b"
    return None


def turn_actions(state: State, player: str) -> tuple[str, ...]:
    """What the player on turn can answer, call or play; () for anybody else."""
    if turn(state) != player:
        return ()
    if state.claim:
        return ("accept", "refuse")
    if state.asking:
        return ("undo:yes", "undo:no")
    if state.phase == "auction":
        return tuple(f"c:{call}" for call in state.auction.legal())
    seat = hand_to_play(state)
    return () if seat is None else tuple(dict.fromkeys(f"p:{card.text}" for card in playable(state, seat)))


def legal(state: State, player: str) -> tuple[str, ...]:
    """Every action that `apply` accepts from this actor (S, N or D): `turn_actions`, claims, `undo`."""
    if state.phase == "over":
        return ()
    actions = turn_actions(state, player)
    if player in PLAYERS and claim_refusal(state, player) is None:
        actions += tuple(f"claim:{takes}" for takes in range(tricks_left(state) + 1))
    if player in (*PLAYERS, DIRECTOR) and undo_refusal(state, player) is None:
        actions += ("undo",)
    return actions


def owner_of_turn(state: State) -> str:
    """`North`, or `North (the West hand)` when a dummy is to play: for sentences."""
    seat = hand_to_play(state)
    player = turn(state)
    if seat in DUMMIES and seat is not None:
        return f"{PLAYER_NAME[OWNER[seat]]}'s turn, with the {seat.full_name} dummy"
    return f"{PLAYER_NAME[player or 'S']}'s turn"
