"""The game as each viewer may see it, as JSON values (FH-33, FH-34). It is an allow-list: it names all that is sent.

The `more` of 500 for two always has these keys:

- `kitty` holds its three cards while the viewer may know that they are the kitty (FH-33), else null;
- `kitty_count` is the number of cards in the kitty: 3, or 0 once the contractor has taken them up;
- `discards` holds the three cards laid away, for the contractor (and for everyone once the deal is over), else null;
- `discards_count` is 3 once the discards are laid away, else 0;
- `value` is the contract's points, or null if there is no contract;
- `misere` is whether the contract is a misère;
- `aside` is the dummy that takes no part in the misère (`E`, `W`), else null;
- `bowers` lists the three highest trumps, joker first, or [] at no trump;
- `asked` is the suit named for the joker that was led to the trick on the table, else null;
- `rules` holds this table's options `auction`, `after_pass`, `kitty`, `first_lead`, `misere`.

Every trick has `asked` (null if no suit was named). The phases are auction, discard, play, over. There are no choices.
"""

from functools import partial
from typing import Any

from games.claims_and_undo import can_view
from games.end_dummies import Cards
from games.end_dummies_view import (
    claim_view,
    dealt_view,
    hand_view,
    history,
    last_trick,
    table_trick,
    turn_view,
    why_not,
)
from games.five_hundred import FiveHundredTrick, bowers, sorted_for, value
from games.seats import SEATS
from games.variants.five_hundred_for_two import legal
from games.variants.five_hundred_for_two.prompts import prompt
from games.variants.five_hundred_for_two.state import FiveHundredState, outcome, tricks_left, turn
from games.views import sees_all, texts, view_head

Json = dict[str, Any]
SHOWN_OPTIONS = ("auction", "after_pass", "kitty", "first_lead", "misere")
AWAITED = {"auction": "call", "discard": "pick"}


def view(state: FiveHundredState, viewer: str) -> Json:
    """Return the whole view for S, N or D (the director, who sees everything). Raise ValueError for anyone else."""
    table, choice, actions = state.table, legal.pick(state, viewer), legal.turn_actions(state, viewer)
    sort = partial(sorted_for, trump=state.trump)
    return {
        **view_head("five_hundred_for_two", state, viewer, state.auction.entries()),
        "dealer": table.dealer,
        "turn": turn_view(state, turn(state), AWAITED.get(state.phase, "card")),
        "hands": _hands(state, viewer),
        "legal": list(actions),
        "can": can_view(state, table.request_rules, viewer),
        "claim_max": tricks_left(state) if state.phase == "play" else 0,
        "why_not": why_not(state, viewer, actions, partial(legal.card_refusal, state)),
        "contract": _contract(state),
        **_tricks(state, viewer),
        "claim": claim_view(state, sort),
        "outcome": outcome(state),
        "dealt": _dealt(state) if sees_all(state, viewer) else None,
        "prompt": prompt(state, viewer),
        "choices": [],
        "pick": choice.view() if choice else None,
        "more": _more(state, viewer),
    }


def _hands(state: FiveHundredState, viewer: str) -> Json:
    sort = partial(sorted_for, trump=state.trump)
    return {
        str(seat): hand_view(
            seat,
            state.hands[seat.place],
            state.table.hands[seat.place],
            legal.sees_hand(state, seat, viewer),
            sort,
        )
        for seat in SEATS
    }


def _contract(state: FiveHundredState) -> Json | None:
    contract = state.contract
    if contract is None:
        return None
    return {
        "text": contract.text,
        "level": contract.level,
        "strain": contract.strain,
        "doubled": "",
        "declarer": contract.declarer,
        "needs": contract.level,
    }


def _tricks(state: FiveHundredState, viewer: str) -> Json:
    """Return the trick on the table, the last trick and, if the viewer may see it, the history.

    Each trick includes the suit named for a joker that was led.
    """
    table, last = table_trick(state), last_trick(state, FiveHundredTrick.winner)
    current = state.trick
    everything = sees_all(state, viewer) or state.table.opted("tricks_shown", "all")
    played = (*state.done, *([current] if current and current.cards else []))
    return {
        "trick": _with_asked(table, current) if table and current else None,
        "last_trick": _with_asked(last, state.done[-1]) if last else None,
        "history": [
            _with_asked(entry, trick)
            for entry, trick in zip(history(state, FiveHundredTrick.winner), played, strict=True)
        ]
        if everything
        else None,
    }


def _with_asked(trick_view: Json, trick: FiveHundredTrick) -> Json:
    return {**trick_view, "asked": trick.asked or None}


def _dealt(state: FiveHundredState) -> Json:
    return dealt_view(dict(zip(SEATS, state.table.hands, strict=True)))


def _more(state: FiveHundredState, viewer: str) -> Json:
    contract, current = state.contract, state.trick
    return {
        "kitty": _told(state.table.kitty, _sees_kitty(state, viewer)),
        "kitty_count": 0 if state.kitty_taken else len(state.table.kitty),
        "discards": _told(state.discards, _sees_discards(state, viewer)),
        "discards_count": len(state.discards),
        "value": value(contract.text) if contract else None,
        "misere": contract is not None and contract.misere,
        "aside": str(contract.aside) if contract and contract.aside else None,
        "bowers": texts(bowers(state.trump)),
        "asked": (current.asked or None) if current else None,
        "rules": {name: state.table.options[name] for name in SHOWN_OPTIONS},
    }


def _told(cards: Cards, shown: bool) -> list[str] | None:
    return texts(cards) if shown else None


def _sees_kitty(state: FiveHundredState, viewer: str) -> bool:
    """True if the viewer may see the kitty (FH-33).

    After an open auction, both players see the kitty until the contractor has laid three cards away. After a closed
    auction, only the contractor sees it, while it is in hand. When the deal is over, everyone sees the kitty.
    """
    if sees_all(state, viewer):
        return True
    if state.kitty_taken and state.phase != "discard":
        return False
    if state.table.opted("auction", "open"):
        return True
    return state.phase == "discard" and state.contract is not None and state.contract.declarer == viewer


def _sees_discards(state: FiveHundredState, viewer: str) -> bool:
    contractor = state.contract.declarer if state.contract else None
    return bool(state.discards) and (sees_all(state, viewer) or viewer == contractor)
