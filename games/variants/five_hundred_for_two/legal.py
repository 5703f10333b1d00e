"""The actions that the rules of 500 for two allow now, and the reasons why other actions are refused."""

from games import end_dummies_play
from games.card_selection import CardPick
from games.cards import JOKER, JOKER_SUIT, SUITS, Card
from games.claims_and_undo import answer_actions, talk_actions
from games.end_dummies import DUMMIES, HAND_OF, Cards, may_play
from games.end_dummies_play import Cites, hand_to_play
from games.five_hundred import PACK, suit_of
from games.players import DIRECTOR
from games.requests import Refusal
from games.seats import Seat
from games.variants.five_hundred_for_two.state import FiveHundredState, tricks_left, turn
from games.wording import seat_name, strain_name

DISCARD = "discard"
NAMING_TEXTS = {f"p:{JOKER.text}:{suit}": suit for suit in SUITS}  # a joker led at no trump (FH-22)
CARD_TEXTS = {
    **{f"p:{card.text}": (card, "") for card in PACK},
    **{text: (JOKER, suit) for text, suit in NAMING_TEXTS.items()},
}
CITES = Cites(turn="FH-18", follow="FH-19", end="FH-19", buried="FH-19")


def playable(state: FiveHundredState, seat: Seat) -> Cards:
    """Return the cards that this hand may play (FH-19, FH-21). It must be the hand's turn."""
    assert state.trick is not None
    return may_play(state.hands[seat.place], seat in DUMMIES, state.trick.follows)


def card_refusal(state: FiveHundredState, seat: Seat, card: Card) -> Refusal | None:
    """Return why this hand may not play this card, or None if it may. It must be the hand's turn."""
    assert state.trick is not None
    trick, trump = state.trick, state.trump
    refusal = end_dummies_play.card_refusal(state, seat, card, CITES, trick.led, trick.follows)
    if refusal is None or card not in state.hands[seat.place] or card.suit in (suit_of(card, trump), JOKER_SUIT):
        return refusal
    sentence, rule = refusal
    return f"{sentence} ({card.name} is the left bower, one of the {strain_name(trump)})", rule


def naming_refusal(state: FiveHundredState, seat: Seat, card: Card, suit: str) -> Refusal | None:
    """Return why this suit ("" for no suit) may not be named with this playable card, or None if it may be (FH-22)."""
    names = suits_to_name(state, seat) if card.is_joker else ()
    if not names:
        return ("A suit is named only for a joker that is led at no trump", "FH-22") if suit else None
    if not suit:
        return "Name the suit that the others are to follow with the joker", "FH-22"
    if suit not in names:
        return f"{seat_name(seat)} has failed to follow to {strain_name(suit)}: name another suit", "FH-22"
    return None


def suits_to_name(state: FiveHundredState, seat: Seat) -> tuple[str, ...]:
    """Return the suits that this hand may name if it leads a joker now, or () if it may not name any (FH-22, FH-23)."""
    trick = state.trick
    if trick is None or trick.cards or trick.trump != "N":
        return ()
    if seat in DUMMIES:
        return tuple(SUITS)
    missed = {
        trick.led for trick in state.done for at, card in trick.plays()[1:] if at == seat and not trick.follows(card)
    }
    return tuple(suit for suit in SUITS if suit not in missed) or tuple(SUITS)


def pick(state: FiveHundredState, player: str) -> CardPick | None:
    """Return the contractor's choice of three cards to lay away, or None when there is no choice to make (FH-14)."""
    if state.phase != "discard" or turn(state) != player or state.requests.answers:
        return None
    hand = HAND_OF[player]
    return CardPick(DISCARD, str(hand), state.hands[hand.place], 3, 3, rule="FH-14")


def turn_actions(state: FiveHundredState, player: str) -> tuple[str, ...]:
    """Return the answers, calls or plays open to the player on turn, else (). Discards are left to `pick`."""
    if turn(state) != player:
        return ()
    if answers := answer_actions(state):
        return answers
    if state.phase == "auction":
        return tuple(f"c:{call}" for call in state.auction.legal())
    seat = hand_to_play(state)
    if seat is None:
        return ()
    naming = suits_to_name(state, seat)
    actions: list[str] = []
    for card in dict.fromkeys(playable(state, seat)):
        plain = f"p:{card.text}"
        actions += [f"{plain}:{suit}" for suit in naming] if card.is_joker and naming else [plain]
    return tuple(actions)


def legal(state: FiveHundredState, player: str) -> tuple[str, ...]:
    """Return every action that `apply` accepts from S, N or D, except discards: turn actions, claims and `undo`."""
    if state.phase == "over":
        return ()
    return turn_actions(state, player) + talk_actions(state, state.table.request_rules, player, tricks_left(state))


def sees_hand(state: FiveHundredState, seat: Seat, viewer: str) -> bool:
    """True if this viewer may see the cards left in this hand now (FH-33)."""
    if state.phase == "over" or seat in DUMMIES or viewer == DIRECTOR or HAND_OF.get(viewer) == seat:
        return True
    if state.phase == "auction":
        return state.table.opted("auction", "open")
    return any(HAND_OF[player] == seat for player in state.requests.shown)
