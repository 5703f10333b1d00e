"""The game as the player may see it, as JSON values (BS-14). This is an allow-list: it names everything that is sent.

`more` always has these keys. A value that is not known at some stage is null, 0, "" or []:

- `face_up` has the 13 cards in the order dealt while choosing, else null; `down` is 7, or 0 once turned face up
- `stock` is the number of cards in the stock; `top` is the discard on top once chosen, else null
- `discards` has the seven discards, top one last, once chosen if the pile is open (option `discards_shown`), else []
- `count` is `{"S": 2, "H": 0, "D": "0.5", "C": 1, "total": "3.5", "by": "quick"}` from the auction on, else null;
  its values are numbers, or strings if they are not whole
- `stock_bid` is `"1D"`, `"P"`, or null while choosing; `jokers` is the number of jokers among the 13 cards (0 to 2)
- `no_trump` is the reason why no trump is greyed out in the auction, or "" if it may be bid and at all other times
- `turned` has the visible cards that the stock passed over, in the order turned: the cards of the last trick, or of
  every trick so far (option `turned_shown`); [] outside the play

A trick also has `turned`, the cards passed over in it. Once the deal is over, and for the director, `dealt` is
`{"S": the 13 held (empty while choosing), "N": the 34 of the stock, top card first, "down": 7, "face_up": 13,
"discards": 7, top one last}`.
"""

from fractions import Fraction
from functools import partial
from typing import Any

from games.cards import sorted_hand
from games.claims_and_undo import MISCLICK, tricks_left
from games.outcomes import contract_result
from games.players import DIRECTOR
from games.variants.bridge_solitaire import acts, choose
from games.variants.bridge_solitaire.bid import no_trump_refusal
from games.variants.bridge_solitaire.count import count, told
from games.variants.bridge_solitaire.play import card_refusal, winner
from games.variants.bridge_solitaire.state import (
    PLAYER,
    STOCK,
    SolitaireState,
    Turned,
    jokers,
    outcome,
)
from games.views import contract_view, reasons, sees_all, texts, view_head
from games.wording import SOLITAIRE_NAMES, call_name, marked, strain_name

Json = dict[str, Any]
_AWAITED = {"choose": "pick", "auction": "call", "play": "card"}


def view(state: SolitaireState, viewer: str) -> Json:
    """Return the whole view for S or for D (the director, who sees everything). Raise ValueError for anyone else."""
    everything = sees_all(state, viewer)
    mine = viewer == PLAYER
    choice = choose.pick(state, viewer)
    shows_all = state.phase in ("play", "over") and state.table.options["turned_shown"] == "all"
    return {
        **view_head("bridge_solitaire", state, viewer, state.auction.entries(), (PLAYER, DIRECTOR)),
        "dealer": "",
        "turn": _turn(state),
        "hands": {PLAYER: _hand(state)},
        "legal": list(acts.turn_actions(state, viewer)),
        "can": {"claim": False, "undo": False, "misclick": MISCLICK in acts.legal(state, viewer)},
        "claim_max": 0,
        "why_not": _why_not(state) if mine else {},
        "contract": contract_view(state.contract),
        "trick": _trick_on_table(state),
        "last_trick": _complete(state, len(state.done) - 1) if state.done else None,
        "outcome": outcome(state),
        "dealt": _dealt(state) if everything else None,
        "history": _history(state) if everything or shows_all else None,
        "prompt": _prompt(state, viewer),
        "choices": _choices(state) if mine else [],
        "pick": choice.view() if choice else None,
        "more": _more(state),
    }


def _turn(state: SolitaireState) -> Json | None:
    if state.phase == "over":
        return None
    return {
        "player": PLAYER,
        "hand": None if state.phase == "auction" else PLAYER,
        "what": _AWAITED[state.phase],
    }


def _hand(state: SolitaireState) -> Json:
    """Return the cards left in hand or, while the player is still choosing, the thirteen cards that lie face up."""
    cards = state.table.face_up if state.phase == "choose" else state.hand
    return {"owner": PLAYER, "dummy": False, "count": len(cards), "cards": texts(sorted_hand(cards))}


