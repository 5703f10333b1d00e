"""What each viewer may see, as JSON values (SW-21). An allow-list: it names everything that is sent.

The view of every game (`docs/protocol.md`) without auction, contract and hints. The phases are `inspect` (all hands
open until both players have said `ready`, SW-6), `play` and `over`. `more` always has:

- `trumps`: "S", "H", "D", "C", or "N" for no trump;
- `turned`: the turned card while it is open (SW-4), as a card's text; null if no card was turned or it has been taken
  up. When the deal is over, and for the director, it is there again;
- `turned_by`: the player whose hand the card in `turned` belongs to; null with it;
- `first_lead`: the hand that leads to the first trick, "N", "E", "S" or "W";
- `ready`: the players who have said `ready`, in that order; empty unless the hands were inspected.
"""

from functools import partial
from typing import Any

from games.claims_and_undo import can_view
from games.end_dummies import DUMMIES, HAND_OF, OWNER
from games.end_dummies_play import by_trump
from games.end_dummies_view import (
    claim_view,
    dealt_view,
    hand_view,
    history,
    last_trick,
    play_prompt,
    table_trick,
    turn_view,
    why_not,
)
from games.players import ACTORS, DIRECTOR, OPPONENT, PLAYERS
from games.seats import SEATS, Seat
from games.variants.whist_for_two.legal import READY, card_refusal, turn_actions
from games.variants.whist_for_two.state import WhistState, outcome, tricks_left, turn
from games.wording import marked

Json = dict[str, Any]


def view(state: WhistState, viewer: str) -> Json:
    """Return the whole view of S, N or D (the director, who sees everything). Raise ValueError for anybody else."""
    if viewer not in ACTORS:
        raise ValueError(f"{viewer!r} is no viewer of this game: S, N or D")
    table, winner = state.table, by_trump(state.table.trumps)
    everything = state.phase == "over" or viewer == DIRECTOR
    return {
        "game": "whist_for_two",
        "phase": state.phase,
        "me": viewer,
        "board": table.board,
        "dealer": str(table.dealer),
        "vul": "None",  # SW-19: a board's vulnerability means nothing here
        "turn": turn_view(state, _asked(state, viewer), "choose"),
        "hands": {str(seat): _hand(state, seat, viewer) for seat in SEATS},
        "legal": list(turn_actions(state, viewer)),
        "can": can_view(state, table.request_rules, viewer),
        "claim_max": tricks_left(state) if state.phase == "play" else 0,
        "why_not": why_not(state, viewer, partial(card_refusal, state)),
        "auction": [],
        "contract": None,
        "trick": table_trick(state),
        "last_trick": last_trick(state, winner),
        "tricks": dict(zip(PLAYERS, state.won, strict=True)),
        "claim": claim_view(state),
        "claim_refused": state.requests.refused_view(),
        "undo": state.requests.undo_view(),
        "taken_back": state.requests.taken_view(),
        "hints": None,
        "outcome": outcome(state),
        "dealt": dealt_view(table.deal.hands()) if everything else None,
        "history": history(state, winner) if everything or table.options["tricks_shown"] == "all" else None,
        "prompt": _prompt(state, viewer),
        "choices": _choices(state, viewer),
        "pick": None,
        "more": _more(state, everything),
    }


def sees_hand(state: WhistState, seat: Seat, viewer: str) -> bool:
    """True if the cards left in this hand are open to this viewer now (SW-21)."""
    if state.phase != "play" or seat in DUMMIES or viewer == DIRECTOR:
        return True
    owner = OWNER[seat]
    return owner == viewer or owner in state.requests.shown


def turned_lies_open(state: WhistState) -> bool:
    """True until the dealer's hand has played to the first trick (SW-4)."""
    if state.table.turned is None or state.phase == "over":
        return False
    return len(state.hands[HAND_OF[state.table.dealing].place]) == 13


def _hand(state: WhistState, seat: Seat, viewer: str) -> Json:
    dealt = state.table.deal.all_hands[seat.place]
    return hand_view(seat, state.hands[seat.place], dealt, sees_hand(state, seat, viewer))


def _asked(state: WhistState, viewer: str) -> str | None:
    """Return who is to act, for this viewer. While both may say `ready`, it names a viewer who has not."""
    undecided = state.phase == "inspect" and viewer in PLAYERS and viewer not in state.ready
    return viewer if undecided else turn(state)


def _prompt(state: WhistState, viewer: str) -> str:
    if state.phase != "inspect":
        return play_prompt(state, viewer, turn(state))
    if viewer == DIRECTOR:
        return "The players look at all four hands"
    if viewer in state.ready:
        return f"{marked(OPPONENT[viewer])} is still looking at the hands"
    return "All four hands are open\nlook at them, then say that you are ready"


def _choices(state: WhistState, viewer: str) -> list[Json]:
    if READY not in turn_actions(state, viewer):
        return []
    return [{"a": READY, "label": "Ready: take up the hands", "why_not": ""}]


def _more(state: WhistState, everything: bool) -> Json:
    table = state.table
    turned = table.turned if everything or turned_lies_open(state) else None
    return {
        "trumps": table.trumps,
        "turned": turned.text if turned else None,
        "turned_by": table.dealing if turned else None,
        "first_lead": str(table.first_hand),
        "ready": list(state.ready),
    }
