"""What each viewer may see, as JSON values (SOLO-30). An allow-list: it names everything that is sent."""

from functools import partial
from typing import Any

from games.claims_and_undo import can_view
from games.end_dummies import DUMMIES, DUMMY_OF, HAND_OF, OWNER
from games.end_dummies_play import Winner, by_trump
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
from games.players import ACTORS, DIRECTOR, PLAYERS
from games.seats import SEATS, Seat
from games.variants.solo.hints import hint
from games.variants.solo.legal import card_refusal, turn_actions
from games.variants.solo.state import SoloState, outcome, tricks_left, turn
from games.views import contract_view

Json = dict[str, Any]


def view(state: SoloState, viewer: str) -> Json:
    """Return the whole view of S, N or D (the director, who sees everything). Raise ValueError for anybody else."""
    if viewer not in ACTORS:
        raise ValueError(f"{viewer!r} is no viewer of this game: S, N or D")
    table = state.table
    everything = state.phase == "over" or viewer == DIRECTOR
    south, north = state.won
    return {
        "game": "solo",
        "phase": state.phase,
        "me": viewer,
        "board": table.board,
        "dealer": str(table.dealer),
        "vul": table.vul,
        "turn": turn_view(state, turn(state), "call"),
        "hands": {str(seat): _hand(state, seat, viewer) for seat in SEATS},
        "legal": list(turn_actions(state, viewer)),
        "can": can_view(state, table.request_rules, viewer),
        "claim_max": tricks_left(state) if state.phase == "play" else 0,
        "why_not": why_not(state, viewer, partial(card_refusal, state)),
        "auction": [{"by": by, "call": call} for by, call in state.auction.entries()],
        "contract": contract_view(state.contract),
        "trick": table_trick(state),
        "last_trick": last_trick(state, _winner(state)),
        "tricks": {"S": south, "N": north},
        "claim": claim_view(state),
        "claim_refused": state.requests.refused_view(),
        "undo": state.requests.undo_view(),
        "taken_back": state.requests.taken_view(),
        "hints": _hints(state, viewer),
        "outcome": outcome(state),
        "dealt": dealt_view(table.deal.hands()) if everything else None,
        "history": history(state, _winner(state))
        if everything or table.options["tricks_shown"] == "all"
        else None,
    }


def sees_hand(state: SoloState, seat: Seat, viewer: str) -> bool:
    """True if the cards left in this hand are open to this viewer now (SOLO-30)."""
    if state.phase != "play" or seat in DUMMIES or viewer == DIRECTOR:
        return True
    owner = OWNER[seat]
    return owner == viewer or owner in state.requests.shown


def _hand(state: SoloState, seat: Seat, viewer: str) -> Json:
    dealt = state.table.deal.all_hands[seat.place]
    return hand_view(seat, state.hands[seat.place], dealt, sees_hand(state, seat, viewer))


def _winner(state: SoloState) -> Winner:
    return by_trump(state.contract.strain if state.contract else "N")


def _hints(state: SoloState, viewer: str) -> Json | None:
    if state.table.options["hints"] == "off":
        return None
    hands = state.table.deal.all_hands if state.phase == "over" else state.hands
    counted = {
        player: state.phase != "play" or viewer in (player, DIRECTOR) for player in PLAYERS
    }  # SOLO-29a
    return {
        player: hint(hands[HAND_OF[player].place] if counted[player] else None, hands[DUMMY_OF[player].place])
        for player in PLAYERS
    }