def _why_not(state: SolitaireState) -> dict[str, str]:
    if state.phase != "play":
        return {}
    return reasons(state.hand, partial(card_refusal, state))


def _trick(number: int, turned: Turned) -> Json:
    return {
        "number": number,
        "leader": turned.trick.leader,
        "cards": [{"seat": by, "card": card.text} for by, card in turned.trick.plays()],
        "turned": texts(turned.over),
    }


def _trick_on_table(state: SolitaireState) -> Json | None:
    if state.phase != "play" or state.trick is None:
        return None
    return _trick(len(state.done) + 1, state.trick)


def _complete(state: SolitaireState, place: int) -> Json:
    assert state.contract is not None
    turned = state.done[place]
    return {**_trick(place + 1, turned), "winner": winner(turned.trick, state.contract.strain)}


def _history(state: SolitaireState) -> list[Json]:
    """Return the complete tricks and, with None as winner, the stock's lead if it is on the table."""
    tricks = [_complete(state, place) for place in range(len(state.done))]
    if state.trick and state.trick.trick.cards:
        tricks.append({**_trick(len(tricks) + 1, state.trick), "winner": None})
    return tricks


def _dealt(state: SolitaireState) -> dict[str, list[str]]:
    table = state.table
    return {
        PLAYER: texts(sorted_hand(state.held)),
        STOCK: texts(table.stock),
        "down": texts(table.down),
        "face_up": texts(table.face_up),
        "discards": texts(state.discards),
    }


def _choices(state: SolitaireState) -> list[Json]:
    if state.phase != "play":
        return []
    left = tricks_left(state)
    label = f"Concede: the stock takes the {left} tricks left" if left > 1 else "Concede the last trick"
    return [{"a": acts.CONCEDE, "label": label, "why_not": ""}]


def _more(state: SolitaireState) -> Json:
    choosing = state.phase == "choose"
    last = state.table.options["turned_shown"] == "last"
    in_sight = () if state.phase != "play" else state.done[-1:] if last else state.done
    return {
        "face_up": texts(state.table.face_up) if choosing else None,
        "down": len(state.table.down) if choosing else 0,
        "stock": len(state.stock),
        "top": state.discards[-1].text if state.discards else None,
        "discards": texts(state.discards) if state.table.options["discards_shown"] == "all" else [],
        "count": None if choosing else _count(state),
        "stock_bid": None if choosing else state.auction.calls[0],
        "jokers": jokers(state.table.face_up if choosing else state.held),
        "no_trump": no_trump_refusal(state.held) if state.phase == "auction" else "",
        "turned": [card.text for turned in in_sight for card in turned.over],
    }


def _count(state: SolitaireState) -> Json:
    by = state.table.options["count"]
    tricks = count(state.held, by)
    return {
        **{suit: told(number) for suit, number in tricks.items()},
        "total": told(sum(tricks.values(), Fraction(0))),
        "by": by,
    }


_DUE = {"choose": "choose six cards", "auction": "call", "play": "play a card"}


def _prompt(state: SolitaireState, viewer: str) -> str:
    if state.phase == "over":
        names = {**SOLITAIRE_NAMES, PLAYER: marked(PLAYER)}
        return f"The deal is over\n{contract_result(outcome(state) or {}).sentence(names)}"
    if viewer == DIRECTOR:
        return f"South is to {_DUE[state.phase]}"
    if state.phase == "choose":
        return "Choose six cards to keep with the seven face down, and the discard to leave on top"
    if state.phase == "auction":
        bid = state.auction.last_bid()
        return f"The stock bids {call_name(bid[1])}\novercall or pass" if bid else "The stock passes\nyou must bid"
    return _card_prompt(state)


def _card_prompt(state: SolitaireState) -> str:
    led = state.trick.trick.cards[0] if state.trick and state.trick.trick.cards else None
    if led is None:
        return "You lead\nplay any card"
    if led.is_joker:
        return f"The stock leads {led.name}\nplay any card"
    can = any(card.suit == led.suit for card in state.hand)
    due = "follow suit" if can else f"you have no {strain_name(led.suit)}, play any card"
    return f"The stock leads {led.name}\n{due}"
