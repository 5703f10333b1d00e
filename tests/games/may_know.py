"""The cards that a viewer may know before the end by each game's rules: SOLO-30, SW-21, SC-19, UM-19, FH-33, BS-14."""

from games.end_dummies import HAND_OF
from games.variants.secret_card.state import SecretCardState
from games.variants.whist_for_two.state import WhistState

Cards = set[str]


def texts(*piles) -> Cards:
    return {card.text for pile in piles for card in pile}


def shown_tricks(state) -> Cards:
    """Return the cards in the trick on the table and in the last trick."""
    tricks = [*state.done[-1:], *([state.trick] if state.trick else [])]
    return texts(*(trick.cards for trick in tricks))


def own_and_dummies(state, viewer: str) -> Cards:
    """Return the viewer's hand, a hand shown by a claim, both dummies, and the tricks that are shown."""
    own = (HAND_OF[player].place for player in (viewer, *state.requests.shown))
    return texts(*(state.hands[place] for place in {1, 3, *own})) | shown_tricks(state)


def at_whist(state: WhistState, viewer: str) -> Cards:
    dealer_has_played = len(state.hands[HAND_OF[state.table.dealing].place]) < 13
    turned = {state.table.turned.text} if state.table.turned and not dealer_has_played else set()
    return own_and_dummies(state, viewer) | turned


def at_secret_card(state: SecretCardState, viewer: str) -> Cards:
    """Return the cards that may be known in the secret-card game with `notes` off."""
    cards = texts(*(state.hands["SN".index(player)] for player in (viewer, *state.requests.shown)))
    if state.phase == "draft" and state.draft.player == viewer:
        first, second = state.draft.cards_of(state.draft.seen)
        cards |= texts((first, second) if state.draft.decided else (first,))
    tricks = [*state.done[-1:], *([state.trick] if state.trick else [])]
    cards |= texts(*(trick.cards.cards for trick in tricks))
    declares = state.contract is not None and state.contract.declarer == viewer
    if declares or (state.trick and (state.done or state.trick.cards.cards)):
        cards |= texts(state.dummy)
    if state.secret and (declares or not state.hidden or state.declarer in state.requests.shown):
        cards.add(state.secret.text)
    return cards


def at_umbrage(state, viewer: str) -> Cards:
    """Return the cards that may be known in Umbrage, without the notes."""
    hands = [viewer, *state.requests.shown]
    if state.phase == "play" and (state.done or (state.trick and state.trick.cards)):
        hands.append("D")
    asked = {state.requests.last.action[2:]} if state.requests.asking and state.requests.last else set()
    return texts(*(state.hand(name) for name in hands)) | shown_tricks(state) | asked


def at_five_hundred(state, viewer: str) -> Cards:
    cards = own_and_dummies(state, viewer)
    if state.contract and viewer == state.contract.declarer:
        cards |= texts(state.discards)
    if state.table.opted("auction", "open") and (state.phase == "discard" or not state.kitty_taken):
        cards |= texts(state.table.kitty)
    return cards


def at_bridge_solitaire(state, viewer: str) -> Cards:
    if state.phase == "choose":
        return texts(state.table.face_up)
    shown = [*state.done[-1:], *([state.trick] if state.trick else [])]
    return texts(state.hand, state.discards[-1:], *((*turned.over, *turned.trick.cards) for turned in shown))
