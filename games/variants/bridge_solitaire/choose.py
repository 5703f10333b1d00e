"""Choosing six of the thirteen cards, and the discard to put on top (BS-2, BS-2a). The stock then bids at once."""

from dataclasses import replace

from games.card_selection import CardPick
from games.variants.bridge_solitaire.count import stock_call
from games.variants.bridge_solitaire.state import PLAYER, SolitaireState

VERB = "keep"
KEPT = 6


def pick(state: SolitaireState, player: str) -> CardPick | None:
    """Return the choice of six cards that the player has to make now, or None. A face-up joker must be chosen."""
    if state.phase != "choose" or player != PLAYER:
        return None
    cards = state.table.face_up
    forced = tuple(card for card in cards if card.is_joker)
    return CardPick(VERB, PLAYER, cards, KEPT, KEPT, forced, top=True, rule="BS-2")


def keep(state: SolitaireState, choice: CardPick, action: str) -> SolitaireState:
    """Add the six chosen cards to the seven face-down cards, turn those seven face up, and let the stock bid.

    Raise IllegalAction if the choice is not allowed.
    """
    chosen, top = choice.read(action)
    assert top is not None
    others = tuple(card for card in state.table.face_up if card not in (*chosen, top))
    hand = (*chosen, *state.table.down)
    call = stock_call(hand, state.table.options["count"])
    return replace(
        state,
        phase="auction",
        held=hand,
        hand=hand,
        discards=(*others, top),
        auction=state.auction.with_call(call),
    )
