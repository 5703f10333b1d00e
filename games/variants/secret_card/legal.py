"""The actions that the rules allow now, and the reasons why other actions are refused."""

from games.cards import CARD_BY_TEXT, Card
from games.claims_and_undo import answer_actions, talk_actions, tricks_left
from games.requests import Refusal
from games.three_hands import DUMMY
from games.variants.secret_card.draft import Cards
from games.variants.secret_card.state import SecretCardState, turn
from games.wording import seat_name, strain_name

SECRET_TEXTS = {f"secret:{text}": card for text, card in CARD_BY_TEXT.items()}


def hand_to_play(state: SecretCardState) -> str | None:
    """Return the hand (S, N or DUMMY) that has to play or show a card, or None while something else is awaited."""
    waiting = state.phase != "play" or state.requests.answers or state.intended
    return None if waiting or state.trick is None else state.trick.cards.to_play


def led_suit(state: SecretCardState) -> str | None:
    """Return the suit that must be followed, or None before the lead."""
    return state.trick.cards.led if state.trick else None


def secret_refusal(state: SecretCardState) -> Refusal | None:
    """Return why the hidden secret card may not be played from the dummy now, or None if it may (SC-16c)."""
    led = led_suit(state)
    assert state.secret is not None
    if led in (None, state.secret.suit) or not _of_suit(state.dummy, led):
        return None
    return f"{strain_name(led or '').capitalize()} were led and an open card can follow", "SC-16c"


def secret_must(state: SecretCardState) -> bool:
    """True if the dummy can play nothing but the secret card (SC-14, SC-16d)."""
    if not state.hidden or state.secret is None:
        return False
    if not state.dummy:
        return True
    alone = state.secret.suit == led_suit(state) and not _of_suit(state.dummy, state.secret.suit)
    forced = state.table.options["secret_forced"]
    return alone and forced == "yes"


def playable(state: SecretCardState, hand: str, player: str) -> Cards:
    """Return the cards that the player may play, or show, from this hand. It must be the hand's turn."""
    led = led_suit(state)
    if hand != DUMMY:
        return _of_suit(state.hand(hand), led) or state.hand(hand)
    mine = _own_secret(state, player)
    if secret_must(state):
        return mine
    if mine and secret_refusal(state):
        mine = ()
    return (_of_suit(state.dummy, led) or state.dummy) + mine


def held(state: SecretCardState, hand: str, player: str) -> Cards:
    """Return the cards of `hand` that this player may name. Only declarer may name the secret card."""
    if hand != DUMMY:
        return state.hand(hand)
    return state.dummy + _own_secret(state, player)


def card_refusal(state: SecretCardState, hand: str, player: str, card: Card) -> Refusal | None:
    """Return why the player may not play or show this card from the hand whose turn it is, or None if allowed."""
    if card not in held(state, hand, player):
        where = "the dummy's open cards do" if hand == DUMMY else "your hand does"
        return f"It is a card of {_place(hand)} now, and {where} not hold {card.name}", "SC-16a"
    if card in playable(state, hand, player):
        return None
    led = strain_name(led_suit(state) or "").capitalize()
    if hand == DUMMY and secret_must(state):
        return f"{led} were led and only the secret card can follow: it must be played", "SC-14"
    return f"{led} were led: {_place(hand)} must follow suit", "SC-16"


def _own_secret(state: SecretCardState, player: str) -> Cards:
    """Return the secret card if the player is the declarer and it is hidden, or () otherwise."""
    return (state.secret,) if state.secret and state.hidden and player == state.declarer else ()


def _place(hand: str) -> str:
    return "the dummy" if hand == DUMMY else "your hand"


def _of_suit(cards: Cards, suit: str | None) -> Cards:
    return tuple(card for card in cards if card.suit == suit)


def turn_actions(state: SecretCardState, player: str) -> tuple[str, ...]:
    """Return the choices, calls, cards or answers open to the player whose turn it is, or () for anyone else."""
    if state.phase == "over" or turn(state) != player:
        return ()
    if answers := answer_actions(state):
        return answers
    if state.phase == "draft":
        return ("seen",) if state.draft.decided else ("keep", "reject")
    if state.phase == "auction":
        return tuple(f"c:{call}" for call in state.auction.legal())
    if state.phase == "secret":
        return tuple(f"secret:{card.text}" for card in state.dummy)
    if state.intended:
        return ("let",) if secret_refusal(state) else ("let", "stop")
    hand = hand_to_play(state)
    return () if hand is None else tuple(f"p:{card.text}" for card in playable(state, hand, player))


def legal(state: SecretCardState, player: str) -> tuple[str, ...]:
    """Return every action that `apply` accepts from this actor (S, N or D): `turn_actions`, claims and `undo`."""
    if state.phase == "over":
        return ()
    return turn_actions(state, player) + talk_actions(state, state.request_rules, player, tricks_left(state))


def whose_turn(state: SecretCardState, player: str) -> str:
    """Return whose turn it is, for use in sentences: `North's turn` or `North's turn, with the dummy`."""
    if state.phase == "play" and state.intended:
        return f"{seat_name(player)}'s turn, to let the dummy's card be played or to stop it"
    return f"{seat_name(player)}'s turn" + (", with the dummy" if hand_to_play(state) == DUMMY else "")
