"""The game as each viewer may see it, as JSON values (SOLO-30). It is an allow-list: it names all that is sent."""

from functools import partial
from typing import Any

from games.claims_and_undo import can_view, tricks_left
from games.end_dummies import DUMMY_OF, HAND_OF
from games.end_dummies_play import Winner, by_trump
from games.end_dummies_view import open_hands_view, turn_view
from games.players import DIRECTOR, PLAYERS
from games.variants.solo.hints import hint
from games.variants.solo.legal import card_refusal, turn_actions
from games.variants.solo.state import SoloState, outcome, turn
from games.views import contract_view, view_head

Json = dict[str, Any]


def view(state: SoloState, viewer: str) -> Json:
    """Return the whole view for S, N or D (the director, who sees everything). Raise ValueError for anyone else."""
    actions = turn_actions(state, viewer)
    return {
        **view_head("solo", state, viewer, state.auction.entries()),
        **open_hands_view(state, viewer, _winner(state), actions, partial(card_refusal, state)),
        "dealer": str(state.table.dealer),
        "turn": turn_view(state, turn(state), "call"),
        "legal": list(actions),
        "can": can_view(state, state.table.request_rules, viewer),
        "claim_max": tricks_left(state) if state.phase == "play" else 0,
        "contract": contract_view(state.contract),
        "hints": _hints(state, viewer),
        "outcome": outcome(state),
    }


def _winner(state: SoloState) -> Winner:
    return by_trump(state.contract.strain if state.contract else "N")


def _hints(state: SoloState, viewer: str) -> Json | None:
    if state.table.options["hints"] == "off":
        return None
    hands = state.table.deal.all_hands if state.phase == "over" else state.hands
    counted = {player: state.phase != "play" or viewer in (player, DIRECTOR) for player in PLAYERS}  # SOLO-29a
    return {
        player: hint(hands[HAND_OF[player].place] if counted[player] else None, hands[DUMMY_OF[player].place])
        for player in PLAYERS
    }
