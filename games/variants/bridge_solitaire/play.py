"""Card play: which cards the player may play, what the stock turns, who wins, and how the deal ends (BS-7 to BS-11)."""

from dataclasses import replace
from typing import Any

from games.cards import JOKER_SUIT, Card
from games.claims_and_undo import tricks_left
from games.players import OPPONENT, more
from games.requests import Refusal
from games.tricks import OrderedTrick
from games.variants.bridge_solitaire.state import (
    PACK,
    PLAYER,
    STOCK,
    TRICKS,
    Cards,
    SolitaireState,
    Turned,
    jokers,
)
from games.wording import strain_name

CARD_TEXTS = {f"p:{card.text}": card for card in PACK}
_MOST_AT_NO_TRUMP = 4  # cards that the stock turns for one trick: BS-8


def playable(state: SolitaireState) -> Cards:
    """Return the cards that the player may play.

    Any card is allowed on lead or when a joker was led. Otherwise, the player must follow suit if possible.
    """
    led = state.trick.trick.led if state.trick else None
    if led in (None, JOKER_SUIT):
        return state.hand
    return tuple(card for card in state.hand if card.suit == led) or state.hand


def card_refusal(state: SolitaireState, card: Card) -> Refusal | None:
    """Return why the player may not play this card, or None if the card is legal. It must be the player's turn."""
    if card not in state.hand:
        return f"You do not hold {card.name}: play a card of your hand", "BS-7"
    if card in playable(state):
        return None
    assert state.trick is not None
    suit = strain_name(state.trick.trick.led or "")
    if card.is_joker:
        return f"{suit.capitalize()} were led and you have one: a joker must wait", "BS-7a"
    return f"{suit.capitalize()} were led: you must follow suit", "BS-7"


def play_card(state: SolitaireState, card: Card) -> SolitaireState:
    """Play the player's card, which must be legal. If the card is a lead, the stock turns cards in answer at once."""
    assert state.trick is not None and state.contract is not None
    trick = state.trick.trick.with_card(card)
    hand = tuple(held for held in state.hand if held != card)
    if trick.complete:
        after = _completed(replace(state, hand=hand), Turned(trick))
        turned = len(after.stock) < len(state.stock)  # the stock has won and led a new card (BS-13b)
        acted = state.requests.acted(state, PLAYER, f"p:{card.text}")
        return replace(after, requests=state.requests.settled() if turned else acted)
    number = turned_for(state.stock, card, state.contract.strain)
    *over, answer = state.stock[:number]
    after = replace(state, hand=hand, stock=state.stock[number:], requests=state.requests.settled())
    return _completed(after, Turned(trick.with_card(answer), tuple(over)))


def turned_for(stock: Cards, led: Card, strain: str) -> int:
    """Return how many cards the stock turns in answer to the player's lead. The last card turned is the stock's play.

    The stock stops at a card of the suit led, a trump or a joker; after four cards at no trump; or after one card
    if a joker was led (BS-8, BS-10).
    """
    most = 1 if led.is_joker else _MOST_AT_NO_TRUMP if strain == "N" else len(stock)
    fitting = {led.suit, strain, JOKER_SUIT}
    for number, card in enumerate(stock[:most], start=1):
        if card.suit in fitting:
            return number
    return min(most, len(stock))


def winner(trick: OrderedTrick, strain: str) -> str:
    """Return the winner of a complete trick.

    A joker wins the trick for the stock, unless the player played it to a joker led by the stock (BS-9).
    """
    held = jokers(trick.cards)
    if held:
        return PLAYER if held == 2 and trick.leader == STOCK else STOCK
    return trick.winner(strain)


def lead_to_first_trick(state: SolitaireState, leader: str) -> SolitaireState:
    """Begin the play. If the stock leads, it turns its top card."""
    return replace(state, **_next_trick(state, leader))


def concede(state: SolitaireState) -> SolitaireState:
    """Give all remaining tricks, including the unfinished trick, to the stock (BS-13b)."""
    return replace(state, phase="over", conceded=True, won=more(state.won, STOCK, tricks_left(state)))


def _completed(state: SolitaireState, turned: Turned) -> SolitaireState:
    assert state.contract is not None
    by = winner(turned.trick, state.contract.strain)
    state = replace(state, done=(*state.done, turned), won=more(state.won, by, 1), trick=None)
    if not state.stock:
        return replace(state, phase="over", won=_counted_out(state))
    if len(state.done) == TRICKS:
        return replace(state, phase="over")
    return replace(state, **_next_trick(state, by))


def _counted_out(state: SolitaireState) -> tuple[int, int]:
    """Return each side's tricks once the stock is used up.

    Each card left in hand counts as a trick for the player. A joker goes to the side that the option names (BS-11).
    """
    left = jokers(state.hand)
    for_stock = left if state.table.options["jokers_left"] == "stock" else 0
    return more(more(state.won, PLAYER, len(state.hand) - for_stock), STOCK, for_stock)


def _next_trick(state: SolitaireState, leader: str) -> dict[str, Any]:
    trick = OrderedTrick((leader, OPPONENT[leader]))
    if leader == PLAYER:
        return {"trick": Turned(trick)}
    return {"trick": Turned(trick.with_card(state.stock[0])), "stock": state.stock[1:]}
